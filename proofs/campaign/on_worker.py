"""What runs in a worker of a cluster: it hands each job to a process of its own and waits for the answer.

The workers of a cluster do their jobs in threads, and ours are not made for that: so a thread has a process, which is
kept for the next job of the same code.
"""

import pickle
from threading import Lock
from typing import Any, NamedTuple

from distributed import get_worker

from proofs.campaign.child import Child
from proofs.campaign.identity import Identity, difference, identity

_GLANCE = 0.5
"""Seconds between two glances at whether the job is still wanted."""


class Asked(NamedTuple):
    """A job, pickled with what does it, and the code that the client runs: only the process of the job unpickles it."""

    identity: Identity
    rooms: tuple[str, ...]
    job: bytes


class Stranger(NamedTuple):
    """A worker whose code is not the client's."""

    worker: str
    identity: Identity


class Unwanted(Exception):
    """Nobody waits for the job any more."""


class _Idle:
    """The processes that wait for a job, each with the code that it runs."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._children: list[tuple[Identity, Child[Any, Any]]] = []

    def take(self, wanted: Identity) -> Child[Any, Any] | None:
        """One that runs this code."""
        with self._lock:
            for place, (theirs, child) in enumerate(self._children):
                if theirs == wanted and child.alive:
                    del self._children[place]
                    return child
        return None

    def put(self, theirs: Identity, child: Child[Any, Any]) -> None:
        """Keep one."""
        with self._lock:
            self._children.append((theirs, child))

    def end(self) -> None:
        """Let all of them end."""
        with self._lock:
            children, self._children = self._children, []
        for _, child in children:
            child.end()


_IDLE = _Idle()


def done(asked: Asked) -> object:
    """What came of the job, or what this worker would have run in place of the client's code."""
    child = _IDLE.take(asked.identity)
    if child is None:
        child = Child()
        theirs = _answer(child, pickle.dumps((identity, asked.rooms)))
        if not isinstance(theirs, dict) or difference(asked.identity, theirs) is not None:
            child.kill()
            told = theirs if isinstance(theirs, dict) else {"noisymax": f"not to be loaded ({theirs})"}
            return Stranger(get_worker().address, told)
    found = _answer(child, asked.job)
    if child.alive:
        _IDLE.put(asked.identity, child)
    return found


def end() -> None:
    """Let the processes end that wait for a job."""
    _IDLE.end()


def _answer(child: Child[Any, Any], job: bytes) -> object:
    """What the process answers; it is killed if nobody waits for that any more."""
    worker = get_worker()
    key = worker.get_current_task()
    child.hand(job)
    while not child.connection.poll(_GLANCE):
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            child.kill()
            raise Unwanted
    return child.answer()
