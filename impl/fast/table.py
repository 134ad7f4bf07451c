"""The weights of many candidates, as arrays, laid end to end; only the rows that are hit are summed up."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impl.fast.coins import FLOAT_BITS, Words
from impl.fast.line import WEIGHT_ERROR
from impl.fast.scores import Number, float_gap

Floats = NDArray[np.float64]
Array = NDArray[np.float64] | NDArray[np.integer[Any]]
"""Scores as floats, or as integers that are floats."""
Places = NDArray[np.intp] | Sequence[int]
Told = tuple[NDArray[np.intp], NDArray[np.bool_]]
"""Places of words, and whether these are farther from the edges of cells than a share of the line."""

BLOCK = 2**14
"""So many scores are weighed at a time: they fit into a processor's cache."""
ONE_ROW = 2**11
"""Up to so many candidates are one row; of more, there are about as many rows as columns."""
LEAST_SCALE = 2.0**-960
"""A scale whose reciprocal is a float, rounded once: to multiply by it is faster than to divide."""
LOWEST = -700.0
"""Weights of larger gaps are taken for e^-700: the exp of smaller arguments is slow, and does not show."""


class Table:
    """The weights of many candidates, laid end to end: of their values, but for some, beside one of weight 1."""

    def __init__(
        self, values: Array | Sequence[Number], scale: float, base: Number, off: Places = (), one_row: int = ONE_ROW
    ) -> None:
        self._n, self._scale, self._columns = len(values), scale, columns_of(len(values), one_row)
        self._values = values
        self.value = values.item if isinstance(values, np.ndarray) else values.__getitem__
        self._weigh(base, off)

    def _weigh(self, base: Number, off: Places) -> None:
        """Weigh all candidates, and put them into the table."""
        self._base = base
        with np.errstate(all="ignore"):
            self._fill()
        self.empty(off)

    def _fill(self) -> None:
        rows = -(-self._n // self._columns)
        if rows == 1:
            self._cells = self._weights_of(range(self._n))
            self._table = self._cells.reshape(1, -1)
            return
        self._table = np.zeros((rows, self._columns))
        self._cells = self._table.reshape(-1)
        for start in range(0, self._n, BLOCK):
            part = range(start, min(start + BLOCK, self._n))
            self._cells[start : part.stop] = self._weights_of(part)

    def _weights_of(self, places: range) -> Floats:
        gaps: Floats
        if isinstance(self._values, np.ndarray):
            gaps = np.subtract(float(self._base), self._values[places.start : places.stop])
        else:
            gaps = np.array([float_gap(self._base, self._values[place]) for place in places])
        if self._scale < LEAST_SCALE:
            np.divide(gaps, -self._scale, gaps)
        else:
            np.multiply(gaps, -1 / self._scale, gaps)
        np.maximum(gaps, LOWEST, out=gaps)
        return np.exp(gaps, gaps)

    def empty(self, places: Places) -> None:
        """Take these candidates off the line."""
        if len(places):
            self._cells[places] = 0.0
        self._sum_up()

    def _sum_up(self) -> None:
        """Add up the rows, and lay them end to end."""
        self._inside: dict[int, Floats] = {}
        self._ends: list[float] = (
            [self._sums_of(0).item(-1)] if len(self._table) == 1 else np.add.reduce(self._table, 1).cumsum().tolist()
        )
        self.total: float = self._ends[-1]
        self._error = 2 * (WEIGHT_ERROR + sum(self._table.shape) * 2.0**-FLOAT_BITS)

    def weight(self, place: int) -> float:
        """The weight of a candidate on the line."""
        return self._cells.item(place)

    def cell(self, word: int, words: Words) -> int | None:
        """The place of a word on the line, if floats tell."""
        spot, margin = word * words.unit * self.total, self.total * (self._error + 2 * words.slack)
        at = bisect_right(self._ends, spot)
        if at == len(self._ends):
            return None
        sums = self._sums_of(at)
        spot -= self._ends[at - 1] if at else 0.0
        column = int(sums.searchsorted(spot, "right"))
        if column == len(sums):
            return None
        below = spot - (sums.item(column - 1) if column else 0.0)
        if (below > margin or not (at or column)) and sums.item(column) - spot > margin:
            return at * len(sums) + column
        return None

    def _sums_of(self, row: int) -> Floats:
        if row not in self._inside:
            self._inside[row] = self._table[row].cumsum()
        return self._inside[row]

    def cells(self, rows: Sequence[int], columns: Sequence[int], words: Words) -> tuple[NDArray[np.intp], bool]:
        """The places of many candidates, told by a word for the row and one for the place in it; and if all are told.

        Where there is one row, it is that.
        """
        share = self._error + 2 * words.slack
        if len(self._table) == 1:
            column, surely = _places(self._sums_of(0), columns, share, words)
            return column, bool(surely.all())
        row, sure = _places(np.array(self._ends), rows, share, words)
        column, surely = self._inside_of(np.minimum(row, len(self._table) - 1), columns, share, words)
        return row * self._columns + column, bool((sure & surely).all())

    def _inside_of(self, rows: NDArray[np.intp], drawn: Sequence[int], share: float, words: Words) -> Told:
        """Where words are in these rows, one in each."""
        sums, each = self._table[rows].cumsum(1), np.arange(len(rows))
        lengths = sums[:, -1]
        spots = _numbers(drawn, words) * lengths
        column = np.minimum((sums <= spots[:, np.newaxis]).sum(1), sums.shape[1] - 1)
        sure = (spots - sums[each, column - 1] > share * lengths) | (column == 0)
        sure &= sums[each, column] - spots > share * lengths
        return column, sure


def columns_of(n: int, one_row: int) -> int:
    """How many candidates there are in a row."""
    return n if n <= one_row else 1 << (n.bit_length() + 1) // 2


def _places(sums: Floats, drawn: Sequence[int], share: float, words: Words) -> Told:
    """Where words are on a line with these sums."""
    spots, margin = _numbers(drawn, words) * sums[-1], share * sums[-1]
    places = sums.searchsorted(spots, "right")
    sure = (spots - sums.take(places - 1, mode="clip") > margin) | (places == 0)
    sure &= sums.take(places, mode="clip") - spots > margin
    return places, sure


def _numbers(drawn: Sequence[int], words: Words) -> Floats:
    numbers: Floats = np.array(drawn, np.uint64).astype(np.float64) * words.unit
    return numbers
