"""The catalogue of the five documents: every item that asserts something, where it stands, and what it says.

Where an item stands is generated from the texts (`spec/documents/<slug>/skeleton.py`); what it says is restated in our
own words (`spec/documents/<slug>/statements.py`), errors included. A gap between the two is an error.
"""

from spec.documents import (
    exponential_candidates_gumbel,
    noisy_top_k,
    range_divergence,
    report_noisy_max_gumbel,
    zero_concentrated_divergence,
)
from spec.documents.document import CatalogueGap, Document, Item, Silence, join

__all__ = [
    "DOCUMENTS",
    "ITEMS",
    "SILENCES",
    "CatalogueGap",
    "Document",
    "Item",
    "Silence",
    "item",
    "join",
    "listing_lines",
    "printed_at",
]

DOCUMENTS = (
    report_noisy_max_gumbel.DOCUMENT,
    range_divergence.DOCUMENT,
    zero_concentrated_divergence.DOCUMENT,
    exponential_candidates_gumbel.DOCUMENT,
    noisy_top_k.DOCUMENT,
)

ITEMS: tuple[Item, ...] = tuple(
    item for document in DOCUMENTS for item in join(document.slug, document.rows, document.statements)
)
SILENCES: tuple[Silence, ...] = tuple(
    Silence(document.slug, *silent) for document in DOCUMENTS for silent in document.silent
)
_BY_ID = {item.id: item for item in ITEMS}
_FILES = {document.slug: document.file for document in DOCUMENTS}


def item(id: str) -> Item:
    """The item of this id, as in `noisy_top_k.eq2`."""
    return _BY_ID[id]


def printed_at(id: str) -> str | None:
    """`file:line` of the item of this id, if there is one."""
    found = _BY_ID.get(id)
    return None if found is None else f"{_FILES[found.document]}:{found.line}"


def listing_lines(slug: str) -> tuple[int, ...]:
    """The printed numbers of the document's listing, without those of blank lines."""
    marker = f"{slug}.listing.L"
    return tuple(int(item.id.removeprefix(marker)) for item in ITEMS if item.id.startswith(marker))
