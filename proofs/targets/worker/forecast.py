"""A forecast of a randomised program: which outcome each choice of cells leads to, and how likely each outcome is.

A forecast is a graph. A box cuts a draw into pieces and goes on from each; where a loop closes, it goes on from a node
that is known. A curve cuts the last draw at thresholds that move with the draw before it. What is open is not foretold.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .orders import Order

NOTHING, OTHERWISE = "", "~"
"""What is foretold where nothing is, and where the draws are not as foretold."""
MANY = 2**48
"""A cell of a draw among so many is not worth a difference."""
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
    """The last draw at one choice of the draws before it: where the outcome changes, and to what."""

    starts: list[int]
    outcomes: list[str]

    def outcome(self, cell: int) -> str:
        """What a cell leads to."""
        return self.outcomes[max(bisect_right(self.starts, cell) - 1, 0)]


@dataclass
class Curve:
    """The last draws, of which the last is among `last`: what follows some cells of the first, and straight between.

    What follows is a fibre, or a curve if more than two draws are left. `rough` is by how much a probability is off.
    """

    n: int
    last: int
    cells: list[int]
    fibres: list["Fibre | Curve"]
    rough: Fraction = Fraction(0)

    @property
    def sizes(self) -> list[int]:
        """Among how many each draw is."""
        inner = self.fibres[0]
        return [self.n, *(inner.sizes if isinstance(inner, Curve) else [self.last])]

    def fibre(self, taken: Sequence[int]) -> Fibre:
        """The last draw after the others: thresholds between those of the nearest cells on either side."""
        cell = taken[0]
        j = min(max(bisect_right(self.cells, cell) - 1, 0), len(self.cells) - 2)
        a, b = self.cells[j : j + 2]
        left, right = (
            found.fibre(taken[1:]) if isinstance(found, Curve) else found for found in self.fibres[j : j + 2]
        )
        if left.outcomes != right.outcomes:
            return right if 2 * cell > a + b else left
        ends = zip(left.starts, right.starts, strict=True)
        return Fibre([x + (y - x) * (cell - a) // (b - a) for x, y in ends], left.outcomes)

    def outcome(self, taken: Sequence[int]) -> str:
        """What cells lead to."""
        return self.fibre(taken).outcome(taken[-1])

    def masses(self) -> Iterator[tuple[str, Fraction]]:
        """Outcomes with parts of their probability: half of each end of every stretch."""
        for j, found in enumerate(self.fibres):
            stretches = self.cells[max(j - 1, 0) : j + 2]
            weight = Fraction(stretches[-1] - stretches[0], 2 * (self.n - 1))
            for outcome, mass in _masses(found, self.last):
                yield outcome, weight * mass


def _masses(found: Fibre | Curve, last: int) -> Iterator[tuple[str, Fraction]]:
    if isinstance(found, Curve):
        yield from found.masses()
        return
    ends = [*found.starts, last]
    for outcome, low, high in zip(found.outcomes, ends, ends[1:], strict=False):
        yield outcome, Fraction(high - low, last)


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
            return node.outcome(taken[place:]) if node.sizes == [*among[place:]] else OTHERWISE
        node = node.after[bisect_right(node.starts, node.order.place(taken[place], node.n)) - 1]
        place += 1


def is_cut(root: Node) -> bool:
    """Whether every draw that is foretold is cut to the cell."""
    return not any(isinstance(node, Curve) or (isinstance(node, Box) and not node.exactly) for node, _ in _nodes(root))


def roughness(root: Node) -> Fraction:
    """By how much a probability of the law is expected to be off, at most, for curves are not straight."""
    return max((node.rough for node, _ in _nodes(root) if isinstance(node, Curve)), default=Fraction(0))


def is_exact(root: Node, swept: Collection[int] = ()) -> bool:
    """The same, and no draw seems to do nothing before one among few that does: it may have the last digits.

    Draws among so many as are `swept` may do nothing: every cell was tried.
    """
    return is_cut(root) and not any(
        idle and isinstance(node, Box) and len(node.after) > 1 and node.n < MANY for node, idle in _nodes(root, swept)
    )


def _nodes(root: Node, swept: Collection[int] = ()) -> Iterator[tuple[Node, bool]]:
    """All nodes, and whether a draw before seems to do nothing."""
    seen: set[tuple[int, bool]] = set()
    waiting = [(root, False)]
    while waiting:
        node, idle = waiting.pop()
        if (id(node), idle) in seen:
            continue
        seen.add((id(node), idle))
        yield node, idle
        if isinstance(node, Box):
            idle |= len(node.after) == 1 and node.n not in swept
            waiting += [(kid, idle) for kid in node.after]
