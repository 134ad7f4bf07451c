"""Where an editor should go: a file and a line, and where an exception comes from."""

import os
import re
from functools import cache
from pathlib import Path
from traceback import extract_tb

ROOMS = (Path(__file__).parents[1], Path(__file__).parents[2] / "spec")

_MAKERS = (r"\b(?:Proof|Refutation)", r"\b(?!Instance\b)\w+")
"""What is called with the name as its first argument: best a proof, else anything but a mere use of it."""


def find(name: str, rooms: tuple[Path, ...] = ROOMS) -> str | None:
    """`file:line` where the name is proved, refuted or stated in the rooms."""
    for maker in _MAKERS:
        for room in rooms:
            for file, text in _sources(room).items():
                pattern = rf"{maker}\(\s*(?:\w+=)?([\"']){re.escape(name)}\1"
                if name in text and (made := re.search(pattern, text)):
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


@cache
def _sources(room: Path) -> dict[Path, str]:
    return {file: file.read_text(encoding="utf-8") for file in sorted(room.rglob("*.py"))}
