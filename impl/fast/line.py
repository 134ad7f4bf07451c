"""Candidates on a line: each has a cell as long as its weight e^-(gap/scale), and a uniform number picks one.

Two lines with the same questions: `Few`, a list, and `Rows`, arrays. Floats place a uniform number if it is farther
from the edges of its cell than the proved error; if not, `exactly` does.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import exp
from typing import Protocol

from impl.fast import exactly
from impl.fast.coins import FLOAT_BITS, Uniform, Words
from impl.fast.scores import Number, float_gap
from impl.scores import exact_score

WEIGHT_ERROR = 2.0**-42
"""Weights and their sums, before these are rounded, are known up to this share of the whole line."""
FEW = 100
"""Up to so many candidates lists are faster than arrays."""
MOST_LISTED = 128
"""No more than these are listed; as many roundings are allowed for in their sums."""
SMALL_ERROR = WEIGHT_ERROR + MOST_LISTED * 2.0**-FLOAT_BITS
BELOW_ONE = 1 - 2.0**-FLOAT_BITS
REFRESH = 0.25
"""The share of a line that candidates already taken may have."""
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

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale of the candidate at a place, exactly."""
        ...

    def gaps(self) -> Iterable[Fraction]:
        """The same of all that are left, in the order of their cells."""
        ...


class Gaps:
    """The gaps of candidates on a line, as often as it is gone through."""

    def __init__(self, gap: Callable[[int], Fraction], places: Callable[[], Iterator[int]]) -> None:
        self._gap, self._places = gap, places

    def __iter__(self) -> Iterator[Fraction]:
        return map(self._gap, self._places())


class Few:
    """A line of few candidates, as lists. A pick that hits a candidate already taken is drawn again."""

    def __init__(self, values: Sequence[Number], scale: float, top: Number) -> None:
        self._values, self._left, self._scale = list(values), list(range(len(values))), scale
        self._gone: set[int] = set()
        self._weigh(top)

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left."""
        scale, values = self._scale, self._values
        self._base = self._top = top
        self._top_weight = 1.0
        if type(top) is float:
            self._weights = [exp((value - top) / scale) for value in values]
        else:
            self._weights = [exp(-float_gap(top, value) / scale) for value in values]
        self._sum_up()

    def _sum_up(self) -> None:
        self._sums = list(accumulate(self._weights))
        self._taken_mass = 0.0

    def pick(self, words: Words) -> int:
        """Draw a place."""
        place = self._cell(words)
        while place in self._gone:
            place = self._cell(words)
        return place

    def _cell(self, words: Words) -> int:
        sums = self._sums
        word, total, last = words.word(), sums[-1], len(sums) - 1
        spot = word * words.unit * total
        place = bisect_right(sums, spot)
        margin = 2 * total * (SMALL_ERROR + words.slack)
        if (place and spot - sums[place - 1] <= margin) or (place < last and sums[place] - spot <= margin):
            return exactly.cell(Uniform(word, words), tuple(map(self.gap, range(len(sums)))))
        return min(place, last)

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        if self._values[place] == self._top:
            return 1.0
        return min(self._weights[place] / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights over that of the best."""
        return (self._sums[-1] - self._taken_mass) / self._top_weight

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return self._left[place]

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        was_best = self._values[place] == self._top
        self._gone.add(place)
        self._taken_mass += self._weights[place]
        if self._taken_mass > REFRESH * self._sums[-1]:
            self.settle()
        if was_best:
            self._next_best()

    def settle(self) -> None:
        """See to it that no pick hits a candidate already taken."""
        self._drop()
        self._sum_up()

    def _drop(self) -> None:
        for place in sorted(self._gone, reverse=True):
            del self._values[place], self._weights[place], self._left[place]
        self._gone.clear()

    def _next_best(self) -> None:
        """Find the best that is left; if it is far below all that were weighed, weigh anew from it."""
        top = max(map(self._values.__getitem__, self._places()) if self._gone else self._values)
        if float_gap(self._base, top) > DEEPEST * self._scale:
            self._drop()
            self._weigh(top)
        else:
            self._top, self._top_weight = top, exp(-float_gap(self._base, top) / self._scale)

    def _places(self) -> Iterator[int]:
        return (place for place in range(len(self._values)) if place not in self._gone)

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        return (exact_score(self._top) - exact_score(self._values[place])) / Fraction(self._scale)

    def gaps(self) -> tuple[Fraction, ...]:
        """The same of all that are left."""
        return tuple(map(self.gap, self._places()))
