"""Whose turn it is: of the threads that take turns one computes, while the others wait for their processes.

The precision of balls is that of the whole program, so two threads must not compute with them at the same time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local


class Turns:
    """Threads take turns; one that takes none is not held up."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._mine = local()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Compute, when it is this thread's turn."""
        with self._lock:
            self._mine.taken = True
            yield

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Let another thread compute meanwhile."""
        if not getattr(self._mine, "taken", False):
            yield
            return
        self._lock.release()
        try:
            yield
        finally:
            self._lock.acquire()


TURNS = Turns()
