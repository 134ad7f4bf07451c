"""`TopKMeasure` for `ZeroConcentratedDivergence`: Gumbel noise, in one shot.

`# L13` is line 13 of the listing, with `~` where Python has another notation; `# E2` departs by its erratum 2.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from impl.gumbel import GumbelRV, gumbel_top_k
from impl.maps import zero_concentrated_map
from impl.scores import exact
from impl.tight_maps import GUMBEL
from spec import errors
from spec.draw import Draw
from spec.space import Atom
from spec.top_k_measure import TopKMeasure
from spec.zero_concentrated_divergence import ZERO_CONCENTRATED_RANDOM_VARIABLE, ZERO_CONCENTRATED_ROUND


class ZeroConcentratedDivergence(TopKMeasure):  # L1
    """Zero-concentrated differential privacy."""

    ONE_SHOT = True  # L2
    RV = GumbelRV  # L3
    LOSSES = GUMBEL

    @staticmethod  # L5
    @ZERO_CONCENTRATED_RANDOM_VARIABLE
    def random_variable(shift: Fraction, scale: Fraction) -> GumbelRV:  # L6 ~
        """The noisy score: `shift` plus Gumbel noise of this scale."""
        return GumbelRV(shift=shift, scale=scale)  # L7

    @staticmethod  # E1
    def noisy_top_k(x: Sequence[Atom], scale: float, k: int, negate: bool, draw: Draw) -> list[int]:  # E1
        """Select k indices, best first: those of the greatest noisy scores.

        Law: P(i_1, ..., i_k) = product over m of w_{i_m} / (sum of the w_j not yet taken), w_i = exp(y_i / scale),
        y = -x if `negate`, else x.
        """
        y = [-score if negate else score for score in exact(x)]  # E1
        noisy = tuple(ZeroConcentratedDivergence.random_variable(shift, Fraction(scale)) for shift in y)  # E1
        return list(gumbel_top_k(noisy, k, draw))  # E1

    @staticmethod  # L9
    @ZERO_CONCENTRATED_ROUND
    def privacy_map(d_in: float, scale: float) -> float:  # L10 E2
        """Bound: eta^2 / 8, where eta = d_in / scale."""
        if d_in < 0:  # L11
            raise errors.DistanceNegative  # L12 ~

        if scale == 0:  # L14 ~
            return math.inf  # L15 ~

        return zero_concentrated_map(d_in, scale)  # L17 E3
