"""The page of the whole ledger, made once: nothing is run for it, and the pictures are small ones."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.audit.report.model import Report
from proofs.audit.workers import Job, Outcome, perform
from proofs.report import measured
from proofs.report.page import render
from tests.report.pages import report_of
from tests.support.command_runner import CommandRunner


@pytest.fixture(scope="session")
def whole() -> Report:
    """The report behind the page."""
    return report_of()


@pytest.fixture(scope="session")
def html(whole: Report) -> str:
    """The page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measured, "plots", lambda: (PLOT,))
        return render(whole)


PLOT = measured.Plot(
    "noisy_top_k",
    "range",
    "range distance",
    "k",
    (Fraction(1), Fraction(2)),
    (measured.Series("published", (0.5, 1.0)), measured.Series("achieved", (0.5, 1.5))),
    ("published",),
)


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandRunner:
    """The command at work on toy ledgers, with every check in this process."""

    def run_here(factory: str, jobs: Sequence[Job], _where: object, _watch: object) -> Iterator[tuple[Job, Outcome]]:
        return ((job, perform(factory, job)) for job in jobs)

    monkeypatch.setattr("proofs.audit.run.run_jobs", run_here)
    return CommandRunner(tmp_path, capsys)
