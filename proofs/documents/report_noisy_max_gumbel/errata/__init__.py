"""What is wrong in `make_report_noisy_max_gumbel`, alone and in what it shares with others."""

from proofs.documents.printed import REPORT as DOCUMENT
from proofs.documents.report_noisy_max_gumbel.errata import listing, text
from proofs.documents.shared_sections.errata import introduction, metric, trick

ERRATA = (
    *listing.ERRATA,
    *text.ERRATA,
    *introduction.in_all_three(DOCUMENT),
    *introduction.in_older(DOCUMENT),
    *trick.in_older(DOCUMENT),
    *metric.in_older(DOCUMENT),
)

DEPARTURES = (
    ("report_noisy_max_gumbel.which_metric",),
    ("report_noisy_max_gumbel.empty_vector",),
    ("report_noisy_max_gumbel.scale_unchecked", "noisy_top_k.minus_zero"),
    ("report_noisy_max_gumbel.infinite_score",),
    ("report_noisy_max_gumbel.no_loss_without_noise",),
    ("report_noisy_max_gumbel.output_metric",),
)
"""The errata behind `# E1`, `# E2` and so on in the sound mechanism."""
