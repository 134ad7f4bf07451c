"""`make_report_noisy_max_gumbel`.

`# L13` is line 13 of the listing, with `~` where Python has another notation; `# E2` departs by its erratum 2;
`# +` is what Python needs besides.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Literal, TypeVar

from impl.directed import inf_add, inf_cast, inf_div
from impl.draws import SystemDraw
from impl.fast.twin import one_index
from impl.gumbel import GumbelPSRN, greater_than
from impl.parameters import check_some_candidate, check_space, checked_scale
from impl.scores import exact_score
from impl.tight_maps import GUMBEL, tight_map_of
from spec import errors
from spec.draw import Draw, sampler
from spec.gumbel import GUMBEL_MAX
from spec.measurement import Measurement
from spec.report_noisy_max_gumbel import MAKE_REPORT_NOISY_MAX_GUMBEL
from spec.space import Atom, LInfDistance, MaxDivergence, VectorDomain

TIA = TypeVar("TIA", int, float, Fraction)


@MAKE_REPORT_NOISY_MAX_GUMBEL
def make_report_noisy_max_gumbel(  # L1
    input_domain: VectorDomain,  # L2 ~
    input_metric: LInfDistance,  # L3 E1
    scale: float,  # L4 ~
    optimize: Literal["max", "min"],  # L5 ~
) -> Measurement[int]:  # L6
    """Release the index of the greatest noisy score, or of the least.

    Law: P(i) = w_i / (sum of all w_j), w_i = exp(+-x_i / scale). At scale 0: the last of the best.
    Bound: d_in / scale if monotonic, else 2 d_in / scale.
    """
    check_space(input_domain, input_metric)  # +
    check_some_candidate(input_domain)  # E2
    if input_domain.element_domain.nan:  # L7
        raise errors.DomainMayHaveNan  # L8 ~

    scale = checked_scale(scale)  # L10 L11 E3

    if optimize == "max":  # L13
        sign = +1  # L14
    elif optimize == "min":  # L15
        sign = -1  # L16
    else:  # L17
        raise errors.OptimizeUnknown  # L18 ~

    scale_frac = Fraction(scale)  # L20

    def function(scores: Sequence[Atom], draw: Draw) -> int:  # L22 ~
        def map_gumbel(score: Atom) -> GumbelPSRN:  # L23
            return GumbelPSRN(shift=sign * exact_score(score), scale=scale_frac)  # L24 E4

        gumbel_scores = map(map_gumbel, scores)  # L25
        return gumbel_max(tuple(gumbel_scores), draw)  # +

    def privacy_map(d_in: TIA) -> float:  # L31
        # convert to range distance  # L32
        # will multiply by 2 if not monotonic  # L33
        d_in = d_in if input_metric.monotonic else inf_add(d_in, d_in)  # L34 E1

        d_range = inf_cast(d_in)  # L36 ~
        if d_range < 0:  # L37
            raise errors.DistanceNegative  # L38 ~

        if d_range == 0:  # L40
            return 0.0  # L41 ~

        if scale == 0:  # E5
            return math.inf  # E5

        return inf_div(d_range, scale)  # L43 ~

    return Measurement(  # L45
        input_domain=input_domain,  # L46
        function=function,  # L47
        input_metric=input_metric,  # L48
        output_measure=MaxDivergence(),  # L49 E6
        privacy_map=privacy_map,  # L50
        entropy=SystemDraw,  # +
        tight_privacy_map=tight_map_of(GUMBEL, scale, 1, input_domain.size, input_metric.monotonic),  # +
        twin=one_index(input_domain, scale, negate=sign < 0),  # +
    )  # L51


@GUMBEL_MAX
@sampler
def gumbel_max(x: Sequence[GumbelPSRN], draw: Draw) -> int:  # +
    """Sample every noisy score and return the index of the greatest.

    Law: P(i) = w_i / (sum of all w_j), w_i = exp(shift_i / scale). At scale 0: the last of the greatest.
    """

    def reduce_best(a: tuple[int, GumbelPSRN], b: tuple[int, GumbelPSRN]) -> tuple[int, GumbelPSRN]:  # L27
        greater, left, right = greater_than(a[1], b[1], draw)  # L28 ~
        return (a[0], left) if greater else (b[0], right)  # L28 ~

    return reduce(reduce_best, enumerate(x))[0]  # L29
