"""Who takes part in a race: the best candidates, in order, and the crowd of all others."""

from collections.abc import Collection, Sequence
from math import isqrt, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impl.fast.scores import Number, float_gap
from impl.fast.table import BLOCK, Array, Floats, Indices, Places, Table

NEAR = 2.0**20
"""Candidates within so many scales of the best race with it."""
SPARE = 16
"""So many more than are wanted have clocks of their own, and half as many arrivals of a crowd are drawn beyond them."""
LOOKED_THROUGH = 2**10
"""So many candidates are looked through at first, then twice as many and more."""


class Start(NamedTuple):
    """A race: those near the best, best first, their gaps, who of the best are behind them, and the crowd.

    `shift` is the logarithm of the mean wait for a draw from the crowd's line; if some of the best are behind, it is
    less than that of anybody's. Without a crowd there are no arrivals.
    """

    near: Indices
    gaps: Floats
    behind: list[int]
    arrivals: int
    shift: float


class Field:
    """The candidates: all values, the scale, and how many are wanted."""

    def __init__(self, values: Array | Sequence[Number], scale: float, wanted: int, spare: int = SPARE) -> None:
        self.values, self.scale, self._spare = values, scale, spare
        self.value = values.item if isinstance(values, np.ndarray) else values.__getitem__
        self._best = best_of(values, wanted + spare)
        self._table: Table | None = None

    @property
    def best(self) -> list[int]:
        """The best, best first."""
        best: list[int] = self._best.tolist()
        return best

    def start(self, gone: Collection[int], missing: int) -> Start:
        """The race of those who are left, in which so many are wanted."""
        left = np.array([place for place in self.best if place not in gone]) if gone else self._best
        gaps = self.gaps_of(left, self.value(left.item(0)))
        if gaps.item(-1) > NEAR:
            count = int(gaps.searchsorted(NEAR, "right"))
            return Start(left[:count], gaps[:count], left[count:].tolist(), 1, gaps.item(count) - log(len(self.values)))
        if len(self._best) == len(self.values):
            return Start(left, gaps, [], 0, 0.0)
        last = self.gap(left.item(0), self._best.item(-1))
        return Start(left, gaps, [], missing + 1 + self._spare // 2, last - log(self.table.total / self.table.one))

    @property
    def table(self) -> Table:
        """The line of the crowd, beside the last of the best."""
        if self._table is None:
            self._table = Table(self.values, self.scale, self.value(self._best.item(-1)), self._best, BLOCK)
        return self._table

    def gap(self, top: int, place: int) -> float:
        """The gap between two candidates, in scales."""
        return float_gap(self.value(top), self.value(place)) / self.scale

    def values_of(self, places: Places) -> list[Number]:
        """The scores of these."""
        if isinstance(self.values, np.ndarray):
            listed: list[Number] = self.values[places].tolist()
            return listed
        return [self.values[place] for place in places]

    def gaps_of(self, places: Places, top: Number) -> Floats:
        """The gaps between a score that is no worse and each of these, in scales."""
        gaps: Floats
        if isinstance(self.values, np.ndarray):
            gaps = np.subtract(float(top), self.values[places])
        else:
            gaps = np.array([float_gap(top, self.value(place)) for place in places])
        return np.divide(gaps, self.scale, gaps)


class Together(Field):
    """Few candidates, all near the best and in no order, for a race in which nobody is turned down."""

    def __init__(self, values: Array, scale: float, top: Number) -> None:
        self.values, self.scale, self.value = values, scale, values.item
        self._array, self._top = values, float(top)

    def start(self, gone: Collection[int], missing: int) -> Start:
        """The race: everybody has a clock of their own, and it is the only one."""
        return Start(np.arange(len(self.values)), self.gaps, [], 0, 0.0)

    @property
    def gaps(self) -> Floats:
        """The gaps between the best and each, in scales."""
        with np.errstate(all="ignore"):
            gaps: Floats = np.subtract(self._top, self._array)
            return np.divide(gaps, self.scale, gaps)


def best_of(values: Array | Sequence[Number], count: int) -> NDArray[np.intp]:
    """The places of the best, best first: so many, or all if these are not many more."""
    n = len(values)
    count = count if 2 * count < n else n
    if not isinstance(values, np.ndarray):
        return np.array(sorted(range(n), key=values.__getitem__, reverse=True)[:count])
    if count == n:
        return np.argsort(-values.astype(np.float64, copy=False))
    chosen = _among(values, count)
    return chosen[np.argsort(-values[chosen].astype(np.float64, copy=False))[:count]]


def _among(values: Array, count: int) -> NDArray[np.intp]:
    """The places of the best and, maybe, of some others: a guess how good the best are spares a search among all."""
    stride = max(isqrt(len(values)) // 4, 1)
    some = np.sort(values[::stride])
    rank = 2 * count // stride + 4
    while rank <= len(some):
        guess = some.item(-rank)
        above = np.flatnonzero(values > guess)
        if len(above) < count:
            above = np.concatenate((above, _first(values, guess, count - len(above))))
        if len(above) >= count:
            return above
        rank *= 4
    return np.arange(len(values))


def _first(values: Array, value: Number, count: int) -> NDArray[np.intp]:
    """The first places of a value: so many, or all if there are fewer."""
    found, start = np.empty(0, np.intp), 0
    while len(found) < count and start < len(values):
        stop = 2 * start + LOOKED_THROUGH
        found = np.concatenate((found, start + np.flatnonzero(values[start:stop] == value)))
        start = stop
    return found[:count]
