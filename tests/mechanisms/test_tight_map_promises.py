"""Do the promises of the tight maps hold of the running code, and does nothing else pass for it?"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest

from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.judge import RUNNING
from proofs.mechanisms.tight_maps import (
    ONE_INDEX,
    TOP_K,
    Selections,
    by_gumbel_noise,
    by_permute_and_flip,
    exponential,
    noisy_max,
)
from spec import errors
from spec.exponential_candidates_gumbel import MAKER as EXPONENTIAL
from spec.logic.closeness import Abbreviated
from spec.logic.release import Maker
from spec.losses import (
    CONCENTRATED,
    ETA,
    FLIPPED,
    PURE,
    RANGED,
    RHO,
    ROUNDS,
    Distances,
    IsLeastFloat,
    NeverFalls,
    rho,
)
from spec.measurement import Measurement
from spec.noisy_top_k import BY_GUMBEL_NOISE, BY_PERMUTE_AND_FLIP, MAKE_NOISY_TOP_K
from spec.report_noisy_max_gumbel import MAKER as NOISY_MAX
from spec.space import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from tests.support.judges import Planted

MAX, ZCDP, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
CONCENTRATED_AT_HALF = Abbreviated(ROUNDS * RHO, where=((RHO, rho(Fraction(1, 2) * ETA)),))


class Answers(NamedTuple):
    """A promise, and mechanisms of which it should hold."""

    promise: IsLeastFloat
    selections: Selections


BY_GUMBEL, BY_FLIP = Selections(by_gumbel_noise, TOP_K), Selections(by_permute_and_flip, TOP_K)
WHERE_IT_RUNS = (
    Answers(IsLeastFloat(BY_GUMBEL_NOISE, ((ZCDP, CONCENTRATED),)), BY_GUMBEL),
    Answers(IsLeastFloat(BY_GUMBEL_NOISE, ((MAX, PURE),)), BY_GUMBEL),
    Answers(IsLeastFloat(BY_GUMBEL_NOISE, ((RANGE, RANGED),)), BY_GUMBEL),
    Answers(IsLeastFloat(BY_PERMUTE_AND_FLIP, ((ZCDP, FLIPPED),)), BY_FLIP),
    Answers(IsLeastFloat(BY_PERMUTE_AND_FLIP, ((MAX, PURE),)), BY_FLIP),
    Answers(IsLeastFloat(NOISY_MAX, ((ZCDP, CONCENTRATED),)), Selections(noisy_max, ONE_INDEX)),
    Answers(IsLeastFloat(EXPONENTIAL, ((ZCDP, CONCENTRATED),)), Selections(exponential, ONE_INDEX)),
)


def holds(promise: IsLeastFloat, selections: Selections) -> bool:
    """The promise holds on a part of the grid."""
    return all(promise.holds(case, RUNNING) for case in list(selections())[::7])


@pytest.mark.parametrize(("promise", "selections"), WHERE_IT_RUNS)
def test_the_running_maps_are_the_formulas(promise: IsLeastFloat, selections: Selections) -> None:
    """On a part of the grid: is each running map the least float not below the loss of the theorems?"""
    assert holds(promise, selections)


@pytest.mark.parametrize(
    ("maker", "selections", "measure", "loss"),
    [
        (BY_GUMBEL_NOISE, BY_GUMBEL, ZCDP, FLIPPED),
        (BY_GUMBEL_NOISE, BY_GUMBEL, ZCDP, PURE),
        (BY_PERMUTE_AND_FLIP, BY_FLIP, ZCDP, CONCENTRATED),
        (BY_GUMBEL_NOISE, BY_GUMBEL, RANGE, PURE),
        (NOISY_MAX, Selections(noisy_max, ONE_INDEX), ZCDP, CONCENTRATED_AT_HALF),
    ],
)
def test_another_formula_is_refused(maker: Maker, selections: Selections, measure: Measure, loss: Abbreviated) -> None:
    """Is a map refused that belongs to another noise, another measure, or half the distance?"""
    assert not holds(IsLeastFloat(maker, ((measure, loss),)), selections)


class Wrong(Measurement[list[int]]):
    """A measurement whose tight map is given as a function of its right one and of the distance."""

    def __init__(self, of: Measurement[list[int]], wrong: Callable[[float, float], float]) -> None:
        super().__init__(**{name: getattr(of, name) for name in Measurement.__dataclass_fields__})
        object.__setattr__(self, "wrong", wrong)

    def tight_map(self, d_in: object, measure: Measure | None = None) -> float:
        assert isinstance(d_in, float)
        wrong: Callable[[float, float], float] = vars(self)["wrong"]
        return wrong(super().tight_map(d_in, measure), d_in)


def planted(wrong: Callable[[float, float], float]) -> Planted:
    """A judge who finds a maker of measurements with this tight map."""

    @MAKE_NOISY_TOP_K
    def make(
        input_domain: VectorDomain,
        input_metric: LInfDistance,
        privacy_measure: Measure,
        k: int,
        scale: float,
        negate: bool,
    ) -> Measurement[list[int]]:
        right = make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, negate)
        return Wrong(right, wrong)

    return Planted({BY_GUMBEL_NOISE.name: make})


LEAST = IsLeastFloat(BY_GUMBEL_NOISE, ((ZCDP, CONCENTRATED),))


def at(d_in: float, scale: float = 1.0, k: int = 3) -> Distances:
    """One distance between vectors of unknown size, which move in one direction."""
    space = VectorDomain(AtomDomain(float)), LInfDistance(float, monotonic=True)
    return Distances((*space, ZCDP, k, scale, False), (d_in,))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda right, d_in: math.nextafter(right, 0),
        lambda right, d_in: math.nextafter(right, math.inf),
        lambda right, d_in: right / 3,
        lambda right, d_in: -right,
        lambda right, d_in: math.expm1(d_in),
        lambda right, d_in: math.inf,
    ],
    ids=["rounded down", "not the least", "missing k", "negative", "another function", "infinite"],
)
def test_wrong_results_are_refused(wrong: Callable[[float, float], float]) -> None:
    """Does the promise refuse the float before, the float after, a forgotten k, and nonsense?"""
    assert LEAST.holds(at(1.0), RUNNING)
    assert not LEAST.holds(at(1.0), planted(wrong))


def test_edges_are_checked() -> None:
    """Does the promise refuse a loss for nothing, a finite loss without noise, and an error too soon?"""
    one = planted(lambda right, d_in: 1.0)
    assert not LEAST.holds(at(0.0), one)
    assert not LEAST.holds(at(1.0, scale=0.0), one)
    assert not LEAST.holds(at(1.0, k=0), one)

    def overflows(right: float, d_in: float) -> float:
        raise errors.Overflow

    too_soon = planted(overflows)
    assert not LEAST.holds(at(1e300), too_soon)
    assert LEAST.holds(at(1.7e308), too_soon)


def test_order() -> None:
    """Are the tight maps ordered and below the classical ones, and is a map refused that is neither?"""
    ordered = NeverFalls(BY_GUMBEL_NOISE, (MAX, ZCDP))
    distances = at(0.0)._replace(distances=(0.0, 0.1, 0.9, 1.0, 8.0, 1e17))
    assert ordered.holds(distances, RUNNING)
    flipped = (*distances.parameters[:2], MAX, *distances.parameters[3:])
    assert NeverFalls(BY_PERMUTE_AND_FLIP, (MAX, ZCDP)).holds(distances._replace(parameters=flipped), RUNNING)
    assert not ordered.holds(distances, planted(lambda right, d_in: right if d_in < 1 else 0.0))
    assert not ordered.holds(distances, planted(lambda right, d_in: max(right, d_in)))
