"""The exponential mechanism on candidates, by Gumbel noise: release the index of the best score."""

from spec.measurement import Measurement
from spec.space import MaxDivergence, RangeDistance, VectorDomain
from spec.triple import Triple


def promises_max_divergence_at_range_distance(input_domain: VectorDomain, result: Measurement[int]) -> bool:
    """What is promised is promised on the given domain, of max divergence, at a range distance."""
    promised = (result.input_domain, result.input_metric, result.output_measure)
    return promised == (input_domain, RangeDistance(input_domain.element_domain.T), MaxDivergence())


MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL = Triple(
    name="make_base_exponential_candidates_gumbel",
    cite=("exponential_candidates_gumbel.theorem_2_1",),
    ensures=(promises_max_divergence_at_range_distance,),
)
