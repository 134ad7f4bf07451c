"""Cut a document's text into blocks, and blocks into the smallest pieces that can assert something."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum


class Shape(Enum):
    """What a block looks like on the page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ENTRY = "entry of a list"
    DISPLAY = "displayed formula"
    LISTING = "listing"


@dataclass(frozen=True)
class Block:
    """Lines that belong together; `line` is the number of the first, counted from 1."""

    shape: Shape
    line: int
    text: str


class TextError(ValueError):
    """The text is not the one that the catalogue describes; `line` is None when no line is to blame."""

    def __init__(self, what: str, line: int | None = None) -> None:
        super().__init__(what)
        self.line = line


_FENCE = "```"
_HEADING = re.compile(
    r"#+ |\d+(\.\d+)* [A-Z][^.:]*$|(Precondition|Compiler-verified|Caller-verified|Pseudocode|Postcondition)$"
)
_ENTRY = re.compile(r"\s*(-|\d+\.) ")
_SENTENCE_END = re.compile(r"\.[*)]*\s+(?=[A-Z$`*\\(])")
_END_OF_PROOF = ("\\square", "$\\square$")


def digest(text: str) -> str:
    """Sixteen hexadecimal digits for a text, the same however it is spaced and wrapped."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order; a sentence that a page break tore apart is whole again."""
    lines = text.split("\n")
    found: list[Block] = []
    start = 0
    while start < len(lines):
        shape = _shape(lines[start])
        end = _end(lines, start, shape)
        if shape is not None:
            block = Block(shape, start + 1, "\n".join(lines[start:end]))
            if found and _was_torn(found[-1], block):
                torn = found.pop()
                block = replace(torn, text="\n".join(lines[torn.line - 1 : end]))
            found.append(block)
        start = end
    return tuple(found)


def sentences(block: Block) -> Iterator[Block]:
    """The sentences of a paragraph, each with the line it starts on; end-of-proof marks are none."""
    start = 0
    for end in (*(match.end() for match in _SENTENCE_END.finditer(block.text)), len(block.text)):
        sentence = block.text[start:end].strip()
        if sentence not in _END_OF_PROOF:
            yield replace(block, line=block.line + block.text.count("\n", 0, start), text=sentence)
        start = end


def rows(block: Block) -> Iterator[Block]:
    r"""The rows of an aligned display, which `\\` parts, each with the line it starts on."""
    opening, _, rest = block.text.partition("\\begin{aligned}")
    line = block.line + opening.count("\n")
    for row in rest.partition("\\end{aligned}")[0].split("\\\\"):
        leading = row[: len(row) - len(row.lstrip())]
        yield replace(block, line=line + leading.count("\n"), text=row.strip())
        line += row.count("\n")


def _shape(line: str) -> Shape | None:
    if not line.strip():
        return None
    if line.startswith(_FENCE):
        return Shape.LISTING
    if line.startswith("$$"):
        return Shape.DISPLAY
    if _HEADING.match(line):
        return Shape.HEADING
    return Shape.ENTRY if _ENTRY.match(line) else Shape.PARAGRAPH


def _end(lines: list[str], start: int, shape: Shape | None) -> int:
    """The index after the last line of the block that starts at `start`."""
    end = start + 1
    if shape is Shape.PARAGRAPH:
        while end < len(lines) and _shape(lines[end]) is Shape.PARAGRAPH:
            end += 1
        return end
    if shape is Shape.LISTING:
        closing = next((i for i in range(end, len(lines)) if lines[i].startswith(_FENCE)), None)
    elif shape is Shape.DISPLAY:
        alone = lines[start].strip() == "$$"
        closing = next((i for i in range(start + alone, len(lines)) if lines[i].rstrip().endswith("$$")), None)
    else:
        return end
    if closing is None:
        raise TextError(f"this {shape.value} has no end", start + 1)
    return closing + 1


def _was_torn(before: Block, after: Block) -> bool:
    """Whether `after` goes on with a sentence that `before` left unfinished."""
    return (
        before.shape in (Shape.PARAGRAPH, Shape.ENTRY)
        and after.shape is Shape.PARAGRAPH
        and after.text[0].islower()
        and not before.text.rstrip().endswith((".", ":"))
    )
