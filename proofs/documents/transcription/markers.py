"""The markers of a transcription, held against the listing: no line missing, repeated, moved or changed."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from proofs.documents.skeleton.blocks import digest

_MARKER = re.compile(r"(?P<code>.*?)\s*# (?:L(?P<number>[1-9]\d*)(?P<departs> ~)?|\+)$")
_FOR_TOOLS = re.compile(r"# (?:ruff|mypy|fmt): ")

_ADDITIONS = (
    (re.compile(r", draw: Draw\b"), ""),
    (re.compile(r", draw\b"), ""),
    (re.compile(r"\(draw\)"), "()"),
    (re.compile(r" -> \w+:"), ":"),
    (re.compile(r": (?:Atom|Indexed)\b"), ""),
    (re.compile(r'raise Refused\((".*")\)'), r"raise \1"),
    (re.compile(r"^(\s*)## "), r"\1# "),
)
"""What a line marked `~` may have that the printed one lacks, and what is left without it: coins, types that
mypy needs, an exception around a bare message, a sign that keeps a comment from being an instruction."""


class Marked(NamedTuple):
    """A line of a transcription; `printed` is its number in the listing, None for one that Python needs."""

    line: int
    printed: int | None
    departs: bool
    code: str

    def as_printed(self) -> str:
        """The code without what a departure adds."""
        code = self.code
        for added, left in _ADDITIONS if self.departs else ():
            code = added.sub(left, code)
        return code


class Fault(NamedTuple):
    """What is wrong with a transcription, and on which line of it."""

    line: int
    what: str


def marked_lines(source: str) -> Iterator[Marked | Fault]:
    """Every line of code, with its marker; a line without one is a fault."""
    lines = source.split("\n")
    for number in range(_after_docstring(source), len(lines) + 1):
        line = lines[number - 1]
        match = _MARKER.match(line)
        if match is not None:
            printed = match["number"]
            yield Marked(number, int(printed) if printed else None, bool(match["departs"]), match["code"])
        elif line.strip() and not _FOR_TOOLS.match(line):
            yield Fault(number, "the line has no marker")


def faults(source: str, listing: Mapping[int, str]) -> list[Fault]:
    """All that is wrong; `listing` has the digest of each printed line, by its number."""
    found: list[Fault] = []
    seen: set[int] = set()
    latest = 0
    for entry in marked_lines(source):
        if isinstance(entry, Fault):
            found.append(entry)
        elif entry.printed is not None:
            found += _faults_of(entry, listing, seen, latest)
            seen.add(entry.printed)
            latest = entry.printed
    end = source.count("\n")
    return found + [Fault(end, f"L{number} is missing") for number in listing if number not in seen]


def _faults_of(entry: Marked, listing: Mapping[int, str], seen: set[int], latest: int) -> Iterator[Fault]:
    number = entry.printed
    assert number is not None
    if number not in listing:
        yield Fault(entry.line, f"the listing has no line L{number}")
    elif digest(entry.as_printed()) != listing[number]:
        yield Fault(entry.line, f"L{number} is printed otherwise")
    if number in seen:
        yield Fault(entry.line, f"L{number} is repeated")
    elif number < latest:
        yield Fault(entry.line, f"L{number} stands after L{latest}")
    if entry.departs and entry.as_printed() == entry.code:
        yield Fault(entry.line, f"L{number} is marked as a departure and is none")


def _after_docstring(source: str) -> int:
    """The number of the first line after the docstring of the module."""
    first = ast.parse(source).body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (first.end_lineno or 0) + 1 if is_docstring else 1
