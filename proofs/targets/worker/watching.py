"""Learn a program whose states are watched where it draws, so that what is rare is told apart from what is not.

States that behave alike on some tapes may differ in what hardly ever happens: how many more times an exact sampler must
go on before it ends far out. They are taken to be one only if the program itself is in the same state: the same
functions wait at the same places, with equal variables. What is learnt is tried on runs that chance would not find, in
which every way on is as likely as the next.
"""

import heapq
import sys
from fractions import Fraction
from itertools import count

from .cells import HIGH, LOW, Cells, Chance
from .cutting import behaviour
from .forecast import Box, Leaf, Node, Open, foretold
from .learning import Known, Learner
from .remembering import Play
from .states import state_at

TAPES = (103, 105, LOW, HIGH)
OFTEN, ONE_IN = 3, 4
"""So often what is in the same state is tried on all tapes, and then one in some times."""
LARGEST = 2**16
"""Draws among more have cells to hide in."""
TRIED, LONGEST = 400, 300
"""Runs on which a forecast is tried, and the draws that one has at most."""


class WatchedCells(Cells):
    """Cells that note in which state the program is when it takes the first cell after the script, where it ends."""

    __slots__ = ("_from", "state")

    def __init__(self, script: tuple[int, ...], tape: int, chance: Chance) -> None:
        super().__init__(script, tape, chance, anew=True)
        self._from = sys._getframe(1)
        self.state: tuple[object, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        """No part of a program's state."""
        return (Cells, ())

    def below(self, n: int) -> int:
        """Take one of 0, ..., n - 1."""
        if n == 1 or len(self.taken) < self._scripted:
            return super().below(n)
        if not self.stopped:
            self.state = (n, *state_at(sys._getframe(1), self._from))
        return self.beyond(n)


class Watcher(Learner):
    """Folds states that are the same and behave alike, and looks first at what most mass flows to."""

    def _learn(self, top: Box) -> None:
        """Mass flows on from where most of it waits, until no more than what may be missing is left."""
        self._known_as: dict[int, Known] = {}
        self._states: dict[object, list[tuple[Known, int]]] = {}
        order, boxes = count(), [top]
        waiting: dict[int, tuple[Node, float]] = {id(top): (top, 1.0)}
        heap = [(-1.0, next(order), id(top))]
        self.left = 1.0
        while heap and self.work > 0 and self.left > self.missing:
            _, _, key = heapq.heappop(heap)
            node, mass = waiting.pop(key, (top, 0.0))
            if isinstance(node, Open) and mass:
                node = self._looked_at(node)
                boxes += [node] if isinstance(node, Box) else []
            if isinstance(node, Leaf):
                self.left -= mass
            elif isinstance(node, Box) and mass:
                for part, kid in zip(map(float, node.masses), node.after, strict=True):
                    known = self._become(kid)
                    before = waiting.get(id(known), (known, 0.0))[1]
                    waiting[id(known)] = known, before + mass * part
                    heapq.heappush(heap, (-before - mass * part, next(order), id(known)))
        for box in boxes:
            box.after = [self._become(kid) for kid in box.after]

    def _become(self, node: Node) -> Node:
        """What is known of a node by now."""
        known = self._known_as.get(id(node))
        return node if known is None else known.node

    def _looked_at(self, node: Open) -> Node:
        """What an open node is: one that is known, or a new one."""
        if id(node) not in self._known_as:
            self._known_as[id(node)] = self._alike(node)
        known = self._known_as[id(node)]
        if isinstance(known.node, Open):
            first = known.node
            known.node = self._next(first.script, first.mass) or first
            self._known_as[id(first)] = known
        return known.node

    def _next(self, script: tuple[int, ...], mass: Fraction) -> Node | None:
        cells, _ = self.run(script, TAPES[0])
        is_large = len(cells.among) > len(script) and cells.among[len(script)] > LARGEST
        return None if is_large else super()._next(script, mass)

    def _alike(self, node: Open) -> Known:
        known = Known(node.script, node)
        cells = WatchedCells(node.script, TAPES[0], self.chance)
        outcome = self.play(cells)
        self.work -= cells.work
        alike = self._states.setdefault(cells.state or outcome, [])
        for place, (other, folded) in enumerate(alike):
            if folded < OFTEN or folded % ONE_IN == 0:
                other.behaviour = other.behaviour or behaviour(self.run, other.script, TAPES)
                known.behaviour = known.behaviour or behaviour(self.run, node.script, TAPES)
            if known.behaviour in (None, other.behaviour):
                alike[place] = other, folded + 1
                return other
        alike.append((known, 0))
        return known


def is_as_foretold(play: Play, root: Node, chance: Chance) -> bool:
    """Whether runs through all of a forecast, the rare parts as often as others, end as it says."""
    for _ in range(TRIED):
        node = root
        script: list[int] = []
        while isinstance(node, Box) and len(script) < LONGEST:
            kids = [place for place, kid in enumerate(node.after) if not isinstance(kid, Leaf | Open)]
            ends = chance.below(len(node.after)) if not kids or not chance.below(8) else -1
            place = ends if ends >= 0 else kids[chance.below(len(kids))]
            start, end = [*node.pieces()][place]
            script.append(node.order.cell(start + chance.below(end - start), node.n))
            node = node.after[place]
        cells = Cells(tuple(script), None, chance)
        outcome = play(cells)
        told = foretold(root, cells.among, cells.taken)
        if told and told != outcome and not cells.stopped:
            return False
    return True
