"""Plays that are led to an outcome: how likely it is at least, however rare.

A forecast tells which pieces of which draws lead to the outcome. Draws are made from these alone, each piece as often
as the outcome comes through it. Law: whatever the forecast is worth, the mass of the pieces, times the probability that
such a run takes these draws and no others and ends in the outcome, is no more than the probability of the outcome.
"""

from collections.abc import Collection
from fractions import Fraction

from .cells import MOST_CELLS, Cells, Chance
from .forecast import FINEST, Box, Leaf, Node
from .remembering import Play

MOST_ROUNDS = 500


class Lead:
    """The way to some outcomes: of each box how likely they are from there, in parts of 2^-FINEST, rounded down."""

    def __init__(self, root: Node, outcomes: Collection[str]) -> None:
        self._root = root
        self._worth: dict[int, int] = {}
        boxes = self._found(outcomes)
        for _ in range(MOST_ROUNDS):
            before = sum(self._worth.values())
            for box in reversed(boxes):
                self._worth[id(box)] = sum(self._weights(box)) // box.n
            if sum(self._worth.values()) == before:
                break

    @property
    def mass(self) -> Fraction:
        """How likely the draws are that lead to the outcomes, at least."""
        return Fraction(self._worth[id(self._root)], 1 << FINEST)

    def plays(self, play: Play, often: int, chance: Chance) -> int:
        """How many of so many runs that are led there take the foretold draws alone, and end as foretold."""
        return sum(self._comes(play, chance) for _ in range(often)) if self.mass else 0

    def _found(self, outcomes: Collection[str]) -> list[Box]:
        """All boxes; only boxes are led through."""
        boxes: list[Box] = []
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            if id(node) not in self._worth:
                self._worth[id(node)] = (1 << FINEST) if isinstance(node, Leaf) and node.outcome in outcomes else 0
                if isinstance(node, Box):
                    boxes.append(node)
                    waiting += node.after
        return boxes

    def _weights(self, box: Box) -> list[int]:
        return [(end - start) * self._worth[id(kid)] for (start, end), kid in zip(box.pieces(), box.after, strict=True)]

    def _comes(self, play: Play, chance: Chance) -> bool:
        node, among, script = self._root, list[int](), list[int]()
        while isinstance(node, Box) and len(among) < MOST_CELLS:
            weights = self._weights(node)
            left, piece = chance.below(sum(weights)), 0
            while left >= weights[piece]:
                left, piece = left - weights[piece], piece + 1
            start, end = [*node.pieces()][piece]
            script.append(node.order.cell(start + chance.below(end - start), node.n))
            among.append(node.n)
            node = node.after[piece]
        cells = Cells(tuple(script), None, chance)
        outcome = play(cells)
        return isinstance(node, Leaf) and outcome == node.outcome and cells.among == among
