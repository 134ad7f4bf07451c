"""A line of many candidates, as arrays."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import exp

import numpy as np

from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.field import best_of
from impl.fast.line import BELOW_ONE, LEAST_MASS, REFRESH, Gaps
from impl.fast.scores import Number, exact_gap, float_gap
from impl.fast.table import Array, Table

BEST = 16
"""So many of the best are looked up at a time, and more the more are taken."""


class Rows(Table):
    """A line of many candidates. A pick that hits a candidate already taken is drawn again."""

    def __init__(self, values: Array | Sequence[Number], scale: float, top: Number) -> None:
        super().__init__(values, scale, top)
        self._top, self._top_weight, self._top_is_taken = top, 1.0, False
        self._best: list[int] = []
        self._gone: set[int] = set()
        self._off_line: set[int] = set()
        self._taken_mass = 0.0

    def pick(self, words: Words) -> int:
        """Draw a place."""
        while True:
            word = words.word()
            place = self.cell(word, words)
            if place is None:
                place = self._exactly(word, words)
            if place not in self._gone:
                return place

    def _exactly(self, word: int, words: Words) -> int:
        place = exactly.cell(Uniform(word, words), Gaps(self.gap, self._line))
        return next(islice(self._line(), place, None))

    def _line(self) -> Iterator[int]:
        """The candidates on the line, in order."""
        return (place for place in range(self._n) if place not in self._off_line)

    def _left(self) -> Iterator[int]:
        return (place for place in range(self._n) if place not in self._gone)

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        self._find_best()
        if self.value(place) == self._top:
            return 1.0
        return min(self.weight(place) / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights that are left over that of the best."""
        self._find_best()
        return (self.total - self._taken_mass) / self._top_weight

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        self._find_best()
        return exact_gap(self._top, self.value(place), self._scale)

    def gaps(self) -> Gaps:
        """The same of all that are left."""
        return Gaps(self.gap, self._left)

    def is_level(self) -> bool:
        """Whether no candidate was better than another when they were weighed."""
        if self.total != self._n:
            return False
        values, base = self._values, self._base
        return (
            bool((values == base).all()) if isinstance(values, np.ndarray) else all(value == base for value in values)
        )

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return place

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        self._gone.add(place)
        self._taken_mass += self.weight(place)
        if self.value(place) == self._top:
            self._top_is_taken = True
        if self._taken_mass > REFRESH * self.total:
            self.settle()

    def settle(self) -> None:
        """See to it that no pick hits a candidate already taken; if those left are far below the rest, weigh anew."""
        gone = [*self._gone]
        self.empty(gone)
        if self.total < LEAST_MASS:
            self._top, self._top_weight, self._top_is_taken = self._best_left(), 1.0, False
            self._weigh(self._top, gone)
        self._off_line, self._taken_mass = self._gone.copy(), 0.0

    def _find_best(self) -> None:
        if self._top_is_taken:
            self._top, self._top_is_taken = self._best_left(), False
            self._top_weight = exp(-float_gap(self._base, self._top) / self._scale)

    def _best_left(self) -> Number:
        if not isinstance(self._values, np.ndarray):
            return max(map(self.value, self._left()))
        best = self._best
        while best and best[-1] in self._gone:
            best.pop()
        if not best:
            self._best = best_of(self._values, 2 * len(self._gone) + BEST).tolist()[::-1]
            return self._best_left()
        return self.value(best[-1])
