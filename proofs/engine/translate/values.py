"""Values of terms: rationals for as long as the operations allow, and balls from there on.

Keeping rationals exact is what decides rational equations and ties. Truth has three values: True and False
hold for every point of every ball, None is neither.
"""

import math
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction

from impl.ball import Ball, ball, lower
from proofs.engine.translate.scalars import Unsupported

Value = Fraction | Ball
Truth = bool | None

WRITTEN_OUT = 1 << 16
"""Bits up to which a power or a factorial stays exact."""


def as_ball(x: Value) -> Ball:
    """The value as a ball, at the working precision."""
    return ball(x) if isinstance(x, Fraction) else x


def settled(x: Ball) -> Value:
    """The rational that a ball of radius zero is, or the ball."""
    return lower(x) if x.is_exact() and x.is_finite() else x


def absolute(x: Value) -> Value:
    """|x|."""
    return max(x, -x) if isinstance(x, Fraction) else abs(x)


def add(x: Value, y: Value) -> Value:
    """x + y."""
    return x + y if isinstance(x, Fraction) and isinstance(y, Fraction) else as_ball(x) + as_ball(y)


def subtract(x: Value, y: Value) -> Value:
    """x - y."""
    return add(x, -y)


def multiply(x: Value, y: Value) -> Value:
    """x * y."""
    return x * y if isinstance(x, Fraction) and isinstance(y, Fraction) else as_ball(x) * as_ball(y)


def divide(x: Value, y: Value) -> Value:
    """x / y; a divisor that may be zero gives NaN."""
    return x / y if isinstance(x, Fraction) and isinstance(y, Fraction) and y else as_ball(x) / as_ball(y)


def greater(x: Value, y: Value) -> Value:
    """max(x, y)."""
    return max(x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else as_ball(x).max(as_ball(y))


def lesser(x: Value, y: Value) -> Value:
    """min(x, y)."""
    return min(x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else as_ball(x).min(as_ball(y))


def power(x: Value, y: Value) -> Value:
    """x^y: for every x if y is an integer, otherwise for x > 0, and for x = 0 if y > 0."""
    if isinstance(y, Fraction) and y.denominator == 1:
        n = y.numerator
        return _natural_power(x, n) if n >= 0 else divide(Fraction(1), _natural_power(x, -n))
    if isinstance(x, Fraction) and x == 0 and related(">", y, Fraction(0)):
        return x
    return (as_ball(y) * as_ball(x).log()).exp()


def factorial(x: Value) -> Value:
    """x! for a natural number x."""
    if not isinstance(x, Fraction) or x.denominator != 1 or x < 0:
        raise Unsupported("the factorial of what is not known to be a natural number")
    n = x.numerator
    return Fraction(math.factorial(n)) if n * n.bit_length() <= WRITTEN_OUT else ball(n + 1).gamma()


def related(relation: str, x: Value, y: Value) -> Truth:
    """Tell whether x relation y, for a relation among ≤ < ≥ > =."""
    if relation == "=":
        return all_true((related("≤", x, y), related("≥", x, y)))
    holds, fails = _ORDERS[relation]
    left, right = (x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else (as_ball(x), as_ball(y))
    return True if holds(left, right) else False if fails(left, right) else None


def negation(x: Truth) -> Truth:
    """Not x."""
    return None if x is None else not x


def all_true(truths: Iterable[Truth]) -> Truth:
    """False as soon as one is, True if all are."""
    result: Truth = True
    for each in truths:
        if each is False:
            return False
        if each is None:
            result = None
    return result


def implication(hypothesis: Truth, conclusion: Truth) -> Truth:
    """Tell whether the implication holds, for all that is known."""
    return negation(all_true((hypothesis, negation(conclusion))))


_Relation = Callable[[Value, Value], bool]
_ORDERS: dict[str, tuple[_Relation, _Relation]] = {
    "<": (operator.lt, operator.ge),
    "≤": (operator.le, operator.gt),
    ">": (operator.gt, operator.le),
    "≥": (operator.ge, operator.lt),
}


def _natural_power(x: Value, n: int) -> Value:
    if not isinstance(x, Fraction):
        return _ball_power(x, n)
    size = max(x.numerator.bit_length(), x.denominator.bit_length())
    return x**n if size * n <= WRITTEN_OUT else _ball_power(ball(x), n)


def _ball_power(x: Ball, n: int) -> Ball:
    """Use that x^n is monotone on either side of zero; python-flint's power is NaN on balls centred there."""
    if not x.is_finite():
        return Ball.nan()
    spanned = (x.lower() ** n).union(x.upper() ** n)
    return spanned.union(0) if n % 2 == 0 and n and 0 in x else spanned
