"""What the five texts hold, by document: the rows of items, and of text that asserts nothing.

The modules beside this one are written by `python -m proofs.skeleton --texts DIR`.
"""

from spec.documents.skeleton import (
    exponential_candidates_gumbel,
    noisy_top_k,
    range_divergence,
    report_noisy_max_gumbel,
    zero_concentrated_divergence,
)

SKELETON = {
    "report_noisy_max_gumbel": (report_noisy_max_gumbel.ROWS, report_noisy_max_gumbel.SILENT),
    "range_divergence": (range_divergence.ROWS, range_divergence.SILENT),
    "zero_concentrated_divergence": (zero_concentrated_divergence.ROWS, zero_concentrated_divergence.SILENT),
    "exponential_candidates_gumbel": (
        exponential_candidates_gumbel.ROWS,
        exponential_candidates_gumbel.SILENT,
    ),
    "noisy_top_k": (noisy_top_k.ROWS, noisy_top_k.SILENT),
}
