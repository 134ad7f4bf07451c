"""Learn how the thresholds of the last draw move with the draw before it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from .cells import Cells
from .refining import refine
from .shapes import Curve, Fibre

Runs = Callable[[tuple[int, ...], int], tuple[Cells, str]]
"""A run of a program on a script and a tape."""

LEAST_LAST = 64
FIRST, MOST_THRESHOLDS, MOST_BREAKS = 8, 12, 12
HEAVY = Fraction(1, 4)
FINE, COARSE = 24, 13
"""Bits of a threshold that are found, where much mass depends on it and where little does."""


ROUGH, FIBRES = 12, 40
"""The same, and fibres, of a section."""
FIRST_SECTIONS, MOST_SECTIONS = 8, 47


class NotCurved(Exception):
    """There are more draws, or more thresholds, than a curve has."""


def learn_curve(run: Runs, script: tuple[int, ...], n: int, mass: Fraction) -> Curve | None:
    """The last two or three draws after a script, the first of them among n, if they are that."""
    cells, _ = run((*script, n // 2), 1)
    later = cells.among[len(script) + 1 :]
    if len(later) not in (1, 2) or min(later) <= LEAST_LAST:
        return None
    heavy = mass > HEAVY
    try:
        if len(later) == 2:
            return _surface(run, script, n, later) if heavy else None
        learner = _Fibres(run, script, later[-1], FINE if heavy else COARSE)
        return _curve(learner, n, 2e-6 if mass == 1 else 2e-3, 300 if heavy else 40)
    except NotCurved:
        return None


def _surface(run: Runs, script: tuple[int, ...], n: int, later: Sequence[int]) -> Curve:
    """Curves of the last two draws at cells of the one before, more of them where their laws are least straight."""
    known: dict[int, Curve] = {}
    laws: dict[int, dict[str, float]] = {}

    def find(cell: int, *stretch: int) -> None:
        try:
            found = _section(run, (*script, cell), later)
        except NotCurved:
            if cell not in (0, n - 1):
                raise
            found = _section(run, (*script, abs(cell - 2)), later)
        law: dict[str, float] = {}
        for outcome, part in found.masses():
            law[outcome] = law.get(outcome, 0.0) + float(part)
        known[cell], laws[cell] = found, law

    def bent(a: int, middle: int, b: int) -> float:
        left, right, found = laws[a], laws[b], laws[middle]
        outcomes = {*left, *right, *found}
        return sum(abs(found.get(o, 0) - (left.get(o, 0) + right.get(o, 0)) / 2) for o in outcomes) * (b - a) / n

    first = [n * i // FIRST_SECTIONS for i in range(FIRST_SECTIONS)] + [n - 1]
    left = refine(find, bent, first, MOST_SECTIONS, 0)
    cells = sorted(known)
    rough = max(curve.rough for curve in known.values()) + Fraction(left / 6)
    return Curve(n, later[-1], cells, [known[cell] for cell in cells], rough)


def _section(run: Runs, script: tuple[int, ...], later: Sequence[int]) -> Curve:
    return _curve(_Fibres(run, script, later[1], ROUGH), later[0], 2e-5, FIBRES)


def _curve(fibres: "_Fibres", n: int, error: float, most: int) -> Curve:
    """Fibres at some cells, more of them where their thresholds are least straight."""
    known: dict[int, Fibre] = {}

    def find(cell: int, a: int, b: int) -> None:
        if cell in (0, n - 1):
            known[cell] = fibres.at_the_end(cell)
        elif a == b or known[a].outcomes != known[b].outcomes:
            known[cell] = fibres.at(cell)
        else:
            known[cell] = fibres.at(cell, list(zip(known[a].starts, known[b].starts, strict=True)))

    def bent(a: int, middle: int, b: int) -> float:
        left, right, found = known[a], known[b], known[middle]
        if not left.outcomes == right.outcomes == found.outcomes:
            return (b - a) / n / 4
        thresholds = zip(left.starts, right.starts, found.starts, strict=True)
        return max(abs(z - (x + y) // 2) for x, y, z in thresholds) / fibres.last * (b - a) / n / 3

    left = refine(find, bent, [0, *(n * i // FIRST for i in range(1, FIRST)), n - 1], most, error)
    cells = sorted(known)
    if sum(known[a].outcomes != known[b].outcomes for a, b in pairwise(cells)) > MOST_BREAKS:
        raise NotCurved
    rough = Fraction(left) + Fraction(fibres.width, 8 * fibres.last)
    return Curve(n, fibres.last, cells, [known[cell] for cell in cells], rough)


class _Fibres:
    """Finds the thresholds of the last draw, to some bits."""

    def __init__(self, run: Runs, script: tuple[int, ...], last: int, bits: int) -> None:
        self._run = run
        self._script = script
        self.last = last
        self.width = max(1, last >> bits)

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
            points |= {max(0, low - self.width), (low + high) // 2, min(self.last - 1, high + self.width)}
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
            while at(a) != at(b) and b - a > self.width:
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
