"""Ball arithmetic: real numbers as midpoint and radius; the one place where impl reaches python-flint.

Law of every operation: its ball contains the exact result, whichever points the operands stand for. Where
there is no result (the logarithm of a ball that meets zero) the ball is NaN, and no comparison with it holds.
A comparison `x < y` of balls says True only if it holds for all their points; False says nothing.

The working precision is one setting of the whole process. What is enclosed stays enclosed at any precision: a
low one costs tightness, never truth.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import Enum
from fractions import Fraction

from flint import arb, ctx

from spec import errors

Ball = arb
"""A ball. Beyond the operators it has `exp()`, `log()`, `sqrt()` and their kin, `union(y)`, and the directed
edges `lower()` and `upper()`: exact balls, quick to compare. `Ball.neg_inf()` and `Ball.pos_inf()` serve as
edges where there are none."""

Enclosure = Callable[[], Ball]
"""A number that can be enclosed as tightly as the working precision of the moment allows."""

FIRST_PRECISION = 64
PRECISION_LIMIT = 1 << 14
EXPONENT_LIMIT = 1 << 20
"""An edge of more than about this many binary digits is not written out as a Fraction."""


class Order(Enum):
    """How two numbers compare, as far as balls can tell."""

    LESS = "<"
    EQUAL = "="
    GREATER = ">"
    UNDECIDED = "?"


def precision(bits: int) -> AbstractContextManager[None]:
    """Work with midpoints of this many bits inside the `with` block."""
    return ctx.workprec(bits)


def precisions(limit: int) -> Iterator[int]:
    """The precisions that are tried in turn: each doubles the one before, up to the limit."""
    bits = FIRST_PRECISION
    while bits <= limit:
        yield bits
        bits *= 2


def ball(x: Fraction | int) -> Ball:
    """Enclose a rational; integers, and all that the working precision can hold, are exact."""
    return arb(x.numerator) if x.denominator == 1 else arb(x.numerator) / x.denominator


def interval(low: Fraction | int, high: Fraction | int) -> Ball:
    """Enclose all of [low, high]."""
    return ball(low).union(ball(high))


def lower(x: Ball) -> Fraction:
    """Some rational not above any point of the ball, at the working precision."""
    return _written_out(x.lower())


def upper(x: Ball) -> Fraction:
    """Some rational not below any point of the ball, at the working precision."""
    return _written_out(x.upper())


def compare(left: Enclosure, right: Enclosure, limit: int = PRECISION_LIMIT) -> Order:
    """Compare two numbers, raising the precision until the balls decide or the limit is passed.

    EQUAL is answered only for two balls that are the same single point.
    """
    for bits in precisions(limit):
        with precision(bits):
            x, y = left(), right()
        if x < y:
            return Order.LESS
        if x > y:
            return Order.GREATER
        if x == y:
            return Order.EQUAL
    return Order.UNDECIDED


def _written_out(edge: Ball) -> Fraction:
    if not edge.is_finite():
        raise errors.EdgeNotFinite
    mantissa, exponent = map(int, edge.man_exp())
    if abs(exponent) > EXPONENT_LIMIT:
        raise errors.ExponentTooLarge
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
