"""Does each wrong privacy map break its clause, is the mistake named, and do right ones pass?"""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from impl.directed import inf_cast
from impl.tight_maps import concentrated_loss
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.model import Outcome
from tests.support.conform_planted import Factory, TopK, failed, nothing, overriding, verdicts


def toward_zero(self: TopK, exact: Fraction) -> float:
    return math.nextafter(found, 0.0) if Fraction(found := float(exact)) > exact else found


def in_floats(self: TopK, d_in: float) -> float:
    """The textbook's map, one ulp added in the end."""
    if d_in == 0:
        return 0.0
    eta = float(d_in) * (1 if self.monotonic else 2) / self.scale if self.scale else math.inf
    return math.nextafter(self.k * (eta * eta / 8 if self.concentrated else eta), math.inf)


def concentrated(loss: Callable[[Fraction], Fraction]) -> Factory:
    return overriding(one_round=lambda self, eta: loss(eta) if self.concentrated else eta)


def rounding(answer: Callable[[Fraction], object]) -> Factory:
    return overriding(rounded=lambda self, exact: answer(exact))


WRONG_MAPS: dict[str, tuple[Factory, set[str], str]] = {
    "no factor 2": (
        overriding(range_distance=lambda self, d_in: d_in),
        {"map.sound"},
        "all with not monotonic; what comes out is the bound at half the distance",
    ),
    "monotonic ignored": (
        overriding(range_distance=lambda self, d_in: 2 * d_in),
        {"map.printed"},
        "all with monotonic; what comes out is the bound at twice the distance",
    ),
    "k forgotten": (
        overriding(bound=lambda self, d_in: self.one_round(self.eta(d_in))),
        {"map.sound"},
        "all with k > 1; what comes out is the bound times 1/k",
    ),
    "k squared": (
        overriding(bound=lambda self, d_in: self.k**2 * self.one_round(self.eta(d_in))),
        {"map.printed"},
        "all with k > 1; what comes out is the bound times k",
    ),
    "a sixteenth": (
        concentrated(lambda eta: eta**2 / 16),
        {"map.sound"},
        "all with ZeroConcentratedDivergence; what comes out is the bound times 1/2",
    ),
    "a half": (
        concentrated(lambda eta: eta**2 / 2),
        {"map.printed"},
        "all with ZeroConcentratedDivergence; what comes out is the bound times 4",
    ),
    "the other measure": (
        concentrated(lambda eta: eta),
        {"map.printed"},
        "all with ZeroConcentratedDivergence; what comes out is the bound times 8/η, η = d_range/scale",
    ),
    "times the scale": (
        overriding(eta=lambda self, d_in: self.range_distance(d_in) * Fraction(self.scale)),
        {"map.sound", "map.printed"},
        "what comes out is the bound with 1/scale for the scale",
    ),
    "no simple factor": (rounding(lambda exact: inf_cast(exact * 17 / 13)), {"map.printed"}, ""),
    "to nearest": (rounding(float), {"map.sound", "map.printed"}, ""),
    "toward zero": (overriding(rounded=toward_zero), {"map.sound", "map.printed"}, ""),
    "to nearest below normal": (
        rounding(lambda exact: float(exact) if exact < 1e-307 else inf_cast(exact)),
        {"map.sound"},
        "only where a number on the way is subnormal",
    ),
    "an ulp added in the end": (overriding(map=in_floats), {"map.sound", "map.printed"}, ""),
    "NaN": (rounding(lambda exact: math.nan), {"map.sound"}, ""),
    "nothing": (rounding(lambda exact: None), {"map.sound"}, ""),
    "of another type": (rounding(lambda exact: object()), {"map.sound"}, ""),
    "a boolean": (rounding(lambda exact: True), {"map.sound"}, ""),
    "negative": (rounding(lambda exact: -inf_cast(exact)), {"map.sound"}, ""),
    "minus infinity": (rounding(lambda exact: -math.inf), {"map.sound"}, ""),
    "always infinite": (rounding(lambda exact: math.inf), {"map.printed"}, ""),
    "an error": (rounding(lambda exact: 1 // 0), {"map.printed"}, ""),
    "something for nothing": (
        overriding(map=lambda self, d_in: 1e-300 if d_in == 0 else TopK.map(self, d_in)),
        {"map.printed"},
        "",
    ),
    "no noise, bounded": (
        overriding(map=lambda self, d_in: 1e300 if self.scale == 0 else TopK.map(self, d_in)),
        {"map.sound", "map.printed"},
        "",
    ),
    "range divergence, k rounds": (
        overriding(refuse_measure=nothing, bound=lambda self, d_in: self.k * self.one_round(self.eta(d_in))),
        {"map.sound"},
        "all with k > 1, RangeDivergence",
    ),
}


@pytest.mark.parametrize("plant", WRONG_MAPS)
def test_wrong_maps(plant: str) -> None:
    """Does each wrong map break its clause, and is the mistake named?"""
    factory, clauses, mistake = WRONG_MAPS[plant]
    found = verdicts(factory, check_maps)
    assert failed(found) == clauses
    assert mistake in found[max(clauses)].detail
    assert all(failure.numbers for verdict in found.values() for failure in verdict.failures)


RIGHT_MAPS: dict[str, Factory] = {
    "three ulps above": rounding(lambda exact: inf_cast(exact * (1 + Fraction(3, 2**53)))),
    "a fraction just above": rounding(lambda exact: exact * (1 + Fraction(1, 2**60))),
    "an integer": rounding(lambda exact: int(exact) if exact.denominator == 1 else exact),
    "tight": overriding(
        rounded=lambda self, exact: concentrated_loss(exact, self.k) if self.concentrated else inf_cast(exact * self.k),
        bound=lambda self, d_in: self.eta(d_in),
    ),
    "infinite where it overflows": rounding(lambda exact: inf_cast(exact) if exact < 2**1023 else math.inf),
    "range divergence": overriding(
        refuse_measure=nothing,
        bound=lambda self, d_in: self.one_round(self.eta(d_in)) * (2 * self.k - 1 if self.ranged else self.k),
    ),
}


@pytest.mark.parametrize("variant", RIGHT_MAPS)
def test_right_maps(variant: str) -> None:
    """Do maps pass that are sound in another way?"""
    assert failed(verdicts(RIGHT_MAPS[variant], check_map_refuses, check_maps)) == set()


@pytest.mark.parametrize(
    ("plant", "clause", "number", "witness"),
    [
        ("to nearest", "map.sound", 9, "map(1.0) = 0.6666666666666666 is below 2·d_in/scale = 2/3, by 3.7e-17"),
        ("toward zero", "map.printed", 18, "map(1.0) = 0.05555555555555555 is just below (2·d_in/scale)²/8 = 1/18"),
        ("k squared", "map.printed", 10, "map(1.0) = 8.0 is far above k·2·d_in/scale = 4"),
        ("nothing", "map.sound", 0, "map(1.0) answers None, which bounds nothing"),
    ],
)
def test_smallest_witnesses(plant: str, clause: str, number: int, witness: str) -> None:
    """Is the first witness one that a reader computes in the head?"""
    first = verdicts(WRONG_MAPS[plant][0], check_maps)[clause].failures[0]
    assert witness in first.witness
    assert first.case.id == f"{clause}#{number}"


@pytest.mark.parametrize(
    "answer",
    [
        lambda self, d_in: TopK.bound(self, Fraction(d_in)) if d_in == d_in and abs(d_in) < math.inf else math.inf,
        lambda self, d_in: 0.0 if d_in != d_in else TopK.map(self, d_in),
        lambda self, d_in: inf_cast(min(d_in, 1e9)) if d_in == math.inf else TopK.map(self, d_in),
        lambda self, d_in: -math.inf if d_in == -1 else TopK.map(self, d_in),
        lambda self, d_in: 1.0 if d_in is None else TopK.map(self, d_in),
        lambda self, d_in: TopK.map(self, abs(d_in)),
    ],
    ids=["negative", "NaN", "infinite", "minus infinity", "None", "absolute value"],
)
def test_promises_at_no_distance(answer: object) -> None:
    """Is a bound for what is no distance noticed?"""
    found = verdicts(overriding(map=answer), check_map_refuses)["map.refuses"]
    assert found.outcome is Outcome.FAILED
    assert "a promise for what is no distance" in found.failures[0].witness


def test_no_promise_at_no_distance() -> None:
    """May a map answer infinity, NaN or nothing where others refuse?"""
    answers = {-1.0: math.inf, math.inf: math.inf, None: None, "a": "a"}
    factory = overriding(map=lambda self, d_in: answers.get(d_in, math.nan))
    assert failed(verdicts(factory, check_map_refuses)) == set()
