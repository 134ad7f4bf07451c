"""What all tests share: a Hypothesis profile under which a run is the same every time, and the mark `untraced`.

Hypothesis measures two things by the clock, and a busy machine would fail on either: the deadline of an
example, and the health check `too_slow`. Both are off; every other health check stays on.

Measuring coverage makes exact laws take four times as long. A test that repeats often what others reach line by
line is marked `untraced`: it runs the same, and its lines do not count. (The mark `no_cover` of pytest-cov does
nothing in a process of pytest-xdist, where a second tracer takes over as soon as the first is stopped.)

No test reads or keeps evidence, unless it says where.

Half a million objects stay to the end of a run. To search all of them for cycles again and again takes a twentieth of
its time, and a quarter of that of collecting the tests: searches are rare, and pass over what was there before.
"""

import gc
import os
import sys
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from proofs.audit.workers import RARELY
from tests.project.collected import COLLECTED

settings.register_profile(
    "noisymax",
    database=None,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("noisymax")
os.environ["NOISYMAX_CACHE"] = ""
gc.set_threshold(RARELY)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note all tests, and let the long ones begin first, so that no process is left alone with one at the end."""
    config.stash[COLLECTED] = [item.nodeid for item in items]
    items.sort(key=lambda item: item.get_closest_marker("untraced") is None)


def pytest_collection_finish() -> None:
    """Let searches for cycles pass over the tests and all that they import."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Switch the tracer off while a test with the mark runs."""
    tracer = sys.gettrace()
    if item.get_closest_marker("untraced"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
