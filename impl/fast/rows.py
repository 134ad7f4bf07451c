"""A line of many candidates, as arrays: about as many rows as columns, and only the rows that are hit are summed up."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import isfinite, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impl.fast import exactly
from impl.fast.coins import FLOAT_BITS, Uniform, Words
from impl.fast.line import BELOW_ONE, DEEPEST, WEIGHT_ERROR
from impl.fast.scores import EXACT_INTEGERS, HUGE_SCALE, LARGEST, Number, float_gap, numbers
from impl.scores import exact_score
from spec import errors

Floats = NDArray[np.float64]

BLOCK = 2**14
"""So many scores are weighed at a time: they fit into a processor's cache."""
ONE_ROW = 512
"""Up to so many candidates are one row, whose weights are summed up at once."""
REFRESH = 0.25
"""The share of the line that cells of candidates already taken may fill."""
MOST_LISTED = 4096
"""Of so many candidates a list of those left is quickly made."""


class Rows:
    """A line of many candidates. A pick that hits a candidate already taken is drawn again."""

    def __init__(self, values: Floats | Sequence[Number], scale: float, top: Number, wanted: int) -> None:
        self._values, self._scale, self._n = values, scale, len(values)
        self._columns = self._n if self._n <= ONE_ROW else 1 << (self._n.bit_length() + 1) // 2
        self._table = np.empty((-(-self._n // self._columns), self._columns))
        self._weights = self._table.reshape(-1)
        self._weights[self._n :] = 0.0
        self._gone: set[int] = set()
        self._remaining: Floats | None = None
        self._weigh(top)
        self.ties = self._count(top) if wanted > 1 else 1

    # ---- the line ----

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left."""
        with np.errstate(all="ignore"):
            for start in range(0, self._n, BLOCK):
                part = self._weights[start : min(start + BLOCK, self._n)]
                self._write_gaps(top, start, part)
                np.divide(part, -self._scale, part)
                np.exp(part, part)
        if self._gone:
            self._weights[list(self._gone)] = 0.0
        self._base = self._top = top
        self._top_weight = 1.0
        self._row_sums = self._weights if self._n <= ONE_ROW else np.add.reduce(self._table, 1)
        self._lay_out()

    def _write_gaps(self, top: Number, start: int, out: Floats) -> None:
        part = self._values[start : start + len(out)]
        if isinstance(part, np.ndarray):
            np.subtract(float(top), part, out)
        else:
            out[:] = [float_gap(top, value) for value in part]

    def _lay_out(self) -> None:
        """Lay the rows end to end, without the candidates already taken."""
        ends = self._row_sums.cumsum()
        self._sums: dict[int, Floats] = {0: ends} if self._n <= ONE_ROW else {}
        self._bounds: list[float] = [float(ends[-1])] if self._n <= ONE_ROW else ends.tolist()
        self._total = self._bounds[-1]
        self._error = WEIGHT_ERROR + sum(self._table.shape) * 2.0**-FLOAT_BITS
        self._off_line = frozenset(self._gone)
        self._taken_mass = 0.0

    def settle(self) -> None:
        """Take the candidates already taken off the line."""
        taken = self._gone - self._off_line
        self._weights[list(taken)] = 0.0
        if self._n > ONE_ROW:
            for row in {place // self._columns for place in taken}:
                self._row_sums[row] = self._table[row].sum()
        self._lay_out()

    # ---- questions ----

    def pick(self, words: Words) -> int:
        """Draw a place."""
        while True:
            place = self._cell(words)
            if place not in self._gone:
                return place

    def _cell(self, words: Words) -> int:
        word = words.word()
        spot = word * words.unit * self._total
        row = min(bisect_right(self._bounds, spot), len(self._bounds) - 1)
        sums = self._sums.get(row)
        if sums is None:
            sums = self._sums[row] = self._table[row].cumsum()
        inside = spot - (self._bounds[row - 1] if row else 0.0)
        column = int(sums.searchsorted(inside, "right"))
        if column < self._columns:
            margin = 2 * self._total * (self._error + words.slack)
            first = not (row or column)
            below = inside - (sums[column - 1] if column else 0.0)
            if (first or below > margin) and sums[column] - inside > margin:
                return row * self._columns + column
        place = exactly.cell(Uniform(word, words), _Gaps(self, self._off_line))
        return next(islice((j for j in range(self._n) if j not in self._off_line), place, None))

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        if self._values[place] == self._top:
            return 1.0
        return min(float(self._weights[place]) / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights that are left over that of the best."""
        return (self._total - self._taken_mass) / self._top_weight

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        return (_number(self._top) - _number(self._values[place])) / Fraction(self._scale)

    def gaps(self) -> "_Gaps":
        """The same of all that are left."""
        return _Gaps(self, frozenset(self._gone))

    def equal(self) -> bool:
        """Whether all that are left are equal, and quickly listed."""
        return self.ties == self._n - len(self._gone) and (not self._gone or self._n <= MOST_LISTED)

    def left(self) -> Sequence[int]:
        """The indices that are left."""
        return [j for j in range(self._n) if j not in self._gone] if self._gone else range(self._n)

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return place

    # ---- rounds ----

    def take(self, place: int) -> None:
        """Take the candidate at a place away."""
        self._gone.add(place)
        self._taken_mass += float(self._weights[place])
        best = bool(self._values[place] == self._top)
        if self._remaining is not None:
            self._remaining[place] = -np.inf
        if best:
            self.ties -= 1
            if not self.ties:
                self._next_best()
        if self._taken_mass > REFRESH * self._total:
            self.settle()

    def _next_best(self) -> None:
        top = self._best_remaining()
        if float_gap(self._base, top) > DEEPEST * self._scale:
            self._weigh(top)
        else:
            self._top = top
            self._top_weight = float(np.exp(float_gap(self._base, top) / -self._scale))
        self.ties = self._count(top)

    def _best_remaining(self) -> Number:
        if not isinstance(self._values, np.ndarray):
            return max(value for j, value in enumerate(self._values) if j not in self._gone)
        if self._remaining is None:
            self._values = np.maximum(self._values, -LARGEST)
            self._remaining = self._values.copy()
            self._remaining[list(self._gone)] = -np.inf
        return float(self._remaining[self._remaining.argmax()])

    def _count(self, top: Number) -> int:
        if isinstance(self._values, np.ndarray):
            among = self._values if self._remaining is None else self._remaining
            return int(np.count_nonzero(among == top))
        return sum(value == top and j not in self._gone for j, value in enumerate(self._values))


class _Gaps:
    """The gaps of the candidates on a line, except for some, as often as it is gone through."""

    def __init__(self, line: Rows, without: frozenset[int]) -> None:
        self._line, self._without = line, without

    def __iter__(self) -> Iterator[Fraction]:
        line = self._line
        return (line.gap(j) for j in range(line._n) if j not in self._without)


def _number(value: Number) -> Fraction:
    return exact_score(float(value)) if isinstance(value, float) else Fraction(value)


def prepared(x: object, scale: float, negate: bool) -> tuple[Floats | Sequence[Number], float]:
    """The scores, or their negatives: an array of floats if that is exact, else exact numbers; and the scale."""
    if isinstance(x, np.ndarray):
        array = x
    else:
        assert isinstance(x, list | tuple)
        if isinstance(x[0], Fraction):
            return numbers(x, scale, negate)[:2]
        try:
            array = np.array(x, dtype=np.int64 if type(x[0]) is int else np.float64)
        except OverflowError:
            return numbers(x, scale, negate)[:2]
    if scale >= HUGE_SCALE or (array.dtype.kind in "iu" and not _are_floats(array)):
        return numbers(array.tolist(), scale, negate)[:2]
    values = array.astype(np.float64, copy=False)
    return (-values if negate else values), scale


def _are_floats(integers: NDArray[Any]) -> bool:
    narrow = integers.dtype.itemsize < 8
    return narrow or bool(integers.max() <= EXACT_INTEGERS and integers.min() >= -EXACT_INTEGERS)


def line_of(x: object, scale: float, wanted: int, negate: bool) -> Rows | list[int]:
    """The line of these scores; at scale 0, the indices of the best."""
    values, scale = prepared(x, scale, negate)
    if isinstance(values, np.ndarray):
        top: Number = float(values[values.argmax()])
        if isnan(top):
            raise errors.NanScore
        if not scale or not isfinite(top):
            values = np.clip(values, -LARGEST, LARGEST)
            top = float(values[values.argmax()])
        if not scale:
            return [int(place) for place in np.argsort(values, kind="stable")[::-1][:wanted]]
    else:
        if not scale:
            return sorted(range(len(values)), key=lambda i: (values[i], i), reverse=True)[:wanted]
        top = max(values)
    return Rows(values, scale, top, wanted)
