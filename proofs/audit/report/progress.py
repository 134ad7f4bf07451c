"""What a terminal shows while an audit runs: how far it is, and what each worker is at."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from proofs.audit.workers import Job
from proofs.campaign.model import Unseen, Watch
from proofs.engine.ledger.ledger import REFUTING

_BAR = 30
_NAME = 60


class Progress:
    """The state of a run, drawn anew some times a second."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._began = time.monotonic()
        self._running: dict[Job, float] = {}

    def started(self, job: Job) -> None:
        """The job is handed to a worker."""
        self._running = {**self._running, job: time.monotonic()}

    def finished(self, job: Job) -> None:
        """The job is over."""
        self._done += 1
        self._running = {other: since for other, since in self._running.items() if other != job}

    def __rich__(self) -> RenderableType:
        """A bar, and a line for each job that runs."""
        now = time.monotonic()
        head = Table.grid(padding=(0, 2, 0, 0))
        bar = ProgressBar(total=max(self._total, 1), completed=self._done, width=_BAR)
        head.add_row(
            Text("checking"),
            bar,
            Text(f"{self._done}/{self._total}"),
            Text(f"{now - self._began:.0f} s", "dim"),
        )
        jobs = Table.grid(padding=(0, 2, 0, 0))
        jobs.add_column(width=_NAME, no_wrap=True, overflow="ellipsis")
        jobs.add_column(justify="right", no_wrap=True)
        for job, since in self._running.items():
            jobs.add_row(Text(f"  {name(job)}", "dim"), Text(f"{now - since:.1f} s", "dim"))
        return Group(head, jobs)


def name(job: Job) -> str:
    """A job in words."""
    if isinstance(job, str):
        return f"{job}, witness"
    if job.proof == REFUTING:
        return f"{job.claim}, refutation"
    return f"{job.claim}, " + (f"proof {job.proof + 1}, " if job.proof else "") + f"step {job.step + 1}"


@contextmanager
def watched(console: Console, looked_at: bool, total: int) -> Iterator[Watch[Job]]:
    """Live progress that vanishes at the end, or nothing at all where nobody looks on."""
    if not looked_at:
        yield Unseen()
        return
    progress = Progress(total)
    with Live(progress, console=console, transient=True, refresh_per_second=8):
        yield progress
