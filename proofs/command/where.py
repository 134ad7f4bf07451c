"""Where a command does its work: in processes of this machine, or on a cluster that the user names."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from proofs.campaign.local import Local
from proofs.campaign.model import ClusterError, Unseen, Watch, Where
from proofs.command.stop import refused


@contextmanager
def chosen(options: Namespace) -> Iterator[Where]:
    """The cluster of `--dask`, or so many processes as `--workers` says."""
    if options.dask is None:
        yield Local(options.workers)
        return
    with cluster_at(options.dask) as cluster:
        yield cluster


@contextmanager
def cluster_at(address: str) -> Iterator[Where]:
    """A Dask cluster; trouble with it is one line."""
    from proofs.campaign.cluster import Cluster

    try:
        with Cluster(address) as cluster:
            yield cluster
    except ClusterError as error:
        raise refused(str(error)) from error


class _Counted:
    """How many jobs are over, and what runs."""

    def __init__(self, doing: str, total: int, show: Callable[[str], None]) -> None:
        self._doing, self._total, self._show = doing, total, show
        self._over, self._running = 0, dict[object, None]()

    def started(self, job: object, /) -> None:
        """A job is handed out."""
        self._running[job] = None
        self._tell()

    def finished(self, job: object, /) -> None:
        """A job is over."""
        del self._running[job]
        self._over += 1
        self._tell()

    def _tell(self) -> None:
        self._show(f"{self._doing} {self._over}/{self._total}, {len(self._running)} under way")


@contextmanager
def counted(doing: str, total: int) -> Iterator[Watch[object]]:
    """How far a campaign is, on one line that vanishes at the end; nothing at all where nobody looks on."""
    console = Console(stderr=True)
    if not sys.stderr.isatty() or console.is_dumb_terminal:
        yield Unseen()
        return
    with console.status(doing) as status:
        yield _Counted(doing, total, status.update)
