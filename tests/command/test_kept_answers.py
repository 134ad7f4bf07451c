"""Answers that are kept from a whole audit: are they the same words, and used only for the same source?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.audit import kept
from proofs.audit.cache import EvidenceCache
from proofs.audit.reach import Reach
from proofs.audit.run import Audit, jobs
from proofs.audit.source_index import SourceIndex
from proofs.audit.workers import Outcome
from proofs.command import answers
from proofs.command.derivations import named, told
from proofs.command.foundations import roots_of
from proofs.command.gathered import gathered
from proofs.command.ledger_source import LedgerSource
from proofs.command.session import Session
from proofs.command.surroundings import Surroundings
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner

ASKED = (
    ("trace", "toy"),
    ("trace", "toy.law"),
    ("explain", "toy.law"),
    ("explain", "toy.privacy"),
    ("explain", "noisy_top_k"),
    ("errata",),
    ("errata", "E1"),
    ("readings",),
)


@pytest.fixture
def folder(runner: CommandRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a whole audit has kept its answers."""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    assert runner.run(toy_ledgers.sound, "audit")[0] == 0
    return tmp_path / "kept" / "answers"


def nobody(*_: object, **__: object) -> None:
    raise AssertionError("the ledger is not needed")


def asks_the_ledger(
    runner: CommandRunner, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...] = ("trace", "toy")
) -> bool:
    """Whether a command builds the ledger, as it does where no answer is kept."""
    with monkeypatch.context() as context:
        context.setattr("proofs.command.session._ledger", nobody)
        return any("internal: AssertionError" in line for line in runner.run(toy_ledgers.sound, *asked)[2])


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_the_same_is_told_without_the_ledger(
    runner: CommandRunner, folder: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    """Is every answer that is kept, word by word, the one that is found with the ledger?"""
    (file,) = folder.iterdir()
    with monkeypatch.context() as context:
        context.setattr("proofs.command.session._ledger", nobody)
        from_file = runner.run(toy_ledgers.sound, *asked)
    file.unlink()
    assert from_file == runner.run(toy_ledgers.sound, *asked)
    assert from_file[0] == (asked == ("readings",))  # no toy rests on what was read


@pytest.mark.parametrize("asked", [("trace", "toy.lw"), ("explain", "E1"), ("errata", "E9"), ("readings", "toy")])
def test_what_is_not_kept_is_refused_as_ever(
    runner: CommandRunner, folder: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    """Is an unknown name refused in the same line?"""
    refused = runner.run(toy_ledgers.sound, *asked)
    for file in folder.iterdir():
        file.unlink()
    assert refused == runner.run(toy_ledgers.sound, *asked)
    assert refused[0] == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: "",
        lambda text: "[]",
        lambda text: text.replace("PROVED", "VERIFIED"),
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_file_is_not_there(
    runner: CommandRunner, folder: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[str], str]
) -> None:
    """Is a file that was cut, emptied, altered or replaced ignored, and written anew by the next audit?"""
    assert not asks_the_ledger(runner, monkeypatch)
    (file,) = folder.iterdir()
    file.write_text(damage(file.read_text()))
    assert asks_the_ledger(runner, monkeypatch)
    runner.run(toy_ledgers.sound, "audit")
    assert not asks_the_ledger(runner, monkeypatch)


def test_another_source_is_not_answered_for(
    runner: CommandRunner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Are answers left aside as soon as a file, a version, the baseline or the ledger is another, and on demand?"""
    for name, value in (("everything", lambda *_: b"another file"), ("versions", lambda: b"another version")):
        with monkeypatch.context() as context:
            context.setattr(Reach if name == "everything" else kept, name, value)
            assert asks_the_ledger(runner, monkeypatch)
    assert not asks_the_ledger(runner, monkeypatch)
    assert asks_the_ledger(runner, monkeypatch, ("trace", "toy", "--no-cache"))
    code, out, _ = runner.run(toy_ledgers.degraded, "explain", "toy.law")
    assert code == 1
    assert out.startswith("toy.law  OPEN")
    runner.baseline.write_text(runner.baseline.read_text() + "\n")
    assert asks_the_ledger(runner, monkeypatch)
    runner.baseline.unlink()
    code, _, errors = runner.run(toy_ledgers.sound, "trace", "toy")
    assert (code, len(errors)) == (2, 1)


@pytest.mark.parametrize(
    ("build", "arguments"),
    [
        (toy_ledgers.sound, ["--only", "toy.law"]),
        (toy_ledgers.sound, ["--no-cache"]),
        (toy_ledgers.degraded, []),
    ],
)
def test_only_a_whole_audit_as_accepted_is_kept(
    runner: CommandRunner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    build: Callable[[], object],
    arguments: list[str],
) -> None:
    """Is nothing kept of a part of an audit, of one that falls short, or against the user's word?"""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    runner.run(build, "audit", *arguments)  # type: ignore[arg-type]
    assert not (tmp_path / "kept" / "answers").exists()


def test_answers_of_one_source_replace_each_other(runner: CommandRunner, folder: Path) -> None:
    """Does the folder not grow with every change?"""
    runner.baseline.write_text(runner.baseline.read_text() + "\n")
    runner.run(toy_ledgers.sound, "audit")
    assert len([*folder.iterdir()]) == 1


def test_what_changes_meanwhile_is_not_kept(
    runner: CommandRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is nothing kept, and one line said, if a file changes between the keys and the end of the checks?"""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(EvidenceCache, "is_of_this_source", lambda self: False)
    code, _, errors = runner.run(toy_ledgers.sound, "audit")
    assert code == 0
    assert errors == ["noisymax: evidence is not kept: the source: it has changed meanwhile"]
    assert not (tmp_path / "kept").exists()


def test_every_source_has_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a changed file show between the keys and the end?"""
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "a.py").write_text("A = 1\n")
    monkeypatch.setattr(kept, "ROOT", tmp_path)
    cache = EvidenceCache(tmp_path / "kept", toy_ledgers.sound())
    assert cache.is_of_this_source()
    (tmp_path / "spec" / "a.py").write_text("A = 2\n")
    assert not cache.is_of_this_source()


@pytest.mark.usefixtures("built_once")
def test_the_answers_of_the_real_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are the names of mechanisms and places answered from the file as they are from the ledger?"""
    monkeypatch.chdir(kept.ROOT)
    source = LedgerSource()
    session = Session(source, cached=False)
    ledger = session.ledger
    selection = session.select([], quick=False)
    shown = Outcome(Finding(Status.REFUTED, "as planted"), 0.0)
    held = Outcome(Finding(Status.CERTIFIED, "as planted"), 0.0)
    found = {job: shown if isinstance(job, str) or job.proof < 0 else held for job in jobs(ledger, selection)}
    done = Audit(ledger, selection, found, 0.0, 1)
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path))
    answers.Answers(source).keep(gathered(session, done))
    data = answers.load(source, cached=True)
    index, lines = SourceIndex(ledger), {line.claim.id: line for line in done.claims}
    around = Surroundings(index, session.baseline)
    for name in ("noisy_top_k", "004:104", "noisy_top_k:104", "impl/noisy_top_k.py:80", "permute_and_flip.privacy"):
        there = named(index, name)
        expected = [told(done, lines[claim], around) for claim in there.claims] + [[*around.of_functions(there)]]
        assert answers.explained(data, name) == expected
        kept_trace = answers.traced(data, name, None)
        assert kept_trace is not None
        assert kept_trace.roots == roots_of(ledger, name)
    narrowed = answers.traced(data, "noisy_top_k", "max_divergence")
    assert narrowed is not None
    assert narrowed.roots == roots_of(ledger, "noisy_top_k", "max_divergence")
    assert answers.traced(data, "noisy_top_k", "range_divergence") is None
    monkeypatch.chdir(tmp_path)
    assert answers.explained(data, "impl/noisy_top_k.py:80") is None
    assert answers.explained(data, "004:104") is not None
    assert {*(answers.errata(data) or ())} == {*ledger.errata}
