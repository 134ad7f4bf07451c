"""A process that does one job at a time: one that dies loses one job, and takes with it whatever it has started."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from proofs.campaign.model import Death

J = TypeVar("J")
R = TypeVar("R")

_PATIENCE = 10.0
"""Seconds that an idle process is given to end by itself."""
_GLANCE = 1.0
"""Seconds between two glances of a process at whether its parent still lives."""


class Child(Generic[J, R]):
    """A process and the connection to it; the process starts with its first job.

    It has a process group of its own, so that Ctrl-C does not reach it; and PYTHONHASHSEED is fixed, so that it
    iterates sets in the same order in every run.
    """

    def __init__(self) -> None:
        self.connection, self._theirs = Pipe()
        self._process: subprocess.Popen[bytes] | None = None
        self._asked_at = 0.0

    @property
    def alive(self) -> bool:
        """Whether it can be asked: it was not yet, or it has not ended."""
        return self._process is None or self._process.poll() is None

    def ask(self, perform: Callable[[J], R], job: J) -> None:
        """Hand it a job."""
        self.hand(pickle.dumps((perform, job)))

    def hand(self, job: bytes) -> None:
        """Hand it a job that is pickled, with what does it."""
        if self._process is None:
            with uninterrupted():
                self._process = self._start()
            self._theirs.close()
        self._asked_at = time.perf_counter()
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send_bytes(job)

    def answer(self) -> R | Death:
        """What came of the job; wait for it."""
        try:
            found: R | Death = self.connection.recv()
            return found
        except Exception:  # it is gone, or what came cannot be read
            seconds = time.perf_counter() - self._asked_at
            self.kill()
            assert self._process is not None
            return Death(_manner(self._process.returncode), seconds)

    def end(self) -> None:
        """Let the process end by itself, so that nothing it still has to write is lost."""
        self.connection.close()
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE)
            self.kill()

    def kill(self) -> None:
        """Kill the process and every process that it started."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        descriptor = self._theirs.fileno()
        begin = (
            f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main({descriptor}, {os.getpid()})"
        )
        return subprocess.Popen(
            [sys.executable, "-P", "-c", begin],
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[descriptor],
            process_group=0,
        )


def _manner(exitcode: int) -> str:
    names = {each.value: each.name for each in signal.Signals}
    return f"killed by {names.get(-exitcode, f'signal {-exitcode}')}" if exitcode < 0 else f"exit code {exitcode}"


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Block SIGINT until the end of this block; a child started in it inherits the block for good."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def serve(connection: Connection) -> None:
    """Do jobs until the connection is closed."""
    with suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_done(connection.recv_bytes()))


def _done(asked: bytes) -> bytes:
    began = time.perf_counter()
    try:
        perform, job = pickle.loads(asked)
        return pickle.dumps(perform(job))
    except Exception as error:
        how = " ".join(f"{type(error).__name__}: {error}".split())
        return pickle.dumps(Death(how, time.perf_counter() - began))


def _end_with(parent: int) -> None:
    """Kill this process, and all that it started, once its parent is gone."""
    while os.getppid() == parent:
        time.sleep(_GLANCE)
    os.killpg(0, signal.SIGKILL)


def main(descriptor: int, parent: int) -> None:
    """Serve whoever started this process."""
    threading.Thread(target=_end_with, args=[parent], daemon=True).start()
    serve(Connection(descriptor))
