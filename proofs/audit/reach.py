"""What code a module can reach: the files of the project that it imports, directly or not, or names in a string."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from proofs.campaign.identity import READ

ROOMS = ("spec", "impl", "proofs", "tests")
NAME = re.compile(rf"\b(?:{'|'.join(ROOMS)})(?:\.\w+)+")
"""The dotted name of a module of ours, or of something in it."""

_IMPORT = re.compile(rf"\bfrom\s+((?:{'|'.join(ROOMS)})\b[\w.]*)\s+import\s+(\([^)]*\)|(?:[^\n\\]|\\\n)*)")
_READS = re.compile(
    r"\b(?:read_text|read_bytes|open|glob|rglob|iterdir|import_module|resolve_name|__import__|exec)\(|\bfrom\s+\."
)
"""By these, code reaches files that it does not import."""
_READERS_BY_NAME = {
    # It finds the code that a promise names, and the name is part of the promise.
    "proofs.engine.judge",
    # They run the harness that a check holds.
    "proofs.engine.checkers.crosshair.checker",
    "proofs.engine.checkers.crosshair.child",
}


class Reach:
    """Digests of what modules can reach among the files below a root. It errs on the side of more."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str | None] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._readers: dict[str, bool] = {}
        self._rooms: dict[str, bytes] = {}
        self._digests: dict[frozenset[str], bytes] = {}

    def digest(self, names: Iterable[str]) -> bytes:
        """The digest of every file that code of these dotted names can reach."""
        modules = frozenset(module for name in names for module in self._module(name))
        if modules not in self._digests:
            reached = self.closure(modules)
            self._digests[modules] = self.everything(modules) if reached is None else self._digest(reached)
        return self._digests[modules]

    def closure(self, modules: Iterable[str]) -> set[str] | None:
        """The modules and all that they import, directly or not; None if one of them reads files: then it is all."""
        found: set[str] = set()
        todo = list(modules)
        while todo:
            module = todo.pop()
            if module not in found:
                if self._reads(module):
                    return None
                found.add(module)
                todo.extend(self._imported(module) - found)
        return found

    def _digest(self, modules: set[str]) -> bytes:
        whole = hashlib.sha256()
        for module in sorted(modules):
            text = (self._text(module) or "").encode()
            whole.update(f"{module} {len(text)} ".encode() + text)
        return whole.digest()

    def everything(self, modules: Iterable[str]) -> bytes:
        """The digest of every file that holds code or what code reads; of tests only if a module is one of them."""
        tested = any(module.partition(".")[0] == "tests" for module in modules)
        return b"".join(self._room(room) for room in ROOMS if tested or room != "tests")

    def _room(self, room: str) -> bytes:
        if room not in self._rooms:
            whole = hashlib.sha256()
            for path in sorted((self._root / room).rglob("*")):
                if path.suffix in READ and path.is_file():
                    content = path.read_bytes()
                    whole.update(f"{path.relative_to(self._root).as_posix()} {len(content)} ".encode() + content)
            self._rooms[room] = whole.digest()
        return self._rooms[room]

    def _reads(self, module: str) -> bool:
        if module not in self._readers:
            reads = _READS.search(self._text(module) or "") is not None
            self._readers[module] = reads and module not in _READERS_BY_NAME
        return self._readers[module]

    def _imported(self, module: str) -> frozenset[str]:
        if module not in self._imports:
            text = self._text(module) or ""
            names = {*NAME.findall(text), module.rpartition(".")[0]}
            for package, parts in _IMPORT.findall(text):
                names |= {f"{package}.{part}" for part in re.findall(r"\w+", parts)}
            self._imports[module] = frozenset(m for name in names for m in self._module(name))
        return self._imports[module]

    def _module(self, name: str) -> list[str]:
        """The module of ours that a dotted name is, or is in."""
        while name and self._text(name) is None:
            name = name.rpartition(".")[0]
        return [name] if name else []

    def _text(self, module: str) -> str | None:
        if module not in self._texts:
            base = self._root.joinpath(*module.split("."))
            paths = (base.with_suffix(".py"), base / "__init__.py") if module.partition(".")[0] in ROOMS else ()
            self._texts[module] = next((path.read_text("utf-8") for path in paths if path.is_file()), None)
        return self._texts[module]
