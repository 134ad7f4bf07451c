"""A runner for every test of the command."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from proofs.audit.workers import Job, Outcome, load, perform
from tests.support.command_runner import CommandRunner

_load = cache(load)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks run in this process, which is quicker, and lines are 110 wide."""

    def run_here(factory: str, jobs: Sequence[Job], _where: object, _watch: object) -> Iterator[tuple[Job, Outcome]]:
        return ((job, perform(factory, job)) for job in jobs)

    monkeypatch.setattr("proofs.audit.run.run_jobs", run_here)
    monkeypatch.setenv("COLUMNS", "110")
    for switch in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(switch, raising=False)


@pytest.fixture
def built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real ledger is built once for all tests."""
    monkeypatch.setattr("proofs.audit.workers.load", _load)


@pytest.fixture
def runner(in_this_process: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandRunner:
    """A runner in a folder of its own."""
    return CommandRunner(tmp_path, capsys)
