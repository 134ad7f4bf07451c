"""`TopKMeasure` for `MaxDivergence`: permute-and-flip, round by round."""

from collections.abc import Sequence
from fractions import Fraction

from impl.maps import max_divergence_map
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.scores import exact
from impl.tight_maps import PERMUTE_AND_FLIP
from spec.draw import Draw
from spec.space import Atom
from spec.top_k_measure import TopKMeasure


class MaxDivergence(TopKMeasure):
    """Pure differential privacy."""

    LOSSES = PERMUTE_AND_FLIP

    @staticmethod
    def noisy_top_k(x: Sequence[Atom], scale: float, k: int, negate: bool, draw: Draw) -> list[int]:
        """Select k indices, best first, by peeling permute-and-flip.

        Law: P(i_1, ..., i_k) = product over m of P(permute-and-flip on what is left of y answers i_m), y = -x if
        `negate`, else x.
        """
        y = tuple(-score if negate else score for score in exact(x))
        return list(peel(permute_and_flip, y, Fraction(scale), k, draw))

    @staticmethod
    def privacy_map(d_in: float, scale: float) -> float:
        """Bound: d_in / scale."""
        return max_divergence_map(d_in, scale)
