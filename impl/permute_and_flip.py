"""Permute-and-flip."""

from collections.abc import Sequence
from fractions import Fraction

from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from spec.draw import Draw, sampler
from spec.permute_and_flip import PERMUTE_AND_FLIP


@PERMUTE_AND_FLIP
@sampler
def permute_and_flip(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Go through the candidates in random order and take the first whose coin shows heads.

    Law: P(r) = p_r * integral_0^1 prod_{j != r} (1 - t p_j) dt, where p_j = exp((x_j - max x) / scale).
    At scale 0: the last of the greatest scores.
    """
    x_max = max(x)
    candidates = list(range(len(x)))
    if scale == 0:
        return max(candidates, key=lambda i: (x[i], i))
    left = 0
    while True:  # ends no later than the greatest score, whose coin always shows heads
        right = left + sample_uniform_uint_below(len(x) - left, draw)
        candidates[left], candidates[right] = candidates[right], candidates[left]
        candidate = candidates[left]
        if sample_bernoulli_exp((x_max - x[candidate]) / scale, draw):
            return candidate
        left += 1
