"""Report noisy max with Gumbel noise: release the index of the best score."""

from spec.measurement import Measurement
from spec.space import LInfDistance, MaxDivergence, VectorDomain
from spec.triple import Triple


def promises_max_divergence_on_the_space(
    input_domain: VectorDomain, input_metric: LInfDistance, result: Measurement[int]
) -> bool:
    """What is promised is promised on the given domain and metric, and of max divergence."""
    promised = (result.input_domain, result.input_metric, result.output_measure)
    return promised == (input_domain, input_metric, MaxDivergence())


MAKE_REPORT_NOISY_MAX_GUMBEL = Triple(
    name="make_report_noisy_max_gumbel",
    cite=("report_noisy_max_gumbel.postcondition",),
    ensures=(promises_max_divergence_on_the_space,),
)
