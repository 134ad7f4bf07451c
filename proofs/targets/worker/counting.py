"""What a run of a program costs, counted: its draws, and the calls that it makes for them."""

import sys
from collections.abc import Callable
from types import FrameType

CALLS_A_DRAW = 100
"""An ordinary program makes fewer calls than this for a draw."""


def calls_of(run: Callable[[], object]) -> int:
    """How many functions are called in a run."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


def dearness(calls: int, draws: int) -> int:
    """How many times as much as ordinary ones some runs cost that make so many calls and draws."""
    return max(1, calls // (CALLS_A_DRAW * draws))
