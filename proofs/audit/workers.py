"""Checks in worker processes, one at a time in each: a worker that dies takes exactly one check with it."""

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
"""Seconds that an idle worker is given to leave by itself."""


class Outcome(NamedTuple):
    """What a job found and how long it took; a witness that shows its defect answers REFUTED."""

    finding: Finding
    seconds: float


class Watch(Protocol):
    """Whoever looks on while jobs run."""

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
    """Start the jobs in this order; each has an outcome, whatever it does to its worker."""
    waiting = deque(jobs)
    outcomes: dict[Job, Outcome] = {}
    staff = [_Worker(factory) for _ in range(min(workers, len(jobs)))]
    busy: dict[Connection, tuple[int, Job]] = {}
    try:
        while waiting or busy:
            for desk in {*range(len(staff))} - {desk for desk, _ in busy.values()}:
                if waiting:
                    job = waiting.popleft()
                    watch.started(job)
                    staff[desk].ask(job)
                    busy[staff[desk].connection] = desk, job
            for line in wait(list(busy)):
                assert isinstance(line, Connection)
                desk, job = busy.pop(line)
                outcomes[job] = staff[desk].answer()
                watch.finished(job)
                if not staff[desk].process.is_alive():
                    staff[desk] = _Worker(factory)
    except BaseException:
        with _uninterrupted():
            for worker in staff:
                worker.kill()
        raise
    for worker in staff:
        worker.leave()
    return outcomes


class _Worker:
    """A process and the line to it; it starts on its first job."""

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

    def leave(self) -> None:
        """End when idle, so that nothing a worker still has to write is lost."""
        self.connection.close()
        if self.process.pid is not None:
            self.process.join(_PATIENCE)
            self.kill()

    def kill(self) -> None:
        """End at once, with all that the worker itself has started."""
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
    """Ctrl-C waits until the end of this block; for a child started in it, which inherits this, for ever."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _fixed_order_of_sets() -> Iterator[None]:
    """Children hash strings alike in every run, so that a search that walks a set takes the same way."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before


def _serve(factory: str, line: Connection) -> None:
    """The life of a worker: answer jobs until the line is closed, and say nothing on the terminal."""
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    with suppress(EOFError, OSError):
        while True:
            line.send(perform(factory, line.recv()))


@cache
def _ledger(factory: str) -> tuple[Ledger, dict[Place, Task]]:
    ledger = load(factory)
    return ledger, {task.place: task for task in ledger.tasks()}


def perform(factory: str, job: Job) -> Outcome:
    """Whatever a check raises is a finding: it left its statement open."""
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
