"""A number between two edges, either of which may be infinite."""

import math
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, lower, upper

Edge = Fraction | float
"""A rational, or a float for an infinity."""


@dataclass(frozen=True)
class Bounds:
    """lower <= the number <= upper."""

    lower: Edge
    upper: Edge

    def over(self, other: "Bounds") -> "Bounds":
        """Enclose the quotient of two numbers that are not negative; 0/0 is 0: nothing of nothing is reached."""
        return Bounds(_quotient(self.lower, other.upper), _quotient(self.upper, other.lower))


def exactly(value: Fraction | float | int) -> Bounds:
    """The number itself."""
    edge = value if isinstance(value, float) and math.isinf(value) else Fraction(value)
    return Bounds(edge, edge)


def low_edge(x: Ball) -> Edge:
    """An edge not above any point of the ball."""
    return lower(x) if x.is_finite() else _infinite(x, -math.inf)


def high_edge(x: Ball) -> Edge:
    """An edge not below any point of the ball."""
    return upper(x) if x.is_finite() else _infinite(x, math.inf)


def _infinite(x: Ball, otherwise: float) -> float:
    if x == Ball.pos_inf():
        return math.inf
    return -math.inf if x == Ball.neg_inf() else otherwise


def _quotient(a: Edge, b: Edge) -> Edge:
    if a == 0:
        return Fraction(0)
    if b == 0:
        return math.inf
    if b == math.inf:
        return Fraction(0)
    return math.inf if a == math.inf else a / b
