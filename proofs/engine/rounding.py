"""Rounding up, defined twice anew: by listing a whole format, and by the neighbours of a binary64 number."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from spec import errors
from spec.directed import BINARY64, Format, Real

EIGHT_BITS = Format(precision=4, least_exponent=-6, greatest_exponent=7)
SHAPES = (
    Format(precision=1, least_exponent=-2, greatest_exponent=2),
    Format(precision=2, least_exponent=-3, greatest_exponent=3),
    Format(precision=3, least_exponent=4, greatest_exponent=7),
    Format(precision=5, least_exponent=0, greatest_exponent=0),
    EIGHT_BITS,
)
SHAPES_SCOPE = "operands in a format of 8 bits and in 4 smaller ones, subnormal numbers included"
CORNERS_SCOPE = "binary64 at its subnormal numbers, around some powers of two, and next to overflow"


@cache
def numbers(into: Format) -> tuple[Fraction, ...]:
    """Every number of the format in ascending order, from the fields sign, exponent and significand."""
    implicit = 2 ** (into.precision - 1)
    fields = [(into.least_exponent, m) for m in range(implicit)]
    exponents = range(into.least_exponent, into.greatest_exponent + 1)
    fields += [(e, implicit + m) for e in exponents for m in range(implicit)]
    magnitudes = [Fraction(m, implicit) * Fraction(2) ** e for e, m in fields]
    return tuple(sorted({*magnitudes, *(-magnitude for magnitude in magnitudes)}))


@cache
def _over_one_denominator(into: Format) -> tuple[int, list[int]]:
    """A denominator of all numbers of the format, and their numerators, in ascending order."""
    under = math.lcm(*(number.denominator for number in numbers(into)))
    return under, [int(number * under) for number in numbers(into)]


def by_listing(exact: Fraction, into: Format) -> Fraction | None:
    """The first number in the list that is not below the exact value; None if all are."""
    under, listed = _over_one_denominator(into)
    place = bisect_left(listed, math.ceil(exact * under))
    return numbers(into)[place] if place < len(listed) else None


def by_neighbours(exact: Fraction, into: Format) -> Fraction | None:
    """The least binary64 number that is not below the exact value; None if it is infinite."""
    assert into == BINARY64
    least = least_float(exact)
    return None if math.isinf(least) else Fraction(least)


def least_float(exact: Fraction) -> float:
    """The nearest binary64 number, or its upper neighbour, which may be infinite, if that one is below."""
    try:
        nearest = float(exact)
    except OverflowError:
        return math.inf if exact > 0 else math.nextafter(-math.inf, 0)
    over, under = nearest.as_integer_ratio()
    return nearest if over * exact.denominator >= exact.numerator * under else math.nextafter(nearest, math.inf)


class Operands(NamedTuple):
    """What an operation is asked."""

    into: Format
    values: tuple[Real, ...]

    def __str__(self) -> str:
        numbers = ", ".join(v.hex() if isinstance(v, float) else str(v) for v in self.values)
        return f"({numbers}) into {self.into}"


@dataclass(frozen=True)
class RoundsUp:
    """Tell whether an operation answers with the least number not below the exact value, and +0.0 for zero.

    Without such a number it must answer with `Overflow`, and without an exact value with `DivisionByZero`.
    """

    operation: Callable[..., float]
    exact: Callable[..., Fraction]
    least: Callable[[Fraction, Format], Fraction | None]

    def __call__(self, case: Operands) -> bool:
        """Try one case."""
        try:
            exact = self.exact(*map(_exactly, case.values))
        except ZeroDivisionError:
            return self._answer(case) == errors.DivisionByZero()
        least = self.least(exact, case.into)
        if least is None:
            return self._answer(case) == errors.Overflow()
        return _is(self._answer(case), least)

    def _answer(self, case: Operands) -> float | errors.NoisymaxError:
        try:
            return self.operation(*case.values, case.into)
        except (errors.Overflow, errors.DivisionByZero) as error:
            return error


@lru_cache(maxsize=1024, typed=True)
def _exactly(value: Real) -> Fraction | int:
    return Fraction(value) if isinstance(value, float) else value


def _is(answer: object, number: Fraction) -> bool:
    """The answer is a float of this value, and not -0.0."""
    if not isinstance(answer, float) or not math.isfinite(answer):
        return False
    return answer.as_integer_ratio() == number.as_integer_ratio() and (answer != 0 or math.copysign(1, answer) == 1)


def shape_pairs() -> Iterator[Operands]:
    """Every pair of numbers of a shape, the small ones first."""
    for into in SHAPES:
        for pair in product(_floats(into), repeat=2):
            yield Operands(into, pair)


def shape_powers() -> Iterator[Operands]:
    """Every number of a shape to every small integer power."""
    for into in SHAPES:
        for power in product(_floats(into), range(-5, 6)):
            yield Operands(into, power)


def shape_gaps() -> Iterator[Operands]:
    """Every number of a shape, and points in every gap between two: in the middle and next to the ends."""
    for into in SHAPES:
        beyond = 2 * into.largest
        for low, high in pairwise((-beyond, *numbers(into), beyond)):
            for share in (0, Fraction(1, 1000), Fraction(1, 3), Fraction(1, 2), Fraction(999, 1000), 1):
                yield Operands(into, (low + (high - low) * share,))


def corner_pairs() -> Iterator[Operands]:
    """Every pair of corners of binary64."""
    return (Operands(BINARY64, pair) for pair in product(corners(), repeat=2))


def corner_powers() -> Iterator[Operands]:
    """Every corner of binary64 to every small integer power."""
    return (Operands(BINARY64, power) for power in product(corners(), range(-5, 6)))


def corner_gaps() -> Iterator[Operands]:
    """Every corner of binary64, the points in the gap above it, and integers around it."""
    for low in corners():
        gap = Fraction(math.ulp(low))
        for share in (0, Fraction(1, 1000), Fraction(1, 3), Fraction(1, 2), Fraction(999, 1000)):
            yield Operands(BINARY64, (Fraction(low) + gap * share,))
        for step in (-1, 0, 1):
            yield Operands(BINARY64, (int(low) + step,))


@cache
def corners() -> tuple[float, ...]:
    """Floats at which rounding code goes wrong first, the small ones first."""
    least, normal, largest = math.ulp(0.0), math.ldexp(1.0, -1022), math.nextafter(math.inf, 0)
    roots = math.ldexp(1.0, -511), math.ldexp(1.0, 511)
    bases = (least, normal, 0.1, 1.0, 3.0, 7.3, math.ldexp(1.0, 53), *roots, largest)
    around = {near for b in bases for near in (math.nextafter(b, 0), b, math.nextafter(b, math.inf))}
    magnitudes = sorted(m for m in around if math.isfinite(m))
    return tuple(signed for m in magnitudes for signed in ((m, -m) if m else (0.0, -0.0)))


@cache
def _floats(into: Format) -> tuple[float, ...]:
    return tuple(map(float, sorted(numbers(into), key=abs)))
