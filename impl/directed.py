"""Directed arithmetic: the least float that is not below the exact result, or an error; never inf.

Each operation is exact on fractions and rounds once. Binary64 and every smaller format share one code path.
"""

import math
from fractions import Fraction
from typing import TypeVar

from spec import errors
from spec.directed import (
    BINARY64,
    INF_ADD,
    INF_CAST,
    INF_DIV,
    INF_MUL,
    INF_POWI,
    Format,
    Real,
    is_finite,
    power_of_two,
)

Number = TypeVar("Number", int, float, Fraction)

GREATEST_POWER = 1024
"""The n-th power of a float may need 1074 |n| bits; a larger |n| than this is refused."""


@INF_CAST
def inf_cast(x: Real, into: Format = BINARY64) -> float:
    """x as a float, rounded up."""
    return float(round_up(_exact(x, int, float, Fraction), into))


@INF_ADD
def inf_add(a: Number, b: Number, into: Format = BINARY64) -> Number:
    """a + b in the type of both terms: among floats rounded up, among ints or Fractions exact."""
    total = _exact(a, int, float, Fraction) + _exact(b, type(a))
    return type(a)(round_up(total, into) if type(a) is float else total)


@INF_MUL
def inf_mul(a: float, b: float, into: Format = BINARY64) -> float:
    """a * b, rounded up."""
    return float(round_up(_exact(a, float) * _exact(b, float), into))


@INF_DIV
def inf_div(a: float, b: float, into: Format = BINARY64) -> float:
    """a / b, rounded up."""
    dividend, divisor = _exact(a, float), _exact(b, float)
    if divisor == 0:
        raise errors.DivisionByZero
    return float(round_up(dividend / divisor, into))


@INF_POWI
def inf_powi(a: float, b: int, into: Format = BINARY64) -> float:
    """a^b, rounded up once; a^0 = 1."""
    base, exponent = _exact(a, float), int(_exact(b, int))
    if abs(exponent) > GREATEST_POWER:
        raise errors.ExponentTooLarge
    if base == 0 and exponent < 0:
        raise errors.DivisionByZero
    return float(round_up(base**exponent, into))


def round_up(x: Fraction, into: Format) -> Fraction:
    """The least number of the format that is not below x.

    Where 2^e <= |x| < 2^(e+1), the format has the multiples of u = max(2^(e+1-precision), quantum), of which
    ceil(x/u) * u is the least not below x. Above the largest number there is none: an error.
    """
    u = into.quantum if x == 0 else max(power_of_two(floor_log2(x) + 1 - into.precision), into.quantum)
    rounded = math.ceil(x / u) * u
    if rounded > into.largest:
        raise errors.Overflow
    return max(rounded, -into.largest)


def floor_log2(x: Fraction) -> int:
    """The integer e with 2^e <= |x| < 2^(e+1), for x != 0."""
    e = abs(x.numerator).bit_length() - x.denominator.bit_length()  # 2^(e-1) < |x| < 2^(e+1)
    return e if abs(x) >= power_of_two(e) else e - 1


def _exact(operand: Real, *types: type[Real]) -> Fraction:
    """The operand as a fraction, if it is a finite number of one of the types; a bool is of none."""
    if type(operand) not in types:
        raise errors.WrongOperandType(" or ".join(t.__name__ for t in types))
    if not is_finite(operand):
        raise errors.OperandNotFinite
    return Fraction(operand)
