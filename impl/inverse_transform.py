"""The naive exponential mechanism of equation (1): made exact, and as the float code that the documents warn of."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeVar

from impl.ball import FIRST_PRECISION, ball, precision
from impl.directed import inf_cast
from impl.draws import SystemDraw
from impl.fast.twin import one_index
from impl.maps import max_divergence_map, to_range_distance
from impl.parameters import check_some_candidate, check_space, checked_scale
from impl.scores import exact
from impl.tight_maps import GUMBEL, tight_map_of
from spec import errors
from spec.draw import Draw, sampler
from spec.inverse_transform import INVERSE_TRANSFORM, MAKE_INVERSE_TRANSFORM
from spec.measurement import Measurement
from spec.space import Atom, LInfDistance, MaxDivergence, VectorDomain
from spec.weights import ExpSum

TIA = TypeVar("TIA", int, float, Fraction)
FLOAT_STEPS = 2**53
"""A uniform float is a multiple of 2^-53."""


@MAKE_INVERSE_TRANSFORM
def make_inverse_transform(input_domain: VectorDomain, input_metric: LInfDistance, scale: float) -> Measurement[int]:
    """Release an index, the greatest scores most often, by exact inverse transform sampling.

    Law: P(k) = p_k = exp(x_k / scale) / (sum over i of exp(x_i / scale)). At scale 0: the last of the greatest.
    Bound: d_in / scale if monotonic, else 2 d_in / scale.
    """
    check_space(input_domain, input_metric)
    check_some_candidate(input_domain)
    if input_domain.element_domain.nan:
        raise errors.DomainMayHaveNan
    scale = checked_scale(scale)

    def function(scores: Sequence[Atom], draw: Draw) -> int:
        return inverse_transform(exact(scores), Fraction(scale), draw)

    def privacy_map(d_in: TIA) -> float:
        return max_divergence_map(inf_cast(to_range_distance(d_in, input_metric.monotonic)), scale)

    tight = tight_map_of(GUMBEL, scale, 1, input_domain.size, input_metric.monotonic)
    twin = one_index(input_domain, scale)
    return Measurement(input_domain, input_metric, MaxDivergence(), function, privacy_map, SystemDraw, tight, twin)


@INVERSE_TRANSFORM
@sampler
def inverse_transform(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Draw bits of a uniform U until they tell which cell of the cumulative probabilities U is in.

    Law: P(k) = p_k = exp(x_k / scale) / (sum over i of exp(x_i / scale)). At scale 0: the last of the greatest.
    Coins: a cell falls into at most two dyadic intervals of each length below its own, which makes it H(p) + 3
    on average at most, H(p) the entropy in bits.
    """
    if scale == 0:
        return max(range(len(x)), key=lambda i: (x[i], i))
    best = max(x)
    sums = list(accumulate(ExpSum([((best - score) / scale, Fraction(1))]) for score in x))
    low, width = Fraction(0), Fraction(1)  # U is in [low, low + width)
    while True:
        k = next(k for k, total in enumerate(sums) if compare_share(total, low + width, sums[-1]) >= 0)
        if k == 0 or compare_share(sums[k - 1], low, sums[-1]) <= 0:
            return k
        width /= 2
        low += width * draw.bit()


def compare_share(part: ExpSum, share: Fraction, whole: ExpSum) -> int:
    """The sign of part - share * whole: -1, 0 or 1.

    It is 0 exactly if no terms are left. If some are, the slowest to decay is taken out, so that the sign is that of
    c + sum of c_j e^(-q_j) with c != 0 and all q_j > 0, and balls of ever higher precision come to tell it.
    """
    excess = part - ExpSum([(Fraction(0), share)]) * whole
    if not excess:
        return 0
    slowest, bits = min(excess.terms), FIRST_PRECISION
    while True:
        with precision(bits):
            value = sum((ball(c) * ball(slowest - q).exp() for q, c in excess.terms.items()), start=ball(0))
        if value > 0:
            return 1
        if value < 0:
            return -1
        bits *= 2


def naive_float(scores: Sequence[float], temperature: float, u: float) -> int | None:
    """The least k with p_1 + ... + p_k >= u in float arithmetic; None if there is none. Refuted, never for use."""
    return next((k for k, sum_ in enumerate(float_sums(scores, temperature)) if sum_ >= u), None)


def float_sums(scores: Sequence[float], temperature: float) -> list[float]:
    """p_1 + ... + p_k for every k, p_i = exp(s_i/temperature) normalised, in float arithmetic."""
    likelihoods = [float_exp(score / temperature) for score in scores]
    *_, total = accumulate(likelihoods)  # `sum` would compensate for rounding, in some releases of Python
    return list(accumulate(likelihood / total if total else math.nan for likelihood in likelihoods))


def float_exp(x: float) -> float:
    """e^x as binary64 has it: infinite beyond the largest float."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def law_of_naive_float(scores: Sequence[float], temperature: float) -> dict[int | None, Fraction]:
    """The exact law of the float code for u uniform among the multiples of 2^-53 in [0, 1).

    Law: P(k) is the share of those u that lie above the sums before k and not above the k-th.
    """
    law: dict[int | None, Fraction] = {}
    below = 0
    for k, sum_ in enumerate(float_sums(scores, temperature)):
        reached = below if math.isnan(sum_) else max(below, min(math.floor(sum_ * FLOAT_STEPS) + 1, FLOAT_STEPS))
        law[k] = Fraction(reached - below, FLOAT_STEPS)
        below = reached
    law[None] = Fraction(FLOAT_STEPS - below, FLOAT_STEPS)
    return law
