"""Cells of many candidates, as whole numbers laid end to end: cheap bounds on their weights, summed up exactly.

The cell of a candidate is no shorter than its weight e^-(gap/scale), times a power of 2: its first part, as long as
that, is the candidate's, and nobody's is the rest. So a uniform number on the line hits each candidate in proportion to
its weight, and one exponential function is needed for each that is hit, none for all others.

A cell is found by the bits of a float: read as a whole number, they are its logarithm, but for the curve between two
powers of 2. Read the other way, they are a chord of 2^y, which is above it. Of very many candidates the sums of rows
are kept, and the cells of a row are found again when it is hit.
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from math import exp, inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impl.ball import Ball, ball, precision
from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.scores import Number, exact_gap, float_gap

Floats = NDArray[np.float64]
Array = NDArray[np.float64] | NDArray[np.integer[Any]]
"""Scores as floats, or as integers that are floats."""
Indices = NDArray[np.intp]
Places = Indices | Sequence[int]

NOBODY = -1
LONGEST = 2**53
"""Floats hold all whole numbers up to here: a line is no longer."""
UNUSED = 12
"""So many of the last bits of a float are left 0: as many as a float of 2^52 or more has before its whole number."""
MANTISSA = 2.0 ** (52 - UNUSED)
"""All other bits of a float, as a whole number, for a factor of 2."""
OCTAVE = MANTISSA / log(2)
"""The same for a factor of e."""
ONE = 1023 * MANTISSA + 2.0**10
"""The bits of 1, and 2^-30 of an octave more: rounding takes less away."""
FARTHEST = 1000 * MANTISSA
"""Gaps beyond are taken for this one: their cell is 1, as it is long before."""
BLOCK = 2**14
"""So many candidates are bounded at a time: they fit into a processor's cache."""
SINGLE, COLUMNS = 2**11, 2**5
"""Up to so many candidates are summed up one by one; of more, so many are a row, summed up by itself if it is hit."""
LEAST_STEPS = 2.0**-960
"""A gap is 0, or at least 2^-54 of the base: from here on its bits are a float that is not tiny."""
DEPTH_ERROR = 2.0**-40
"""What the float of a weight is off by, and what is known of where in its cell a number is, beside a weight of 1."""
SPOT_ERROR = 2.0**-50
"""What the float of a number's spot is off by, beside the bits not drawn, as a share of the line."""


class Table:
    """The cells of all candidates but some, and where a uniform number is among them."""

    def __init__(
        self,
        values: Array | Sequence[Number],
        scale: float,
        base: Number,
        off: Places = (),
        single: int | None = None,
    ) -> None:
        self.values, self.scale = values, scale
        self.columns = 1 if len(values) <= (single or SINGLE) else COLUMNS
        self.value = values.item if isinstance(values, np.ndarray) else values.__getitem__
        self.one = length_of_one(len(values))
        self._least: Number | None = None
        self.lay(base, off)

    def lay(self, base: Number, off: Places = ()) -> None:
        """Lay out all cells anew, beside a candidate of weight 1, but for some that are off the line."""
        self.base, n = base, len(self.values)
        self._is_mild = not len(off) and self._has_mild_gaps()
        self._off: dict[int, list[int]] = {}
        self._within: dict[int, list[int]] = {}
        self._taken_off: list[tuple[int, int]] = []
        self._kept: Floats | None = None
        if n <= BLOCK:
            self._kept = lengths = self._cells(slice(n))
            if len(off):
                lengths[off] = 0.0
            if self.columns > 1:
                lengths = row_sums(lengths, self.columns)
        else:
            lengths = self._rows_of_blocks(off)
        self._ends: NDArray[np.int64] = np.add.accumulate(lengths.astype(np.int64))
        self._edges: memoryview = self._ends.data
        self.total: int = self._edges[-1]

    def _rows_of_blocks(self, off: Places) -> Floats:
        """How long the rows of very many candidates are, block by block."""
        sums: list[Floats] = []
        taken = np.sort(np.array(off, np.intp)) if len(off) else None
        for start in range(0, len(self.values), BLOCK):
            cells = self._cells(slice(start, start + BLOCK))
            if taken is not None:
                low, high = taken.searchsorted((start, start + BLOCK)).tolist()
                cells[taken[low:high] - start] = 0.0
            sums.append(cells if self.columns == 1 else row_sums(cells, self.columns))
        for place in off:
            self._off.setdefault(place // self.columns, []).append(place)
        return np.concatenate(sums)

    @property
    def least(self) -> Any:
        """The least score of all."""
        if self._least is None:
            values = self.values
            self._least = values.item(values.argmin()) if isinstance(values, np.ndarray) else min(values)
        return self._least

    def _has_mild_gaps(self) -> bool:
        """Whether floats surely neither overflow nor underflow, and no gap is beyond the farthest."""
        if not isinstance(self.values, np.ndarray):
            return False
        base, steps = float(self.base), OCTAVE / self.scale
        deepest = base - self.least
        return deepest * steps <= FARTHEST and (not deepest or abs(base) * steps > LEAST_STEPS)

    def _cells(self, places: slice | Indices) -> Floats:
        """The cells of these: e^-(gap/scale) or up to 1/16 more, rounded up; whatever it is for who is off the line."""
        if self._is_mild:
            return self._cells_after(self._steps(places))
        with np.errstate(all="ignore"):
            steps = self._steps(places)
            return self._cells_after(np.minimum(steps, FARTHEST, out=steps))

    def _cells_after(self, steps: Floats) -> Floats:
        """The cells whose bits are so many steps below those of a weight of 1, in place."""
        np.subtract(2.0**52 + ONE + (self.one.bit_length() - 1) * MANTISSA, steps, steps)
        bits = steps.view(np.int64)
        np.left_shift(bits, UNUSED, bits)
        return np.ceil(steps, steps)

    def _steps(self, places: slice | Indices) -> Floats:
        """The bits that the gaps of these take away; to multiply is faster than to divide, if the factor is a float."""
        steps, factor = self._gaps(places), OCTAVE / self.scale
        if factor == inf:
            np.divide(steps, self.scale, steps)
            factor = OCTAVE
        return np.multiply(steps, factor, steps)

    def _gaps(self, places: slice | Indices) -> Floats:
        """The gaps of these below the base."""
        gaps: Floats
        if isinstance(self.values, np.ndarray):
            gaps = np.subtract(float(self.base), self.values[places])
        else:
            among = np.arange(len(self.values))[places]
            listed = [float_gap(self.base, self.value(place)) for place in among.ravel().tolist()]
            gaps = np.array(listed).reshape(among.shape)
        return gaps

    def take_off(self, place: int) -> None:
        """Take a candidate off the line, who is on it: whoever comes after moves up."""
        start, end = self._edges_of(place)
        insort(self._taken_off, (start, end - start))
        self.total -= end - start

    def cell(self, place: int) -> int:
        """The length of a candidate's cell, as it was laid out."""
        start, end = self._edges_of(place)
        return end - start

    def _edges_of(self, place: int) -> tuple[int, int]:
        """Where a candidate's cell starts and ends, as it was laid out."""
        edges, row = self._edges, place // self.columns
        before = edges[row - 1] if row else 0
        if self.columns == 1:
            return before, edges[row]
        within, column = self._edges_within(row), place % self.columns
        return before + within[column], before + within[column + 1]

    def find(self, word: int, words: Words) -> int:
        """The place of the candidate that a word hits, or NOBODY; more words are drawn if floats do not tell."""
        bits = words.bits
        product = word * self.total
        spot = product >> bits
        place, start, end = self._cell_at(spot)
        depth = spot - start + (product & (1 << bits) - 1) * words.unit
        own = self.one * exp(-self.gap(place))
        margin = DEPTH_ERROR * self.one + self.total * words.unit
        if depth + margin < end - start and abs(depth - own) > margin:
            return place if depth < own else NOBODY
        return self.find_exactly(Uniform(word, words))

    def find_exactly(self, u: Uniform) -> int:
        """The same, by whole numbers and balls: more bits are drawn until they tell."""
        while True:
            low, high = u.numerator * self.total, (u.numerator + 1) * self.total
            place, start, end = self._cell_at(low >> u.bits)
            if high <= end << u.bits:
                with precision(exactly.GUARD_BITS + 2 * u.bits):
                    edge = (start + self.one * self.weight(place)) * ball(2) ** u.bits
                if edge >= high:
                    return place
                if edge <= low:
                    return NOBODY
            u.refine()

    def _cell_at(self, spot: int) -> tuple[int, int, int]:
        """The place of the cell that has this spot, and where it starts and ends."""
        moved = 0
        for start, length in self._taken_off:
            if spot + moved < start:
                break
            moved += length
        spot += moved
        place = bisect_right(self._edges, spot)
        if self.columns > 1:
            before = self._edges[place - 1] if place else 0
            place = place * self.columns + bisect_right(self._edges_within(place), spot - before) - 1
        start, end = self._edges_of(place)
        return place, start - moved, end - moved

    def _edges_within(self, row: int) -> list[int]:
        """Where the cells of a row start, beside the first of them, and where the last one ends."""
        if row not in self._within:
            places = slice(row * self.columns, (row + 1) * self.columns)
            cells = self._cells(places) if self._kept is None else self._kept[places]
            for place in self._off.get(row, ()):
                cells[place - places.start] = 0.0
            self._within[row] = [0, *np.add.accumulate(cells.astype(np.int64)).tolist()]
        return self._within[row]

    def gap(self, place: int) -> float:
        """The gap of a candidate below the base, in scales."""
        return float_gap(self.base, self.value(place)) / self.scale

    def weight(self, place: int) -> Ball:
        """The weight of a candidate, beside the base."""
        return exactly.weight(exact_gap(self.base, self.value(place), self.scale))

    def find_all(self, drawn: Sequence[int], words: Words) -> tuple[Indices, bool]:
        """Whom these words hit, each by itself, on the line as it was laid out; and whether floats tell it of all."""
        length = self._edges[-1]
        spots = np.array(drawn, np.float64) * (words.unit * length)
        places, starts, ends = self._cells_at(spots)
        depths = spots - starts
        with np.errstate(all="ignore"):
            own = self.one * np.exp(self._gaps(places) / -self.scale)
        margin = DEPTH_ERROR * self.one + length * (SPOT_ERROR + 2 * words.slack)
        told = (depths > margin) & (ends - spots > margin) & (np.abs(depths - own) > margin)
        return np.where(depths < own, places, NOBODY), bool(told.all())

    def _cells_at(self, spots: Floats) -> tuple[Indices, Floats, Floats]:
        """The places of the cells that have these spots, and where they start and end."""
        last, whole = len(self.values) - 1, spots.astype(np.int64)
        rows = np.minimum(self._ends.searchsorted(whole, "right"), last // self.columns)
        if self.columns == 1 and self._kept is not None:
            ends = self._ends[rows].astype(np.float64)
            return rows, ends - self._kept[rows], ends
        among = rows[:, np.newaxis] * self.columns + np.arange(self.columns)
        within = np.minimum(among, last)
        cells = self._cells(within) if self._kept is None else self._kept[within]
        cells[among > last] = 0.0
        for turn, row in enumerate(rows.tolist()):
            for place in self._off.get(row, ()):
                cells[turn, place - row * self.columns] = 0.0
        edges = cells.cumsum(1)
        edges += (self._ends[rows] - edges[:, -1])[:, np.newaxis]
        turns = np.arange(len(rows))
        columns = np.minimum((edges <= spots[:, np.newaxis]).sum(1), self.columns - 1)
        ends = edges[turns, columns]
        return within[turns, columns], ends - cells[turns, columns], ends


def length_of_one(n: int) -> int:
    """The length of a weight of 1 among n: the greatest power of 2 with which no line is too long.

    A cell is up to 1/16 longer than its weight, and 1.
    """
    return 1 << (16 * LONGEST // (17 * n) - 1).bit_length() - 1


def row_sums(cells: Floats, columns: int) -> Floats:
    """The sums of so many cells each, and of those that are left: whole numbers, exact in whatever order."""
    rows, rest = divmod(len(cells), columns)
    sums = np.empty(rows + (rest > 0))
    cells[: len(cells) - rest].reshape(rows, columns).dot(np.ones(columns), sums[:rows])
    if rest:
        sums[rows] = cells[-rest:].sum()
    return sums
