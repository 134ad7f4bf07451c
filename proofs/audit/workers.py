"""Checks and witnesses as the jobs of a campaign: a worker that dies loses one of them."""

import gc
import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from typing import NamedTuple

from proofs.campaign.model import Death, Watch, Where
from proofs.engine.ledger.ledger import Ledger, Place, Task
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status

RARELY = 100_000
"""So many objects are made between two searches for cycles of what nobody holds any more."""

Job = Place | str
"""The check at a place of the ledger, or the witness of the erratum with this id."""


class Outcome(NamedTuple):
    """What a job found and how long it took; a witness that shows its defect answers REFUTED."""

    finding: Finding
    seconds: float


def load(factory: str) -> Ledger:
    """The ledger that `module:function` builds."""
    module, _, function = factory.partition(":")
    built = getattr(import_module(module), function)()
    if not isinstance(built, Ledger):
        raise TypeError(f"{factory} does not build a ledger")
    return built


def run_jobs(factory: str, jobs: Sequence[Job], where: Where, watch: Watch[Job]) -> Iterator[tuple[Job, Outcome]]:
    """Start the jobs in this order; each gets an outcome, even if its worker dies."""
    for job, found in where.run(partial(perform, factory), jobs, watch):
        if isinstance(found, Death):
            found = Outcome(Finding(Status.OPEN, f"the worker died: {found.how}"), found.seconds)
        yield job, found


@cache
def _ledger(factory: str) -> tuple[Ledger, dict[Place, Task]]:
    """The ledger and its tasks, which stay: searches for cycles pass over them."""
    ledger = load(factory)
    tasks = {task.place: task for task in ledger.tasks()}
    gc.freeze()
    gc.set_threshold(RARELY)
    return ledger, tasks


def perform(factory: str, job: Job) -> Outcome:
    """Run one job; if it raises, the finding is OPEN."""
    began = time.perf_counter()
    try:
        ledger, tasks = _ledger(factory)
        began = time.perf_counter()
        if isinstance(job, str):
            finding = Finding(Status.REFUTED, str(ledger.errata[job].witness()))
        else:
            found = tasks[job].check.run(tasks[job].query)
            finding = Finding(Status(found.status), one_line(found.detail))
    except BaseException as error:
        finding = Finding(Status.OPEN, one_line(f"{type(error).__name__}: {error}"))
    return Outcome(finding, time.perf_counter() - began)


def one_line(text: str) -> str:
    """The text without line breaks."""
    return " ".join(str(text).split())
