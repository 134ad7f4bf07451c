"""Partially sampled Gumbel numbers: exact comparisons of noisy scores that are never written out.

A sample is Q(U) for a uniform U whose bits are drawn one by one, when a comparison asks for them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from impl.ball import ball, lower, precision, upper
from spec.draw import Draw, sampler
from spec.gumbel import GREATER_THAN, GUMBEL_TOP_K, Edge, InverseCDF, surely_above

GUARD_BITS = 64
"""By so many bits an edge is more precise than the gap between neighbouring edges."""


@dataclass(frozen=True)
class GumbelRV(InverseCDF):
    """The Gumbel distribution: P(X <= x) = exp(-exp(-(x - shift)/scale)); at scale 0, the point `shift`."""

    shift: Fraction
    scale: Fraction

    def inverse_cdf(self, numerator: int, refinements: int) -> tuple[Edge, Edge]:
        """Enclose Q(u) = shift - scale * ln(-ln(u)) at u = R/2^r."""
        if self.scale == 0:
            return self.shift, self.shift
        low, high = standard_gumbel(numerator, refinements)
        return self._affine(low), self._affine(high)

    @cached_property
    def unsampled(self) -> "GumbelPSRN":
        """A sample of which no bit is drawn."""
        return GumbelPSRN(self.shift, self.scale)

    def _affine(self, edge: Edge) -> Edge:
        return edge * self.scale + self.shift if isinstance(edge, Fraction) else edge


@lru_cache(maxsize=1 << 16)
def standard_gumbel(numerator: int, refinements: int) -> tuple[Edge, Edge]:
    """Enclose -ln(-ln(u)) at u = R/2^r, of which a neighbouring u differs by more than 2^-r."""
    if numerator == 0:
        return -math.inf, -math.inf
    if numerator == 1 << refinements:
        return math.inf, math.inf
    with precision(refinements + GUARD_BITS):
        enclosed = -(-ball(Fraction(numerator, 1 << refinements)).log()).log()
        return lower(enclosed), upper(enclosed)


@dataclass(frozen=True)
class GumbelPSRN:
    """A sample Q(U) of the Gumbel distribution, of which the first `refinements` bits of U are drawn.

    Invariant: R/2^r <= U < (R + 1)/2^r and lower <= Q(U) <= upper.
    """

    shift: Fraction
    scale: Fraction
    numerator: int = 0
    refinements: int = 0

    @cached_property
    def lower(self) -> Edge:
        """Q(R/2^r), rounded down."""
        return GumbelRV(self.shift, self.scale).inverse_cdf(self.numerator, self.refinements)[0]

    @cached_property
    def upper(self) -> Edge:
        """Q((R + 1)/2^r), rounded up."""
        return GumbelRV(self.shift, self.scale).inverse_cdf(self.numerator + 1, self.refinements)[1]

    @cached_property
    def halves(self) -> tuple["GumbelPSRN", "GumbelPSRN"]:
        """What becomes of the sample if the next bit is 0, and if it is 1."""
        left, right, bits = 2 * self.numerator, 2 * self.numerator + 1, self.refinements + 1
        return GumbelPSRN(self.shift, self.scale, left, bits), GumbelPSRN(self.shift, self.scale, right, bits)

    def refine(self, draw: Draw) -> "GumbelPSRN":
        """The same sample, one bit better known."""
        return self.halves[draw.bit()]


@GREATER_THAN
def greater_than(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """Decide a > b, and hand back both samples with the coins that it took; without noise, equals are not greater.

    Coins: whatever shifts and scale, at most 2^(m+1) - 1 of the 4^m pairs of m-bit cells meet the curve on which
    a = b, so that it takes 8/3 rounds of two coins at most, on average and up to the precision of edges.
    """
    if a.scale == b.scale == 0:
        return a.shift > b.shift, a, b
    while True:
        if surely_above(a, b):
            return True, a, b
        if surely_above(b, a):
            return False, a, b
        if a.refinements < b.refinements:
            a = a.refine(draw)
        else:
            b = b.refine(draw)


@GUMBEL_TOP_K
@sampler
def gumbel_top_k(x: Sequence[GumbelRV], k: int, draw: Draw) -> tuple[int, ...]:
    """Sample every noisy score once and return the indices of the k greatest, greatest first.

    Law: P(i_1, ..., i_k) = product over m of w_{i_m} / (sum of the w_j not yet taken), w_i = exp(shift_i / scale).
    """
    samples = [noise.unsampled for noise in x]
    left = list(range(len(x)))
    selected: tuple[int, ...] = ()
    while len(selected) < min(k, len(x)):
        best = left[0]
        for other in left[1:]:
            greater, samples[best], samples[other] = greater_than(samples[best], samples[other], draw)
            best = best if greater else other
        left.remove(best)
        selected = (*selected, best)
    return selected
