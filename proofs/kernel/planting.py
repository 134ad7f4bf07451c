"""A change of the Python source, taken through the translator and through Coq until something stops it."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from proofs.kernel.building import Stopped, compile_file
from proofs.kernel.changes import Change
from proofs.kernel.development import Development, KernelError
from proofs.kernel.translator import Refused, translate


@dataclass(frozen=True)
class Fate:
    """What became of a change: `stopped` says by whom, and is None if all proofs hold."""

    change: Change
    stopped: str | None
    same: bool = False

    def __str__(self) -> str:
        if self.stopped is not None:
            return f"{self.change}: stopped by {self.stopped}"
        return f"{self.change}: {'the same Gallina' if self.same else 'all proofs hold'}"


def planted(change: Change, root: Path, into: Path) -> None:
    """Copy the source, with the change."""
    left_out = shutil.ignore_patterns("__pycache__", "published", "documents")
    for room in ("spec", "impl"):
        shutil.copytree(root / room, into / room, ignore=left_out)
    source = (into / change.path).read_text(encoding="utf-8")
    for old, new in change.texts:
        if old not in source:
            raise KernelError(f"{change.path}:1: error: the planted change has nothing to replace: {old.strip()}")
        source = source.replace(old, new)
    (into / change.path).write_text(source, encoding="utf-8")


def fate(change: Change, root: Path, development: Development, compiled: Path, whole: bool = False) -> Fate:
    """Translate the changed source, and compile what that changes, from files that are compiled already.

    Proofs are checked again in every file that names a changed definition; of those in between only the statements are.
    If `whole`, all are: a definition may be used by another that is itself unchanged.
    """
    with tempfile.TemporaryDirectory() as where:
        planted(change, root, Path(where) / "source")
        try:
            texts = translate(Path(where) / "source")
        except Refused as refused:
            return Fate(change, f"the translator: {refused}")
        changed = {name for name, text in texts.items() if development.texts[name] != text}
        if not changed:
            return Fate(change, None, same=True)
        folder = Path(where) / "coq"
        folder.mkdir()
        now = development.replaced(texts)
        dirty = now.dependents(changed)
        for name in set(development.texts) - set(dirty):
            os.link(compiled / f"{name}.vo", folder / f"{name}.vo")
            (folder / f"{name}.vos").touch()
        touched = {d for name in changed for d in _differing(development.texts[name], texts[name])}
        naming = {name for name in dirty if whole or touched & set(re.findall(r"[\w']+", now.texts[name]))}
        for name in now.needed(naming | changed, dirty):
            (folder / f"{name}.v").write_text(now.texts[name], encoding="utf-8")
            try:
                compile_file(folder, name, "-vos")
                if name in naming:
                    compile_file(folder, name, "-vok")
            except Stopped as stopped:
                return Fate(change, f"Coq at {stopped.name}.v:{stopped.line}")
    return Fate(change, None)


def _differing(one: str, other: str) -> set[str]:
    """The names that two emitted files define otherwise."""
    shape = r"(?m)^(?:Definition|Record|Inductive) (\w+)"
    parts = [{frozenset(re.findall(shape, part)): part for part in text.split("\n\n")} for text in (one, other)]
    names = {key for key in {*parts[0], *parts[1]} if parts[0].get(key) != parts[1].get(key)}
    return {name for key in names for name in key}


def fates(
    changes: Iterable[Change],
    root: Path,
    development: Development,
    compiled: Path,
    watch: Callable[[Fate], None],
    whole: bool = False,
) -> list[Fate]:
    """What becomes of each change, as many at a time as there are processors."""

    def follow(change: Change) -> Fate:
        found = fate(change, root, development, compiled, whole)
        watch(found)
        return found

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(follow, changes))
