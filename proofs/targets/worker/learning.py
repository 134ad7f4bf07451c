"""Learn a forecast of a randomised program by playing it: each draw is cut where the program's behaviour changes.

Nothing that is learnt is believed: plays with fresh cells hold the forecast against the program (`certifying`).
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, pairwise

from .cells import Cells, Chance, Order, natural, orders
from .curves import learn_curve
from .forecast import Box, Leaf, Node, Open

Play = Callable[[Cells], str]
"""One run on the given cells; the outcome, whatever it is, as a string that no other outcome shares."""
Behaviour = tuple[tuple[tuple[int, ...], str], ...]
"""The sizes of all further draws, and the outcome, on some tapes."""

SMALL, ENUMERATED = 64, 2**12
"""Draws among so many are taken cell by cell at once, or where they cannot be cut."""
GRID, MOST_CHANGES, MOST_PIECES = 33, 24, 70
ROUND = tuple({Fraction(i, m) for m in range(2, 13) for i in range(1, m)})
"""Parts of a draw at which tables begin."""
FIRST_STRIPS, STRIPS, LEAST_STRIPPED = 64, 16, Fraction(1, 512)
CUTTING, CHECKING, FOLDING_FIRST, FOLDING = (1, 2), (3, 4, 5), (100, 101), tuple(range(102, 132))
COMPARING = range(10, 18)
"""Numbers of tapes."""


@dataclass
class Known:
    """A node that others may turn out to be."""

    script: tuple[int, ...]
    node: Node
    behaviour: Behaviour | None = None


@dataclass
class Learner:
    """Plays a program until `work` is done, or all but `missing` of its mass is foretold; a run and a draw are work.

    Where `folding`, a state that behaves like a known one on all tapes is taken to be that one, so that loops close.
    """

    play: Play
    work: int
    missing: Fraction
    folding: bool = True
    chance: Chance = field(default_factory=lambda: Chance(7))
    _known: dict[Behaviour, list[Known]] = field(default_factory=dict)
    _cuts: dict[tuple[int, Order], list[list[int]]] = field(default_factory=dict)

    def run(self, script: tuple[int, ...], tape: int) -> tuple[Cells, str]:
        """Play once."""
        cells = Cells(script, tape, self.chance)
        outcome = self.play(cells)
        self.work -= 1 + len(cells.taken)
        return cells, outcome

    def behaviour(self, script: tuple[int, ...], tapes: tuple[int, ...]) -> Behaviour:
        """What follows a script, as far as these tapes tell."""
        found = []
        for tape in tapes:
            cells, outcome = self.run(script, tape)
            found.append((tuple(cells.among[len(script) :]), outcome))
            if len(cells.among) <= len(script):
                break
        return tuple(found)

    def learn(self) -> Node:
        """The forecast: the heaviest open node is looked at first."""
        top = Box(1, natural, [0], [Open((), Fraction(1))])
        order, left = count(), Fraction(1)
        waiting = [(Fraction(-1), next(order), top, 0)]
        while waiting and self.work > 0 and left > self.missing:
            _, _, parent, place = heapq.heappop(waiting)
            node = parent.after[place]
            assert isinstance(node, Open)
            known = self._alike(node)
            new = known.node if known.node is not node else self._next(node.script, node.mass)
            if new is None or isinstance(new, Open):
                continue
            parent.after[place] = new
            if known.node is node and isinstance(new, Box):
                for kid_place, kid in enumerate(new.after):
                    assert isinstance(kid, Open)
                    heapq.heappush(waiting, (-kid.mass, next(order), new, kid_place))
            else:
                left -= node.mass
            known.node = new
        return top.after[0]

    def _alike(self, node: Open) -> Known:
        """What is known that behaves like a node, or the node itself, which is known from now on."""
        known = Known(node.script, node)
        if not self.folding:
            return known
        first = self.behaviour(node.script, FOLDING_FIRST)
        alike = self._known.setdefault(first, [])
        if alike and len(first) == len(FOLDING_FIRST):
            known.behaviour = self.behaviour(node.script, FOLDING)
            for other in alike:
                other.behaviour = other.behaviour or self.behaviour(other.script, FOLDING)
                if other.behaviour == known.behaviour:
                    return other
        alike.append(known)
        return known

    def _next(self, script: tuple[int, ...], mass: Fraction) -> Node | None:
        cells, outcome = self.run(script, 0)
        if cells.stopped or len(cells.among) < len(script):
            return None
        if len(cells.among) == len(script):
            return Leaf(outcome)
        n = cells.among[len(script)]
        if n <= SMALL:
            return self._box(script, mass, n, natural, range(n))
        for order in orders(n):
            cuts = self._as_before(script, n, order) or self._pieces(script, n, order)
            if cuts is not None:
                return self._box(script, mass, n, order, cuts)
        curve = learn_curve(self.run, script, n, mass)
        if curve is not None:
            return curve
        if n <= ENUMERATED:
            return self._box(script, mass, n, natural, range(n))
        if mass < LEAST_STRIPPED:
            return None
        strips = FIRST_STRIPS if mass == 1 else STRIPS
        return self._box(script, mass, n, natural, [n * i // strips for i in range(strips)], exactly=False)

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
            box.after.append(Open((*script, order(self._inside(start, end), n)), mass * (end - start) / n))
        return box

    def _inside(self, start: int, end: int) -> int:
        """A place in the middle half, which is no special one."""
        width = end - start
        return start + width // 4 + self.chance.below(max(1, width // 2)) if width > 1 else start

    def _as_before(self, script: tuple[int, ...], n: int, order: Order) -> list[int] | None:
        """The cuts of an earlier draw among n, if no piece behaves differently at its ends or in between."""
        for cuts in self._cuts.get((n, order), ()):
            if self._is_even(script, n, order, cuts, (*CUTTING, *CHECKING)):
                return cuts
        return None

    def _is_even(
        self, script: tuple[int, ...], n: int, order: Order, cuts: list[int], tapes: tuple[int, ...], tries: int = 3
    ) -> bool:
        """Whether each piece behaves alike at its ends and at some places in between."""
        for start, end in zip(cuts, [*cuts[1:], n], strict=True):
            places = {start, end - 1, *(start + self.chance.below(end - start) for _ in range(tries))}
            if len({self.behaviour((*script, order(place, n)), tapes) for place in places}) > 1:
                return False
        return True

    def _pieces(self, script: tuple[int, ...], n: int, order: Order) -> list[int] | None:
        """Where behaviour on two tapes changes along a draw, to the cell; None if other tapes see other changes."""
        known: dict[int, Behaviour] = {}

        def at(place: int) -> Behaviour:
            if place not in known:
                known[place] = self.behaviour((*script, order(place, n)), CUTTING)
            return known[place]

        grid = sorted({n * i // GRID + self.chance.below(max(1, n // GRID)) for i in range(GRID)})
        if not self._cuts_agree(script, n, order, grid):
            return None
        places = {0, 1, 2, n - 3, n - 2, n - 1, *grid, *(self.chance.below(n) for _ in range(8))}
        around = {int(n * part) for part in ROUND}.union(*self._cuts.get((n, order), ()))
        points = sorted(places | {place + step for place in around for step in (-1, 0, 1) if 0 <= place + step < n})
        if sum(at(a) != at(b) for a, b in pairwise(points)) > MOST_CHANGES:
            return None
        cuts = [0]
        for a, b in pairwise(points):
            self._split(at, a, b, cuts)
            if len(cuts) > MOST_PIECES:
                return None
        if not self._is_even(script, n, order, cuts, CHECKING):
            return None
        if len(cuts) > 1:
            self._cuts.setdefault((n, order), []).insert(0, cuts)
        return cuts

    def _cuts_agree(self, script: tuple[int, ...], n: int, order: Order, grid: list[int]) -> bool:
        """Whether several tapes see few changes along a grid, and all in the same places."""
        union: set[int] = set()
        most = 0
        for tape in COMPARING:
            found = [self.behaviour((*script, order(place, n)), (tape,)) for place in grid]
            changes = {i for i in range(len(grid) - 1) if found[i] != found[i + 1]}
            union |= changes
            most = max(most, len(changes))
            if most > MOST_CHANGES:
                return False
        return len(union) <= 2 * most + 1

    def _split(self, at: Callable[[int], Behaviour], a: int, b: int, cuts: list[int]) -> None:
        """Append the places between a and b at which behaviour changes."""
        while at(a) != at(b) and b - a > 1 and len(cuts) <= MOST_PIECES:
            middle = (a + b) // 2 if b - a < 16 else a + (b - a) // 4 + self.chance.below((b - a) // 2)
            if at(middle) == at(a):
                a = middle
            elif at(middle) == at(b):
                b = middle
            else:
                self._split(at, a, middle, cuts)
                a = middle
        if at(a) != at(b):
            cuts.append(b)
