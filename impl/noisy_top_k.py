"""`make_noisy_top_k`.

`# L13` is line 13 of the listing, with `~` where Python has another notation; `# +` is what Python needs besides.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from impl.directed import inf_add, inf_cast
from impl.draws import SystemDraw
from impl.fast.twin import TopK
from impl.maps import times
from impl.max_divergence import MaxDivergence
from impl.parameters import check_natural, check_space, check_switch, checked_scale
from impl.tight_maps import tight_map_of
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from spec import errors, space
from spec.measurement import Measurement
from spec.noisy_top_k import MAKE_NOISY_TOP_K
from spec.space import LInfDistance, Measure, VectorDomain
from spec.top_k_measure import TopKMeasure

TIA = TypeVar("TIA", int, float, Fraction)

TOP_K_MEASURES: Mapping[type[Measure], type[TopKMeasure]] = {
    space.MaxDivergence: MaxDivergence,
    space.ZeroConcentratedDivergence: ZeroConcentratedDivergence,
}


@MAKE_NOISY_TOP_K
def make_noisy_top_k(  # L1
    input_domain: VectorDomain,  # L2 ~
    input_metric: LInfDistance,  # L3 ~
    privacy_measure: Measure,  # L4
    k: int,  # L5 ~
    scale: float,  # L6 ~
    negate: bool,  # L7
) -> Measurement[list[int]]:  # L8
    """Release the indices of the k greatest noisy scores, or least if `negate`, best first.

    Law: that of the measure's own `noisy_top_k`: permute-and-flip round by round under max divergence, Gumbel
    noise in one shot under zero-concentrated divergence. At scale 0: the best ones, of equal scores the last first.
    Bound: k times the loss of one round at range distance d_in if monotonic, else 2 d_in. With eta = d_range/scale the
    loss is eta under max divergence and eta^2/8 under zero-concentrated divergence.
    Tight bound: the last of n candidates is not counted, and under zero-concentrated divergence a round of Gumbel noise
    costs rho(eta) <= eta^2/8, and one of permute-and-flip rho(2 ln(2 e^(eta/2) - 1)).
    """
    check_space(input_domain, input_metric)  # +
    if type(privacy_measure) not in TOP_K_MEASURES:  # +
        raise errors.NotASpace("privacy_measure")  # +
    MO = TOP_K_MEASURES[type(privacy_measure)]  # +
    check_natural(k)  # +
    check_switch("negate", negate)  # +
    if input_domain.element_domain.nan:  # L9
        raise errors.DomainMayHaveNan  # L10 ~

    if input_domain.size is not None and k > input_domain.size:  # L12 L13 ~
        raise errors.KExceedsSize(k, input_domain.size)  # L14 ~

    scale = checked_scale(scale)  # L16 L17 ~

    monotonic = input_metric.monotonic  # L19

    def privacy_map(d_in: TIA) -> float:  # L21
        # convert to range distance  # L22
        d_in = d_in if monotonic else inf_add(d_in, d_in)  # L23 ~
        d_range = inf_cast(d_in)  # L24 ~

        if d_range < 0:  # L26 ~
            raise errors.DistanceNegative  # L27 ~

        if d_range == 0:  # L29 ~
            return 0.0  # L30

        if scale == 0:  # L32 ~
            return math.inf  # L33 ~

        return times(MO.privacy_map(d_range, scale), k)  # L35 L36 ~

    return Measurement(  # L38 ~
        input_domain=input_domain,  # L39
        input_metric=input_metric,  # L40
        output_measure=privacy_measure,  # L41
        function=lambda x, draw: MO.noisy_top_k(x, scale, k, negate, draw),  # L42 ~
        privacy_map=privacy_map,  # L43
        entropy=SystemDraw,  # +
        tight_privacy_map=tight_map_of(MO.LOSSES, scale, k, input_domain.size, monotonic),  # +
        twin=TopK(input_domain, scale, k, negate, flip=MO is MaxDivergence),  # +
    )  # L44
