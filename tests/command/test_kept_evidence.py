"""Evidence that is kept between commands: is it used, told of, and left aside on demand?"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from proofs.audit.workers import Job, Outcome
from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner


@pytest.fixture
def folder(runner: CommandRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which evidence is kept."""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_an_audit_uses_what_was_found_before(runner: CommandRunner, folder: Path) -> None:
    """Does a second audit say the same, and say how much of it was made before?"""
    first, second = (runner.run(toy_ledgers.sound, "audit") for _ in range(2))
    assert "8 checks in" in first[1]
    assert "8 checks, 7 of them made before, in" in second[1]
    assert first[0] == second[0] == 0
    timeless = [re.sub(r"\d+\.\d+", "", out).splitlines()[:-2] for _, out, _ in (first, second)]
    assert timeless[0] == timeless[1]


def test_other_commands_use_it_too(runner: CommandRunner, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do `trace`, `explain` and `errata` answer from what an audit kept, without a check?"""
    runner.run(toy_ledgers.sound, "audit")
    asked: list[Job] = []

    def refuse(_factory: str, jobs: Sequence[Job], _where: object, _watch: object) -> Iterator[tuple[Job, Outcome]]:
        asked.extend(jobs)
        return iter(())

    monkeypatch.setattr("proofs.audit.run.run_jobs", refuse)
    for arguments in (["trace", "toy"], ["explain", "toy.law"], ["errata", "E1"]):
        code, out, errors = runner.run(toy_ledgers.sound, *arguments)
        assert (code, errors, asked) == (0, [], [])
        assert out


def test_a_changed_check_is_made_anew(runner: CommandRunner, folder: Path) -> None:
    """Is a lost proof noticed though the old one is kept?"""
    runner.run(toy_ledgers.sound, "audit")
    code, _, errors = runner.run(toy_ledgers.degraded, "audit")
    assert code == 1
    assert "toy.law: PROVED in the baseline, now OPEN" in errors[0]


def test_evidence_can_be_left_aside(runner: CommandRunner, folder: Path) -> None:
    """Does `--no-cache` neither read nor write?"""
    assert runner.run(toy_ledgers.sound, "audit", "--no-cache")[0] == 0
    assert not folder.exists()
    runner.run(toy_ledgers.sound, "audit")
    assert "made before" not in runner.run(toy_ledgers.sound, "audit", "--no-cache")[1]


def test_a_folder_that_cannot_be_written_costs_nothing_else(runner: CommandRunner, folder: Path) -> None:
    """Is the audit whole, and one line said, where evidence cannot be kept?"""
    folder.write_text("not a folder")
    code, out, errors = runner.run(toy_ledgers.sound, "audit")
    assert code == 0
    assert out.endswith("as expected: every verdict is in the baseline\n")
    assert len(errors) == 1
    assert errors[0].startswith("noisymax: evidence is not kept: ")
