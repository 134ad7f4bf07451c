"""A line of many candidates, as arrays: what is picked from it, and how it changes from round to round.

If many are wanted, once all of the best are taken, the best of the others are put at the end of the line, in order: as
many as are still wanted, so that it ends with the best that is left, round after round.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import exp

import numpy as np

from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.line import BELOW_ONE, DEEPEST, REFRESH, Gaps, Left
from impl.fast.scores import LARGEST, Number, float_gap
from impl.fast.table import MANY, Floats, Table
from impl.scores import exact_score

MOST_HEAD = 2**12
"""So many are put in order at a time."""
FAR_SHARE = 2.0**-20
"""The share of the line that candidates far below the best do not reach."""


class Rows(Table):
    """A line of many candidates. A pick that hits a candidate already taken is drawn again."""

    def __init__(
        self, values: Floats | Sequence[Number], scale: float, top: Number, wanted: int, many: int = MANY
    ) -> None:
        self._many = many
        super().__init__(values, scale, top, wanted)
        self._ties = self._count(top) if wanted > 1 else 1

    def pick(self, words: Words) -> int:
        """Draw a place."""
        while True:
            place = self._cell(words)
            if place not in self._gone:
                return place

    def _cell(self, words: Words) -> int:
        word, ends = words.word(), self._ends
        if self._alone:
            return self._head[self._last] if word * words.unit > FAR_SHARE else self._exactly(word, words)
        spot = word * words.unit * self._total
        margin = self._total * (self._error + 2 * words.slack)
        at = bisect_right(ends, spot, 0, self._limit)
        if at < self._rows:
            if at not in self._inside:
                self._inside[at] = self._table[at].cumsum()
            sums, spot = self._inside[at], spot - (ends[at - 1] if at else 0.0)
            column = int(sums.searchsorted(spot, "right"))
            if column < len(sums):
                below = spot - (sums.item(column - 1) if column else 0.0)
                if (below > margin or not (at or column)) and sums.item(column) - spot > margin:
                    return at * len(sums) + column
        elif at < self._limit and spot - ends[at - 1] > margin and ends[at] - spot > margin:
            return self._head[at - self._rows]
        return self._exactly(word, words)

    def several(self, words: Words) -> list[int]:
        """Draw several places, independently of each other, if they take a quarter of the line at most; or none."""
        if self._wanted < self._many or self._head or not self._whole or words.settles:
            return []
        count = min(self._wanted - len(self._gone), int(self._total * REFRESH))
        return self.picks(words, count) if count >= self._many else []

    def picks(self, words: Words, count: int) -> list[int]:
        """Draw so many places, independently of each other, and leave out those that are taken."""
        drawn = words.many(count)
        sums, margin = self._inside[0], self._total * (self._error + 2 * words.slack)
        spots = np.array(drawn, np.uint64).astype(np.float64) * words.unit * self._total
        cells = sums.searchsorted(spots, "right")
        sure = (spots - sums.take(cells - 1, mode="clip") > margin) | (cells == 0)
        sure &= sums.take(cells, mode="clip") - spots > margin
        found: list[int] = cells.tolist()
        for unsure in np.flatnonzero(~sure).tolist():
            found[unsure] = self._exactly(drawn[unsure], words)
        return [place for place in found if place not in self._gone]

    def _exactly(self, word: int, words: Words) -> int:
        place = exactly.cell(Uniform(word, words), Gaps(self.gap, self._line))
        return next(islice(self._line(), place, None))

    def _line(self) -> Iterator[int]:
        """The candidates on the line, in order."""
        yield from (j for j in range(self._n) if j not in self._at and j not in self._off_line)
        yield from (j for j in self._head[: self._last + 1] if j not in self._off_line)

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        if self._value(place) == self._top:
            return 1.0
        return 0.0 if self._alone else min(self._weight(place) / self._top_weight, BELOW_ONE)

    def mass(self) -> float:
        """The sum of all weights that are left over that of the best."""
        return 1.0 if self._alone else (self._total - self._taken_mass) / self._top_weight

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        return (exact_score(self._top) - exact_score(self._value(place))) / Fraction(self._scale)

    def gaps(self) -> Gaps:
        """The same of all that are left."""
        return Gaps(self.gap, self.left().__iter__)

    def equal(self) -> bool:
        """Whether all that are left are equal, and not yet in order."""
        return self._ties == self._n - len(self._gone) and not self._head

    def left(self) -> Left:
        """The indices that are left."""
        return Left(self._n, sorted(self._gone))

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return place

    def take(self, place: int) -> bool:
        """Take the candidate at a place away; tell whether the best of the line and its cells are as before."""
        self._gone.add(place)
        self._taken.add(place)
        self._taken_mass += self._weight(place)
        if self._remaining is not None:
            self._remaining[place] = -np.inf
        same = True
        if self._head:
            if place == self._head[self._last]:
                self._descend()
        elif self._value(place) == self._top:
            self._ties -= 1
            if not self._ties:
                self._next_best()
                same = False
        if self._taken_mass > REFRESH * self._total and not self._alone:
            self.settle()
            same = False
        return same

    def _next_best(self) -> None:
        """Find the best that are left: all of them, or, if many are wanted, put them in order."""
        top = self._best_left()
        self._ties = self._count(top)
        if self.equal():
            self._top = top
        elif self._wanted - len(self._gone) >= self._many:
            self._order()
            self._descend()
        elif float_gap(self._base, top) > DEEPEST * self._scale:
            self._weigh(top)
        else:
            self._top = top
            self._top_weight = exp(-float_gap(self._base, top) / self._scale)

    def _best_left(self) -> Number:
        if not isinstance(self._values, np.ndarray):
            return max(self._values[place] for place in self.left())
        if self._remaining is None:
            self._hold(np.maximum(self._values, -LARGEST))
            self._remaining = self._values.copy()
            self._remaining[list(self._gone)] = -np.inf
        best: float = self._remaining.item(self._remaining.argmax())
        return best

    def _count(self, top: Number) -> int:
        if isinstance(self._values, np.ndarray):
            return int(np.count_nonzero((self._values if self._remaining is None else self._remaining) == top))
        return sum(self._values[place] == top for place in self.left())

    def _order(self) -> None:
        """Put the best that are left, as many as are wanted, to the end of the line, in order."""
        first = self._n - min(self._wanted - len(self._gone), MOST_HEAD)
        if self._remaining is not None:
            best = np.argpartition(self._remaining, first)[first:]
            best = best[np.argsort(self._remaining[best])]
            self._head, self._head_values = best.tolist(), self._remaining[best].tolist()
        else:
            self._head = sorted(self.left(), key=self._value)[first - self._n :]
            self._head_values = [self._value(place) for place in self._head]
        self._at = {place: at for at, place in enumerate(self._head)}
        self._last = len(self._head) - 1
        if self._tabled:
            self._head_weights = self._cells[self._head].tolist()
            self.settle(self._head)
        else:
            self._weigh(self._head_values[-1])

    def _descend(self) -> None:
        """The line ends with the best of the head that is left."""
        while self._last >= 0 and self._head[self._last] in self._gone:
            self._taken.discard(self._head[self._last])
            self._last -= 1
        if self._last < 0:
            self._order()
        self._top = self._head_values[self._last]
        second = self._last - 1
        while second >= 0 and self._head[second] in self._gone:
            second -= 1
        self._alone = second >= 0 and self._is_far(second)
        if self._alone:
            if self._taken:
                self.settle()  # what is beside the best is then far below it
            return
        deep = float_gap(self._base, self._top) > DEEPEST * self._scale
        if deep or not (self._tabled or self._is_far(0)):
            self._weigh(self._top)
        else:
            self._measure()
