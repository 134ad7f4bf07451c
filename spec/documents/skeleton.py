"""What the five texts hold, by document: the rows of items, and of text that asserts nothing.

The modules `skeleton` of the documents are written by `python -m proofs.documents.skeleton --texts DIR`.
"""

from spec.documents.exponential_candidates_gumbel import skeleton as exponential_candidates_gumbel
from spec.documents.noisy_top_k import skeleton as noisy_top_k
from spec.documents.range_divergence import skeleton as range_divergence
from spec.documents.report_noisy_max_gumbel import skeleton as report_noisy_max_gumbel
from spec.documents.zero_concentrated_divergence import skeleton as zero_concentrated_divergence

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
