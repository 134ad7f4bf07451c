"""The weights of many candidates, as arrays, laid end to end; only the rows that are hit are summed up."""

from collections.abc import Sequence
from itertools import accumulate, islice

import numpy as np
from numpy.typing import NDArray

from impl.fast.coins import FLOAT_BITS
from impl.fast.line import WEIGHT_ERROR
from impl.fast.scores import Number, float_gap

Floats = NDArray[np.float64]

BLOCK = 2**14
"""So many scores are weighed at a time: they fit into a processor's cache."""
ONE_ROW = 2**11
"""Up to so many candidates are one row, up to BLOCK if MANY are wanted; of more, about as many rows as columns."""
MANY = 16
"""So many picks are worth finding at once, and so many that are wanted worth putting in order."""
LOWEST = -700.0
"""Weights of larger gaps are taken for e^-700: the exp of smaller arguments is slow, and does not show."""
FAR = 100.0
"""Candidates so many scales below the best have no weight that shows, all together."""


class Table:
    """The weights of many candidates, laid end to end: rows of a table, then a head of single candidates."""

    def __init__(self, values: Floats | Sequence[Number], scale: float, top: Number, wanted: int) -> None:
        self._n, self._scale, self._wanted = len(values), scale, wanted
        self._hold(values)
        self._whole = self._n <= (ONE_ROW if wanted < MANY else BLOCK)
        self._head: list[int] = []
        self._head_values: list[Number] = []
        self._at: dict[int, int] = {}
        self._last, self._alone = -1, False
        self._gone: set[int] = set()
        self._remaining: Floats | None = None
        self._weigh(top)

    def _hold(self, values: Floats | Sequence[Number]) -> None:
        self._values = values
        self._value = values.item if isinstance(values, np.ndarray) else values.__getitem__

    def _weigh(self, top: Number) -> None:
        """Take weights from the best that is left; a table far below it has none."""
        self._base = self._top = top
        self._top_weight = 1.0
        self._tabled = not (self._head and self._is_far(0))
        with np.errstate(all="ignore"):
            if self._head:
                self._head_weights: list[float] = self._weights_of(self._head).tolist()
            if self._tabled:
                self._fill()
        self._taken = self._gone
        self.settle(self._head)

    def _fill(self) -> None:
        """Weigh all candidates, and put them into the table."""
        self._row_ends: list[float] = []
        if self._whole:
            self._cells = self._weights_of(range(self._n))
            return
        columns = 1 << (self._n.bit_length() + 1) // 2
        self._table = np.zeros((-(-self._n // columns), columns))
        self._cells = self._table.reshape(-1)
        for start in range(0, self._n, BLOCK):
            part = range(start, min(start + BLOCK, self._n))
            self._cells[start : part.stop] = self._weights_of(part)
        self._row_sums = np.add.reduce(self._table, 1)

    def _weights_of(self, places: Sequence[int]) -> Floats:
        gaps: Floats
        if not isinstance(self._values, np.ndarray):
            gaps = np.array([float_gap(self._base, self._values[place]) for place in places])
        else:
            chosen = slice(places.start, places.stop) if isinstance(places, range) else places
            gaps = np.subtract(float(self._base), self._values[chosen])
        np.divide(gaps, -self._scale, gaps)
        np.maximum(gaps, LOWEST, out=gaps)
        return np.exp(gaps, gaps)

    def settle(self, moved: Sequence[int] = ()) -> None:
        """Take the candidates already taken off the line, and those out of the table that have moved to the head."""
        emptied = [*moved]
        for place in self._taken:
            if place in self._at:
                self._head_weights[self._at[place]] = 0.0
            else:
                emptied.append(place)
        if emptied and self._tabled:
            self._cells[emptied] = 0.0
        self._off_line, self._taken = self._gone.copy(), set()
        if self._tabled and (emptied or not self._row_ends):
            self._sum_up(emptied)
        self._ends = self._row_ends.copy() if self._tabled else [0.0]
        self._rows = len(self._ends)
        if self._head:
            self._ends += islice(accumulate(self._head_weights, initial=self._ends[-1]), 1, None)
        additions = self._additions + len(self._head)
        self._error = 2 * (WEIGHT_ERROR + additions * 2.0**-FLOAT_BITS)
        self._measure()

    def _sum_up(self, changed: list[int]) -> None:
        """Add up the rows of these cells anew, and lay all rows end to end."""
        if self._whole:
            sums = self._cells.cumsum()
            self._inside: dict[int, Floats] = {0: sums}
            self._row_ends, self._additions = [sums.item(-1)], self._n
        else:
            for row in {place // self._table.shape[1] for place in changed}:
                self._row_sums[row] = self._table[row].sum()
            self._inside = {}
            self._row_ends, self._additions = self._row_sums.cumsum().tolist(), sum(self._table.shape)

    def _measure(self) -> None:
        """What the line ends with: its length, the weight of its best, and what of it is taken."""
        self._limit = self._rows + self._last + 1
        self._total = self._ends[self._limit - 1]
        if self._head:
            self._top_weight = self._head_weights[self._last]
        self._taken_mass = sum(map(self._weight, self._taken))

    def _weight(self, place: int) -> float:
        """The weight of a candidate on the line."""
        at = self._at.get(place)
        if at is not None:
            return self._head_weights[at]
        return self._cells.item(place) if self._tabled else 0.0

    def _is_far(self, at: int) -> bool:
        """Whether a candidate of the head is far below the best."""
        return float_gap(self._top, self._head_values[at]) > FAR * self._scale
