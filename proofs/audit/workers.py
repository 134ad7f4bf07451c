"""Run checks in worker processes, one at a time in each, so that a worker that dies loses one check."""

import os
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple, Protocol

from proofs.engine.ledger.ledger import Ledger, Place, Task
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status

Job = Place | str
"""The check at a place of the ledger, or the witness of the erratum with this id."""

_PATIENCE = 10.0
"""Seconds that an idle worker is given to end by itself."""


class Outcome(NamedTuple):
    """What a job found and how long it took; a witness that shows its defect answers REFUTED."""

    finding: Finding
    seconds: float


class Watch(Protocol):
    """Is told when each job starts and ends."""

    def started(self, job: Job) -> None:
        """The job is handed to a worker."""
        ...

    def finished(self, job: Job) -> None:
        """The job is over."""
        ...


def load(factory: str) -> Ledger:
    """The ledger that `module:function` builds."""
    module, _, function = factory.partition(":")
    built = getattr(import_module(module), function)()
    if not isinstance(built, Ledger):
        raise TypeError(f"{factory} does not build a ledger")
    return built


def run_jobs(factory: str, jobs: Sequence[Job], workers: int, watch: Watch) -> dict[Job, Outcome]:
    """Start the jobs in this order; each gets an outcome, even if its worker dies."""
    waiting = deque(jobs)
    outcomes: dict[Job, Outcome] = {}
    pool = [_Worker(factory) for _ in range(min(workers, len(jobs)))]
    busy: dict[Connection, tuple[int, Job]] = {}
    try:
        while waiting or busy:
            for number in {*range(len(pool))} - {number for number, _ in busy.values()}:
                if waiting:
                    job = waiting.popleft()
                    watch.started(job)
                    pool[number].ask(job)
                    busy[pool[number].connection] = number, job
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                number, job = busy.pop(connection)
                outcomes[job] = pool[number].answer()
                watch.finished(job)
                if not pool[number].process.is_alive():
                    pool[number] = _Worker(factory)
    except BaseException:
        with _uninterrupted():
            for worker in pool:
                worker.kill()
        raise
    for worker in pool:
        worker.end()
    return outcomes


class _Worker:
    """A process and the connection to it; the process starts with its first job."""

    def __init__(self, factory: str) -> None:
        self.connection, self._theirs = get_context("spawn").Pipe()
        self.process: BaseProcess = get_context("spawn").Process(target=_serve, args=(factory, self._theirs))
        self._asked_at = 0.0

    def ask(self, job: Job) -> None:
        if self.process.pid is None:
            with _uninterrupted(), _fixed_order_of_sets():
                self.process.start()
            self._theirs.close()
        self._asked_at = time.perf_counter()
        with suppress(BrokenPipeError):
            self.connection.send(job)

    def answer(self) -> Outcome:
        try:
            outcome = self.connection.recv()
            assert isinstance(outcome, Outcome)
            return outcome
        except (EOFError, OSError):
            seconds = time.perf_counter() - self._asked_at
            self.kill()
            return Outcome(Finding(Status.OPEN, f"the worker died: {_manner(self.process.exitcode)}"), seconds)

    def end(self) -> None:
        """Let the process end by itself, so that nothing it still has to write is lost."""
        self.connection.close()
        if self.process.pid is not None:
            self.process.join(_PATIENCE)
            self.kill()

    def kill(self) -> None:
        """Kill the process and every process that it started."""
        if self.process.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.join()


def _manner(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        return f"killed by {signal.Signals(-exitcode).name}"
    return f"exit code {exitcode}"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block SIGINT until the end of this block; a child started in it inherits the block for good."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _fixed_order_of_sets() -> Iterator[None]:
    """Fix PYTHONHASHSEED so that children iterate sets in the same order in every run."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before


def _serve(factory: str, connection: Connection) -> None:
    """Answer jobs until the connection is closed, and print nothing."""
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    with suppress(EOFError, OSError):
        while True:
            connection.send(perform(factory, connection.recv()))


@cache
def _ledger(factory: str) -> tuple[Ledger, dict[Place, Task]]:
    ledger = load(factory)
    return ledger, {task.place: task for task in ledger.tasks()}


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
