"""Privacy maps: what a release costs, exactly, and how the float that a map returns relates to it."""

import math
from fractions import Fraction

from spec.directed import Real, is_finite
from spec.triple import Triple


def exact_range_distance(d_in: Fraction, monotonic: bool) -> Fraction:
    """The greatest range distance between d_in-close score vectors: d_in if monotonic, else 2 d_in."""
    return d_in if monotonic else 2 * d_in


def exact_max_divergence(d_in: Fraction, scale: Fraction) -> Fraction:
    """d_in / scale, for one round of selection at range distance d_in."""
    return d_in / scale


def exact_zero_concentrated(d_in: Fraction, scale: Fraction) -> Fraction:
    """(d_in / scale)^2 / 8, for one round of selection at range distance d_in."""
    return (d_in / scale) ** 2 / 8


def exact_range_divergence(d_in: Fraction, scale: Fraction, k: int, size: int | None = None) -> Fraction:
    """(2k - 1) d_in / scale, for k >= 1 rounds of selection at range distance d_in, and nothing for none.

    The first round's loss lies in an interval of length eta = d_in/scale. Which interval of that length a later
    round's loss lies in depends on the rounds before; it holds 0, so each later round adds 2 eta at most. Of n = size
    candidates, two selections differ in min(k, n - k) of them at most: the losses then in (k - 1 + min(k, n - k)) eta.
    """
    eta = exact_max_divergence(d_in, scale)
    if size is None or 2 * k <= size:
        return max(2 * k - 1, 0) * eta
    return max(size - 1, 0) * eta


def d_in_is_a_distance(d_in: Real) -> bool:
    """0 <= d_in < inf."""
    return is_finite(d_in) and d_in >= 0


def scale_is_finite_and_nonnegative(scale: float) -> bool:
    """0 <= scale < inf."""
    return math.isfinite(scale) and scale >= 0


def d_out_is_a_loss(d_out: float) -> bool:
    """0 <= d_out <= inf."""
    return d_out >= 0


def k_is_natural(k: int) -> bool:
    """k >= 0."""
    return k >= 0


def result_is_not_below_the_range_distance(d_in: Real, monotonic: bool, result: Real) -> bool:
    """No two d_in-close vectors are farther apart than the result."""
    return result >= exact_range_distance(Fraction(d_in), monotonic)


def nothing_changed_costs_nothing(d_in: float, result: float) -> bool:
    """At distance zero the loss is zero, whatever the scale."""
    return d_in > 0 or result == 0


def no_noise_promises_nothing(d_in: float, scale: float, result: float) -> bool:
    """The loss is infinite at scale zero, and nowhere else."""
    return d_in == 0 or (scale == 0) is math.isinf(result)


def result_is_not_below_d_in_over_scale(d_in: float, scale: float, result: float) -> bool:
    """The loss is at least that of one round under max divergence."""
    return scale == 0 or result >= exact_max_divergence(Fraction(d_in), Fraction(scale))


def result_is_not_below_an_eighth_of_its_square(d_in: float, scale: float, result: float) -> bool:
    """The loss is at least that of one round under zero-concentrated divergence."""
    return scale == 0 or result >= exact_zero_concentrated(Fraction(d_in), Fraction(scale))


def result_is_not_below_k_losses(d_out: float, k: int, result: float) -> bool:
    """The loss of k rounds is at least k times that of one."""
    return math.isinf(result) if math.isinf(d_out) else result >= k * Fraction(d_out)


TO_RANGE_DISTANCE = Triple(
    name="to_range_distance",
    cite="noisy_top_k.listing.L23",
    requires=(d_in_is_a_distance,),
    ensures=(result_is_not_below_the_range_distance,),
)
MAX_DIVERGENCE_MAP = Triple(
    name="max_divergence_map",
    cite="noisy_top_k.listing.L36, which calls it",
    requires=(d_in_is_a_distance, scale_is_finite_and_nonnegative),
    ensures=(nothing_changed_costs_nothing, no_noise_promises_nothing, result_is_not_below_d_in_over_scale),
)
ZERO_CONCENTRATED_MAP = Triple(
    name="zero_concentrated_map",
    cite="noisy_top_k.listing.L36, which calls it",
    requires=(d_in_is_a_distance, scale_is_finite_and_nonnegative),
    ensures=(
        nothing_changed_costs_nothing,
        no_noise_promises_nothing,
        result_is_not_below_an_eighth_of_its_square,
    ),
)
TIMES = Triple(
    name="times",
    cite="noisy_top_k.listing.L36",
    requires=(d_out_is_a_loss, k_is_natural),
    ensures=(result_is_not_below_k_losses,),
)
