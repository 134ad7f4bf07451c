"""The sound mechanisms: are law, map and behaviour without coins what the documents and the design say?"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from impl.draws import SystemDraw, TapeDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.gumbel import GumbelRV
from impl.inverse_transform import inverse_transform, make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.scores import exact
from proofs.engine.enclosure import compare, enclose
from proofs.engine.law import at_the_coins, by_contract
from spec import errors, space
from spec.draw import Draw
from spec.gumbel import law_of_gumbel_top_k
from spec.inverse_transform import law_of_inverse_transform
from spec.maps import exact_max_divergence, exact_range_divergence
from spec.measurement import Measurement
from spec.peeling import law_of_peel
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, VectorDomain
from spec.weights import ExpRatio, Law, exp_minus
from tests.support.laws import DISCRETE, THREE_GUMBELS, TWO_GUMBELS, agrees, encloses

MAX, ZCDP = space.MaxDivergence(), space.ZeroConcentratedDivergence()
SELECT: dict[space.Measure, Callable[..., int]] = {MAX: permute_and_flip, ZCDP: inverse_transform}
"""One round of each measure: under zero-concentrated divergence, the exponential mechanism itself."""

CASES: dict[str, tuple[Sequence[Atom], float]] = {
    "apart": ((0, 1, 3), 1.0),
    "floats": ((0.5, -0.1), 0.3),
    "fractions": ((Fraction(1, 3), Fraction(2, 7)), 0.5),
    "alone": ((5,), 1.0),
    "ties": ((2, 2, 0), 2.0),
    "all equal": ((4, 4, 4), 0.1),
    "one-hot": ((0, 0, 9), 1.0),
    "1e300 apart": ((0.0, 1e300), 1.0),
    "subnormal scale": ((0.0, 5e-324, 0.0), 5e-324),
    "beyond 2^53": ((2**53, 2**53 + 1, 5), 1.0),
    "infinite": ((-math.inf, 1.5, math.inf), 1e308),
    "no noise": ((3, 7, 7), 0.0),
}


def of_type(x: Sequence[Atom], sized: bool = False, monotonic: bool = False) -> tuple[VectorDomain, LInfDistance]:
    atom: AtomType = type(x[0]) if x else float
    return VectorDomain(AtomDomain(atom), len(x) if sized else None), LInfDistance(atom, monotonic)


def signed(x: Sequence[Atom], negate: bool) -> tuple[Fraction, ...]:
    return tuple(-score if negate else score for score in exact(x))


def peeling_law(measure: space.Measure, x: Sequence[Atom], scale: float, k: int, negate: bool) -> Law:
    return law_of_peel(SELECT[measure], signed(x, negate), Fraction(scale), k)


# Laws


@pytest.mark.untraced
@pytest.mark.parametrize("negate", [False, True])
@pytest.mark.parametrize("measure", [MAX, ZCDP])
@pytest.mark.parametrize(("x", "scale"), CASES.values(), ids=CASES.keys())
def test_top_k_by_contract(x: Sequence[Atom], scale: float, measure: space.Measure, negate: bool) -> None:
    """For every k, is the law of top-k that of its rounds, in both directions, and not that of the other one?"""
    for k in range(len(x) + 2):
        measurement = make_noisy_top_k(*of_type(x), measure, k, scale, negate)
        law = by_contract(measurement.invoke, list(x))
        assert agrees(law, peeling_law(measure, x, scale, k, negate))
        if k and len(set(x)) > 1:
            assert not agrees(law, peeling_law(measure, x, scale, k, not negate))


@pytest.mark.parametrize(("x", "scale"), CASES.values(), ids=CASES.keys())
def test_one_index_by_contract(x: Sequence[Atom], scale: float) -> None:
    """Have the mechanisms that return one index the law of equation (2), in both directions?"""
    one: list[tuple[Measurement[int], bool]] = [
        (make_report_noisy_max_gumbel(*of_type(x, sized=True), scale, "max"), False),
        (make_report_noisy_max_gumbel(*of_type(x, sized=True), scale, "min"), True),
        (make_base_exponential_candidates_gumbel(of_type(x, sized=True)[0], scale), False),
        (make_inverse_transform(*of_type(x, sized=True), scale), False),
    ]
    for measurement, negate in one:
        documented = law_of_inverse_transform(signed(x, negate), Fraction(scale))
        assert agrees(by_contract(measurement.invoke, list(x)), documented)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("case", "k", "negate"),
    [
        ("apart", 1, False),
        ("apart", 2, True),
        ("apart", 3, False),
        *product(["alone", "ties", "all equal", "one-hot", "subnormal scale", "no noise"], [3], [True]),
        *product(["floats", "1e300 apart", "beyond 2^53"], [2], [False]),
    ],
)
def test_permute_and_flip_at_the_coins(case: str, k: int, negate: bool) -> None:
    """Is the law of top-k under max divergence, measured at the coins to 2^-40, the documented one?"""
    x, scale = CASES[case]
    measurement = make_noisy_top_k(*of_type(x), MAX, k, scale, negate)
    measured = at_the_coins(measurement.invoke, tuple(x), missing=DISCRETE)
    assert encloses(measured, peeling_law(MAX, x, scale, k, negate))


@pytest.mark.untraced
def test_gumbel_at_the_coins() -> None:
    """Are the laws of the Gumbel mechanisms, measured at the coins to 2^-9 beyond 2^53, the documented ones?"""
    x = (2**53 + 2, 2**53 + 1)
    sized = of_type(x, sized=True)
    minimum = make_report_noisy_max_gumbel(*sized, 2.0, "min")
    assert encloses(
        at_the_coins(minimum.invoke, x, missing=TWO_GUMBELS), law_of_inverse_transform(signed(x, True), Fraction(2))
    )
    candidates = make_base_exponential_candidates_gumbel(sized[0], 2.0)
    assert encloses(
        at_the_coins(candidates.invoke, x, missing=TWO_GUMBELS), law_of_inverse_transform(exact(x), Fraction(2))
    )
    top_k = make_noisy_top_k(*sized, ZCDP, 2, 2.0, negate=True)
    assert encloses(at_the_coins(top_k.invoke, x, missing=TWO_GUMBELS), peeling_law(ZCDP, x, 2.0, 2, negate=True))


@pytest.mark.untraced
def test_range_divergence_at_the_coins() -> None:
    """Has the selection under range divergence, of a one-hot vector, the law of one-shot Gumbel noise?"""

    def select(x: tuple[int, ...], draw: Draw) -> list[int]:
        return RangeDivergence.noisy_top_k(x, 1.0, 2, True, draw)

    x = (0, 0, 2)
    documented = peeling_law(ZCDP, x, 1.0, 2, negate=True)
    assert agrees(by_contract(select, x), documented)
    assert encloses(at_the_coins(select, x, missing=THREE_GUMBELS), documented)


def test_one_shot_is_peeling() -> None:
    """Is the law that Gumbel noise in one shot promises that of peeling with equation (2)?"""
    x, scale = tuple(map(Fraction, (0, 1, 1, 4))), Fraction(3)
    noise = [GumbelRV(score, scale) for score in x]
    for k in range(5):
        assert dict(law_of_gumbel_top_k(noise, k)) == dict(law_of_peel(inverse_transform, x, scale, k))


@pytest.mark.untraced
def test_dropped_sign_is_caught() -> None:
    """Would a minimum that forgets its sign be told, by contract and at the coins?"""
    x, scale = (0, 2), 2.0
    maximum = make_report_noisy_max_gumbel(*of_type(x, sized=True), scale, "max")
    documented = law_of_inverse_transform(signed(x, True), Fraction(scale))
    assert not agrees(by_contract(maximum.invoke, x), documented)
    assert not encloses(at_the_coins(maximum.invoke, x, missing=Fraction(1, 16)), documented)
    top_k = make_noisy_top_k(*of_type(x), MAX, 1, scale, negate=False)
    assert not encloses(at_the_coins(top_k.invoke, x, missing=DISCRETE), peeling_law(MAX, x, scale, 1, True))


# Without noise, and without coins


@pytest.mark.parametrize("measure", [MAX, ZCDP])
def test_no_noise(measure: space.Measure) -> None:
    """Without noise, are the best returned in order, of equals the last first, and does the map promise nothing?"""
    best = make_noisy_top_k(*of_type([0.0]), measure, 4, 0.0, False)
    assert best.invoke([100.0, 0.0, 150.0, 50.0], TapeDraw([])) == [2, 0, 3, 1]
    assert best.invoke([5.0, 5.0, 3.0, 5.0], TapeDraw([])) == [3, 1, 0, 2]
    assert best.invoke([math.inf, 1e300, -math.inf, math.inf], TapeDraw([])) == [3, 0, 1, 2]
    worst = make_noisy_top_k(*of_type([0.0]), measure, 2, 0.0, True)
    assert worst.invoke([5.0, 3.0, 3.0], TapeDraw([])) == [2, 1]
    assert (best.map(1.0), best.map(0.0)) == (math.inf, 0.0)


@pytest.mark.parametrize("measure", [MAX, ZCDP])
def test_short_vectors(measure: space.Measure) -> None:
    """On a domain of unknown size, are all indices returned if there are fewer than k, and none for k = 0?"""
    three = make_noisy_top_k(*of_type([0]), measure, 3, 1.0, False)
    assert three.invoke([], TapeDraw([])) == []
    assert three.invoke([7], SystemDraw()) == [0]
    assert sorted(three.invoke([7, 7])) == [0, 1]
    none = make_noisy_top_k(*of_type([0]), measure, 0, 1.0, False)
    assert none.invoke([1, 2, 3], TapeDraw([])) == []
    assert none.map(1) == 0.0


@pytest.mark.untraced
@pytest.mark.parametrize(("x", "scale"), [((0, 1, 3), 1.0), ((2, 2, 2), 0.5)])
def test_entropy_runs_out(x: tuple[int, ...], scale: float) -> None:
    """At every coin of every tape where entropy ends, is nothing released and the error the designed one?"""
    measurements: list[Measurement[Any]] = [
        make_noisy_top_k(*of_type(x), MAX, 2, scale, False),
        make_noisy_top_k(*of_type(x), ZCDP, 3, scale, True),
        make_report_noisy_max_gumbel(*of_type(x, sized=True), scale, "min"),
        make_base_exponential_candidates_gumbel(of_type(x, sized=True)[0], scale),
        make_inverse_transform(*of_type(x, sized=True), scale),
    ]
    for measurement, seed in product(measurements, range(16)):
        tape = [pow(3, 7 * seed + place, 257) >> 4 & 1 for place in range(400)]
        whole = TapeDraw(tape)
        measurement.invoke(x, whole)
        for length in range(whole.used):
            with pytest.raises(errors.EntropyExhausted):
                measurement.invoke(x, TapeDraw(tape[:length]))


# Maps


@pytest.mark.parametrize(
    ("measure", "scale", "k", "monotonic", "value"),
    [
        (MAX, 1.0, 1, False, "0x2p+0"),
        (MAX, 1.0, 2, False, "0x4p+0"),
        (ZCDP, 1.0, 1, False, "0x1p-1"),
        (ZCDP, 1.0, 2, False, "0x1p+0"),
        (ZCDP, 1.0, 1, True, "0x1p-3"),
        (MAX, 2.0, 1, False, "0x1p+0"),
        (ZCDP, 2.0, 1, False, "0x1p-3"),
        (MAX, 2.0, 1, True, "0x1p-1"),
        (MAX, 2.0, 2, False, "0x1p+1"),
        (MAX, 3.0, 1, False, "0x1.5555555555556p-1"),
        (MAX, 3.0, 3, False, "0x1.0000000000001p+1"),
        (ZCDP, 3.0, 1, False, "0x1.c71c71c71c71fp-5"),
        (ZCDP, 3.0, 3, False, "0x1.5555555555558p-3"),
        (ZCDP, 7.3, 1, False, "0x1.337326497fedbp-7"),
        (MAX, 0.0, 1, False, "inf"),
        (ZCDP, 0.0, 1, False, "inf"),
    ],
)
def test_map(measure: space.Measure, scale: float, k: int, monotonic: bool, value: str) -> None:
    """Do the library's values come out bit for bit, for a distance of 1 in every type?"""
    expected = float.fromhex(value)
    for one in (1.0, 1, Fraction(1)):
        measurement = make_noisy_top_k(*of_type([one], monotonic=monotonic), measure, k, scale, False)
        assert measurement.map(one) == measurement.map(1) == expected
        assert measurement.map(type(one)(0)) == 0.0
        if measure == MAX and k == 1:
            sized = of_type([one], sized=True, monotonic=monotonic)
            assert make_report_noisy_max_gumbel(*sized, scale, "max").map(one) == expected
            assert make_inverse_transform(*sized, scale).map(one) == expected


@pytest.mark.parametrize("scale", [0.1, 1.0, 3.0, 1e300])
def test_map_of_candidates_and_of_range(scale: float) -> None:
    """Are the maps at range distance not below their exact bounds, and above them by rounding alone?"""
    candidates = make_base_exponential_candidates_gumbel(VectorDomain(AtomDomain(float), 2), scale)
    for d_in in (0.0, 0.3, 7.0):
        bound = exact_max_divergence(Fraction(d_in), Fraction(scale))
        assert bound <= candidates.map(d_in) <= bound * (1 + Fraction(1, 2**50))
        for k in (0, 1, 2, 5):
            bound = exact_range_divergence(Fraction(d_in), Fraction(scale), k)
            assert bound <= RangeDivergence.privacy_map(d_in, scale, k) <= bound * (1 + Fraction(1, 2**50))
    without_noise = make_base_exponential_candidates_gumbel(VectorDomain(AtomDomain(int), 2), 0)
    assert RangeDivergence.privacy_map(1.0, 0.0, 1) == without_noise.map(1) == math.inf


def test_range_does_not_add_up() -> None:
    """Does top-2 at range distance 1 have a range above 2, which the listing prints, and below 3, which we promise?"""
    x, y = (21, 1, 20, 0), (20, 0, 20, 0)
    assert space.RangeDistance(int).distance(x, y) == 1
    P, Q = (dict(peeling_law(ZCDP, scores, 1.0, 2, False)) for scores in (x, y))
    losses: list[ExpRatio] = [P[outcome] / Q[outcome] for outcome in P]
    spread = max((a / b for a in losses for b in losses), key=lambda ratio: float(enclose(ratio, 64).mid()))
    assert compare(spread, exp_minus(-2)) > 0
    assert compare(spread, exp_minus(-3)) < 0
    assert RangeDivergence.privacy_map(1.0, 1.0, 2) == 3.0
