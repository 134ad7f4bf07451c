"""What is wrong in `make_base_exponential_candidates_gumbel`, alone and in what it shares with others."""

from proofs.documents.exponential_candidates_gumbel.errata import listing, text
from proofs.documents.printed import EXPONENTIAL as DOCUMENT
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
    ("exponential_candidates_gumbel.empty_vector", "exponential_candidates_gumbel.first_wins"),
    ("exponential_candidates_gumbel.negative_temperature",),
    ("exponential_candidates_gumbel.inverted_temperature",),
    ("exponential_candidates_gumbel.first_wins",),
    ("exponential_candidates_gumbel.types_at_odds",),
    ("report_noisy_max_gumbel.output_metric", "exponential_candidates_gumbel.types_at_odds"),
)
"""The errata behind `# E1`, `# E2` and so on in the sound mechanism."""
