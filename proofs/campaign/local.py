"""Jobs in processes of this machine."""

from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from proofs.campaign.child import Child, uninterrupted
from proofs.campaign.model import Death, Watch

J = TypeVar("J", bound=Hashable)
R = TypeVar("R")


@dataclass(frozen=True)
class Local:
    """So many processes of this machine."""

    workers: int

    def run(self, perform: Callable[[J], R], jobs: Iterable[J], watch: Watch[J]) -> Generator[tuple[J, R | Death]]:
        """Do the jobs; see `Where`."""
        ahead = iter(jobs)
        pool: list[Child[J, R]] = [Child() for _ in range(self.workers)]
        idle = list(range(self.workers))
        busy: dict[Connection, tuple[int, J]] = {}
        try:
            while True:
                while idle and (more := list(islice(ahead, 1))):
                    number, job = idle.pop(0), more[0]
                    watch.started(job)
                    pool[number].ask(perform, job)
                    busy[pool[number].connection] = number, job
                if not busy:
                    break
                for connection in wait(list(busy)):
                    assert isinstance(connection, Connection)
                    number, job = busy.pop(connection)
                    found = pool[number].answer()
                    if not pool[number].alive:
                        pool[number] = Child()
                    idle.append(number)
                    watch.finished(job)
                    yield job, found
        except BaseException:
            with uninterrupted():
                for child in pool:
                    child.kill()
            raise
        for child in pool:
            child.end()
