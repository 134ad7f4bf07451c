"""Operands of directed arithmetic: what is none, and what has no exact result."""

import math
from fractions import Fraction

GREATEST_POWER = 1024
"""The n-th power of a float may need 1074 |n| bits; a larger |n| than this is refused."""


def x_is_no_number(x: object) -> bool:
    """x is no int, float or Fraction."""
    return type(x) not in (int, float, Fraction)


def x_is_not_finite(x: object) -> bool:
    """x is NaN or infinite."""
    return isinstance(x, float) and not math.isfinite(x)


def a_is_no_number(a: object) -> bool:
    """a is no int, float or Fraction."""
    return x_is_no_number(a)


def a_is_no_float(a: object) -> bool:
    """a is no float."""
    return type(a) is not float


def a_is_not_finite(a: object) -> bool:
    """a is NaN or infinite."""
    return x_is_not_finite(a)


def b_is_not_of_that_type(a: object, b: object) -> bool:
    """b is not of the type of a."""
    return type(b) is not type(a)


def b_is_no_int(b: object) -> bool:
    """b is no int."""
    return type(b) is not int


def b_is_not_finite(b: object) -> bool:
    """b is NaN or infinite."""
    return x_is_not_finite(b)


def divisor_is_zero(b: object) -> bool:
    """b = 0."""
    return b == 0


def zero_has_no_such_power(a: object, b: int) -> bool:
    """a = 0 and b < 0."""
    return a == 0 and b < 0


def exponent_is_too_large(b: int) -> bool:
    """|b| > 1024."""
    return abs(b) > GREATEST_POWER
