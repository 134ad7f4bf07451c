"""What floats leave open, decided by balls: each question asks for more bits and more precision until they tell.

A question has an answer for all but countably many values of its uniform numbers, so that it ends with probability 1.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from impl.ball import Ball, ball, precision
from impl.fast.coins import Uniform

GUARD_BITS = 128
"""Balls are by so many bits more precise than the uniform numbers, twice over."""

Gaps = Sequence[Fraction]
"""The gaps (max - x_j)/scale of the candidates on a line, in order."""


def weight(gap: Fraction) -> Ball:
    """e^-gap."""
    return (-ball(gap)).exp()


def total(gaps: Gaps) -> Ball:
    """The sum of all e^-gap."""
    return sum(map(weight, gaps), start=ball(0))


def cell(u: Uniform, gaps: Gaps) -> int:
    """The place of U among the cells, whose lengths are as e^-gap: the j with C_(j-1) <= U C_n < C_j, C the sums."""
    while True:
        with precision(GUARD_BITS + 2 * u.bits):
            found = _surely_in(u, gaps)
        if found is not None:
            return found
        u.refine()


def _surely_in(u: Uniform, gaps: Gaps) -> int | None:
    whole = total(gaps)
    low, high = u.low * whole, u.high * whole
    before = ball(0)
    for place, gap in enumerate(gaps):
        if not before <= low:
            return None
        before += weight(gap)
        if high <= before:
            return place
    return place  # U is below 1, so that it is in the last cell if it is in none before


def accepts(a: Uniform, times: Sequence[Uniform], gap: Fraction, length: Callable[[], Ball]) -> bool:
    """A (1 - (1 - s) p) < s, where s = (V_1 ... V_m)^(1/W), p = e^-gap and W is the length of the line."""
    while True:
        with precision(GUARD_BITS + 2 * a.bits):
            s = (sum((v.enclosed.log() for v in times), start=ball(0)) / length()).exp()
            excess = s - a.enclosed * (1 - (1 - s) * weight(gap))
        if excess > 0:
            return True
        if excess < 0:
            return False
        for uniform in (a, *times):
            uniform.refine()
