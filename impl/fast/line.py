"""Candidates on a line: each has a cell as long as its weight e^-(gap/scale), and a uniform number picks one.

Two lines with the same questions: `Few`, a list, and `Rows`, arrays. Floats place a uniform number if it is farther
from the edges of its cell than the proved error; if not, `exactly` does.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import exp
from typing import Protocol

from impl.fast import exactly
from impl.fast.coins import FLOAT_BITS, Uniform, Words
from impl.fast.scores import Number, float_gap

WEIGHT_ERROR = 2.0**-42
"""Weights and their sums, before these are rounded, are known up to this share of the whole line."""
FEW = 128
"""Up to so many candidates lists are faster than arrays."""
SMALL_ERROR = WEIGHT_ERROR + FEW * 2.0**-FLOAT_BITS
BELOW_ONE = 1 - 2.0**-FLOAT_BITS
DEEPEST = 200.0
"""Beyond this gap below the first best, weights are taken anew from the best that is left."""


class Line(Protocol):
    """Candidates that are left, each with a cell."""

    def pick(self, words: Words) -> int:
        """Draw a place. Law: P(j) = w_j / (sum of all w that are left)."""
        ...

    def share(self, place: int) -> float:
        """The weight of the candidate at a place over that of the best; 1.0 if and only if it is one of the best."""
        ...

    def mass(self) -> float:
        """The sum of all weights that are left over that of the best."""
        ...

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        ...

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        ...

    def settle(self) -> None:
        """See to it that no pick hits a candidate already taken."""
        ...

    def equal(self) -> bool:
        """Whether all that are left are equal; may say no if that takes long to use."""
        ...

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale of the candidate at a place, exactly."""
        ...

    def gaps(self) -> Iterable[Fraction]:
        """The same of all that are left, in the order of their cells."""
        ...

    def left(self) -> Sequence[int]:
        """The indices that are left."""
        ...


class Few:
    """A line of few candidates, as lists."""

    def __init__(self, values: Sequence[Number], scale: float, top: Number) -> None:
        self._values, self._left, self._scale = list(values), list(range(len(values))), scale
        self._weigh(top)

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left."""
        scale, values = self._scale, self._values
        self._base = top
        if type(top) is float:
            self._weights = [exp((value - top) / scale) for value in values]
        else:
            self._weights = [exp(-float_gap(top, value) / scale) for value in values]
        self._best(top)

    def _best(self, top: Number) -> None:
        self._top, self._ties = top, self._values.count(top)
        self._top_weight = self._weights[self._values.index(top)]
        self._sums: list[float] = []

    def pick(self, words: Words) -> int:
        """Draw a place."""
        if len(self._left) == 1:
            return 0
        sums = self._sums = self._sums or list(accumulate(self._weights))
        word, total, last = words.word(), sums[-1], len(sums) - 1
        spot = word * words.unit * total
        place = bisect_right(sums, spot)
        margin = 2 * total * (SMALL_ERROR + words.slack)
        if (place and spot - sums[place - 1] <= margin) or (place < last and sums[place] - spot <= margin):
            return exactly.cell(Uniform(word, words), self.gaps())
        return min(place, last)

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        if self._values[place] == self._top:
            return 1.0
        return min(self._weights[place] / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights over that of the best."""
        return self._sums[-1] / self._top_weight

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return self._left[place]

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        value = self._values.pop(place)
        del self._weights[place], self._left[place]
        self._sums = []
        if value == self._top:
            self._ties -= 1
            if not self._ties:
                self._next_best()

    def _next_best(self) -> None:
        top = max(self._values)
        if float_gap(self._base, top) > DEEPEST * self._scale:
            self._weigh(top)
        else:
            self._best(top)

    def settle(self) -> None:
        """No pick hits a candidate already taken."""

    def equal(self) -> bool:
        """Whether all that are left are equal."""
        return self._ties == len(self._left)

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        return (Fraction(self._top) - Fraction(self._values[place])) / Fraction(self._scale)

    def gaps(self) -> tuple[Fraction, ...]:
        """The same of all that are left."""
        return tuple(map(self.gap, range(len(self._values))))

    def left(self) -> list[int]:
        """The indices that are left."""
        return self._left
