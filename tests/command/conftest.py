"""A desk for every test of the command."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from proofs.audit.workers import Job, Outcome, Watch, perform
from tests.support.desk import Desk


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk at which checks run in this process, which is quicker."""

    def run_here(factory: str, jobs: Sequence[Job], _workers: int, _watch: Watch) -> dict[Job, Outcome]:
        return {job: perform(factory, job) for job in jobs}

    monkeypatch.setattr("proofs.audit.run.run_jobs", run_here)
    monkeypatch.setenv("COLUMNS", "110")
    for switch in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(switch, raising=False)
    return Desk(tmp_path, capsys)
