"""What a campaign is: jobs, what does them, where, and who looks on."""

from collections.abc import Callable, Generator, Hashable, Iterable
from typing import NamedTuple, Protocol, TypeVar

J = TypeVar("J", bound=Hashable)
R = TypeVar("R")
K = TypeVar("K", contravariant=True)


class Death(NamedTuple):
    """The end of a job that has no result: how its process ended, or what it raised, and after how long."""

    how: str
    seconds: float


class Watch(Protocol[K]):
    """Is told when each job starts and ends."""

    def started(self, job: K, /) -> None:
        """The job is handed to a worker."""
        ...

    def finished(self, job: K, /) -> None:
        """The job is over."""
        ...


class Where(Protocol):
    """A place where jobs are done."""

    @property
    def workers(self) -> int:
        """How many jobs are done at the same time."""
        ...

    def run(self, perform: Callable[[J], R], jobs: Iterable[J], watch: Watch[J]) -> Generator[tuple[J, R | Death]]:
        """Take the jobs in this order, as there is room for them; yield each once, as it ends.

        `perform` and what it returns can be pickled; it runs in a process of its own, with nothing else beside it.
        Whoever stops asking stops what still runs.
        """
        ...


class ClusterError(Exception):
    """A cluster does not answer, is gone, or would run other code than ours: one line says what."""


class Unseen:
    """Nobody looks on."""

    def started(self, job: object, /) -> None:
        """Say nothing."""

    def finished(self, job: object, /) -> None:
        """Say nothing."""
