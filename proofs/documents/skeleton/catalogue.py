"""Account for every piece of a text: each is an item with an id, or is named as asserting nothing.

Formulas, derivations, listings and numbered statements name themselves. A sentence or an entry of a list is
named by hand in proofs/documents/skeleton/sentences.py, in the order of the text; one without a name is an error.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from proofs.documents.skeleton.blocks import Block, Shape, TextError, blocks, digest, rows, sentences

SILENT = "-"


@dataclass(frozen=True)
class Row:
    """An item of the skeleton; the skeleton itself has all but its text."""

    id: str
    kind: str
    line: int
    digest: str
    text: str


@dataclass(frozen=True)
class SilentRow:
    """A piece of text that asserts nothing that could be checked, and why."""

    line: int
    digest: str
    reason: str


@dataclass(frozen=True)
class Catalogue:
    """All of a text: what asserts something, what does not, and the digest of the listing as printed."""

    rows: tuple[Row, ...]
    silent: tuple[SilentRow, ...]
    listing_digest: str


_METADATA = 3  # title, author, date
_STATEMENT = re.compile(r"\**(Theorem|Lemma|Definition) (\d+)\.(\d+)\.")
_FOOTNOTE = re.compile(r"<sup>\d+</sup>|[¹²³]")
_NUMBERED = re.compile(r"\\quad \((\d+)\)\s*\$\$$")
_RELATION = re.compile(r"[^&]*&\s*(=|\\leq|\\geq)")
_PRINTED_LINE = re.compile(r"(\d+)(.*)")
_KINDS = {
    "eq": "equation",
    "theorem": "theorem",
    "lemma": "lemma",
    "definition": "definition",
    "listing": "listing",
}
_KINDS |= {"precondition": "precondition", "postcondition": "postcondition"}


def catalogue(text: str, names: str) -> Catalogue:
    """Read a text; each line of `names` is the digest of its next sentence, then ids or `-` and a reason."""
    return _Reader(names).read(text)


def kind_of(item: str) -> str:
    """The kind of an item, which its id tells."""
    if re.search(r"\.step_\d+$", item):
        return "step"
    match = re.match("[a-z]+", item)
    return _KINDS.get(match[0], "prose") if match else "prose"


class _Reader:
    def __init__(self, names: str) -> None:
        self.names: Iterator[list[str]] = iter([line.split() for line in names.split("\n") if line])
        self.items: list[Row] = []
        self.silent: list[SilentRow] = []
        self.listing: list[str] = []
        self.section = ""
        self.owner: str | None = None  # the statement whose derivation may follow

    def read(self, text: str) -> Catalogue:
        for index, block in enumerate(blocks(text)):
            if index < _METADATA:
                self.pass_over(block, "metadata")
            elif block.shape is Shape.HEADING:
                self.section, self.owner = block.text.lstrip("#0123456789. "), None
                self.pass_over(block, "heading")
            elif self.section == "References":
                self.pass_over(block, "reference")
            else:
                self.body(block)
        for missing, *_ in self.names:
            raise TextError(f"sentence {missing} is named, but is not in the text")
        return Catalogue(tuple(self.items), tuple(self.silent), _listing_digest(self.listing))

    def body(self, block: Block) -> None:
        match block.shape:
            case Shape.LISTING:
                self.printed_lines(block)
            case Shape.DISPLAY:
                self.formula(block)
            case Shape.ENTRY:
                self.sentence(block)
            case _:
                self.paragraph(block)

    def paragraph(self, block: Block) -> None:
        if _FOOTNOTE.match(block.text):
            self.pass_over(block, "footnote")
        elif statement := _STATEMENT.match(block.text):
            self.owner = "_".join(statement.groups()).lower()
            self.add(self.owner, block)
        else:
            if block.text != "*Proof.*":
                self.owner = None
            for piece in sentences(block):
                self.sentence(piece)

    def sentence(self, piece: Block) -> None:
        named, *ids = next(self.names, ["none"])
        if named != (found := digest(piece.text)):
            raise TextError(f"sentence {found} has no name here; the next one named is {named}", piece.line)
        if ids[0] == SILENT:
            return self.pass_over(piece, ids[1])
        for item in ids:
            self.add(item, piece)

    def formula(self, block: Block) -> None:
        if number := _NUMBERED.search(block.text):
            return self.add(f"eq{number[1]}", block)
        if "\\begin{aligned}" not in block.text:
            raise TextError("this formula is neither numbered nor a derivation", block.line)
        owner = self.owner or self.section.partition(" ")[0].lower()
        related = [(row, bool(_RELATION.match(row.text))) for row in rows(block)]
        if not all(is_step for _, is_step in related[1:]):
            raise TextError("a row of this derivation has no relation sign", block.line)
        for step, row in enumerate((row for row, is_step in related if is_step), 1):
            self.add(f"{owner}.step_{step}", row)

    def printed_lines(self, block: Block) -> None:
        for offset, printed in enumerate(block.text.split("\n")[1:-1], 1):
            if not printed.strip():
                continue
            match = _PRINTED_LINE.match(printed)
            if match is None or int(match[1]) != len(self.listing) + 1:
                expected = len(self.listing) + 1
                raise TextError(f"line {expected} of the listing is expected here", block.line + offset)
            self.listing.append(printed.rstrip())
            if match[2].strip():
                self.add(f"listing.L{match[1]}", Block(Shape.LISTING, block.line + offset, match[2]))

    def add(self, item: str, piece: Block) -> None:
        if any(row.id == item for row in self.items):
            raise TextError(f"a second {item}", piece.line)
        self.items.append(Row(item, kind_of(item), piece.line, digest(piece.text), piece.text))

    def pass_over(self, piece: Block, reason: str) -> None:
        self.silent.append(SilentRow(piece.line, digest(piece.text), reason))


def _listing_digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
