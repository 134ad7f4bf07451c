"""A cluster for the tests of this folder."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package")
def in_threads() -> Iterator[str]:
    """The address of a cluster of two workers, in threads of this process."""
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0", silence_logs=60
    ) as cluster:
        yield cluster.scheduler_address
