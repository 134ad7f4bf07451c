"""Privacy maps of selection, rounded up: pure functions of distance, scale and number of rounds."""

import math

from impl.directed import Number, inf_add, inf_cast, inf_div, inf_mul, inf_powi
from spec.maps import MAX_DIVERGENCE_MAP, TIMES, TO_RANGE_DISTANCE, ZERO_CONCENTRATED_MAP


@TO_RANGE_DISTANCE
def to_range_distance(d_in: Number, monotonic: bool) -> Number:
    """Bound the range distance of d_in-close score vectors, in the type of d_in.

    Bound: d_in if all scores move in one direction, else 2 d_in.
    """
    return d_in if monotonic else inf_add(d_in, d_in)


@MAX_DIVERGENCE_MAP
def max_divergence_map(d_in: float, scale: float) -> float:
    """Bound the max divergence of one round at range distance d_in.

    Bound: d_in / scale.
    """
    if d_in == 0:
        return 0.0
    if scale == 0:
        return math.inf
    return inf_div(d_in, scale)


@ZERO_CONCENTRATED_MAP
def zero_concentrated_map(d_in: float, scale: float) -> float:
    """Bound the zero-concentrated divergence of one round with Gumbel noise at range distance d_in.

    Bound: eta^2 / 8, where eta = d_in / scale.
    """
    eta = max_divergence_map(d_in, scale)
    return eta if math.isinf(eta) else inf_div(inf_powi(eta, 2), 8.0)


@TIMES
def times(d_out: float, k: int) -> float:
    """Bound the loss of k rounds, each of which loses at most d_out; an infinite loss stays infinite.

    Bound: k d_out.
    """
    return math.inf if math.isinf(d_out) else inf_mul(d_out, inf_cast(k))
