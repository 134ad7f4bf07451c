"""`TopKMeasure` for `ZeroConcentratedDivergence`: what its methods require and ensure beyond the trait."""

from spec.maps import result_is_not_below_an_eighth_of_its_square, scale_is_finite_and_nonnegative
from spec.permute_and_flip import scale_is_nonnegative
from spec.top_k_measure import d_in_is_finite, noise_is_as_asked_for
from spec.triple import Triple

ZERO_CONCENTRATED_RANDOM_VARIABLE = Triple(
    name="ZeroConcentratedDivergence.random_variable",
    cite=("zero_concentrated_divergence.precondition.caller.random_variable.scale",),
    requires=(scale_is_nonnegative,),
    ensures=(noise_is_as_asked_for,),
)
ZERO_CONCENTRATED_ROUND = Triple(
    name="ZeroConcentratedDivergence.privacy_map",
    cite=("zero_concentrated_divergence.postcondition.2",),
    requires=(d_in_is_finite, scale_is_finite_and_nonnegative),
    ensures=(result_is_not_below_an_eighth_of_its_square,),
)
