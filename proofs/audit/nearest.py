"""Names that are near to one that is not known."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest

CLOSEST = 3


class UnknownName(Exception):
    """Nothing is called so; the message has the nearest names."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        close = nearest(name, known)
        super().__init__(f"nothing is called {name!r}" + (f"; close: {', '.join(close)}" if close else ""))


def nearest(name: str, known: Iterable[str], count: int = CLOSEST) -> list[str]:
    """The known names most like this one, or of which the last parts are most like it."""
    return nlargest(count, known, key=lambda other: _likeness(name, other))


def _likeness(name: str, other: str) -> float:
    parts = other.split(".")
    ends = (".".join(parts[start:]) for start in range(len(parts)))
    return max(SequenceMatcher(None, name, end).ratio() - 0.01 * skipped for skipped, end in enumerate(ends))
