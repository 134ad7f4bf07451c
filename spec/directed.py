"""Directed arithmetic: formats of floating-point numbers, and what it means to round a result up into one.

Promised, to whoever computes a privacy map: each operation returns the least float, or number of a smaller format, that
is not below the exact result; and where there is none, or no exact result, it raises an error and returns nothing.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from spec import errors
from spec.logic.claim import Claim, Kind
from spec.logic.promise import Keeps, Refusal
from spec.operands import (
    a_is_no_float,
    a_is_no_number,
    a_is_not_finite,
    b_is_no_int,
    b_is_not_finite,
    b_is_not_of_that_type,
    divisor_is_zero,
    exponent_is_too_large,
    x_is_no_number,
    x_is_not_finite,
    zero_has_no_such_power,
)
from spec.triple import Predicate, Triple

Real = int | float | Fraction


def power_of_two(exponent: int) -> Fraction:
    """2^exponent, exactly."""
    return Fraction(2) ** exponent


@dataclass(frozen=True)
class Format:
    """The numbers m * quantum whose integer m has at most `precision` significant bits, up to +-largest.

    Normal magnitudes lie in [2^least_exponent, 2^(greatest_exponent + 1)); below are zero and the subnormal
    numbers, as dense as the least normal ones. Every format is part of binary64: its numbers are floats.
    """

    precision: int
    least_exponent: int
    greatest_exponent: int

    def __post_init__(self) -> None:
        if not 1 <= self.precision <= 53 or not self.least_exponent <= self.greatest_exponent <= 1023:
            raise errors.FormatNotSupported
        if self.quantum < power_of_two(-1074):
            raise errors.FormatNotSupported

    @cached_property
    def quantum(self) -> Fraction:
        """The least positive number."""
        return power_of_two(self.least_exponent - self.precision + 1)

    @cached_property
    def largest(self) -> Fraction:
        """The greatest number."""
        return (power_of_two(self.precision) - 1) * power_of_two(self.greatest_exponent - self.precision + 1)

    def holds(self, number: Real) -> bool:
        """Tell whether the number is one of the format."""
        if not is_finite(number):
            return False
        m, rest = self._in_quanta(number)
        odd_part = abs(m) // (m & -m) if m else 0
        return rest == 0 and odd_part < 2**self.precision and abs(m) <= self._largest_in_quanta

    def before(self, number: Real) -> Fraction | None:
        """The greatest number of the format below this one of it; None below -largest."""
        m, _ = self._in_quanta(number)
        bits = abs(m - (m > 0)).bit_length()
        below = m - 2 ** max(bits - self.precision, 0)
        return below * self.quantum if -below <= self._largest_in_quanta else None

    def _in_quanta(self, number: Real) -> tuple[int, int]:
        """How many quanta make up the number, and what is left of it."""
        over, under = number.as_integer_ratio()
        return divmod(over * self.quantum.denominator, under * self.quantum.numerator)

    @cached_property
    def _largest_in_quanta(self) -> int:
        return self._in_quanta(self.largest)[0]


BINARY64 = Format(precision=53, least_exponent=-1022, greatest_exponent=1023)


def is_finite(number: Real) -> bool:
    """Tell NaN and the infinities; `math.isfinite` itself fails on integers beyond the floats."""
    return type(number) is not float or math.isfinite(number)


def result_is_a_number_of_the_format(into: Format, result: Real) -> bool:
    """An int, a Fraction, or a float of the format and so finite."""
    return not isinstance(result, float) or into.holds(result)


def zero_is_positive(result: Real) -> bool:
    """Not -0.0."""
    return result != 0 or math.copysign(1, result) == 1


def sum_is_of_the_type_of_both_terms(a: Real, b: Real, result: Real) -> bool:
    """Of the type of both terms."""
    return type(a) is type(b) is type(result)


def result_is_not_below_x(x: Real, result: float) -> bool:
    """Result >= x."""
    return result >= x


def no_smaller_number_is_not_below_x(x: Real, into: Format, result: float) -> bool:
    """Nothing smaller of the format is >= x."""
    return _is_least(Fraction(x), into, result)


Exact = Callable[[Fraction, Fraction], Fraction]


def least_not_below(exact: Exact, written: str) -> tuple[Predicate, ...]:
    """{a, b} operation {result = the least number of its type and format with result >= exact(a, b)}."""

    def result_is_not_below_the_exact_one(a: Real, b: Real, result: Real) -> bool:
        return result >= exact(Fraction(a), Fraction(b))

    def no_smaller_number_is_not_below_the_exact_one(a: Real, b: Real, into: Format, result: Real) -> bool:
        return _is_least(exact(Fraction(a), Fraction(b)), into, result)

    result_is_not_below_the_exact_one.__doc__ = f"Result >= {written}."
    no_smaller_number_is_not_below_the_exact_one.__doc__ = f"Nothing smaller of the format is >= {written}."
    return (
        result_is_a_number_of_the_format,
        zero_is_positive,
        result_is_not_below_the_exact_one,
        no_smaller_number_is_not_below_the_exact_one,
    )


def beyond_the_format(exact: Exact, written: str) -> Predicate:
    """The condition that every number of the format is below exact(a, b), where a result must be in the format."""

    def exact_result_is_above_the_largest_number(a: Real, b: Real, into: Format) -> bool:
        return isinstance(a, float) and exact(Fraction(a), Fraction(b)) > into.largest

    exact_result_is_above_the_largest_number.__doc__ = f"a is a float and {written} > the largest of the format."
    return exact_result_is_above_the_largest_number


def x_is_above_the_largest_number(x: Real, into: Format) -> bool:
    """x > the largest of the format."""
    return x > into.largest


def integer_power(a: Fraction, b: Fraction) -> Fraction:
    """a^b for an integer b, where a^0 = 1."""
    return a ** int(b)


def _is_least(exact: Fraction, into: Format, result: Real) -> bool:
    """Among ints and Fractions, the least number not below the exact one is the exact one."""
    if not isinstance(result, float):
        return result == exact
    if not math.isfinite(result):
        return False
    before = into.before(result)
    return before is None or before < exact


INF_CAST = Triple(
    name="inf_cast",
    cite=("noisy_top_k.listing.L24", "report_noisy_max_gumbel.listing.L36"),
    ensures=(
        result_is_a_number_of_the_format,
        zero_is_positive,
        result_is_not_below_x,
        no_smaller_number_is_not_below_x,
    ),
)
INF_ADD = Triple(
    name="inf_add",
    cite=("noisy_top_k.listing.L23",),
    ensures=(sum_is_of_the_type_of_both_terms, *least_not_below(operator.add, "a + b")),
)
INF_MUL = Triple(name="inf_mul", cite=("noisy_top_k.listing.L36",), ensures=least_not_below(operator.mul, "a·b"))
INF_DIV = Triple(
    name="inf_div", cite=("report_noisy_max_gumbel.listing.L43",), ensures=least_not_below(operator.truediv, "a/b")
)
INF_POWI = Triple(name="inf_powi", ensures=least_not_below(integer_power, "a^b"))


def _refusals(
    of_a: Predicate, of_b: Predicate, *impossible: Refusal, exact: Exact, written: str
) -> tuple[Refusal, ...]:
    return (
        Refusal(errors.WrongOperandType, of_a),
        Refusal(errors.OperandNotFinite, a_is_not_finite),
        Refusal(errors.WrongOperandType, of_b),
        Refusal(errors.OperandNotFinite, b_is_not_finite),
        *impossible,
        Refusal(errors.Overflow, beyond_the_format(exact, written)),
    )


BINARY = ("a", "b", "into")
INF_CAST_KEEPS = Keeps(
    "impl.directed.inf_cast",
    INF_CAST,
    ("x", "into"),
    (
        Refusal(errors.WrongOperandType, x_is_no_number),
        Refusal(errors.OperandNotFinite, x_is_not_finite),
        Refusal(errors.Overflow, x_is_above_the_largest_number),
    ),
)
INF_ADD_KEEPS = Keeps(
    "impl.directed.inf_add",
    INF_ADD,
    BINARY,
    _refusals(a_is_no_number, b_is_not_of_that_type, exact=operator.add, written="a + b"),
)
INF_MUL_KEEPS = Keeps(
    "impl.directed.inf_mul",
    INF_MUL,
    BINARY,
    _refusals(a_is_no_float, b_is_not_of_that_type, exact=operator.mul, written="a·b"),
)
INF_DIV_KEEPS = Keeps(
    "impl.directed.inf_div",
    INF_DIV,
    BINARY,
    _refusals(
        a_is_no_float,
        b_is_not_of_that_type,
        Refusal(errors.DivisionByZero, divisor_is_zero),
        exact=operator.truediv,
        written="a/b",
    ),
)
INF_POWI_KEEPS = Keeps(
    "impl.directed.inf_powi",
    INF_POWI,
    BINARY,
    _refusals(
        a_is_no_float,
        b_is_no_int,
        Refusal(errors.ExponentTooLarge, exponent_is_too_large),
        Refusal(errors.DivisionByZero, zero_has_no_such_power),
        exact=integer_power,
        written="a^b",
    ),
)

CAST = Claim("directed.inf_cast", Kind.CONTRACT, INF_CAST_KEEPS)
ADD = Claim("directed.inf_add", Kind.CONTRACT, INF_ADD_KEEPS)
MUL = Claim("directed.inf_mul", Kind.CONTRACT, INF_MUL_KEEPS)
DIV = Claim("directed.inf_div", Kind.CONTRACT, INF_DIV_KEEPS)
POWI = Claim("directed.inf_powi", Kind.CONTRACT, INF_POWI_KEEPS)
