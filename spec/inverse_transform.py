"""The naive exponential mechanism: select one index by inverse transform sampling."""

from collections.abc import Sequence
from fractions import Fraction

from spec.permute_and_flip import index_is_in_range, scale_is_nonnegative, some_score_is_given
from spec.report_noisy_max_gumbel import promises_max_divergence_on_the_space
from spec.triple import Triple
from spec.weights import ONE, ZERO, Law, exp_minus


def law_of_inverse_transform(x: Sequence[Fraction], scale: Fraction) -> Law:
    """P(k) = p_k = exp(x_k / scale) / (sum over i of exp(x_i / scale)); at scale 0, the last of the greatest."""
    best = max(x)
    if scale == 0:
        return [(max(i for i, score in enumerate(x) if score == best), ONE)]
    weights = [exp_minus((best - score) / scale) for score in x]
    return [(k, weight / sum(weights, ZERO)) for k, weight in enumerate(weights)]


INVERSE_TRANSFORM = Triple(
    name="inverse_transform",
    cite=("noisy_top_k.eq1", "noisy_top_k.eq2"),
    requires=(some_score_is_given, scale_is_nonnegative),
    ensures=(index_is_in_range,),
    law=law_of_inverse_transform,
)
MAKE_INVERSE_TRANSFORM = Triple(
    name="make_inverse_transform",
    cite=("report_noisy_max_gumbel.eq1",),
    ensures=(promises_max_divergence_on_the_space,),
)
