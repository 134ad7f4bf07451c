"""`make_base_exponential_candidates_gumbel`.

`# L13` is line 13 of the listing, with `~` where Python has another notation; `# E2` departs by its erratum 2;
`# +` is what Python needs besides.
"""

from collections.abc import Sequence
from fractions import Fraction

from impl.directed import inf_cast
from impl.draws import SystemDraw
from impl.fast.twin import one_index
from impl.gumbel import GumbelPSRN
from impl.maps import max_divergence_map
from impl.parameters import check_domain, check_some_candidate, checked_scale
from impl.report_noisy_max_gumbel import gumbel_max
from impl.scores import exact_score
from impl.tight_maps import GUMBEL, tight_map_of
from spec import errors
from spec.draw import Draw
from spec.exponential_candidates_gumbel import MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL
from spec.measurement import Measurement
from spec.space import Atom, MaxDivergence, RangeDistance, VectorDomain


@MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL
def make_base_exponential_candidates_gumbel(  # L2
    input_domain: VectorDomain,  # E1
    temperature: float,  # L2 ~
) -> Measurement[int]:  # L2 ~
    """Release the index of the greatest noisy score.

    Law: P(i) = w_i / (sum of all w_j), w_i = exp(x_i / temperature). At temperature 0: the last of the greatest.
    Bound: d_in / temperature at range distance d_in.
    """
    check_domain(input_domain)  # +
    check_some_candidate(input_domain)  # E1
    if input_domain.element_domain.nan:  # E1
        raise errors.DomainMayHaveNan  # E1
    temperature = checked_scale(temperature)  # E2
    TI = input_domain.element_domain.T  # +

    def function(scores: Sequence[Atom], draw: Draw) -> int:  # L3 ~
        def noisy_score(i: int) -> GumbelPSRN:  # L4 ~
            return GumbelPSRN(shift=exact_score(scores[i]), scale=Fraction(temperature))  # L4 E3 E4

        return gumbel_max(tuple(map(noisy_score, range(len(scores)))), draw)  # L5 ~

    def privacy_map(d_in: Atom) -> float:  # L7 E5
        return max_divergence_map(inf_cast(d_in), temperature)  # L8 E5

    return Measurement(  # L10 E6
        input_domain=input_domain,  # L11 E1
        function=function,  # L13
        input_metric=RangeDistance(TI),  # L14 ~
        output_measure=MaxDivergence(),  # L15 E6
        privacy_map=privacy_map,  # L16 E5
        entropy=SystemDraw,  # +
        tight_privacy_map=tight_map_of(GUMBEL, temperature, 1, input_domain.size, monotonic=True),  # +
        twin=one_index(input_domain, temperature),  # +
    )  # L17
