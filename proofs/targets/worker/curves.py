"""Learn how the thresholds of the last draw move with the draw before it."""

import heapq
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, pairwise

from .cells import Cells
from .forecast import Curve, Fibre

Runs = Callable[[tuple[int, ...], int], tuple[Cells, str]]
"""A run of a program on a script and a tape."""

LEAST_LAST = 64
FIRST, MOST_THRESHOLDS, MOST_BREAKS = 8, 12, 12
HEAVY = Fraction(1, 4)
FINE, COARSE = 24, 13
"""Bits of a threshold that are found, where much mass depends on it and where little does."""


class NotCurved(Exception):
    """There are more draws, or more thresholds, than a curve has."""


def learn_curve(run: Runs, script: tuple[int, ...], n: int, mass: Fraction) -> Curve | None:
    """The last two draws after a script, the first of them among n, if they are that."""
    cells, _ = run((*script, n // 2), 1)
    if len(cells.among) != len(script) + 2 or cells.among[-1] <= LEAST_LAST:
        return None
    heavy = mass > HEAVY
    learner = _Fibres(run, script, cells.among[-1], FINE if heavy else COARSE)
    try:
        return _curve(learner, n, mass, 2e-6 if mass == 1 else 2e-3 * float(mass), 300 if heavy else 40)
    except NotCurved:
        return None


def _curve(fibres: "_Fibres", n: int, mass: Fraction, error: float, most: int) -> Curve:
    """Halve the stretch whose thresholds are least straight, until all are straight enough."""
    known: dict[int, Fibre] = {}
    first = [0, *(n * i // FIRST for i in range(1, FIRST)), n - 1]
    for cell in first:
        known[cell] = fibres.at_the_end(cell) if cell in (0, n - 1) else fibres.at(cell)
    stretches: list[tuple[float, int, int, int, int]] = []
    order = count()

    def halve(a: int, b: int) -> None:
        middle = (a + b) // 2
        left, right = known[a], known[b]
        same = left.outcomes == right.outcomes
        known[middle] = found = fibres.at(middle, list(zip(left.starts, right.starts, strict=True)) if same else None)
        width = (b - a) / n
        bent = width / 4
        if same and found.outcomes == left.outcomes:
            thresholds = zip(left.starts, right.starts, found.starts, strict=True)
            bent = max(abs(z - (x + y) // 2) for x, y, z in thresholds) / fibres.last * width / 3
        heapq.heappush(stretches, (-bent, next(order), a, middle, b))

    for a, b in pairwise(first):
        halve(a, b)
    while len(known) < most and -sum(stretch[0] for stretch in stretches) * float(mass) > error:
        _, _, a, middle, b = heapq.heappop(stretches)
        if b - a < 4:
            break
        halve(a, middle)
        halve(middle, b)
    cells = sorted(known)
    if sum(known[a].outcomes != known[b].outcomes for a, b in pairwise(cells)) > MOST_BREAKS:
        raise NotCurved
    return Curve(n, fibres.last, cells, [known[cell] for cell in cells])


class _Fibres:
    """Finds the thresholds of the last draw, to some bits."""

    def __init__(self, run: Runs, script: tuple[int, ...], last: int, bits: int) -> None:
        self._run = run
        self._script = script
        self.last = last
        self._width = max(1, last >> bits)

    def at_the_end(self, cell: int) -> Fibre:
        """The fibre at the first or the last cell, or near it: a program may draw again there."""
        try:
            return self.at(cell)
        except NotCurved:
            return self.at(abs(cell - 2))

    def at(self, cell: int, between: Sequence[tuple[int, int]] | None = None) -> Fibre:
        """The fibre at a cell; its thresholds may be guessed to lie between others."""
        if between:
            try:
                return self._found(cell, self._guesses(between))
            except NotCurved:
                pass
        return self._found(cell, {(self.last - 1) * i // 4 for i in range(5)})

    def _guesses(self, between: Sequence[tuple[int, int]]) -> set[int]:
        points = {0, self.last - 1}
        for ends in between[1:]:
            low, high = sorted(ends)
            points |= {max(0, low - self._width), (low + high) // 2, min(self.last - 1, high + self._width)}
        return points

    def _found(self, cell: int, around: set[int]) -> Fibre:
        known: dict[int, str | None] = {}

        def at(then: int) -> str | None:
            if then not in known:
                cells, outcome = self._run((*self._script, cell, then), 1)
                known[then] = outcome if cells.among[len(self._script) + 1 :] == [self.last] else None
            return known[then]

        points = sorted(around)
        while at(points[0]) is None and points[0] < 2:
            points[0] += 1
        while at(points[-1]) is None and points[-1] > self.last - 3:
            points[-1] -= 1
        starts, outcomes = [0], [at(points[0])]
        for a, b in pairwise(points):
            while at(a) != at(b) and b - a > self._width:
                middle = (a + b) // 2
                if at(middle) == at(a):
                    a = middle
                elif at(middle) == at(b):
                    b = middle
                else:
                    raise NotCurved
            if at(a) != at(b):
                starts.append((a + b + 1) // 2)
                outcomes.append(at(b))
        found = [outcome for outcome in outcomes if outcome is not None]
        if len(found) < len(outcomes) or len(starts) > MOST_THRESHOLDS:
            raise NotCurved
        return Fibre(starts, found)
