"""Privacy maps: what a release costs, exactly, and how the float that a map returns relates to it.

Promised, to whoever puts a privacy map together: no part returns less than what it is exactly, so that what is put
together is not below k·d/scale, or k·(d/scale)²/8, d being the range distance that d_in allows; and a number that no
float bounds is an error, never infinity.
"""

import math
from fractions import Fraction

from spec import errors
from spec.directed import BINARY64, Real, is_finite
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol
from spec.logic.promise import All, Keeps, Refusal
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
    """Result >= d_in if monotonic, else 2·d_in."""
    return result >= exact_range_distance(Fraction(d_in), monotonic)


def nothing_changed_costs_nothing(d_in: float, result: float) -> bool:
    """Result = 0 if d_in = 0."""
    return d_in > 0 or result == 0


def no_noise_promises_nothing(d_in: float, scale: float, result: float) -> bool:
    """Result = inf if scale = 0 < d_in, and nowhere else."""
    return d_in == 0 or (scale == 0) is math.isinf(result)


def result_is_not_below_d_in_over_scale(d_in: float, scale: float, result: float) -> bool:
    """Result >= d_in/scale."""
    return scale == 0 or result >= exact_max_divergence(Fraction(d_in), Fraction(scale))


def result_is_not_below_an_eighth_of_its_square(d_in: float, scale: float, result: float) -> bool:
    """Result >= (d_in/scale)²/8."""
    return scale == 0 or result >= exact_zero_concentrated(Fraction(d_in), Fraction(scale))


def result_is_not_below_k_losses(d_out: float, k: int, result: float) -> bool:
    """Result >= k·d_out."""
    return math.isinf(result) if math.isinf(d_out) else result >= k * Fraction(d_out)


TO_RANGE_DISTANCE = Triple(
    name="to_range_distance",
    cite=("noisy_top_k.listing.L23",),
    requires=(d_in_is_a_distance,),
    ensures=(result_is_not_below_the_range_distance,),
)
MAX_DIVERGENCE_MAP = Triple(
    name="max_divergence_map",
    cite=("noisy_top_k.listing.L36",),
    requires=(d_in_is_a_distance, scale_is_finite_and_nonnegative),
    ensures=(nothing_changed_costs_nothing, no_noise_promises_nothing, result_is_not_below_d_in_over_scale),
)
ZERO_CONCENTRATED_MAP = Triple(
    name="zero_concentrated_map",
    cite=("noisy_top_k.listing.L36",),
    requires=(d_in_is_a_distance, scale_is_finite_and_nonnegative),
    ensures=(
        nothing_changed_costs_nothing,
        no_noise_promises_nothing,
        result_is_not_below_an_eighth_of_its_square,
    ),
)
TIMES = Triple(
    name="times",
    cite=("noisy_top_k.listing.L36",),
    requires=(d_out_is_a_loss, k_is_natural),
    ensures=(result_is_not_below_k_losses,),
)


ALMOST = 1 + Fraction(1, 2**50)
"""More than what rounding up can add to a product of a few floats."""


def double_is_above_the_largest_float(d_in: Real, monotonic: bool) -> bool:
    """d_in is a float, not monotonic, and 2·d_in > the largest float."""
    return isinstance(d_in, float) and not monotonic and 2 * Fraction(d_in) > BINARY64.largest


def quotient_is_above_the_largest_float(d_in: float, scale: float) -> bool:
    """scale > 0 and d_in/scale > the largest float."""
    return scale > 0 and Fraction(d_in) / Fraction(scale) > BINARY64.largest


def square_is_nearly_above_the_largest_float(d_in: float, scale: float) -> bool:
    """scale > 0 and (d_in/scale)²·(1 + 2^-50) > the largest float."""
    return scale > 0 and (Fraction(d_in) / Fraction(scale)) ** 2 * ALMOST > BINARY64.largest


def product_is_nearly_above_the_largest_float(d_out: float, k: int) -> bool:
    """d_out < inf and k·max(d_out, 1)·(1 + 2^-50) > the largest float."""
    return d_out < math.inf and k * max(Fraction(d_out), Fraction(1)) * ALMOST > BINARY64.largest


TO_RANGE_DISTANCE_KEEPS = Keeps(
    "impl.maps.to_range_distance",
    TO_RANGE_DISTANCE,
    ("d_in", "monotonic"),
    (Refusal(errors.Overflow, double_is_above_the_largest_float),),
)
MAX_DIVERGENCE_MAP_KEEPS = Keeps(
    "impl.maps.max_divergence_map",
    MAX_DIVERGENCE_MAP,
    ("d_in", "scale"),
    (Refusal(errors.Overflow, quotient_is_above_the_largest_float),),
)
ZERO_CONCENTRATED_MAP_KEEPS = Keeps(
    "impl.maps.zero_concentrated_map",
    ZERO_CONCENTRATED_MAP,
    ("d_in", "scale"),
    (Refusal(errors.Overflow, square_is_nearly_above_the_largest_float, always=False),),
)
TIMES_KEEPS = Keeps(
    "impl.maps.times",
    TIMES,
    ("d_out", "k"),
    (Refusal(errors.Overflow, product_is_nearly_above_the_largest_float, always=False),),
)

D_RANGE, SCALE = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("scale", Sort.POSITIVE)
K, ROUNDS, RESULT = Symbol("k", Sort.NATURAL), Symbol("rounds"), Symbol("result")
CAST, QUOTIENT, SQUARE, ONE_ROUND = Symbol("cast"), Symbol("quotient"), Symbol("square"), Symbol("one_round")

MAX_DIVERGENCE_PARTS = Claim(
    "maps.max_divergence_map",
    Kind.CONTRACT,
    All((TO_RANGE_DISTANCE_KEEPS, MAX_DIVERGENCE_MAP_KEEPS, TIMES_KEEPS)),
)
ZERO_CONCENTRATED_PARTS = Claim(
    "maps.zero_concentrated_map",
    Kind.CONTRACT,
    All((TO_RANGE_DISTANCE_KEEPS, ZERO_CONCENTRATED_MAP_KEEPS, TIMES_KEEPS)),
)
MAX_DIVERGENCE = Claim(
    "maps.max_divergence",
    Kind.LAW,
    Formula(
        RESULT >= K * (D_RANGE / SCALE),
        given=(CAST >= D_RANGE, QUOTIENT >= CAST / SCALE, ROUNDS >= K, RESULT >= QUOTIENT * ROUNDS),
    ),
)
ZERO_CONCENTRATED = Claim(
    "maps.zero_concentrated",
    Kind.LAW,
    Formula(
        RESULT >= K * ((D_RANGE / SCALE) ** 2 / 8),
        given=(
            CAST >= D_RANGE,
            QUOTIENT >= CAST / SCALE,
            SQUARE >= QUOTIENT**2,
            ONE_ROUND >= SQUARE / 8,
            ROUNDS >= K,
            RESULT >= ONE_ROUND * ROUNDS,
        ),
    ),
)
