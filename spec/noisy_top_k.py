"""Noisy top-k: release the indices of the k best scores, best first."""

from spec.measurement import Measurement
from spec.space import LInfDistance, Measure, VectorDomain
from spec.triple import Triple


def measurement_is_on_the_space(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    result: Measurement[list[int]],
) -> bool:
    """What is promised is promised on the given domain, metric and measure."""
    return (result.input_domain, result.input_metric, result.output_measure) == (
        input_domain,
        input_metric,
        privacy_measure,
    )


MAKE_NOISY_TOP_K = Triple(
    name="make_noisy_top_k",
    cite=("noisy_top_k.theorem_2_1",),
    ensures=(measurement_is_on_the_space,),
)
