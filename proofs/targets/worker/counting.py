"""What a run of a program costs, counted: its draws, and the calls that it makes for them."""

import sys
from collections.abc import Callable
from types import FrameType

from .cells import Cells

CALLS_A_DRAW = 100
"""An ordinary program makes fewer calls than this for a draw."""
DEAR, DEAR_CALLS = frozenset({"ln", "log10", "exp", "power"}), 500
"""Functions of `decimal`, each of which takes as long as so many calls of ordinary ones."""
COUNTED = 16
"""One in so many runs has its calls counted."""


def calls_of(run: Callable[[], object]) -> int:
    """How many functions are called in a run; one that takes long counts for many."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        if event == "c_call" and getattr(argument, "__name__", "") in DEAR:
            calls += DEAR_CALLS if type(getattr(argument, "__self__", None)).__module__ == "decimal" else 1
        else:
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


class Priced:
    """A program, some of whose runs make many more calls than others: one in some has its calls counted.

    What it makes beyond those of ordinary runs, each so many `times` as dear as its draws, it is charged for all of
    them. Nothing is counted before it is known how dear an ordinary run is.
    """

    def __init__(self, play: Callable[[Cells], str]) -> None:
        self._play = play
        self._runs = 0
        self.times = 0

    def __call__(self, cells: Cells) -> str:
        """Run once."""
        self._runs += 1
        if not self.times or self._runs % COUNTED:
            return self._play(cells)
        outcome: list[str] = []
        calls = calls_of(lambda: outcome.append(self._play(cells)))
        cells.charged = COUNTED * max(0, calls // (CALLS_A_DRAW * self.times) - cells.work)
        return outcome[0]
