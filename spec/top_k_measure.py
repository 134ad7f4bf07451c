"""The traits `TopKMeasure` and `SelectionMeasure`: what the selection of the best k owes under any measure.

Every implementation inherits the contracts: it may require less and ensure more.
"""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

import icontract

from spec.draw import Draw
from spec.gumbel import InverseCDF, Noise
from spec.maps import d_in_is_a_distance, d_out_is_a_loss, k_is_natural, scale_is_finite_and_nonnegative
from spec.peeling import as_many_as_asked_for, indices_are_distinct, indices_are_in_range
from spec.space import Atom, Measure
from spec.tight_maps import Loss
from spec.triple import Triple


def no_score_is_nan(x: Sequence[Atom]) -> bool:
    """No x_i is NaN."""
    return all(score == score for score in x)


def d_in_is_finite(d_in: float) -> bool:
    """-inf < d_in < inf."""
    return math.isfinite(d_in)


def d_in_is_positive(d_in: float) -> bool:
    """0 < d_in < inf."""
    return 0 < d_in < math.inf


def scale_is_positive(scale: float | Fraction) -> bool:
    """0 < scale < inf."""
    return 0 < scale < math.inf


def loss_is_nonnegative(result: float) -> bool:
    """0 <= result <= inf."""
    return d_out_is_a_loss(result)


def noise_is_as_asked_for(shift: Fraction, scale: Fraction, result: Noise) -> bool:
    """The random variable has the shift and the scale that were given."""
    return result.shift == shift and result.scale == scale


NOISY_TOP_K = Triple(
    name="TopKMeasure.noisy_top_k",
    cite=("zero_concentrated_divergence.postcondition.1", "noisy_top_k.listing.L42"),
    requires=(no_score_is_nan, scale_is_finite_and_nonnegative, k_is_natural),
    ensures=(indices_are_distinct, indices_are_in_range, as_many_as_asked_for),
)
ONE_ROUND = Triple(
    name="TopKMeasure.privacy_map",
    cite=("zero_concentrated_divergence.postcondition.2", "noisy_top_k.listing.L36"),
    requires=(d_in_is_positive, scale_is_positive),
    ensures=(loss_is_nonnegative,),
)
RANDOM_VARIABLE = Triple(
    name="SelectionMeasure.random_variable",
    cite=("range_divergence.postcondition.2",),
    requires=(scale_is_positive,),
    ensures=(noise_is_as_asked_for,),
)
ALL_ROUNDS = Triple(
    name="SelectionMeasure.privacy_map",
    cite=("range_divergence.postcondition.3",),
    requires=(d_in_is_a_distance, scale_is_finite_and_nonnegative, k_is_natural),
    ensures=(loss_is_nonnegative,),
)


class TopKMeasure(icontract.DBC):
    """A privacy measure under which the best k of some scores can be selected.

    `LOSSES` are what its rounds cost under each measure for which a tight bound is proved.
    """

    LOSSES: ClassVar[Mapping[type[Measure], Loss]]

    @staticmethod
    @abstractmethod
    @NOISY_TOP_K
    def noisy_top_k(x: Sequence[Atom], scale: float, k: int, negate: bool, draw: Draw) -> list[int]:
        """Select the indices of the k greatest noisy scores, or least if `negate`, best first."""

    @staticmethod
    @abstractmethod
    @ONE_ROUND
    def privacy_map(d_in: float, scale: float) -> float:
        """Bound the loss of one round between score vectors whose range distance is d_in at most."""


class SelectionMeasure(icontract.DBC):
    """A privacy measure under which noise of one kind selects the best k, in one shot or round by round."""

    ONE_SHOT: ClassVar[bool]
    RV: ClassVar[type[InverseCDF]]

    @staticmethod
    @abstractmethod
    @RANDOM_VARIABLE
    def random_variable(shift: Fraction, scale: Fraction) -> InverseCDF:
        """The noisy score: `shift` plus noise of this scale."""

    @staticmethod
    @abstractmethod
    @ALL_ROUNDS
    def privacy_map(d_in: float, scale: float, k: int) -> float:
        """Bound the loss of all k rounds between score vectors whose range distance is d_in at most."""
