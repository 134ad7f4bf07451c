"""Learn a forecast of a randomised program by playing it: each draw is cut where the program's behaviour changes.

Nothing that is learnt is believed: plays with fresh cells hold the forecast against the program (`certifying`).
"""

import heapq
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import count

from .cells import Cells, Chance
from .curves import learn_curve
from .cutting import FINE, FINEST, LISTED, Behaviour, Cutter, behaviour
from .forecast import Box, Leaf, Node, Open, Race, Ranking
from .mentioning import Number
from .orders import NATURAL, Order
from .racing import learn_race
from .ranking import learn_ranking
from .remembering import Play

SMALL, ENUMERATED = 64, 2**12
"""Draws among so many are taken cell by cell at once, or where they cannot be cut."""
HEAVY, MOST_LOST = Fraction(1, 8), Fraction(1, 2**20)
"""The least mass at which every cell of a draw is worth a try; how much may be lost to what cannot be cut."""
FIRST_STRIPS, STRIPS, LEAST_STRIPPED = 64, 16, Fraction(1, 512)
HOPELESS, HOPE = 2000, Fraction(1, 2**11)
"""A program that `must_end` never will if more than this is open after so many nodes."""
OVERDRAFT = 100_000
"""How much more than its work may be spent on the last node that is looked at."""
FOLDING_FIRST, FOLDING = (100, 101), tuple(range(102, 132))
"""Numbers of tapes."""


class Spent(Exception):
    """There is no work left to do."""


@dataclass
class Known:
    """A node that others may turn out to be."""

    script: tuple[int, ...]
    node: Node
    behaviour: Behaviour | None = None


@dataclass
class Learner:
    """Plays a program until `work` is done, or all but `missing` of its mass is foretold; runs and draws are work.

    Where `folding`, a state that behaves like a known one on all tapes is taken to be that one, so that loops close.
    Where not, only what can be cut to the cell is foretold, and `large` are heavy draws that were cut: script and size.
    The program mentions some `numbers`. If it `must_end`, nothing is wanted of one that goes on and on.
    """

    play: Play
    work: int
    missing: Fraction
    folding: bool = True
    chance: Chance = field(default_factory=lambda: Chance(7))
    _known: dict[Behaviour, list[Known]] = field(default_factory=dict)
    odd: dict[int, set[int]] = field(default_factory=dict)
    numbers: Sequence[Number] = ()
    large: list[tuple[tuple[int, ...], int]] = field(default_factory=list)
    must_end: bool = False
    folds: int = 0
    """How often a state that goes on was taken to be another."""

    def __post_init__(self) -> None:
        self._lost = Fraction(0)
        self._least = -min(OVERDRAFT, 2 * self.work)
        finest = FINE if self.folding else FINEST
        self.cutter = Cutter(self.run, partial(self.run, anew=True), self.chance, self.odd, self.numbers, finest)

    def run(self, script: tuple[int, ...], tape: int, anew: bool = False) -> tuple[Cells, str]:
        """Play once, or remember what came of it."""
        if self.work < self._least:
            raise Spent
        cells = Cells(script, tape, self.chance, anew)
        outcome = self.play(cells)
        self.work -= cells.work
        return cells, outcome

    def learn(self) -> Node:
        """The forecast, as far as the work goes."""
        top = Box(1, NATURAL, [0], [Open((), Fraction(1))])
        with suppress(Spent):
            self._learn(top)
        return top.after[0]

    def _learn(self, top: Box) -> None:
        """Look at the heaviest open node first."""
        order, looked, left = count(), count(), Fraction(1)
        waiting: list[tuple[Fraction, int, Box | Race | Ranking, int]] = [(Fraction(-1), next(order), top, 0)]
        while waiting and self.work > 0 and left > self.missing and self._lost <= MOST_LOST:
            if self.must_end and left > HOPE and next(looked) > HOPELESS:
                break
            _, _, parent, place = heapq.heappop(waiting)
            node = parent.after[place]
            assert isinstance(node, Open)
            known = self._alike(node)
            new = known.node if known.node is not node else self._next(node.script, node.mass)
            if new is None or isinstance(new, Open):
                continue
            parent.after[place] = new
            self.folds += known.node is not node and not isinstance(new, Leaf)
            if known.node is node and isinstance(new, Box | Race | Ranking):
                for kid_place, kid in enumerate(new.after):
                    assert isinstance(kid, Open)
                    heapq.heappush(waiting, (-kid.mass, next(order), new, kid_place))
            else:
                left -= node.mass
            known.node = new

    def _alike(self, node: Open) -> Known:
        """What is known that behaves like a node, or the node itself, which is known from now on."""
        known = Known(node.script, node)
        if not self.folding:
            return known
        first = behaviour(self.run, node.script, FOLDING_FIRST)
        alike = self._known.setdefault(first, [])
        if alike and len(first) == len(FOLDING_FIRST):
            known.behaviour = behaviour(self.run, node.script, FOLDING)
            for other in alike:
                other.behaviour = other.behaviour or behaviour(self.run, other.script, FOLDING)
                if other.behaviour == known.behaviour:
                    return other
        alike.append(known)
        return known

    def _next(self, script: tuple[int, ...], mass: Fraction) -> Node | None:
        cells, outcome = self.run(script, 0)
        if len(cells.among) <= len(script):
            return None if cells.stopped or len(cells.among) < len(script) else Leaf(outcome)
        n = cells.among[len(script)]
        if n <= SMALL:
            return self._box(script, mass, n, NATURAL, range(n))
        cut = self.cutter.cut(script, n)
        coupled = self._coupled(script, mass) if cut is None else None
        if coupled is not None:
            return coupled
        cut = cut or self.cutter.cut_by_digits(script, n)
        if cut is not None:
            if not self.folding and mass >= HEAVY:
                self.large.append((script, n))
            return self._box(script, mass, n, *cut)
        if not self.folding:
            return self._tried(script, mass, n)
        curve = learn_curve(self.run, script, n, mass)
        if curve is not None:
            curve.rough *= mass
            return curve
        if n <= ENUMERATED:
            return self._box(script, mass, n, NATURAL, range(n))
        if mass < LEAST_STRIPPED:
            return None
        strips = FIRST_STRIPS if mass == 1 else STRIPS
        return self._box(script, mass, n, NATURAL, [n * i // strips for i in range(strips)], exactly=False)

    def _coupled(self, script: tuple[int, ...], mass: Fraction) -> Node | None:
        """Draws of which the order decides: their own, or that of what they are noise of."""
        ranking = learn_ranking(self.run, script, mass, self.chance)
        if ranking is not None or not self.folding:
            return ranking
        return learn_race(self.run, script, mass, self.chance)

    def _tried(self, script: tuple[int, ...], mass: Fraction, n: int) -> Box | None:
        """A draw that cannot be cut, cell by cell."""
        if n <= ENUMERATED:
            return self._box(script, mass, n, NATURAL, range(n))
        grouped = self.cutter.group(script, n) if n <= LISTED and mass >= HEAVY else None
        if grouped is None:
            self._lost += mass
            return None
        return self._box(script, mass, n, *grouped)

    def _box(
        self,
        script: tuple[int, ...],
        mass: Fraction,
        n: int,
        order: Order,
        starts: Sequence[int],
        exactly: bool = True,
    ) -> Box:
        box = Box(n, order, starts, [], exactly)
        for start, end in box.pieces():
            box.after.append(Open((*script, order.cell(self._inside(start, end), n)), mass * (end - start) / n))
        return box

    def _inside(self, start: int, end: int) -> int:
        """A place in the middle half, which is no special one."""
        width = end - start
        return start + width // 4 + self.chance.below(max(1, width // 2)) if width > 1 else start
