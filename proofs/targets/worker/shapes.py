"""How draws are coupled: a threshold of the last that moves with those before, or keys of several that are compared."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass
class Fibre:
    """The last draw at one choice of the draws before it: where the outcome changes, and to what."""

    starts: list[int]
    outcomes: list[str]

    def outcome(self, cell: int) -> str:
        """What a cell leads to."""
        return self.outcomes[max(bisect_right(self.starts, cell) - 1, 0)]


@dataclass
class Curve:
    """The last draws, of which the last is among `last`: what follows some cells of the first, and straight between.

    What follows is a fibre, or a curve if more than two draws are left. `rough` is by how much it makes a law be off.
    """

    n: int
    last: int
    cells: list[int]
    fibres: list["Fibre | Curve"]
    rough: Fraction = Fraction(0)

    @property
    def sizes(self) -> list[int]:
        """Among how many each draw is."""
        inner = self.fibres[0]
        return [self.n, *(inner.sizes if isinstance(inner, Curve) else [self.last])]

    def fibre(self, taken: Sequence[int]) -> Fibre:
        """The last draw after the others: thresholds between those of the nearest cells on either side."""
        cell = taken[0]
        j = min(max(bisect_right(self.cells, cell) - 1, 0), len(self.cells) - 2)
        a, b = self.cells[j : j + 2]
        left, right = (
            found.fibre(taken[1:]) if isinstance(found, Curve) else found for found in self.fibres[j : j + 2]
        )
        if left.outcomes != right.outcomes:
            return right if 2 * cell > a + b else left
        ends = zip(left.starts, right.starts, strict=True)
        return Fibre([x + (y - x) * (cell - a) // (b - a) for x, y in ends], left.outcomes)

    def outcome(self, taken: Sequence[int]) -> str:
        """What cells lead to."""
        return self.fibre(taken).outcome(taken[-1])

    def masses(self) -> Iterator[tuple[str, Fraction]]:
        """Outcomes with parts of their probability: half of each end of every stretch."""
        for j, found in enumerate(self.fibres):
            stretches = self.cells[max(j - 1, 0) : j + 2]
            weight = Fraction(stretches[-1] - stretches[0], 2 * (self.n - 1))
            for outcome, mass in _masses(found, self.last):
                yield outcome, weight * mass


def _masses(found: Fibre | Curve, last: int) -> Iterator[tuple[str, Fraction]]:
    if isinstance(found, Curve):
        yield from found.masses()
        return
    ends = [*found.starts, last]
    for outcome, low, high in zip(found.outcomes, ends, ends[1:], strict=False):
        yield outcome, Fraction(high - low, last)


UNIT = 2**96
"""Shares of a race are counted in parts of this."""


@dataclass
class Lane:
    """A draw among n whose key rises with its cell, or `backwards`, straight between some cells."""

    n: int
    cells: list[int]
    keys: list[int]
    backwards: bool = False

    def key(self, cell: int) -> int:
        """The key of a cell."""
        return _between(self.n - 1 - cell if self.backwards else cell, self.cells, self.keys)

    def cell(self, key: int) -> int:
        """The cell of a key."""
        place = _between(key, self.keys, self.cells)
        return self.n - 1 - place if self.backwards else place

    def share(self, key: int) -> int:
        """How many of UNIT draws have a lower key."""
        j = _stretch(key, self.keys)
        low, high = self.keys[j : j + 2]
        start, end = self.cells[j : j + 2]
        within = min(max(key - low, 0), high - low)
        return UNIT * (start * (high - low) + (end - start) * within) // ((high - low) * (self.n - 1))


def _stretch(x: int, ends: Sequence[int]) -> int:
    return min(max(bisect_right(ends, x) - 1, 0), len(ends) - 2)


def _between(x: int, xs: Sequence[int], ys: Sequence[int]) -> int:
    j = _stretch(x, xs)
    return ys[j] + (ys[j + 1] - ys[j]) * (x - xs[j]) // (xs[j + 1] - xs[j])


Order = tuple[int, ...]
"""The lanes, the lowest key first."""


def order_of(lanes: Sequence[Lane], taken: Sequence[int]) -> Order:
    """In which order these cells are."""
    keys = [lane.key(cell) for lane, cell in zip(lanes, taken, strict=True)]
    return tuple(sorted(range(len(lanes)), key=lambda i: keys[i]))


def order_masses(lanes: Sequence[Lane]) -> dict[Order, Fraction]:
    """How likely each order is.

    P(a < b < c <= t) is the integral of P(a < b <= s) over the shares of c up to t. Between two keys all shares are
    straight, so that it is a polynomial there.
    """
    totals: dict[Order, int] = {}
    for low, high in pairwise(sorted({key for lane in lanes for key in lane.keys})):
        rises = [lane.share(high) - lane.share(low) for lane in lanes]
        totals = dict(_risen((), [UNIT], rises, totals))
    return {order: Fraction(total, UNIT) for order, total in totals.items() if len(order) == len(lanes)}


def _risen(
    order: Order, polynomial: list[int], rises: list[int], totals: dict[Order, int]
) -> Iterator[tuple[Order, int]]:
    """All orders that begin with one, and how likely each has become at the end of a stretch."""
    yield order, sum(polynomial)
    for lane, rise in enumerate(rises):
        if lane not in order:
            longer = (*order, lane)
            integral = (term * rise // (UNIT * (i + 1)) for i, term in enumerate(polynomial))
            yield from _risen(longer, [totals.get(longer, 0), *integral], rises, totals)
