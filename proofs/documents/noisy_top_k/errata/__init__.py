"""What is wrong in `make_noisy_top_k`, alone and in what it shares with others."""

from proofs.documents.noisy_top_k.errata import listing, noise, other_documents, text
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.shared_sections.errata import introduction

ERRATA = (
    *listing.ERRATA,
    *text.ERRATA,
    *other_documents.ERRATA,
    *noise.ERRATA,
    *introduction.in_all_three(DOCUMENT),
)

DEPARTURES: tuple[tuple[str, ...], ...] = ()
"""The errata behind `# E1`, `# E2` and so on in the sound mechanism."""
