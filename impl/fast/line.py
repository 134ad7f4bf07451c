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
from impl.fast.scores import Number, exact_gap, float_gap

WEIGHT_ERROR = 2.0**-42
"""Weights and their sums, before these are rounded, are known up to this share of the whole line."""
FEW = 100
"""Up to so many candidates lists are faster than arrays."""
MOST_LISTED = 128
"""No more than these are listed; as many roundings are allowed for in their sums."""
SMALL_ERROR = WEIGHT_ERROR + MOST_LISTED * 2.0**-FLOAT_BITS
BELOW_ONE = 1 - 2.0**-FLOAT_BITS
REFRESH = 0.25
"""The share of an array's line that candidates already taken may have."""
DEEPEST = 200.0
"""Beyond this gap below the first best, weights are taken anew from the best that is left."""
MOST_SCORES = 2**26
LEAST_MASS = 2 * MOST_SCORES * exp(-DEEPEST)
"""Candidates that together weigh as much have a best that is not so deep."""


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

    def is_level(self) -> bool:
        """Whether no candidate was better than another when they were weighed."""
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
    """A line of few candidates, as lists."""

    def __init__(self, values: Sequence[Number], scale: float, top: Number) -> None:
        self._values, self._left, self._scale = list(values), list(range(len(values))), scale
        self._weigh(top)

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left."""
        scale, values = self._scale, self._values
        self._base = self._top = top
        self._top_weight, self._top_is_taken = 1.0, False
        gaps = [top - value for value in values] if type(top) is float else [float_gap(top, value) for value in values]
        self._are_equal = not any(gaps)
        self._weights = [1.0] * len(gaps) if self._are_equal else [exp(-gap / scale) for gap in gaps]
        self._edges = list(accumulate(self._weights, initial=0.0))

    def pick(self, words: Words) -> int:
        """Draw a place."""
        edges = self._edges
        word, total, last = words.word(), edges[-1], len(edges) - 2
        spot = word * words.unit * total
        place = min(bisect_right(edges, spot) - 1, last)
        margin = 2 * total * (SMALL_ERROR + words.slack)
        if (place and spot - edges[place] <= margin) or (place < last and edges[place + 1] - spot <= margin):
            return exactly.cell(Uniform(word, words), self.gaps())
        return place

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        self._find_best()
        if self._values[place] == self._top:
            return 1.0
        return min(self._weights[place] / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights over that of the best."""
        self._find_best()
        return self._edges[-1] / self._top_weight

    def is_level(self) -> bool:
        """Whether no candidate was better than another when they were weighed."""
        return self._are_equal

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return self._left[place]

    def take(self, place: int) -> None:
        """Take the candidate at a place away; if those left are far below all that were weighed, weigh anew."""
        if self._values[place] == self._top:
            self._top_is_taken = True
        del self._values[place], self._weights[place], self._left[place]
        edges = self._edges
        edges[place:] = accumulate(self._weights[place:], initial=edges[place])
        if edges[-1] < LEAST_MASS:
            self._weigh(max(self._values))

    def settle(self) -> None:
        """Nothing to see to: those taken are off the line."""

    def _find_best(self) -> None:
        if self._top_is_taken:
            self._top, self._top_is_taken = max(self._values), False
            self._top_weight = exp(-float_gap(self._base, self._top) / self._scale)

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        self._find_best()
        return exact_gap(self._top, self._values[place], self._scale)

    def gaps(self) -> tuple[Fraction, ...]:
        """The same of all that are left."""
        return tuple(map(self.gap, range(len(self._values))))
