"""How a target is named on the command line."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

BUILT_IN = ("opendp", "diffprivlib")
"""The libraries that noisymax brings an adapter for."""


class BadTarget(Exception):
    """What the user named cannot be run; `place` is the `file:line` at fault, if there is one."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(what)
        self.place = place


@dataclass(frozen=True)
class Name:
    """Where a factory is: in the adapter of a library, in a file or in a module; `text` is what the user wrote."""

    text: str
    kind: Literal["builtin", "file", "module"]
    where: str
    factory: str | None = None


def parse(text: str) -> Name:
    """Read `opendp`, `path/to/file.py:factory` or `package.module:factory`; the factory may be left out."""
    if text in BUILT_IN:
        return Name(text, "builtin", text)
    where, colon, factory = text.rpartition(":")
    if not colon:
        where, factory = text, ""
    if colon and not factory.isidentifier():
        raise BadTarget(f"{factory!r}, after the colon of {text!r}, is not the name of a function")
    if where.endswith(".py") or os.sep in where:
        if not Path(where).is_file():
            raise BadTarget(f"there is no file {where}")
        return Name(text, "file", str(Path(where).resolve()), factory or None)
    if not re.fullmatch(r"\w+(\.\w+)*", where) or not all(part.isidentifier() for part in where.split(".")):
        raise BadTarget(
            f"{text!r} is neither a library we know ({', '.join(BUILT_IN)}) nor FILE.py:FACTORY nor MODULE:FACTORY"
        )
    return Name(text, "module", where, factory or None)


def defined_at(path: str, function: str) -> int:
    """The line of a file where a function or class of this name is defined, or assigned, as far as its text tells."""
    name = re.escape(function)
    pattern = re.compile(rf"\s*(?:def|class)\s+{name}\b|{name}\s*(?::[^=]*)?=[^=]")
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 1
    return next((number for number, text in enumerate(lines, start=1) if pattern.match(text)), 1)


def is_beside(at: str, path: str) -> bool:
    """Whether a place is in a file or in one beside or below it, and not in a library that it uses."""
    file = Path(at.rpartition(":")[0])
    return file.is_relative_to(Path(path).parent) and not {"site-packages", "dist-packages"}.intersection(file.parts)


def from_here(where: str) -> str:
    """A place as `file:line`, seen from where the user is."""
    path, _, line = where.rpartition(":")
    return f"{os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path}:{line}"


def factories(name: Name, triple: str | None, offered: Sequence[str], triples: Sequence[str]) -> Mapping[str, Name]:
    """The factory for each triple that the target is to be held against, given which of the triples' names it has."""
    if triple is not None and triple not in triples:
        raise BadTarget(f"{triple!r} is not one of the triples: {', '.join(triples)}")
    if name.factory is not None:
        if triple is None and name.factory not in triples:
            raise BadTarget(
                f"{name.factory} is not named like a triple: say which with --triple ({', '.join(triples)})"
            )
        return {triple or name.factory: name}
    if triple is not None:
        if triple not in offered:
            raise BadTarget(f"{name.text} has no function {triple}")
        return {triple: replace(name, factory=triple)}
    if not offered:
        raise BadTarget(
            f"{name.text} has no function named like a triple ({', '.join(triples)}): name one after a colon"
        )
    if len(offered) > 1 and name.kind != "builtin":
        raise BadTarget(f"{name.text} has {' and '.join(offered)}: say which with --triple")
    return {found: replace(name, factory=found) for found in offered}
