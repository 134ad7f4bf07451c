"""The catalogue of the five documents: every item that asserts something, where it stands, and what it says.

Where an item stands is generated from the texts (`spec/documents/<slug>/skeleton.py`); what it says is restated in our
own words (`spec/documents/<slug>/statements.py`), errors included. A gap between the two is an error.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from spec.documents.exponential_candidates_gumbel import statements as exponential_candidates_gumbel
from spec.documents.noisy_top_k import statements as noisy_top_k
from spec.documents.range_divergence import statements as range_divergence
from spec.documents.report_noisy_max_gumbel import statements as report_noisy_max_gumbel
from spec.documents.skeleton import SKELETON
from spec.documents.zero_concentrated_divergence import statements as zero_concentrated_divergence
from spec.logic.claim import Kind


@dataclass(frozen=True)
class Document:
    """A published proof; `digest` is the SHA-256 of its text, `listing_digest` of its listing's lines."""

    slug: str
    file: str
    title: str
    date: str
    digest: str
    listing_digest: str


@dataclass(frozen=True)
class Item:
    """What a document asserts: a formula, a step, a line of the listing, a clause, a fact in prose."""

    id: str
    document: str
    kind: Kind
    line: int
    digest: str
    statement: str


@dataclass(frozen=True)
class Silence:
    """A piece of text that asserts nothing that could be checked, and why not, in a word."""

    document: str
    line: int
    digest: str
    reason: str


class CatalogueGap(ValueError):
    """Items without a restatement, or restatements without an item."""


DOCUMENTS = (
    Document(
        slug="report_noisy_max_gumbel",
        file="000_a5a91874d004951b.txt",
        title="fn make_report_noisy_max_gumbel",
        date="2025-08-22",
        digest="0c974d9eb1a0ea56b54d37fbfd685c6101520fcba48e6a1b1a787c577e271758",
        listing_digest="253f428e2545133ce2728f07a16016fd8b24dbf5c4a62f539a652738990fcc71",
    ),
    Document(
        slug="range_divergence",
        file="001_0790a3b9e9a10b00.txt",
        title="impl SelectionMeasure for RangeDivergence",
        date="2025-02-26",
        digest="b167b477806744027c07b80843352db2225626e03a3b254cb4bd6ebe98b7bef8",
        listing_digest="d07acbccdbb4b7710b6ab62557a59e34a4e729231299d05dc21e72faef6b07b4",
    ),
    Document(
        slug="zero_concentrated_divergence",
        file="002_cfbbf0e447f500bd.txt",
        title="impl TopKMeasure for ZeroConcentratedDivergence",
        date="2025-08-19",
        digest="2d4a59bfe2404e15ecc81771b32327878b4bc6e048801fee48596c8627814744",
        listing_digest="46234c826cee8099ebf7ee148e5df61ca943c83b1f74b473c4a22d4f3ff6a807",
    ),
    Document(
        slug="exponential_candidates_gumbel",
        file="003_2dbdca865836f537.txt",
        title="fn make_base_exponential_candidates_gumbel",
        date="2023-03-08",
        digest="e0e6e98065df047ecc48625252f5e53d727aa49a45a0ea3d4711d84d2b66469f",
        listing_digest="4918b501d373a3fb688b25d0504016dd1cc3563bb6e80f2f6328c88c962bd233",
    ),
    Document(
        slug="noisy_top_k",
        file="004_96f5bc4303b214ba.txt",
        title="fn make_noisy_top_k",
        date="2025-09-19",
        digest="eadfa93597bcc92f50220a676554b86548896040d6292de2fe091a57f589d91b",
        listing_digest="510b23b1955f1bbfcab33244edbea19909d237694a767162c76fb52dee7380c0",
    ),
)

STATEMENTS: Mapping[str, Mapping[str, str]] = {
    "report_noisy_max_gumbel": report_noisy_max_gumbel.STATEMENTS,
    "range_divergence": range_divergence.STATEMENTS,
    "zero_concentrated_divergence": zero_concentrated_divergence.STATEMENTS,
    "exponential_candidates_gumbel": exponential_candidates_gumbel.STATEMENTS,
    "noisy_top_k": noisy_top_k.STATEMENTS,
}


def join(document: str, rows: Iterable[tuple[str, str, int, str]], statements: Mapping[str, str]) -> tuple[Item, ...]:
    """Put each statement to its row of the skeleton; both must name the same items."""
    rows = tuple(rows)
    named = [name for name, *_ in rows]
    unstated = [name for name in named if name not in statements]
    unknown = [name for name in statements if name not in named]
    if unstated or unknown:
        gaps = [f"no statement of {name}" for name in unstated]
        gaps += [f"a statement of {name}, which is no item" for name in unknown]
        raise CatalogueGap(f"{document}: " + "; ".join(gaps))
    return tuple(
        Item(f"{document}.{name}", document, Kind[kind.upper()], line, digest, statements[name])
        for name, kind, line, digest in rows
    )


ITEMS: tuple[Item, ...] = tuple(
    item for slug, (rows, _) in SKELETON.items() for item in join(slug, rows, STATEMENTS[slug])
)
SILENCES: tuple[Silence, ...] = tuple(
    Silence(slug, *silent) for slug, (_, silents) in SKELETON.items() for silent in silents
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
