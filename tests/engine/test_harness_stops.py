"""Does a harness tell where it stopped, with what, and on which input?"""

import pytest

from proofs.engine.checkers.crosshair.harness import Harness, Stop


def countdown(n: int) -> None:
    """Call itself, and fail at the bottom."""
    assert n >= 0
    if n:
        countdown(n - 1)
    assert n > 0


def test_a_harness_that_calls_itself_stops_where_the_innermost_call_did() -> None:
    """Is the last line named that was reached, and not the call on the way to it?"""
    harness = Harness(countdown)
    stop = harness.run((1,))
    assert stop is not None
    assert harness.reason(stop) == "`n > 0` is false"


def test_a_harness_that_cannot_be_called_stops_at_its_beginning() -> None:
    """Is an error before the first statement told with the first statement?"""
    harness = Harness(countdown)
    stop = harness.run(())
    assert stop is not None
    assert harness.reason(stop) == "TypeError in `assert n >= 0`"


def test_each_argument_has_its_name() -> None:
    """Are arguments shown with their names, and refused if there are too few or too many?"""
    assert Harness(countdown).show((1,)) == "n = 1"
    for arguments in ((), (1, 2)):
        with pytest.raises(ValueError, match="zip"):
            Harness(countdown).show(arguments)


@pytest.mark.parametrize("kind", [Harness, Stop])
def test_what_was_seen_does_not_change(kind: type) -> None:
    """Can nobody change a harness, or where it stopped?"""
    assert vars(kind)["__dataclass_params__"].frozen
