"""Jobs on a Dask cluster: each in a process that a worker of the cluster starts, as `Local` does on this machine.

A worker that dies takes its jobs with it, and the cluster gives them to another. Jobs whose workers die again and again
are done at last one by one, so that none is blamed for another: one whose workers die then, too, is a `Death`. What a
job's own process dies of is a `Death` at once.
"""

import asyncio
import logging
import pickle
import time
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from distributed import Client, Future, KilledWorker
from distributed.comm import connect
from distributed.security import Security

from proofs.campaign import on_worker
from proofs.campaign.identity import difference, identity
from proofs.campaign.model import ClusterError, Death, Watch

J = TypeVar("J", bound=Hashable)
R = TypeVar("R")

ROOMS = ("spec", "impl", "proofs")
PATIENCE = 20.0
"""Seconds that a cluster is given to answer, or to find a worker."""
_GLANCE = 5.0
"""Seconds without news after which the cluster is asked whether it is there."""
_AHEAD = 2
"""Jobs that are given to the cluster for each thread of it, so that none waits for us."""


class _Given(NamedTuple):
    """A job on the cluster, by its future, since when, and whether no other is there with it."""

    job: Any
    future: Future
    since: float
    alone: bool


class Cluster:
    """A Dask cluster that others run, by its address."""

    def __init__(self, address: str, rooms: Sequence[str] = ROOMS) -> None:
        self._address, self._rooms = address, tuple(rooms)
        _silence()
        self._client = _connected(address)
        self._alone_since: float | None = None
        self._is_gone = False
        self._wait_for_a_worker()

    @property
    def workers(self) -> int:
        """How many threads its workers have."""
        return self._looked_at()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(Exception):
            self._client.close(timeout=_GLANCE)

    def run(self, perform: Callable[[J], R], jobs: Iterable[J], watch: Watch[J]) -> Generator[tuple[J, R | Death]]:
        """Do the jobs; see `Where`."""
        ahead, ours = iter(jobs), identity(self._rooms)
        given: dict[str, _Given] = {}
        suspects: list[J] = []
        over: SimpleQueue[str] = SimpleQueue()

        def give(job: J, alone: bool) -> None:
            asked = on_worker.Asked(ours, self._rooms, pickle.dumps((perform, job)))
            future = self._client.submit(on_worker.done, asked, key=f"noisymax-{uuid4().hex}")
            given[str(future.key)] = _Given(job, future, time.perf_counter(), alone)
            future.add_done_callback(lambda future: over.put(str(future.key)))

        room = _AHEAD * self.workers
        try:
            while True:
                while len(given) < room and (more := list(islice(ahead, 1))):
                    watch.started(more[0])
                    give(more[0], alone=False)
                if not given and suspects:
                    give(suspects.pop(), alone=True)
                if not given:
                    return
                try:
                    key = over.get(timeout=_GLANCE)
                except Empty:
                    room = self._looked_at() * _AHEAD
                    continue
                if key in given:
                    try:
                        found = self._found(given[key])
                    except KilledWorker as error:
                        if not given[key].alone:
                            suspects.append(given.pop(key).job)
                            continue
                        deaths = f"{error.allowed_failures + 1} workers of the cluster died of it"
                        found = Death(deaths, time.perf_counter() - given[key].since)
                    except TimeoutError:  # the result is lost with its worker, and the job is done again
                        self._looked_at()
                        over.put(key)
                        continue
                    job = given.pop(key).job
                    watch.finished(job)
                    yield job, found
        finally:
            self._release([each.future for each in given.values()])

    def _found(self, given: _Given) -> Any:
        """What came of a job: its result, or how it ended without one."""
        try:
            found = given.future.result(timeout=_GLANCE)
        except KilledWorker:
            raise
        except Exception as error:
            if given.future.status == "error":
                raise ClusterError(f"a worker of {self._address} cannot run this: {_first_line(error)}") from error
            if isinstance(error, TimeoutError) and self._client.status == "running":
                raise
            raise self._gone() from error
        if isinstance(found, on_worker.Stranger):
            other = difference(identity(self._rooms), found.identity)
            raise ClusterError(f"the worker {found.worker} would run other code: {other}")
        return found

    def _looked_at(self) -> int:
        """How many threads there are; raise if the cluster is gone, or has had no worker for a while."""
        try:
            if self._client.status != "running":
                raise self._gone()
            cores = self._client.sync(self._client.scheduler.ncores, callback_timeout=PATIENCE)
        except (OSError, TimeoutError) as error:
            raise self._gone() from error
        threads, now = sum(map(int, cores.values())), time.monotonic()
        self._alone_since = None if threads else self._alone_since or now
        if self._alone_since is not None and now - self._alone_since > PATIENCE:
            raise ClusterError(
                f"the Dask cluster at {self._address} has lost its workers, or none of them can load noisymax"
            )
        return max(1, threads)

    def _gone(self) -> ClusterError:
        self._is_gone = True
        return ClusterError(f"the Dask cluster at {self._address} is gone: what it had found so far is kept")

    def _wait_for_a_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except Exception as error:
            self.__exit__(None, None, None)
            raise ClusterError(f"the Dask cluster at {self._address} has no worker") from error

    def _release(self, futures: Sequence[Future]) -> None:
        """Stop what still runs, and let the processes of the workers end."""
        with suppress(Exception):
            if self._client.status == "running" and not self._is_gone:
                self._client.cancel(futures)
                self._client.run(on_worker.end, on_error="ignore")


def _connected(address: str) -> Client:
    """A client of the cluster. A client that fails to connect hangs for a while, so one is made if a call succeeds."""
    try:
        asyncio.run(_called(address))
        return Client(address, timeout=PATIENCE, set_as_default=False, name="noisymax")
    except Exception as error:
        raise ClusterError(f"no Dask cluster answers at {address}: {_first_line(error)}") from error


async def _called(address: str) -> None:
    arguments = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=PATIENCE, **arguments), 2 * PATIENCE)
    comm.abort()


def _silence() -> None:
    """What the library logs is no line of ours."""
    for name in ("distributed", "tornado", "asyncio"):
        for known in (name, *(each for each in logging.root.manager.loggerDict if each.startswith(f"{name}."))):
            logging.getLogger(known).setLevel(logging.CRITICAL + 1)


def _first_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
