"""Changes of the Python source, taken through the translator and through Coq until something stops them."""

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
    """What became of a change: `stopped` says by whom, and is None if all proofs hold.

    `beside` counts the changes that were made at the same time: what stopped may have been any of them.
    """

    change: Change
    stopped: str | None
    same: bool = False
    beside: int = 0

    def __str__(self) -> str:
        together = f", beside {self.beside} other change{'s' if self.beside > 1 else ''}" if self.beside else ""
        if self.stopped is not None:
            return f"{self.change}: stopped by {self.stopped}{together}"
        return f"{self.change}: {'the same Gallina' if self.same else 'all proofs hold'}{together}"


def planted(changes: Iterable[Change], root: Path, into: Path) -> None:
    """Copy the source, with the changes."""
    left_out = shutil.ignore_patterns("__pycache__", "published", "documents")
    for room in ("spec", "impl"):
        shutil.copytree(root / room, into / room, ignore=left_out)
    for change in changes:
        source = (into / change.path).read_text(encoding="utf-8")
        (into / change.path).write_text(changed(change, source), encoding="utf-8")


def changed(change: Change, source: str) -> str:
    """The text of the file, with the change."""
    for old, new in change.texts:
        if old not in source:
            raise KernelError(f"{change.path}:1: error: the planted change has nothing to replace: {old.strip()}")
        source = source.replace(old, new)
    return source


def together(changes: Iterable[Change], root: Path) -> list[tuple[Change, ...]]:
    """The changes in few groups: those of a group can be made one after the other, long texts before short ones."""
    groups: list[tuple[list[Change], dict[str, str]]] = []
    for change in sorted(changes, key=lambda each: -min(len(old) for old, _ in each.texts)):
        for group, texts in (*groups, ([], {})):
            source = texts.get(change.path) or (root / change.path).read_text(encoding="utf-8")
            try:
                texts[change.path] = changed(change, source)
            except KernelError:
                if group:
                    continue
                raise
            group.append(change)
            if len(group) == 1:
                groups.append((group, texts))
            break
    return [tuple(group) for group, _ in groups]


def fate(
    changes: tuple[Change, ...], root: Path, development: Development, compiled: Path, whole: bool = False
) -> list[Fate]:
    """Translate the changed source, and compile what that changes, from files that are compiled already.

    Proofs are checked again in every file that names a changed definition; of those in between only the statements are.
    If `whole`, all are: a definition may be used by another that is itself unchanged.
    """
    with tempfile.TemporaryDirectory() as where:
        planted(changes, root, Path(where) / "source")
        try:
            texts = translate(Path(where) / "source")
        except Refused as refused:
            return _told(changes, f"the translator: {refused}")
        touched = {name for name, text in texts.items() if development.texts[name] != text}
        if not touched:
            return _told(changes, None, same=True)
        folder = Path(where) / "coq"
        folder.mkdir()
        try:
            _prove(development, development.replaced(texts), touched, compiled, folder, whole)
        except Stopped as stopped:
            return _told(changes, f"Coq at {stopped.name}.v:{stopped.line}")
    return _told(changes, None)


def _told(changes: tuple[Change, ...], stopped: str | None, same: bool = False) -> list[Fate]:
    return [Fate(change, stopped, same, len(changes) - 1) for change in changes]


def _prove(before: Development, now: Development, touched: set[str], compiled: Path, folder: Path, whole: bool) -> None:
    """Check the proofs again, those first that rest on the least: what does not hold is found before most is compiled.

    A file gets an interface (-vos) if another needs it, and its proofs are checked (-vok) if it names what differs.
    """
    dirty = now.dependents(touched)
    for name in set(before.texts) - set(dirty):
        os.link(compiled / f"{name}.vo", folder / f"{name}.vo")
        (folder / f"{name}.vos").touch()
    names = {d for name in touched for d in _differing(before.texts[name], now.texts[name])}
    naming = {name for name in dirty if whole or names & set(re.findall(r"[\w']+", now.texts[name]))} | touched
    imported = {other for name in now.needed(naming, dirty) for other in now.imports[name]}
    done: set[str] = set()
    for goal in sorted(naming, key=lambda name: (len(now.needed({name}, dirty)), dirty.index(name))):
        for name in now.needed({goal}, dirty):
            (folder / f"{name}.v").write_text(now.texts[name], encoding="utf-8")
            if name in imported and name not in done:
                compile_file(folder, name, "-vos")
                done.add(name)
        compile_file(folder, goal, "-vok")


def _differing(one: str, other: str) -> set[str]:
    """The names that two emitted files define otherwise."""
    shape = r"(?m)^(?:Definition|Record|Inductive) (\w+)"
    parts = [{frozenset(re.findall(shape, part)): part for part in text.split("\n\n")} for text in (one, other)]
    names = {key for key in {*parts[0], *parts[1]} if parts[0].get(key) != parts[1].get(key)}
    return {name for key in names for name in key}


def fates(
    groups: Iterable[tuple[Change, ...]],
    root: Path,
    development: Development,
    compiled: Path,
    watch: Callable[[Fate], None],
    whole: bool = False,
) -> list[Fate]:
    """What becomes of each change, its group with it, as many groups at a time as there are processors."""

    def follow(group: tuple[Change, ...]) -> list[Fate]:
        found = fate(group, root, development, compiled, whole)
        for each in found:
            watch(each)
        return found

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [each for found in pool.map(follow, groups) for each in found]
