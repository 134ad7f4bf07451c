"""Bad input: is each kind refused with its own error, wherever it arrives, and does no message tell a score?"""

import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from impl.draws import SystemDraw, TapeDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from spec import errors, space
from spec.measurement import Measurement
from spec.space import AtomDomain, LInfDistance, RangeDistance, VectorDomain

Maker = Callable[..., Measurement[Any]]

FLOATS = VectorDomain(AtomDomain(float), 3)
METRIC = LInfDistance(float)
MAX, ZCDP = space.MaxDivergence(), space.ZeroConcentratedDivergence()
MAKERS: dict[str, Maker] = {
    "top-k, max divergence": partial(make_noisy_top_k, privacy_measure=MAX, k=2, negate=False),
    "top-k, zero-concentrated": partial(make_noisy_top_k, privacy_measure=ZCDP, k=2, negate=True),
    "report noisy max": partial(make_report_noisy_max_gumbel, optimize="max"),
    "inverse transform": make_inverse_transform,
    "exponential candidates": lambda input_domain, input_metric, scale: make_base_exponential_candidates_gumbel(
        input_domain, scale
    ),
}
TOP_K = [name for name in MAKERS if name.startswith("top-k")]
ONE_INDEX = [name for name in MAKERS if name not in TOP_K]
WITH_METRIC = [name for name in MAKERS if name != "exponential candidates"]

BAD_SCALES: list[tuple[object, errors.NoisymaxError]] = [
    (True, errors.ScaleNotNumber()),
    ("1", errors.ScaleNotNumber()),
    (None, errors.ScaleNotNumber()),
    (Fraction(1), errors.ScaleNotNumber()),
    (math.nan, errors.ScaleNotFinite()),
    (math.inf, errors.ScaleNotFinite()),
    (-math.inf, errors.ScaleNotFinite()),
    (10**400, errors.ScaleNotFinite()),
    (-1.0, errors.ScaleNegative()),
    (-1, errors.ScaleNegative()),
    (-0.0, errors.ScaleNegative()),
    (-5e-324, errors.ScaleNegative()),
]
BAD_SCORES: list[tuple[object, errors.NoisymaxError]] = [
    ([1.0, math.nan, 2.0], errors.NanScore()),
    ([1.0, 2, 3.0], errors.WrongAtomType("float")),
    ([1.0, True, 3.0], errors.WrongAtomType("float")),
    ([1.0, "2", 3.0], errors.WrongAtomType("float")),
    ([1.0, None, 3.0], errors.WrongAtomType("float")),
    ([1.0, Fraction(2), 3.0], errors.WrongAtomType("float")),
    ([1.0, 2.0], errors.WrongSize(3)),
    ([], errors.WrongSize(3)),
    ([1.0] * 4, errors.WrongSize(3)),
    ("abc", errors.NotAVector()),
    (None, errors.NotAVector()),
    ({1.0, 2.0, 3.0}, errors.NotAVector()),
    (iter([1.0, 2.0, 3.0]), errors.NotAVector()),
]
BAD_DISTANCES: list[tuple[object, errors.NoisymaxError]] = [
    (math.nan, errors.DistanceNotFinite()),
    (math.inf, errors.DistanceNotFinite()),
    (-math.inf, errors.DistanceNotFinite()),
    (-1.0, errors.DistanceNegative()),
    (-1, errors.DistanceNegative()),
    (-0.0, errors.DistanceNegative()),
    (True, errors.DistanceNotNumber()),
    ("1", errors.DistanceNotNumber()),
    (Fraction(1), errors.DistanceNotNumber()),
    (None, errors.DistanceNotNumber()),
]


def error_of(action: Callable[..., object], *args: object, **kwargs: object) -> errors.NoisymaxError:
    with pytest.raises(errors.NoisymaxError) as caught:
        action(*args, **kwargs)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize(("scale", "error"), BAD_SCALES, ids=[repr(scale)[:9] for scale, _ in BAD_SCALES])
def test_scale(maker: Maker, scale: object, error: errors.NoisymaxError) -> None:
    """Is every scale that is none refused at construction?"""
    assert error_of(maker, FLOATS, METRIC, scale=scale) == error


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
def test_domain(maker: Maker) -> None:
    """Is every domain that the mechanism is not made for refused at construction?"""
    make = partial(maker, input_metric=METRIC, scale=1.0)
    nan = VectorDomain(AtomDomain(float, nan=True), 3)
    assert error_of(make, input_domain=nan) == errors.DomainMayHaveNan()
    atoms: Any = float
    for wrong in (AtomDomain(float), VectorDomain(atoms), [1.0], None):
        assert error_of(make, input_domain=wrong) == errors.NotASpace("input_domain")


@pytest.mark.parametrize("name", WITH_METRIC)
def test_metric(name: str) -> None:
    """Is every metric that does not fit the domain refused at construction?"""
    make = partial(MAKERS[name], input_domain=FLOATS, scale=1.0)
    for wrong in (RangeDistance(float), float, None):
        assert error_of(make, input_metric=wrong) == errors.NotASpace("input_metric")
    assert error_of(make, input_metric=LInfDistance(int)) == errors.AtomTypesDiffer()
    unsure: Any = "no"
    assert error_of(make, input_metric=LInfDistance(float, unsure)) == errors.NotABoolean("monotonic")


def test_measure() -> None:
    """Is every measure that top-k is not made for refused at construction?"""
    for wrong in (space.RangeDivergence(), space.MaxDivergence, "max", None):
        refused = error_of(make_noisy_top_k, FLOATS, METRIC, wrong, 1, 1.0, False)
        assert refused == errors.NotASpace("privacy_measure")


@pytest.mark.parametrize("k", [-1, True, 1.0, "1", None])
def test_k(k: object) -> None:
    """Is every k that is not a natural number refused, and one above a known size?"""
    assert error_of(make_noisy_top_k, FLOATS, METRIC, MAX, k, 1.0, False) == errors.KNotNatural()
    too_many = error_of(make_noisy_top_k, FLOATS, METRIC, MAX, 4, 1.0, False)
    assert too_many == errors.KExceedsSize(4, 3)


def test_switches() -> None:
    """Is every direction that is none refused?"""
    for wrong in (0, 1, None, "max"):
        refused = error_of(make_noisy_top_k, FLOATS, METRIC, MAX, 1, 1.0, wrong)
        assert refused == errors.NotABoolean("negate")
    for unknown in ("MAX", None, 1, True, ["max"]):
        refused = error_of(make_report_noisy_max_gumbel, FLOATS, METRIC, 1.0, unknown)
        assert refused == errors.OptimizeUnknown()


@pytest.mark.parametrize("name", ONE_INDEX)
def test_empty(name: str) -> None:
    """Is a mechanism that must return an index refused on a domain that holds the empty vector?"""
    for size in (None, 0):
        domain = VectorDomain(AtomDomain(float), size)
        refused = error_of(MAKERS[name], domain, METRIC, scale=1.0)
        assert refused == errors.DomainMayBeEmpty()


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize(("scores", "error"), BAD_SCORES, ids=[repr(scores)[:18] for scores, _ in BAD_SCORES])
def test_scores(maker: Maker, scores: object, error: errors.NoisymaxError) -> None:
    """Is every input that is no member refused before a coin is drawn, by an error that names no score?"""
    measurement = maker(input_domain=FLOATS, input_metric=METRIC, scale=1.0)
    assert error_of(measurement.invoke, scores, draw=TapeDraw([])) == error
    assert error_of(measurement.invoke, scores) == error


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
def test_integers_are_no_booleans(maker: Maker) -> None:
    """Is a boolean refused as an integer score, and a float too?"""
    measurement = maker(input_domain=VectorDomain(AtomDomain(int), 3), input_metric=LInfDistance(int), scale=1)
    for wrong in ([1, 2, True], [1, 2, 3.0]):
        assert error_of(measurement.invoke, wrong) == errors.WrongAtomType("int")


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize(("d_in", "error"), BAD_DISTANCES, ids=[repr(d_in) for d_in, _ in BAD_DISTANCES])
def test_distance(maker: Maker, d_in: object, error: errors.NoisymaxError) -> None:
    """Is every distance that is none refused by the map, at every scale?"""
    for scale in (0.0, 1.0):
        measurement = maker(input_domain=FLOATS, input_metric=METRIC, scale=scale)
        assert error_of(measurement.map, d_in) == error


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
def test_overflow(maker: Maker) -> None:
    """Is a loss beyond the largest float an error of the map, and never an infinity or a number?"""
    assert error_of(maker(FLOATS, METRIC, scale=5e-324).map, 1e300) == errors.Overflow()


def test_negative_distance_in_the_maps_themselves() -> None:
    """Do the listings' own checks of the distance work when a map is called by itself?"""
    top_k = make_noisy_top_k(FLOATS, METRIC, MAX, 1, 1.0, False)
    best = make_report_noisy_max_gumbel(FLOATS, METRIC, 1.0, "max")
    assert error_of(top_k.privacy_map, -1.0) == errors.DistanceNegative()
    assert error_of(best.privacy_map, -1.0) == errors.DistanceNegative()
    assert error_of(RangeDivergence.privacy_map, -1.0, 1.0, 1) == errors.DistanceNegative()
    assert error_of(ZeroConcentratedDivergence.privacy_map, -1.0, 1.0) == errors.DistanceNegative()


CORNERS: dict[type, Sequence[object]] = {
    float: (0.0, -0.0, math.inf, -math.inf, 5e-324, -1.7976931348623157e308, 1e300),
    int: (0, -1, 2**53 + 1, 10**400, -(10**400)),
    Fraction: (Fraction(0), Fraction(1, 3), Fraction(-(10**400), 7), Fraction(1, 10**400)),
}


@pytest.mark.untraced
@pytest.mark.parametrize("scale", [0.0, 5e-324, 1.0, 1.7976931348623157e308])
@pytest.mark.parametrize("T", CORNERS)
def test_no_member_is_refused(T: type[int] | type[float] | type[Fraction], scale: float) -> None:
    """Does every pair of extreme members, and every short vector, pass through every mechanism without error?"""
    draw = SystemDraw()
    unsized, metric = VectorDomain(AtomDomain(T)), LInfDistance(T)
    for name in TOP_K:
        measurement = MAKERS[name](unsized, metric, scale=scale)
        for x in [(), *((score,) for score in CORNERS[T]), *product(CORNERS[T], repeat=2)]:
            assert sorted(measurement.invoke(x, draw)) == list(range(len(x)))
    for name in ONE_INDEX:
        measurement = MAKERS[name](VectorDomain(AtomDomain(T), 2), metric, scale=scale)
        for x in product(CORNERS[T], repeat=2):
            assert measurement.invoke(x, draw) in (0, 1)


OPTIMISED = """
from math import nan
from spec import errors
from spec.space import AtomDomain, LInfDistance, MaxDivergence, VectorDomain
from impl.noisy_top_k import make_noisy_top_k
space = VectorDomain(AtomDomain(float)), LInfDistance(float), MaxDivergence()
def make(scale): return make_noisy_top_k(*space, k=1, scale=scale, negate=False)
for refused, action in (
    (errors.ScaleNegative, lambda: make(-1.0)),
    (errors.NanScore, lambda: make(1.0).invoke([nan])),
    (errors.DistanceNegative, lambda: make(1.0).map(-1.0)),
):
    try: action()
    except refused: print(refused.__name__)
"""


def test_no_switch_turns_the_checks_off() -> None:
    """Does `python -O`, which drops asserts and contracts, still refuse bad input?"""
    run = subprocess.run([sys.executable, "-O", "-c", OPTIMISED], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["ScaleNegative", "NanScore", "DistanceNegative"]
