"""What a process would run: its interpreter, its libraries and the text of our own code."""

import hashlib
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

ROOT = Path(__file__).parents[2]

READ = {"", ".json", ".py", ".v"}
"""The suffixes of files that a verdict can depend on."""

Identity = Mapping[str, str]
"""Each thing that a verdict depends on, and which one it is."""


def identity(rooms: Sequence[str]) -> Identity:
    """The identity of this process, with a digest of each of these rooms of the source."""
    texts = {f"the source of {room}": _digest(ROOT / room) for room in rooms}
    return {"python": _python(), **_libraries("noisymax", ("", "audit")), **texts}


def difference(ours: Identity, theirs: Identity) -> str | None:
    """The first thing that is not the same."""
    for name in {**ours, **theirs}:
        here, there = ours.get(name, "none"), theirs.get(name, "none")
        if here != there:
            return f"{name} is {there} there, and {here} here"
    return None


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, {_system()}"


def _system() -> str:
    """The system and its library, whose mathematical functions a verdict may be about."""
    return " ".join((sys.platform, *platform.libc_ver())).strip()


def _digest(room: Path) -> str:
    """A digest of all files of a room that a verdict can depend on."""
    found = hashlib.sha256()
    for path in sorted(path for path in room.rglob("*") if path.suffix in READ and path.is_file()):
        found.update(f"{path.relative_to(room)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return found.hexdigest()[:12]


def _libraries(distribution: str, extras: Sequence[str]) -> dict[str, str]:
    """The versions of a distribution and of all that it and these extras of it require."""
    found: dict[str, str] = {}
    waiting = [(distribution, extra) for extra in extras]
    while waiting:
        name, extra = waiting.pop()
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
        for requirement in requires(name) or ():
            required, _, marker = requirement.partition(";")
            of = re.search(r"extra\s*==\s*['\"]([^'\"]*)", marker)
            word = re.match(r"[\w.-]+", required)
            if word is not None and (of[1] if of else "") == extra and (known := _normal(word[0])) not in found:
                waiting.append((known, ""))
    return dict(sorted(found.items()))


def _normal(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()
