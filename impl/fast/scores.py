"""Scores as a twin reads them: floats where they are exact, whole numbers and fractions where not."""

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite, isnan
from typing import Any

from spec import errors

Number = float | int | Fraction

LARGEST = sys.float_info.max
LEAST = 5e-324
EXACT_INTEGERS = 2**53
"""Every integer up to here is a float."""
HUGE_SCALE = 2.0**960
"""Below this scale a gap beyond the largest float has a weight below e^-(2^63)."""


def float_gap(top: Number, value: Number) -> float:
    """top - value >= 0 as a float, off by a factor 1 + 2^-53 at most; 0.0 if and only if they are equal.

    Beyond the largest float it is infinite, and below the least the least.
    """
    gap = top - value
    if type(gap) is float:
        return gap
    try:
        return float(gap) or (LEAST if gap else 0.0)
    except OverflowError:
        return inf


def exact_gap(top: Number, value: Number, scale: float) -> Fraction:
    """(top - value)/scale, exactly; a value of -inf counts as the least float."""
    best, under_best = top.as_integer_ratio()
    own, under_own = (-LARGEST if value == -inf else value).as_integer_ratio()
    unit, under_unit = scale.as_integer_ratio()
    return Fraction((best * under_own - own * under_best) * under_unit, under_best * under_own * unit)


def listed(x: Sequence[Number]) -> Sequence[Number]:
    """A list, or the elements of an array; NaN is refused where that was not looked at before."""
    if isinstance(x, list | tuple):
        return x
    given: Any = x
    elements: list[Number] = given.tolist()
    if type(elements[0]) is float and any(map(isnan, elements)):
        raise errors.NanScore
    return elements


def numbers(x: Sequence[Number], scale: float, negate: bool) -> tuple[Sequence[Number], float, Number]:
    """The scores, or their negatives, as numbers of one kind whose gaps `float_gap` can tell; the scale; the best.

    At a scale so large that gaps beyond the floats matter, all are divided by 2^64, exactly.
    """
    kind = type(x[0])
    values: Sequence[Number] = [-value for value in x] if negate else x
    top = max(values)
    if kind is float and not isfinite(sum(values)):
        values = [min(max(value, -LARGEST), LARGEST) for value in values]
        top = max(values)
    if scale >= HUGE_SCALE:
        values = [Fraction(value) / 2**64 for value in values]
        return values, scale / 2**64, max(values)
    if kind is int and top <= EXACT_INTEGERS and min(values) >= -EXACT_INTEGERS:
        return list(map(float, values)), scale, float(top)
    return values, scale, top
