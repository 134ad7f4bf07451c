"""What code a module can reach: the files of the project that it imports, directly or not, or names in a string."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from proofs.campaign.identity import READ

ROOMS = ("spec", "impl", "proofs", "tests")
NAME = re.compile(rf"\b(?:{'|'.join(ROOMS)})(?:\.\w+)+")
"""The dotted name of a module of ours, or of something in it."""

_OURS = rf"((?:{'|'.join(ROOMS)})\b[\w.]*)"
_IMPORT = re.compile(rf"\bfrom\s+{_OURS}[\s\\]+import\s+(\([^)]*\)|(?:[^\n\\]|\\\n)*)|\bimport\s+{_OURS}")
_READS = re.compile(
    r"\b(?:read_text|read_bytes|read|reached|open|glob|rglob|iterdir|import_module|resolve_name|__import__|exec)\("
    r"|\bfrom\s+\."
)
"""By these, code reaches files that it does not import."""
_LISTINGS = "impl/published"
READ_BY: dict[str, tuple[str, ...]] = {
    # It finds the code that a promise names, and the name is part of the promise.
    "proofs.engine.judge": (),
    # They run the harness that a check holds.
    "proofs.engine.checkers.crosshair.checker": (),
    "proofs.engine.checkers.crosshair.child": (),
    # They read and run the transcribed listings.
    "proofs.documents.range_divergence.errata": (_LISTINGS,),
    "proofs.documents.transcription": (_LISTINGS,),
    "proofs.documents.transcription.reached": (_LISTINGS,),
    "proofs.documents.witness": (_LISTINGS,),
    "proofs.documents.zero_concentrated_divergence.errata": (_LISTINGS,),
    # They read what Coq is given, and all source that is translated for it.
    "proofs.kernel.certificate": ("proofs/kernel",),
    "proofs.kernel.checker": ("proofs/kernel",),
    "proofs.kernel.development": ("proofs/kernel",),
    "proofs.kernel.readings": ("proofs/kernel",),
    "proofs.kernel.translator.modules": ("impl", "spec"),
    "proofs.kernel.translator.units": ("proofs/kernel",),
}
"""Code that reads files, and the folders that it reads from; of any other code that reads, that may be every folder."""
_MAKES_PROOFS = "from proofs.kernel.checker import verified\n"
"""What is imported so runs while a ledger is built; each check that it makes has a fingerprint of its own."""


def imports(text: str) -> Iterator[str]:
    """The modules of ours that a text imports, and what it imports from them, which may be modules, too."""
    for package, parts, module in _IMPORT.findall(text):
        yield package or module
        yield from (f"{package}.{part}" for part in re.findall(r"\w+", parts))


class Reach:
    """Digests of what modules can reach among the files below a root. It errs on the side of more."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str | None] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._readers: dict[str, bool] = {}
        self._modules: dict[str, bytes] = {}
        self._folders: dict[str, bytes] = {}
        self._digests: dict[frozenset[str], bytes] = {}

    def digest(self, names: Iterable[str]) -> bytes:
        """The digest of every file that code of these dotted names can reach."""
        modules = frozenset(module for name in names for module in self._module(name))
        if modules not in self._digests:
            reached = self.closure(modules)
            self._digests[modules] = self.everything(modules) if reached is None else self._digest(reached)
        return self._digests[modules]

    def closure(self, modules: Iterable[str]) -> set[str] | None:
        """The modules and all that they import or run, directly or not; None if nobody says what one of them reads."""
        found: set[str] = set()
        todo = list(modules)
        while todo:
            module = todo.pop()
            if module not in found:
                if self._reads_anything(module):
                    return None
                found.add(module)
                todo.extend(self._imported(module) - found)
        return found

    def _digest(self, modules: set[str]) -> bytes:
        folders = sorted({folder for module in modules for folder in READ_BY.get(module, ())})
        parts = [*map(self._digest_of_text, sorted(modules)), *map(self._folder, folders)]
        return hashlib.sha256(b"".join(parts)).digest()

    def _digest_of_text(self, module: str) -> bytes:
        if module not in self._modules:
            self._modules[module] = hashlib.sha256(f"{module} {self._text(module)}".encode()).digest()
        return self._modules[module]

    def everything(self, modules: Iterable[str]) -> bytes:
        """The digest of every file that holds code or what code reads; of tests only if a module is one of them."""
        tested = any(module.partition(".")[0] == "tests" for module in modules)
        return b"".join(self._folder(room) for room in ROOMS if tested or room != "tests")

    def _folder(self, folder: str) -> bytes:
        if folder not in self._folders:
            whole = hashlib.sha256()
            for path in sorted((self._root / folder).rglob("*")):
                if path.suffix in READ and path.is_file():
                    content = path.read_bytes()
                    whole.update(f"{path.relative_to(self._root).as_posix()} {len(content)} ".encode() + content)
            self._folders[folder] = whole.digest()
        return self._folders[folder]

    def _reads_anything(self, module: str) -> bool:
        if module not in self._readers:
            reads = _READS.search(self._text(module) or "") is not None
            self._readers[module] = reads and module not in READ_BY
        return self._readers[module]

    def _imported(self, module: str) -> frozenset[str]:
        if module not in self._imports:
            text = (self._text(module) or "").replace(_MAKES_PROOFS, "")
            names = {*NAME.findall(text), *imports(text), module.rpartition(".")[0]}
            if _LISTINGS in READ_BY.get(module, ()):
                names |= {f"impl.published.{file.stem}" for file in (self._root / _LISTINGS).glob("*.py")}
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
