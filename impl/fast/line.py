"""Candidates on a line: each has a cell as long as its weight e^-(gap/scale), and a uniform number picks one.

Two lines with the same questions: `Few`, a list, and `Rows`, arrays. Floats place a uniform number if it is farther
from the edges of its cell than the proved error; if not, `exactly` does.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, islice
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
"""The same if more than one is wanted."""
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

    def several(self, words: Words) -> list[int]:
        """Draw several places, independently of each other, if they take a quarter of the line at most; or none."""
        ...

    def take(self, place: int) -> bool:
        """Take the candidate at a place away; tell whether the best of the line and its cells are as before."""
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

    def left(self) -> "Left | list[int]":
        """The indices that are left."""
        ...


class Left:
    """The indices below n but for some, which come in order."""

    def __init__(self, n: int, gone: Sequence[int]) -> None:
        self._n, self._gone = n, gone

    def __len__(self) -> int:
        return self._n - len(self._gone)

    def __getitem__(self, place: int) -> int:
        for gone in self._gone:
            if gone > place:
                break
            place += 1
        return place

    def __iter__(self) -> Iterator[int]:
        gone = set(self._gone)
        return (index for index in range(self._n) if index not in gone)


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
        self._base = top
        if type(top) is float:
            self._weights = [exp((value - top) / scale) for value in values]
        else:
            self._weights = [exp(-float_gap(top, value) / scale) for value in values]
        self._sums = list(accumulate(self._weights))
        self._best(top)

    def _best(self, top: Number) -> None:
        self._top, self._ties = top, self._values.count(top)
        self._top_weight = self._weights[self._values.index(top)]

    def pick(self, words: Words) -> int:
        """Draw a place."""
        sums = self._sums
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

    def several(self, words: Words) -> list[int]:
        """Picks are found one by one."""
        return []

    def take(self, place: int) -> bool:
        """Take the candidate at a place away: cells are laid out anew."""
        value = self._values.pop(place)
        del self._weights[place], self._left[place]
        before = self._sums[place - 1] if place else 0.0
        self._sums[place:] = islice(accumulate(self._weights[place:], initial=before), 1, None)
        if value == self._top:
            self._ties -= 1
            if not self._ties:
                self._next_best()
        return False

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
        return (exact_score(self._top) - exact_score(self._values[place])) / Fraction(self._scale)

    def gaps(self) -> tuple[Fraction, ...]:
        """The same of all that are left."""
        return tuple(map(self.gap, range(len(self._values))))

    def left(self) -> list[int]:
        """The indices that are left."""
        return self._left
