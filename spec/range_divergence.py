"""`SelectionMeasure` for `RangeDivergence`: what its methods require and ensure beyond the trait."""

from fractions import Fraction

from spec.maps import exact_max_divergence, k_is_natural, scale_is_finite_and_nonnegative
from spec.permute_and_flip import scale_is_nonnegative
from spec.top_k_measure import NOISY_TOP_K, d_in_is_finite, noise_is_as_asked_for
from spec.triple import Triple


def exact_range_divergence(d_in: Fraction, scale: Fraction, k: int) -> Fraction:
    """(2k - 1) d_in / scale, for k >= 1 rounds of selection at range distance d_in, and nothing for none.

    The first round's loss lies in an interval of length eta = d_in/scale. Which interval of that length a later
    round's loss lies in depends on the rounds before; it holds 0, so each later round adds 2 eta at most.
    """
    return max(2 * k - 1, 0) * exact_max_divergence(d_in, scale)


def result_is_not_below_all_rounds(d_in: float, scale: float, k: int, result: float) -> bool:
    """The loss is at least that of k rounds under range divergence."""
    return scale == 0 or result >= exact_range_divergence(Fraction(d_in), Fraction(scale), k)


RANGE_RANDOM_VARIABLE = Triple(
    name="RangeDivergence.random_variable",
    cite=("range_divergence.postcondition.2",),
    requires=(scale_is_nonnegative,),
    ensures=(noise_is_as_asked_for,),
)
RANGE_TOP_K = Triple(
    name="RangeDivergence.noisy_top_k",
    cite=("range_divergence.proof.one_shot_is_peeling",),
    requires=NOISY_TOP_K.requires,
    ensures=NOISY_TOP_K.ensures,
)
RANGE_ROUNDS = Triple(
    name="RangeDivergence.privacy_map",
    cite=("range_divergence.postcondition.3",),
    requires=(d_in_is_finite, scale_is_finite_and_nonnegative, k_is_natural),
    ensures=(result_is_not_below_all_rounds,),
)
