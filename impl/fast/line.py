"""Candidates on a line: each has a cell as long as its weight e^-(gap/scale), and a uniform number picks one.

Two lines with the same questions: `Few`, a list of cells as long as weights, and `Rows`, a table of cells that are
longer. Floats place a uniform number if it is farther from the edges than the proved error; if not, balls do.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import exp
from typing import Protocol

from impl.ball import Ball
from impl.fast import exactly
from impl.fast.coins import FLOAT_BITS, Uniform, Words
from impl.fast.scores import Number, exact_gap, float_gap

WEIGHT_ERROR = 2.0**-42
"""Weights and their sums, before these are rounded, are known up to this share of the whole line."""
ROUNDING = 2.0**-FLOAT_BITS
"""What each term adds to the error of a sum."""
FEW = 100
"""Up to so many candidates lists are faster than arrays."""
FEW_FOR_ONE = 60
"""Up to so many in an array of which one index is wanted."""
BELOW_ONE = 1 - 2.0**-FLOAT_BITS
DEEPEST = 200.0
"""Beyond this gap below the first best, weights are taken anew from the best that is left."""
MOST_SCORES = 2**26
LEAST_MASS = 2 * MOST_SCORES * exp(-DEEPEST)
"""Candidates that together weigh as much have a best that is not so deep."""


class Line(Protocol):
    """Candidates that are left, each with a cell."""

    def draw(self, words: Words) -> int | None:
        """Draw a place, or nobody. Law: P(j) = w_j / (the length of the line)."""
        ...

    def share(self, place: int) -> float:
        """The weight of the candidate at a place over that of the best; 1.0 if and only if it is one of the best."""
        ...

    def length(self) -> float:
        """The length of the line over the weight of the best."""
        ...

    def exact_length(self) -> Ball:
        """The same, by balls."""
        ...

    def is_level(self) -> bool:
        """Whether no candidate was better than another when they were weighed."""
        ...

    def left(self) -> int:
        """How many candidates are left."""
        ...

    def nth_left(self, n: int) -> int:
        """The index of one of them, counted from 0."""
        ...

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        ...

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        ...

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale of the candidate at a place, exactly."""
        ...


class Few:
    """A line of few candidates, as lists: cells are as long as weights, and all of the line is somebody's."""

    def __init__(self, values: Sequence[Number], scale: float, top: Number) -> None:
        self._values, self._left, self._scale = list(values), list(range(len(values))), scale
        self._weigh(top)

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left."""
        scale, values = self._scale, self._values
        self._base = self._top = top
        self._top_weight, self._top_is_taken = 1.0, False
        self._are_equal = min(values) == top
        if self._are_equal:
            self._weights = [1.0] * len(values)
        elif type(top) is float:
            self._weights = [exp((value - top) / scale) for value in values]
        else:
            self._weights = [exp(-float_gap(top, value) / scale) for value in values]
        self._edges = list(accumulate(self._weights, initial=0.0))

    def draw(self, words: Words) -> int:
        """Draw a place. Law: P(j) = w_j / (sum of all w that are left)."""
        edges = self._edges
        word, total, last = words.word(), edges[-1], len(edges) - 2
        spot = word * words.unit * total
        place = min(bisect_right(edges, spot) - 1, last)
        margin = 2 * total * (WEIGHT_ERROR + len(edges) * ROUNDING + words.slack)
        if (place and spot - edges[place] <= margin) or (place < last and edges[place + 1] - spot <= margin):
            return exactly.cell(Uniform(word, words), self.gaps())
        return place

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        if self._top_is_taken:
            self._find_best()
        if self._values[place] == self._top:
            return 1.0
        return min(self._weights[place] / self._top_weight, BELOW_ONE)

    def length(self) -> float:
        """The sum of all weights over that of the best."""
        if self._top_is_taken:
            self._find_best()
        return self._edges[-1] / self._top_weight

    def exact_length(self) -> Ball:
        """The same, by balls."""
        return exactly.total(self.gaps())

    def is_level(self) -> bool:
        """Whether no candidate was better than another when they were weighed."""
        return self._are_equal

    def left(self) -> int:
        """How many candidates are left."""
        return len(self._left)

    def nth_left(self, n: int) -> int:
        """The index of one of them, counted from 0."""
        return self._left[n]

    index = nth_left

    def take(self, place: int) -> None:
        """Take the candidate at a place away; if those left are far below all that were weighed, weigh anew."""
        if self._values[place] == self._top:
            self._top_is_taken = True
        del self._values[place], self._weights[place], self._left[place]
        edges = self._edges
        edges[place:] = accumulate(self._weights[place:], initial=edges[place])
        if edges[-1] < LEAST_MASS:
            self._weigh(max(self._values))

    def _find_best(self) -> None:
        self._top, self._top_is_taken = max(self._values), False
        self._top_weight = exp(-float_gap(self._base, self._top) / self._scale)

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        if self._top_is_taken:
            self._find_best()
        return exact_gap(self._top, self._values[place], self._scale)

    def gaps(self) -> tuple[Fraction, ...]:
        """The same of all that are left."""
        return tuple(map(self.gap, range(len(self._values))))
