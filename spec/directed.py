"""Directed arithmetic: formats of floating-point numbers, and what it means to round a result up into one."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from spec import errors
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
    return not isinstance(number, float) or math.isfinite(number)


def result_is_a_number_of_the_format(into: Format, result: Real) -> bool:
    """The result is an int, a Fraction, or a float of the format and so finite."""
    return not isinstance(result, float) or into.holds(result)


def zero_is_positive(result: Real) -> bool:
    """No result is -0.0."""
    return result != 0 or math.copysign(1, result) == 1


def sum_is_of_the_type_of_both_terms(a: Real, b: Real, result: Real) -> bool:
    """A sum of ints is an int, of floats a float, of Fractions a Fraction."""
    return type(a) is type(b) is type(result)


def result_is_not_below_x(x: Real, result: float) -> bool:
    """Result >= x."""
    return result >= x


def no_smaller_number_is_not_below_x(x: Real, into: Format, result: float) -> bool:
    """Whatever the format holds below the result is below x."""
    return _is_least(Fraction(x), into, result)


def least_not_below(exact: Callable[[Fraction, Fraction], Fraction]) -> tuple[Predicate, ...]:
    """{a, b} operation {result = the least number of its type and format with result >= exact(a, b)}."""

    def result_is_not_below_the_exact_one(a: Real, b: Real, result: Real) -> bool:
        return result >= exact(Fraction(a), Fraction(b))

    def no_smaller_number_is_not_below_the_exact_one(a: Real, b: Real, into: Format, result: Real) -> bool:
        return _is_least(exact(Fraction(a), Fraction(b)), into, result)

    return (
        result_is_a_number_of_the_format,
        zero_is_positive,
        result_is_not_below_the_exact_one,
        no_smaller_number_is_not_below_the_exact_one,
    )


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
    ensures=(sum_is_of_the_type_of_both_terms, *least_not_below(operator.add)),
)
INF_MUL = Triple(name="inf_mul", cite=("noisy_top_k.listing.L36",), ensures=least_not_below(operator.mul))
INF_DIV = Triple(
    name="inf_div", cite=("report_noisy_max_gumbel.listing.L43",), ensures=least_not_below(operator.truediv)
)
INF_POWI = Triple(name="inf_powi", ensures=least_not_below(integer_power))
