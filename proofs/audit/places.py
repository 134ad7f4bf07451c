"""Where an editor should go: the line of our source that proves, refutes or states what a name stands for."""

import ast
import os
import re
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple

from proofs.engine.ledger.constructors import lemma, result, theorem
from spec.documents import printed_at
from spec.logic.claim import Claim

ROOMS = (Path(__file__).parents[1], Path(__file__).parents[2] / "spec")

_MAKERS = (r"\b(?:Proof|Refutation)", r"\b(?!Instance\b)\w+")
"""What is called with the name as its first argument: best a proof, else anything but a mere use of it."""


def find(name: str, rooms: tuple[Path, ...] = ROOMS) -> str | None:
    """`file:line` where the name is proved, refuted or stated in the rooms."""
    for maker in _MAKERS:
        for room in rooms:
            for file, text in _sources(room).items():
                if made := re.search(rf"{maker}\(\s*(?:\w+=)?([\"']){re.escape(name)}\1", text):
                    return at(file, text.count("\n", 0, made.start(1)) + 1)
    return None


def at(file: Path | str, line: int) -> str:
    """`file:line`, from the current directory if the file is below it."""
    here = os.path.relpath(file)
    return f"{file if here.startswith('..') else here}:{line}"


def origin(error: BaseException) -> str:
    """`file:line` where an exception was raised, or of what it is about if it names that."""
    for name in re.findall(r"[\w.]*\w\.\w+", str(error)):
        if (found := find(name)) is not None:
            return found
    if isinstance(error, SyntaxError) and error.filename is not None:
        return at(error.filename, error.lineno or 1)
    frame = extract_tb(error.__traceback__)[-1]
    return at(frame.filename, frame.lineno or 1)


def stated_at(claim: Claim, rooms: tuple[Path, ...] = ROOMS) -> str:
    """`file:line` of the document that prints a claim or of our source that states it; otherwise its document or ""."""
    if (printed := printed_at(claim.id)) is not None:
        return printed
    stated = [place for room in rooms for place in _statements(room) if re.fullmatch(place.id, claim.id)]
    if not stated:
        return claim.document or ""
    return max(stated, key=lambda place: place.written).place


class _Statement(NamedTuple):
    """A call that states claims: a pattern of their ids, how much of it is written out, and where."""

    id: str
    written: int
    place: str


_STATE = tuple(maker.__name__ for maker in (Claim, result, lemma, theorem))
"""What is called with the id of a claim as its first argument to state it."""


@cache
def _statements(room: Path) -> tuple[_Statement, ...]:
    return tuple(
        _Statement(
            "".join(re.escape(part) or ".+" for part in parts),
            sum(map(len, parts)),
            f"{file.relative_to(room.parent).as_posix()}:{node.lineno}",
        )
        for file, text in _sources(room).items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _STATE
        for parts in (_written(node.args[0]),)
        if any(parts)
    )


def _written(id: ast.expr) -> list[str]:
    """The parts of an id: text as it is written, "" for what is put in."""
    parts = id.values if isinstance(id, ast.JoinedStr) else [id]
    return [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]


@cache
def _sources(room: Path) -> dict[Path, str]:
    return {file: file.read_text(encoding="utf-8") for file in sorted(room.rglob("*.py"))}
