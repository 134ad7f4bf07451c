"""The traits: does every implementation answer for the contracts that it inherits?"""

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest

from impl.draws import TapeDraw
from impl.gumbel import GumbelRV
from impl.noisy_top_k import make_noisy_top_k
from impl.range_divergence import RangeDivergence
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from spec import errors
from spec.draw import Draw
from spec.measurement import Measurement
from spec.noisy_top_k import MAKE_NOISY_TOP_K
from spec.space import Atom, AtomDomain, LInfDistance, MaxDivergence, Measure, VectorDomain
from spec.space import ZeroConcentratedDivergence as ZeroConcentrated
from spec.top_k_measure import TopKMeasure

SPACE = VectorDomain(AtomDomain(int)), LInfDistance(int)


class Planted(TopKMeasure):
    """Returns an index twice, and a negative loss."""

    @staticmethod
    def noisy_top_k(x: Sequence[Atom], scale: float, k: int, negate: bool, draw: Draw) -> list[int]:
        return [0] * k

    @staticmethod
    def privacy_map(d_in: float, scale: float) -> float:
        return -d_in


def test_contracts_are_inherited() -> None:
    """Does an implementation answer for the trait's clauses, and does the error name the clause and no score?"""
    with pytest.raises(errors.ContractBroken, match=r"^TopKMeasure.noisy_top_k: indices_are_distinct does not hold$"):
        Planted.noisy_top_k([12345, 54321], 1.0, 2, False, TapeDraw([]))
    with pytest.raises(errors.ContractBroken, match=r"no_score_is_nan"):
        Planted.noisy_top_k([math.nan], 1.0, 1, False, TapeDraw([]))
    with pytest.raises(errors.ContractBroken, match=r"loss_is_nonnegative"):
        Planted.privacy_map(1.0, 1.0)
    with pytest.raises(errors.ContractBroken, match=r"scale_is_positive"):
        Planted.privacy_map(1.0, 0.0)
    with pytest.raises(errors.ContractBroken, match=r"d_in_is_finite"):
        ZeroConcentratedDivergence.privacy_map(math.nan, 1.0)
    assert ZeroConcentratedDivergence.privacy_map(1.0, 0.0) == math.inf
    with pytest.raises(errors.ContractBroken, match=r"scale_is_nonnegative"):
        RangeDivergence.random_variable(Fraction(0), Fraction(-1))


def test_contracts_of_their_own() -> None:
    """Does a method that its trait does not have answer for the contract that is its own?"""
    with pytest.raises(
        errors.ContractBroken, match=r"^ZeroConcentratedDivergence.random_variable: scale_is_nonnegative does not hold$"
    ):
        ZeroConcentratedDivergence.random_variable(Fraction(0), Fraction(-1))
    with pytest.raises(errors.ContractBroken, match=r"^RangeDivergence.noisy_top_k: no_score_is_nan does not hold$"):
        RangeDivergence.noisy_top_k([math.nan], 1.0, 1, False, TapeDraw([]))


def test_noise_is_gumbel_in_one_shot() -> None:
    """Do both measures of Gumbel noise say so, as lines 2 and 3 of their listings do?"""
    assert RangeDivergence.ONE_SHOT is ZeroConcentratedDivergence.ONE_SHOT is True
    assert RangeDivergence.RV is ZeroConcentratedDivergence.RV is GumbelRV


def test_range_in_both_directions() -> None:
    """Without noise, are the greatest returned, or the least if negated, best first?"""
    assert RangeDivergence.noisy_top_k([5, 3, 4], 0.0, 2, False, TapeDraw([])) == [0, 2]
    assert RangeDivergence.noisy_top_k([5, 3, 4], 0.0, 2, True, TapeDraw([])) == [1, 2]


def test_maps_where_nothing_changed() -> None:
    """Called by themselves, do the maps take a distance of zero, and is the loss infinite even there without noise?"""
    assert ZeroConcentratedDivergence.privacy_map(0.0, 1.0) == RangeDivergence.privacy_map(0.0, 1.0, 1) == 0.0
    assert ZeroConcentratedDivergence.privacy_map(0.0, 0.0) == RangeDivergence.privacy_map(0.0, 0.0, 1) == math.inf


def test_measurement_is_on_its_space() -> None:
    """Would a constructor that promises another measure than it was asked for be told?"""

    @MAKE_NOISY_TOP_K
    def lies(
        input_domain: VectorDomain, input_metric: LInfDistance, privacy_measure: Measure
    ) -> Measurement[list[int]]:
        return make_noisy_top_k(input_domain, input_metric, MaxDivergence(), 1, 1.0, False)

    assert lies(*SPACE, MaxDivergence()).output_measure == MaxDivergence()
    with pytest.raises(errors.ContractBroken, match=r"^make_noisy_top_k: measurement_is_on_the_space does not hold$"):
        lies(*SPACE, ZeroConcentrated())
