"""Names that are near to one that is not known."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

CLOSEST = 3


class UnknownName(Exception):
    """Nothing is called so; the message has the nearest names."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        close = nearest(name, known)
        super().__init__(f"nothing is called {name!r}" + (f"; close: {', '.join(close)}" if close else ""))


def nearest(name: str, known: Iterable[str], count: int = CLOSEST) -> list[str]:
    """The known names most like this one, or of which the last parts are most like it."""
    letters = Counter(name)
    found: list[tuple[float, int, str]] = []
    for most, place, other in sorted((-_at_most(letters, other), place, other) for place, other in enumerate(known)):
        if len(found) >= count and most > found[count - 1][0]:
            break
        insort(found, (-_likeness(name, other), place, other))
    return [other for _, _, other in found[:count]]


def _likeness(name: str, other: str) -> float:
    return max(SequenceMatcher(None, name, end).ratio() - 0.01 * skipped for skipped, end in enumerate(_ends(other)))


def _at_most(letters: Counter[str], other: str) -> float:
    """No name of these letters is more like the other: order them as one may, and no more of them match."""
    return max(
        2 * (letters & Counter(end)).total() / max(letters.total() + len(end), 1) - 0.01 * skipped
        for skipped, end in enumerate(_ends(other))
    )


def _ends(other: str) -> Iterator[str]:
    parts = other.split(".")
    return (".".join(parts[start:]) for start in range(len(parts)))
