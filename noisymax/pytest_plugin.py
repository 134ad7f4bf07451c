"""Conformance in pytest: `@pytest.mark.conforms(make_noisy_top_k)`, on a test that may be empty.

The factory is held against its triple before the body of the test runs; what `assert_conforms` takes, the marker takes.
Pytest loads this module in every project of whoever installs noisymax: it imports nothing of ours that may be hidden.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from noisymax.rooms import hidden_room

if TYPE_CHECKING:
    from _pytest.config import Config

MARKER = "conforms(factory, triple=None, effort='quick', clauses=None, only=None, strict=False): hold a factory against"


def pytest_configure(config: "Config") -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", f"{MARKER} its triple, or against the contract that is named")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail a marked test whose factory does not conform; a marker that cannot be read fails it, too."""
    for marker in item.iter_markers("conforms"):
        if (hidden := hidden_room()) is not None:
            pytest.fail(hidden, pytrace=False)
        _assert_conforms()(*marker.args, **marker.kwargs)


def _assert_conforms() -> Callable[..., Any]:
    """Loaded where it is used: whoever marks nothing waits for nothing."""
    from proofs.conform.testing import assert_conforms

    return assert_conforms
