"""The weights of many candidates, as arrays, laid end to end; only the rows that are hit are summed up."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from impl.fast.coins import FLOAT_BITS, Words
from impl.fast.line import WEIGHT_ERROR
from impl.fast.scores import Number, float_gap

Floats = NDArray[np.float64]
Places = NDArray[np.intp] | Sequence[int]

BLOCK = 2**14
"""So many scores are weighed at a time: they fit into a processor's cache."""
ONE_ROW = 2**11
"""Up to so many candidates are one row; of more, there are about as many rows as columns."""
LOWEST = -700.0
"""Weights of larger gaps are taken for e^-700: the exp of smaller arguments is slow, and does not show."""


class Table:
    """The weights of many candidates, laid end to end: of their values, but for some, beside one of weight 1."""

    def __init__(self, values: Floats | Sequence[Number], scale: float, base: Number, off: Places = ()) -> None:
        self._n, self._scale = len(values), scale
        self._values = values
        self.value = values.item if isinstance(values, np.ndarray) else values.__getitem__
        self._whole = self._n <= ONE_ROW
        self._weigh(base, off)

    def _weigh(self, base: Number, off: Places) -> None:
        """Weigh all candidates, and put them into the table."""
        self._base = base
        with np.errstate(all="ignore"):
            self._fill()
        self.empty(off)

    def _fill(self) -> None:
        if self._whole:
            self._cells = self._weights_of(range(self._n))
            return
        columns = 1 << (self._n.bit_length() + 1) // 2
        self._table = np.zeros((-(-self._n // columns), columns))
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
        np.divide(gaps, -self._scale, gaps)
        np.maximum(gaps, LOWEST, out=gaps)
        return np.exp(gaps, gaps)

    def empty(self, places: Places) -> None:
        """Take these candidates off the line."""
        if len(places):
            self._cells[places] = 0.0
        self._sum_up()

    def _sum_up(self) -> None:
        """Add up the rows, and lay them end to end."""
        if self._whole:
            sums = self._cells.cumsum()
            self._inside: dict[int, Floats] = {0: sums}
            self._ends, additions = [sums.item(-1)], self._n
        else:
            self._inside = {}
            self._ends, additions = np.add.reduce(self._table, 1).cumsum().tolist(), max(BLOCK, sum(self._table.shape))
        self.total: float = self._ends[-1]
        self._error = 2 * (WEIGHT_ERROR + additions * 2.0**-FLOAT_BITS)

    def weight(self, place: int) -> float:
        """The weight of a candidate on the line."""
        return self._cells.item(place)

    def cell(self, word: int, words: Words) -> int | None:
        """The place of a word on the line, if floats tell."""
        spot, margin = word * words.unit * self.total, self.total * (self._error + 2 * words.slack)
        at = bisect_right(self._ends, spot)
        if at == len(self._ends):
            return None
        if at not in self._inside:
            self._inside[at] = self._table[at].cumsum()
        sums = self._inside[at]
        spot -= self._ends[at - 1] if at else 0.0
        column = int(sums.searchsorted(spot, "right"))
        if column == len(sums):
            return None
        below = spot - (sums.item(column - 1) if column else 0.0)
        if (below > margin or not (at or column)) and sums.item(column) - spot > margin:
            return at * len(sums) + column
        return None

    def cells(self, drawn: Sequence[int], words: Words) -> list[int]:
        """The places of many words on the line; -1 where floats do not tell."""
        sums, margin = self._all_sums(), self.total * (self._error + 2 * words.slack)
        spots = np.array(drawn, np.uint64).astype(np.float64) * words.unit * self.total
        places = sums.searchsorted(spots, "right")
        sure = (spots - sums.take(places - 1, mode="clip") > margin) | (places == 0)
        sure &= sums.take(places, mode="clip") - spots > margin
        found: list[int] = np.where(sure, places, -1).tolist()
        return found

    def _all_sums(self) -> Floats:
        if self._n <= BLOCK:
            return self._inside[0] if self._whole else self._cells.cumsum()
        starts = np.array([0.0, *self._ends[:-1]])
        sums: Floats = (self._table.cumsum(1) + starts[:, np.newaxis]).reshape(-1)
        return sums
