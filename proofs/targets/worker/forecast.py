"""A forecast of a randomised program: which outcome each choice of cells leads to, and how likely each outcome is.

A forecast is a graph. A box cuts a draw into pieces and goes on from each; where a loop closes, it goes on from a node
that is known. A curve cuts the last draw at thresholds that move with the draw before it. What is open is not foretold.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .cells import Order

NOTHING, OTHERWISE = "", "~"
"""What is foretold where nothing is, and where the draws are not as foretold."""
NEGLIGIBLE, LONGEST_LOOP, FINEST = Fraction(1, 2**120), 20_000, 200


@dataclass
class Leaf:
    """The end of a run."""

    outcome: str


@dataclass
class Open:
    """Whatever follows a script; its mass is its probability."""

    script: tuple[int, ...]
    mass: Fraction


@dataclass
class Box:
    """A draw among n, cut at `starts` in some order of its cells, and what follows each piece, `exactly` or roughly."""

    n: int
    order: Order
    starts: Sequence[int]
    after: list["Node"]
    exactly: bool = True

    def pieces(self) -> Iterator[tuple[int, int]]:
        """The first place of each piece, and the first beyond it."""
        return zip(self.starts, [*self.starts[1:], self.n], strict=True)


@dataclass
class Fibre:
    """The last draw at one cell of the draw before it: where the outcome changes, and to what."""

    starts: list[int]
    outcomes: list[str]


@dataclass
class Curve:
    """The last two draws, among n and among `last`: fibres at some cells of the first, thresholds straight between."""

    n: int
    last: int
    cells: list[int]
    fibres: list[Fibre]

    def outcome(self, cell: int, then: int) -> str:
        """What two cells lead to."""
        j = min(max(bisect_right(self.cells, cell) - 1, 0), len(self.cells) - 2)
        a, b = self.cells[j : j + 2]
        left, right = self.fibres[j : j + 2]
        if left.outcomes == right.outcomes:
            ends = zip(left.starts, right.starts, strict=True)
            starts = [x + (y - x) * (cell - a) // (b - a) for x, y in ends]
        else:
            left = right if 2 * cell > a + b else left
            starts = left.starts
        return left.outcomes[max(bisect_right(starts, then) - 1, 0)]

    def masses(self) -> Iterator[tuple[str, Fraction]]:
        """Outcomes with parts of their probability: half of each end of every stretch."""
        for j in range(len(self.cells) - 1):
            width = Fraction(self.cells[j + 1] - self.cells[j], self.n - 1)
            for fibre in self.fibres[j : j + 2]:
                ends = [*fibre.starts, self.last]
                for outcome, low, high in zip(fibre.outcomes, ends, ends[1:], strict=False):
                    yield outcome, width * Fraction(high - low, 2 * self.last)


Node = Leaf | Open | Box | Curve


def law(root: Node) -> tuple[dict[str, Fraction], Fraction]:
    """The probability of each outcome, and what is left: mass flows through the graph until next to none flows."""
    masses: dict[str, Fraction] = {}
    flow: dict[int, tuple[Node, Fraction]] = {id(root): (root, Fraction(1))}
    for _ in range(LONGEST_LOOP):
        following: dict[int, tuple[Node, Fraction]] = {}
        for node, mass in flow.values():
            for outcome, part in _ends(node):
                masses[outcome] = masses.get(outcome, Fraction(0)) + mass * part
            if isinstance(node, Box):
                for (start, end), kid in zip(node.pieces(), node.after, strict=True):
                    _, known = following.get(id(kid), (kid, Fraction(0)))
                    following[id(kid)] = kid, known + mass * Fraction(end - start, node.n)
        flow = {key: (node, _shortened(mass)) for key, (node, mass) in following.items() if mass > NEGLIGIBLE}
        if not flow:
            break
    return masses, 1 - sum(masses.values(), start=Fraction(0))


def _ends(node: Node) -> Iterator[tuple[str, Fraction]]:
    if isinstance(node, Leaf):
        yield node.outcome, Fraction(1)
    elif isinstance(node, Curve):
        yield from node.masses()


def _shortened(mass: Fraction) -> Fraction:
    """A mass, rounded down where its digits have become too many."""
    return mass if mass.denominator.bit_length() < 2000 else Fraction(int(mass * 2**FINEST), 2**FINEST)


def foretold(root: Node, among: Sequence[int], taken: Sequence[int]) -> str:
    """The outcome that is foretold for these cells."""
    node, place = root, 0
    while True:
        if isinstance(node, Open):
            return NOTHING
        if isinstance(node, Leaf):
            return node.outcome if place == len(among) else OTHERWISE
        if place >= len(among) or among[place] != node.n:
            return OTHERWISE
        if isinstance(node, Curve):
            if len(among) != place + 2 or among[place + 1] != node.last:
                return OTHERWISE
            return node.outcome(taken[place], taken[place + 1])
        node = node.after[bisect_right(node.starts, node.order(taken[place], node.n)) - 1]
        place += 1


def is_exact(root: Node) -> bool:
    """Whether every draw that is foretold is cut to the cell."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Curve) or (isinstance(node, Box) and not node.exactly):
            return False
        if isinstance(node, Box) and id(node) not in seen:
            seen.add(id(node))
            waiting += node.after
    return True
