"""A line of many candidates, as arrays."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import exp

import numpy as np

from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.line import BELOW_ONE, DEEPEST, REFRESH, Gaps
from impl.fast.scores import Number, exact_gap, float_gap
from impl.fast.table import Floats, Table


class Rows(Table):
    """A line of many candidates. A pick that hits a candidate already taken is drawn again."""

    def __init__(self, values: Floats | Sequence[Number], scale: float, top: Number) -> None:
        super().__init__(values, scale, top)
        self._top, self._top_weight = top, 1.0
        self._gone: set[int] = set()
        self._off_line: set[int] = set()
        self._taken_mass = 0.0
        self._remaining: Floats | None = None

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
        if self.value(place) == self._top:
            return 1.0
        return min(self.weight(place) / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights that are left over that of the best."""
        return (self.total - self._taken_mass) / self._top_weight

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
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
        if self._remaining is not None:
            self._remaining[place] = -np.inf
        if self.value(place) == self._top:
            self._next_best()
        if self._taken_mass > REFRESH * self.total:
            self.settle()

    def settle(self) -> None:
        """See to it that no pick hits a candidate already taken."""
        self.empty([*self._gone])
        self._settled()

    def _settled(self) -> None:
        self._off_line, self._taken_mass = self._gone.copy(), 0.0

    def _next_best(self) -> None:
        """Find the best that is left; if it is far below all that were weighed, weigh anew from it."""
        self._top = self._best_left()
        if float_gap(self._base, self._top) > DEEPEST * self._scale:
            self._weigh(self._top, [*self._gone])
            self._top_weight = 1.0
            self._settled()
        else:
            self._top_weight = exp(-float_gap(self._base, self._top) / self._scale)

    def _best_left(self) -> Number:
        if not isinstance(self._values, np.ndarray):
            return max(map(self.value, self._left()))
        if self._remaining is None:
            self._remaining = self._values.copy()
            self._remaining[[*self._gone]] = -np.inf
        best: float = self._remaining.item(self._remaining.argmax())
        return best
