"""`SelectionMeasure` for `RangeDivergence`: what its methods require and ensure beyond the trait."""

from fractions import Fraction

from spec.maps import exact_range_divergence, k_is_natural, scale_is_finite_and_nonnegative
from spec.permute_and_flip import scale_is_nonnegative
from spec.top_k_measure import NOISY_TOP_K, d_in_is_finite, noise_is_as_asked_for
from spec.triple import Triple


def result_is_not_below_all_rounds(d_in: float, scale: float, k: int, size: int | None, result: float) -> bool:
    """The loss is at least that of k rounds under range divergence."""
    return scale == 0 or result >= exact_range_divergence(Fraction(d_in), Fraction(scale), k, size)


RANGE_RANDOM_VARIABLE = Triple(
    name="RangeDivergence.random_variable",
    cite="range_divergence.postcondition.2",
    requires=(scale_is_nonnegative,),
    ensures=(noise_is_as_asked_for,),
)
RANGE_TOP_K = Triple(
    name="RangeDivergence.noisy_top_k",
    cite="range_divergence.proof.one_shot_is_peeling",
    requires=NOISY_TOP_K.requires,
    ensures=NOISY_TOP_K.ensures,
)
RANGE_ROUNDS = Triple(
    name="RangeDivergence.privacy_map",
    cite="range_divergence.postcondition.3",
    requires=(d_in_is_finite, scale_is_finite_and_nonnegative, k_is_natural),
    ensures=(result_is_not_below_all_rounds,),
)
