"""Tight privacy maps of selection: the least float not below the loss, from the exact distance and scale.

Where a classical map rounds every operation up, these round once: what is exact as a fraction, what is not as balls.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from impl.ball import PRECISION_LIMIT, Ball, Enclosure, ball, lower, precision, precisions, upper
from impl.directed import inf_cast
from impl.range_divergence import range_rounds
from spec import errors
from spec.directed import BINARY64
from spec.maps import exact_range_distance
from spec.space import Atom, MaxDivergence, Measure, RangeDivergence, ZeroConcentratedDivergence
from spec.tight_maps import (
    CONCENTRATED_LOSS,
    PERMUTE_AND_FLIP_CONCENTRATED_LOSS,
    PURE_LOSS,
    RANGE_LOSS,
    Loss,
    rounds_with_a_choice,
)


def tight_map_of(
    losses: Mapping[type[Measure], Loss], scale: float, k: int, size: int | None, monotonic: bool
) -> Callable[[Atom, Measure], float]:
    """The tight map of the selection of k candidates whose rounds cost what is given, measure by measure."""

    def tight_map(d_in: Atom, measure: Measure) -> float:
        if type(measure) not in losses:
            raise errors.NotASpace("measure")
        d_range = exact_range_distance(Fraction(d_in), monotonic)
        if d_range == 0 or rounds_with_a_choice(k, size) == 0:
            return 0.0
        if scale == 0:
            return math.inf
        return losses[type(measure)](d_range / Fraction(scale), k, size)

    return tight_map


@PURE_LOSS
def pure_loss(eta: Fraction, k: int, size: int | None = None) -> float:
    """Bound the max divergence of k rounds at eta among `size` candidates.

    Bound: rounds * eta, where the last candidate's round is not counted.
    """
    return inf_cast(rounds_with_a_choice(k, size) * eta)


@RANGE_LOSS
def range_loss(eta: Fraction, k: int, size: int | None = None) -> float:
    """Bound the range divergence of k rounds with Gumbel noise at eta among `size` candidates.

    Bound: (2k - 1) eta, and (k - 1 + min(k, n - k)) eta of n = size candidates.
    """
    return inf_cast(range_rounds(k, size) * eta)


@CONCENTRATED_LOSS
def concentrated_loss(eta: Fraction, k: int, size: int | None = None) -> float:
    """Bound the zero-concentrated divergence of k rounds with Gumbel noise at eta among `size` candidates.

    Bound: rounds * rho(eta), rho(x) = x/(e^x - 1) - 1 - ln(x/(e^x - 1)), which is at most x^2/8.
    """
    rounds = rounds_with_a_choice(k, size)
    return least_float(lambda: rounds * rho(ball(eta)), at_most=rounds * eta**2 / 8)


@PERMUTE_AND_FLIP_CONCENTRATED_LOSS
def permute_and_flip_concentrated_loss(eta: Fraction, k: int, size: int | None = None) -> float:
    """Bound the zero-concentrated divergence of k rounds of permute-and-flip at eta among `size` candidates.

    Bound: rounds * rho(R), R = 2 ln(2 e^(eta/2) - 1), which is at most eta^2/2.
    """
    rounds = rounds_with_a_choice(k, size)
    return least_float(lambda: rounds * rho(permute_and_flip_range(ball(eta))), at_most=rounds * eta**2 / 2)


def rho(x: Ball) -> Ball:
    """x - ln x - 1 + ln(1 - e^-x) + x e^-x/(1 - e^-x), for x > 0.

    No part overflows, however large x is. For small x all but x^2/8 cancels.
    """
    falls, rest = (-x).exp(), -(-x).expm1()
    return x - x.log() - 1 + rest.log() + x * falls / rest


def permute_and_flip_range(x: Ball) -> Ball:
    """2 ln(2 e^(x/2) - 1) = x + 2 ln(1 + (1 - e^(-x/2))), for x > 0: nothing cancels."""
    return x + 2 * (-(-x / 2).expm1()).log1p()


def least_float(x: Enclosure, at_most: Fraction, limit: int = PRECISION_LIMIT) -> float:
    """The least float not below the enclosed number x > 0, of which a bound is known.

    If the precision that the limit allows does not tell x from a float, that float or the next one is returned,
    whichever is certainly not below x.
    """
    if at_most <= BINARY64.quantum:
        return float(BINARY64.quantum)
    for bits in precisions(limit):
        with precision(bits):
            enclosed = x()
            if enclosed > ball(BINARY64.largest):
                raise errors.Overflow
            low, high = lower(enclosed), min(upper(enclosed), at_most)
        least = inf_cast(low)
        if high <= least:
            return least
    return inf_cast(high)


GUMBEL: Mapping[type[Measure], Loss] = {
    MaxDivergence: pure_loss,
    ZeroConcentratedDivergence: concentrated_loss,
    RangeDivergence: range_loss,
}
"""What Gumbel noise costs, and with it every other way to the law of the exponential mechanism."""

PERMUTE_AND_FLIP: Mapping[type[Measure], Loss] = {
    MaxDivergence: pure_loss,
    ZeroConcentratedDivergence: permute_and_flip_concentrated_loss,
}
"""What permute-and-flip costs."""
