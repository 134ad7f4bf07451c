"""Exact weights by balls: enclosures, signs and comparisons of sums of c * e^(-q) and of their quotients."""

from fractions import Fraction
from math import prod

from impl.ball import Ball, ball, precision, precisions
from proofs.engine.product import Factor, Product
from spec.errors import PrecisionExhausted
from spec.weights import ExpRatio, ExpSum

Weight = int | Fraction | ExpSum | ExpRatio | Product

SIGN_LIMIT = 1 << 17
"""Bits at which the search for a sign gives up: it would end by itself, but nobody can say when."""

_CHEAP = 256
"""Bits at which two quotients are tried as they are, before their denominators are multiplied out."""


def enclose(weight: Weight, bits: int) -> Ball:
    """Enclose a weight, working with this many bits."""
    with precision(bits):
        return _enclosed(weight, bits)


def enclose_positive(weight: Weight, bits: int) -> Ball:
    """Enclose a positive weight in a ball of positive numbers, working with this many bits or more."""
    while not (enclosed := enclose(weight, bits)) > 0:
        if sign(weight) <= 0:
            raise ValueError("the weight is not positive")
        bits *= 2
    return enclosed


def sign(weight: Weight) -> int:
    """Tell -1, 0 or 1 exactly.

    A sum is zero only if it has no terms (Lindemann-Weierstrass), so any other leaves zero at some precision.
    """
    match weight:
        case Product(factors):
            return prod(sign(factor.weight) for factor in factors)
        case ExpRatio(over, under):
            return sign(over) * sign(under)
        case ExpSum():
            exact = weight.rational()
            return _sign_by_balls(weight) if exact is None else sign(exact)
        case _:
            return (weight > 0) - (weight < 0)


def compare(a: Weight, b: Weight) -> int:
    """Tell the sign of a - b exactly: -1, 0 or 1."""
    for bits in precisions(_CHEAP):
        x, y = enclose(a, bits), enclose(b, bits)
        if x < y:
            return -1
        if x > y:
            return 1
    return sign(as_ratio(a) - as_ratio(b))


def as_ratio(weight: Weight) -> ExpRatio:
    """The weight as a quotient."""
    match weight:
        case ExpRatio():
            return weight
        case Product():
            return weight.multiplied_out()
        case ExpSum():
            return ExpRatio(weight)
        case _:
            return ExpRatio(ExpSum([(Fraction(0), Fraction(weight))]))


def as_product(weight: Weight) -> Product:
    """The weight as a product."""
    return weight if isinstance(weight, Product) else Product((Factor(as_ratio(weight)),))


def _enclosed(weight: Weight, bits: int) -> Ball:
    match weight:
        case Product(factors):
            for factor in factors:
                if bits not in factor.balls:
                    factor.balls[bits] = _enclosed(factor.weight, bits)
            return prod((factor.balls[bits] for factor in factors), start=ball(1))
        case ExpRatio(over, under):
            return _enclosed(over, bits) / _enclosed(under, bits)
        case ExpSum(terms=terms):
            return sum((ball(c) * ball(-q).exp() for q, c in terms.items()), start=ball(0))
        case _:
            return ball(weight)


def _sign_by_balls(weight: ExpSum) -> int:
    for bits in precisions(SIGN_LIMIT):
        x = enclose(weight, bits)
        if x > 0:
            return 1
        if x < 0:
            return -1
    raise PrecisionExhausted(SIGN_LIMIT)
