"""Where the long runs do their work: on all cores of this machine, or on a Dask cluster."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from proofs.campaign.local import Local
from proofs.campaign.model import ClusterError, Where

WORKERS = len(os.sched_getaffinity(0))
ROOMS = ("spec", "impl", "proofs", "tests")


def add_where(parser: argparse.ArgumentParser) -> None:
    """The option that names a cluster."""
    parser.add_argument("--dask", metavar="ADDRESS", help="use the Dask cluster whose scheduler is there")


@contextmanager
def chosen(address: str | None) -> Iterator[Where]:
    """The cluster with this address, or this machine; trouble with a cluster is one line, and exit code 2."""
    if address is None:
        yield Local(WORKERS)
        return
    try:
        from proofs.campaign.cluster import Cluster

        with Cluster(address, ROOMS) as cluster:
            yield cluster
    except (ClusterError, ModuleNotFoundError) as error:
        print(f"tests: error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
