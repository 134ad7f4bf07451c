"""A document and its items: what asserts something, where it stands, and what it says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from spec.logic.claim import Kind
from spec.logic.formula import Formula


@dataclass(frozen=True)
class Document:
    """A published proof; `digest` is the SHA-256 of its text, `listing_digest` of its listing's lines.

    `rows` and `silent` are its skeleton, `statements` has each item in our words, `formulas` those that are formal.
    """

    slug: str
    file: str
    title: str
    date: str
    digest: str
    listing_digest: str
    rows: tuple[tuple[str, str, int, str], ...] = field(default=(), repr=False)
    silent: tuple[tuple[int, str, str], ...] = field(default=(), repr=False)
    statements: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    formulas: Mapping[str, Formula] = field(default_factory=dict, repr=False, hash=False)


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
