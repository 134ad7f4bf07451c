"""`SelectionMeasure` for `RangeDivergence`: Gumbel noise, in one shot.

`# L13` is line 13 of the listing, with `~` where Python has another notation; `# E2` departs by its erratum 2.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from impl.gumbel import GumbelRV, gumbel_top_k
from impl.maps import max_divergence_map, times
from impl.scores import exact
from spec import errors
from spec.draw import Draw
from spec.range_divergence import RANGE_RANDOM_VARIABLE, RANGE_ROUNDS, RANGE_TOP_K
from spec.space import Atom
from spec.top_k_measure import SelectionMeasure


def range_rounds(k: int, size: int | None) -> int:
    """How many times eta two losses can differ: 2k - 1, or of n candidates k - 1 + min(k, n - k); never below 0."""
    if size is None:
        return max(2 * k - 1, 0)
    m = min(k, size)
    return max(m - 1 + min(m, size - m), 0)


class RangeDivergence(SelectionMeasure):  # L1
    """Bounded range."""

    ONE_SHOT = True  # L2
    RV = GumbelRV  # L3

    @staticmethod  # L5
    @RANGE_RANDOM_VARIABLE
    def random_variable(shift: Fraction, scale: Fraction) -> GumbelRV:  # L6 ~
        """The noisy score: `shift` plus Gumbel noise of this scale."""
        return GumbelRV(shift=shift, scale=scale)  # L7

    @staticmethod  # E1
    @RANGE_TOP_K
    def noisy_top_k(x: Sequence[Atom], scale: float, k: int, negate: bool, draw: Draw) -> list[int]:  # E1
        """Select k indices, best first: those of the greatest noisy scores.

        Law: P(i_1, ..., i_k) = product over m of w_{i_m} / (sum of the w_j not yet taken), w_i = exp(y_i / scale),
        y = -x if `negate`, else x.
        """
        y = [-score if negate else score for score in exact(x)]  # E1
        noisy = tuple(RangeDivergence.random_variable(shift, Fraction(scale)) for shift in y)  # E1
        return list(gumbel_top_k(noisy, k, draw))  # E1

    @staticmethod  # L9
    @RANGE_ROUNDS
    def privacy_map(d_in: float, scale: float, k: int, size: int | None = None) -> float:  # L10 E2
        """Bound: (2k - 1) d_in / scale, of n candidates (k - 1 + min(k, n - k)) d_in / scale; 0 for k = 0."""
        if d_in < 0:  # L11
            raise errors.DistanceNegative  # L12 ~

        if scale == 0:  # L14 ~
            return math.inf  # L15 ~

        return times(max_divergence_map(d_in, scale), range_rounds(k, size))  # L17 E2
