"""A line of many candidates, as arrays."""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, inf

import numpy as np

from impl.ball import Ball, ball
from impl.fast import exactly
from impl.fast.coins import Words
from impl.fast.field import best_of
from impl.fast.line import BELOW_ONE
from impl.fast.scores import LARGEST, Number, exact_gap, float_gap
from impl.fast.table import BLOCK, NOBODY, Array, Floats, Table

BEST = 16
"""So many of the best among very many are looked up at a time, and more the more are taken."""
LEAST_LINE = 2.0**-8
"""A line that is not as long, beside a weight of 1, is laid anew, from the best that is left."""


class Rows:
    """A line of many candidates: cells are longer than weights, and what is beyond is nobody's."""

    def __init__(self, values: Array | Sequence[Number], scale: float, top: Number) -> None:
        self._table, self._scale = Table(values, scale, top), scale
        self._top, self._top_weight, self._top_is_taken = top, 1.0, False
        self._gone: set[int] = set()
        self._others: Floats | None = None
        self._best: list[int] = []
        self._is_short = False

    def draw(self, words: Words) -> int | None:
        """Draw a place, or nobody. Law: P(j) = w_j / (the length of the line)."""
        if self._is_short:
            self._table.lay(self._top, [*self._gone])
            self._is_short = False
        place = self._table.find(words.word(), words)
        return None if place == NOBODY else place

    def share(self, place: int) -> float:
        """The weight over that of the best; 1.0 if and only if it is one of the best."""
        self._find_best()
        value = self._table.value(place)
        return 1.0 if value == self._top else min(exp(-float_gap(self._top, value) / self._scale), BELOW_ONE)

    def length(self) -> float:
        """The length of the line over the weight of the best."""
        self._find_best()
        return self._table.total / (self._table.one * self._top_weight)

    def exact_length(self) -> Ball:
        """The same, by balls."""
        self._find_best()
        deep = exact_gap(self._table.base, self._top, self._scale)
        return ball(Fraction(self._table.total, self._table.one)) / exactly.weight(deep)

    def gap(self, place: int) -> Fraction:
        """(max - x_j)/scale, exactly."""
        self._find_best()
        return exact_gap(self._top, self._table.value(place), self._scale)

    def is_level(self) -> bool:
        """Whether no candidate was better than another when the line was laid, or is to be laid."""
        return bool(self._table.least == self._table.base)

    @property
    def is_bounded(self) -> bool:
        """Whether no score is minus infinity."""
        return bool(self._table.least >= -LARGEST)

    def left(self) -> int:
        """How many candidates are left."""
        return len(self._table.values) - len(self._gone)

    def nth_left(self, n: int) -> int:
        """The index of one of them, counted from 0."""
        for place in sorted(self._gone):
            if place > n:
                break
            n += 1
        return n

    def index(self, place: int) -> int:
        """The index of the candidate at a place."""
        return place

    def take(self, place: int) -> None:
        """Take the candidate at a place away; what is left, if it is short, is laid anew once it is asked for."""
        table = self._table
        self._gone.add(place)
        if self._others is not None:
            self._others[place] = -inf
        if table.value(place) == self._top:
            self._top_is_taken = True
        table.take_off(place)
        if table.total < LEAST_LINE * table.one:
            table.base = self._top = self._best_left()
            self._top_weight, self._top_is_taken, self._is_short = 1.0, False, True

    def _find_best(self) -> None:
        if self._top_is_taken:
            self._top, self._top_is_taken = self._best_left(), False
            self._top_weight = exp(-float_gap(self._table.base, self._top) / self._scale)

    def _best_left(self) -> Number:
        values = self._table.values
        if not isinstance(values, np.ndarray):
            return max(value for place, value in enumerate(values) if place not in self._gone)
        if len(values) > BLOCK:
            return self._best_of_many(values)
        if self._others is None:
            self._others = values.astype(np.float64)
            self._others[[*self._gone]] = -inf
        return self._table.value(int(self._others.argmax()))

    def _best_of_many(self, values: Array) -> Number:
        best = self._best
        while best and best[-1] in self._gone:
            best.pop()
        if not best:
            self._best = best_of(values, 2 * len(self._gone) + BEST).tolist()[::-1]
            return self._best_of_many(values)
        return self._table.value(best[-1])
