"""Scores as a twin reads them: floats where they are exact, whole numbers and fractions where not."""

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite

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


def numbers(x: Sequence[Number], scale: float, negate: bool) -> tuple[Sequence[Number], float]:
    """The scores, or their negatives, as numbers of one kind whose gaps `float_gap` can tell, and the scale.

    At a scale so large that gaps beyond the floats matter, both are divided by 2^64, exactly.
    """
    kind = type(x[0])
    if kind is float:
        values = [-value for value in x] if negate else x
        if scale < HUGE_SCALE and isfinite(max(values)):
            return values, scale
        values = [min(max(value, -LARGEST), LARGEST) for value in values]
        if scale < HUGE_SCALE:
            return values, scale
    elif kind is int and scale < HUGE_SCALE and -EXACT_INTEGERS <= min(x) and max(x) <= EXACT_INTEGERS:
        return [-float(value) for value in x] if negate else list(map(float, x)), scale
    else:
        values = [-value for value in x] if negate else x
    if scale < HUGE_SCALE:
        return values, scale
    return [Fraction(value) / 2**64 for value in values], scale / 2**64
