"""Evidence that is kept: is it used only where nothing that it depends on has changed?"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.audit import kept
from proofs.audit.cache import EvidenceCache
from proofs.audit.run import jobs
from proofs.audit.selection import select
from proofs.audit.workers import Outcome
from proofs.engine.ledger.ledger import Ledger, Place
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from tests.support import toy_ledgers
from tests.support.toy_ledgers import Says

LAW = Place("toy.law", 0, 0)
FOUND = Outcome(Finding(Status.PROVED, "as planted"), 0.25)


def cache(folder: Path, build: Callable[[], Ledger] = toy_ledgers.sound) -> EvidenceCache:
    return EvidenceCache(folder, build())


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    """Does another cache of the same folder and ledger answer what was stored, for every check and witness?"""
    ledger = toy_ledgers.sound()
    all_jobs = jobs(ledger, select(ledger, [], False))
    assert all_jobs
    for number, job in enumerate(all_jobs):
        cache(tmp_path).store(job, Outcome(Finding(Status.CERTIFIED, f"the {number}th"), float(number)))
    again = cache(tmp_path)
    for job in all_jobs:
        found = again.load(job)
        assert found is not None
        assert found.finding.status is Status.CERTIFIED


@pytest.mark.parametrize(
    "other",
    [
        lambda: toy_ledgers.build(law=Says(Status.PROVED, "sympy", "another check")),
        lambda: toy_ledgers.build(law=toy_ledgers.Raises()),
    ],
)
def test_another_check_is_not_answered(tmp_path: Path, other: Callable[[], Ledger]) -> None:
    """Is evidence of one check no evidence of another at the same place?"""
    cache(tmp_path).store(LAW, FOUND)
    assert cache(tmp_path, other).load(LAW) is None


def test_another_statement_is_not_answered(tmp_path: Path) -> None:
    """Is evidence of one statement no evidence of another, though the check is the same?"""
    first, second = Place("toy.privacy", 0, 0), Place("toy.law", 0, 0)
    cache(tmp_path).store(first, FOUND)
    assert cache(tmp_path).load(first) == FOUND
    assert cache(tmp_path).load(second) is None


def test_changed_source_is_not_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is evidence forgotten as soon as a file changes that its check can reach, and kept if another does?"""
    root = tmp_path / "root"
    for room in ("proofs", "spec", "impl", "tests"):
        shutil.copytree(kept.ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__", "coq", "vectors"))
    monkeypatch.setattr(kept, "ROOT", root)
    cache(tmp_path / "kept").store(LAW, FOUND)
    with (root / "proofs" / "worst" / "search.py").open("a") as out_of_reach:
        out_of_reach.write("# changed\n")
    assert cache(tmp_path / "kept").load(LAW) == FOUND
    with (root / "spec" / "logic" / "formula.py").open("a") as imported:
        imported.write("# changed\n")
    assert cache(tmp_path / "kept").load(LAW) is None


def test_other_versions_are_not_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is evidence of other versions of the libraries forgotten?"""
    cache(tmp_path).store(LAW, FOUND)
    monkeypatch.setattr(kept, "versions", lambda: b"others")
    assert cache(tmp_path).load(LAW) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: "",
        lambda text: "[]",
        lambda text: "{}",
        lambda text: text.replace("PROVED", "VERIFIED"),
        lambda text: text.replace("as planted", "as altered"),
        lambda text: json.dumps({"content": ["key"], "digest": ""}),
        lambda text: text.replace('"', "\x00"),
    ],
)
def test_a_damaged_entry_is_not_there(tmp_path: Path, damage: Callable[[str], str]) -> None:
    """Is an entry that was cut, emptied or altered ignored, and written anew?"""
    cache(tmp_path).store(LAW, FOUND)
    (entry,) = tmp_path.rglob("*.json")
    entry.write_text(damage(entry.read_text()))
    assert cache(tmp_path).load(LAW) is None
    cache(tmp_path).store(LAW, FOUND)
    assert cache(tmp_path).load(LAW) == FOUND


def test_an_entry_of_another_check_is_not_there(tmp_path: Path) -> None:
    """Is an entry ignored that was put under the name of another?"""
    other = Place("toy.privacy", 0, 1)
    cache(tmp_path).store(LAW, FOUND)
    (entry,) = tmp_path.rglob("*.json")
    cache(tmp_path).store(other, FOUND)
    (target,) = set(tmp_path.rglob("*.json")) - {entry}
    shutil.copy(entry, target)
    assert cache(tmp_path).load(other) is None


def test_what_is_open_is_not_kept(tmp_path: Path) -> None:
    """Is a check run again that decided nothing?"""
    cache(tmp_path).store(LAW, Outcome(Finding(Status.OPEN, "the worker died"), 0.0))
    assert list(tmp_path.rglob("*.json")) == []


def test_what_was_drawn_is_kept(tmp_path: Path) -> None:
    """Is statistical evidence kept, which was gathered once, within the budget of false alarms of its run?"""

    def drawing() -> Ledger:
        return toy_ledgers.build(law=Says(Status.TESTED, "statistics"))

    found = Outcome(Finding(Status.TESTED, "1000 draws"), 0.0)
    cache(tmp_path, drawing).store(LAW, found)
    assert cache(tmp_path, drawing).load(LAW) == found


def test_a_check_without_fingerprint_is_not_kept(tmp_path: Path) -> None:
    """Is a check that holds something of no known kind run each time?"""

    def odd() -> Ledger:
        return toy_ledgers.build(law=Says(Status.PROVED, detail=object()))  # type: ignore[arg-type]

    cache(tmp_path, odd).store(LAW, FOUND)
    assert cache(tmp_path, odd).load(LAW) is None


def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is no part of an entry left where writing it fails?"""

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, os.strerror(28), str(target))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        cache(tmp_path).store(LAW, FOUND)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_where_evidence_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is it kept in the folder that is named, else among the user's caches, and nowhere if the name is empty?"""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path))
    assert kept.folder() == tmp_path
    monkeypatch.setenv("NOISYMAX_CACHE", "")
    assert kept.folder() is None
    monkeypatch.delenv("NOISYMAX_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kept.folder() == tmp_path / "noisymax"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept.folder() == tmp_path / ".cache" / "noisymax"
