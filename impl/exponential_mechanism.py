"""The exponential mechanism, from coins alone."""

from collections.abc import Sequence
from fractions import Fraction

from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from spec.draw import Draw, retry, sampler
from spec.exponential_mechanism import ATTEMPT_EXPONENTIAL_MECHANISM, EXPONENTIAL_MECHANISM


@EXPONENTIAL_MECHANISM
@sampler
def exponential_mechanism(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Select an index, better scores more often.

    Law: P(i) = w_i / (sum of all w_j), w_i = exp(x_i / scale). At scale 0: the last of the greatest scores.
    """
    candidates = list(range(len(x)))
    if scale == 0:
        return max(candidates, key=lambda i: (x[i], i))
    return retry(attempt_exponential_mechanism, x, scale, draw)


@ATTEMPT_EXPONENTIAL_MECHANISM
@sampler
def attempt_exponential_mechanism(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int | None:
    """Choose a candidate uniformly, and turn it down unless its coin shows heads.

    Law: P(i) = exp((x_i - max x) / scale) / n for 0 <= i < n, and None otherwise.
    """
    candidate = sample_uniform_uint_below(len(x), draw)
    gap = max(x) - x[candidate]
    return candidate if sample_bernoulli_exp(gap / scale, draw) else None
