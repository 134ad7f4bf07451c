"""A forecast of a randomised program: which outcome each choice of cells leads to, and how likely each outcome is.

A forecast is a graph. A box cuts a draw into pieces and goes on from each; where a loop closes, it goes on from a node
that is known. A curve cuts the last draw at thresholds that move with the draw before it. A race goes on from the order
of its draws, and a ranking from their order with ties. What is open is not foretold.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb

from .orders import NATURAL, Order
from .shapes import Curve, Lane, order_of

NOTHING, OTHERWISE = "", "~"
"""What is foretold where nothing is, and where the draws are not as foretold."""
MANY = 2**48
"""A cell of a draw among so many is not worth a difference."""
NEGLIGIBLE, LONGEST_LOOP, FINEST, LONGEST = Fraction(1, 2**120), 20_000, 200, 500
NOTHING_MISSING, AMONG = Fraction(0), 24
"""What may be missing of a law is shared by 2^AMONG nodes at most."""
FEW_PASSED = 1000
"""Nodes that mass passes before it is rounded where it may flow on and on."""


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

    @cached_property
    def masses(self) -> list[Fraction]:
        """How likely each piece is."""
        return [Fraction(end - start, self.n) for start, end in self.pieces()]

    def at(self, cell: int) -> "Node":
        """What follows a cell."""
        place = cell if self.order is NATURAL else self.order.place(cell, self.n)
        return self.after[bisect_right(self.starts, place) - 1]


@dataclass
class Race:
    """Draws of which the order decides: what follows each order of their keys, and how likely that is.

    `rough` is by how much it makes a law be off.
    """

    lanes: list[Lane]
    orders: dict[tuple[int, ...], int]
    after: list["Node"]
    masses: list[Fraction]
    rough: Fraction = Fraction(0)

    @property
    def sizes(self) -> list[int]:
        """Among how many each draw is."""
        return [lane.n for lane in self.lanes]

    def following(self, taken: Sequence[int]) -> "Node":
        """What follows these cells."""
        return self.after[self.orders[order_of(self.lanes, taken)]]


Ranks = tuple[int, ...]
"""The rank of each of some draws, from 0; those that tie share one."""


@dataclass
class Ranking:
    """Draws among n each, and what follows every order of their cells, ties included."""

    n: int
    ranks: Sequence[Ranks]
    after: list["Node"] = field(default_factory=list)

    @property
    def sizes(self) -> list[int]:
        """Among how many each draw is."""
        return [self.n] * len(self.ranks[0])

    @cached_property
    def masses(self) -> list[Fraction]:
        """How likely each order is: so many levels are so many of the n cells."""
        return [Fraction(comb(self.n, max(order) + 1), self.n ** len(order)) for order in self.ranks]

    @cached_property
    def _places(self) -> dict[Ranks, int]:
        return {order: place for place, order in enumerate(self.ranks)}

    def following(self, taken: Sequence[int]) -> "Node":
        """What follows these cells."""
        levels = sorted({*taken})
        return self.after[self._places[tuple(levels.index(cell) for cell in taken)]]


Node = Leaf | Open | Box | Curve | Race | Ranking


def law(root: Node, folded: bool = False, missing: Fraction = NOTHING_MISSING) -> tuple[dict[str, Fraction], Fraction]:
    """The probability of each outcome, and what is left: mass flows through the graph until next to none flows.

    Where states are `folded`, and mass flows on and on, it is rounded, and need not flow farther than is `missing`.
    """
    masses: dict[str, Fraction] = {}
    flow: dict[int, tuple[Node, Fraction]] = {id(root): (root, Fraction(1))}
    passed = 0
    for _ in range(LONGEST_LOOP):
        passed += len(flow)
        if folded and passed > FEW_PASSED:
            return _rounded_law(root, max(int(missing * (1 << FINEST - AMONG)), int(NEGLIGIBLE * (1 << FINEST))))
        following: dict[int, tuple[Node, Fraction]] = {}
        for node, mass in flow.values():
            for outcome, part in _ends(node):
                masses[outcome] = masses.get(outcome, Fraction(0)) + mass * part
            if isinstance(node, Box | Race | Ranking):
                for part, kid in zip(node.masses, node.after, strict=True):
                    _, known = following.get(id(kid), (kid, Fraction(0)))
                    following[id(kid)] = kid, known + mass * part
        flow = {key: (node, _shortened(mass)) for key, (node, mass) in following.items() if mass > NEGLIGIBLE}
        if not flow:
            break
    return masses, 1 - sum(masses.values(), start=Fraction(0))


def _rounded_law(root: Node, least: int) -> tuple[dict[str, Fraction], Fraction]:
    """The same in parts of 2^-FINEST, rounded down, until no more than the `least` flows anywhere."""
    nodes = {id(node): node for node, _ in _nodes(root)}
    ends = {key: [(outcome, *part.as_integer_ratio()) for outcome, part in _ends(node)] for key, node in nodes.items()}
    kids = {key: _shares(node) for key, node in nodes.items()}
    masses: dict[str, int] = {}
    flow = {id(root): 1 << FINEST}
    for _ in range(LONGEST_LOOP):
        following: dict[int, int] = {}
        for key, mass in flow.items():
            for outcome, part, whole in ends[key]:
                masses[outcome] = masses.get(outcome, 0) + mass * part // whole
            for kid, part, whole in kids[key]:
                following[kid] = following.get(kid, 0) + mass * part // whole
        flow = {key: mass for key, mass in following.items() if mass > least}
        if not flow:
            break
    return (
        {outcome: Fraction(mass, 1 << FINEST) for outcome, mass in masses.items()},
        1 - Fraction(sum(masses.values()), 1 << FINEST),
    )


def _shares(node: Node) -> list[tuple[int, int, int]]:
    """The nodes that follow, and the share of each."""
    if not isinstance(node, Box | Race | Ranking):
        return []
    return [(id(kid), *part.as_integer_ratio()) for part, kid in zip(node.masses, node.after, strict=True)]


def _ends(node: Node) -> Iterator[tuple[str, Fraction]]:
    if isinstance(node, Leaf):
        yield node.outcome, Fraction(1)
    elif isinstance(node, Curve):
        yield from node.masses()


def _shortened(mass: Fraction) -> Fraction:
    """A mass, rounded down where its digits have become too many."""
    return mass if mass.denominator.bit_length() < LONGEST else Fraction(int(mass * 2**FINEST), 2**FINEST)


def foretold(root: Node, among: Sequence[int], taken: Sequence[int]) -> str:
    """The outcome that is foretold for these cells."""
    node, place, draws = root, 0, len(among)
    while True:
        if isinstance(node, Box):
            if place == draws or node.n != among[place]:
                return OTHERWISE
            node, place = node.at(taken[place]), place + 1
        elif isinstance(node, Leaf):
            return node.outcome if place == draws else OTHERWISE
        elif isinstance(node, Open):
            return NOTHING
        else:
            end = place + len(node.sizes)
            if node.sizes != [*among[place:end]] or (isinstance(node, Curve) and end < draws):
                return OTHERWISE
            if isinstance(node, Curve):
                return node.outcome(taken[place:])
            node, place = node.following(taken[place:end]), end


def is_cut(root: Node) -> bool:
    """Whether every draw that is foretold is cut to the cell."""
    return not any(
        isinstance(node, Curve | Race) or (isinstance(node, Box) and not node.exactly) for node, _ in _nodes(root)
    )


def roughness(root: Node) -> Fraction:
    """By how much a probability of the law is expected to be off, at most, for curves and keys are not straight."""
    return sum((node.rough for node, _ in _nodes(root) if isinstance(node, Curve | Race)), start=Fraction(0))


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
        if isinstance(node, Box | Race | Ranking):
            idle |= isinstance(node, Box) and len(node.after) == 1 and node.n not in swept
            waiting += [(kid, idle) for kid in node.after]
