"""Do the privacy maps return the values that they must, and never one below the exact loss?"""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl import maps
from impl.directed import inf_cast
from impl.maps import max_divergence_map, times, to_range_distance, zero_concentrated_map
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.status import Status
from proofs.engine.rounding import CORNERS_SCOPE
from proofs.mechanisms import directed as directed_chapter
from proofs.mechanisms import maps as maps_chapter
from proofs.mechanisms.maps import IsComposed, corner_arguments, eighth_of_square_up, quotient_up
from spec import errors
from spec.maps import exact_max_divergence, exact_zero_concentrated, nothing_changed_costs_nothing

OneRound = Callable[[float, float], float]
MAPS: dict[str, OneRound] = {"max": max_divergence_map, "zCDP": zero_concentrated_map}
EXACT = {"max": exact_max_divergence, "zCDP": exact_zero_concentrated}
distances = st.floats(min_value=0, max_value=2.0**100)
scales = st.floats(min_value=2.0**-100, allow_infinity=False)


def privacy_map(measure: str, d_in: float, scale: float, monotonic: bool, k: int) -> float:
    return times(MAPS[measure](inf_cast(to_range_distance(d_in, monotonic)), scale), k)


@pytest.mark.parametrize(
    ("measure", "scale", "monotonic", "k", "d_out"),
    [
        ("max", 1.0, False, 1, "0x1.0000000000000p+1"),
        ("max", 1.0, False, 2, "0x1.0000000000000p+2"),
        ("zCDP", 1.0, False, 1, "0x1.0000000000000p-1"),
        ("zCDP", 1.0, False, 2, "0x1.0000000000000p+0"),
        ("zCDP", 1.0, True, 1, "0x1.0000000000000p-3"),
        ("max", 0.0, False, 1, "inf"),
        ("zCDP", 0.0, False, 1, "inf"),
        ("max", 2.0, False, 1, "0x1.0000000000000p+0"),
        ("zCDP", 2.0, False, 1, "0x1.0000000000000p-3"),
        ("max", 2.0, True, 1, "0x1.0000000000000p-1"),
        ("max", 2.0, False, 2, "0x1.0000000000000p+1"),
        ("max", 3.0, False, 1, "0x1.5555555555556p-1"),
        ("max", 3.0, False, 3, "0x1.0000000000001p+1"),
        ("zCDP", 3.0, False, 1, "0x1.c71c71c71c71fp-5"),
        ("zCDP", 3.0, False, 3, "0x1.5555555555558p-3"),
        ("zCDP", 7.3, False, 1, "0x1.337326497fedbp-7"),
    ],
)
def test_values_that_must_come_out(measure: str, scale: float, monotonic: bool, k: int, d_out: str) -> None:
    """At d_in = 1, is the loss the known one, bit for bit?"""
    assert privacy_map(measure, 1.0, scale, monotonic, k).hex() == d_out


@pytest.mark.parametrize("measure", MAPS)
@given(d_in=distances, scale=scales, monotonic=st.booleans(), k=st.integers(0, 2**32))
def test_never_below_the_exact_loss(measure: str, d_in: float, scale: float, monotonic: bool, k: int) -> None:
    """Is the map at least the exact loss, and within a few units in the last place of it?"""
    d_out = privacy_map(measure, d_in, scale, monotonic, k)
    exact = k * EXACT[measure](Fraction(d_in) * (1 if monotonic else 2), Fraction(scale))
    roundings = 5
    assert exact <= d_out
    if exact > 2.0**-900:
        assert d_out <= exact * (1 + Fraction(1, 2**52)) ** roundings


@pytest.mark.parametrize("measure", MAPS)
@pytest.mark.parametrize("k", [0, 1, 7])
def test_nothing_changed_costs_nothing(measure: str, k: int) -> None:
    """Is the loss +0.0 at distance zero, whatever the scale?"""
    for d_in, scale in ((0.0, 1.0), (0.0, 0.0), (-0.0, 5e-324)):
        assert privacy_map(measure, d_in, scale, False, k).hex() == "0x0.0p+0"
    assert not nothing_changed_costs_nothing(0.0, 5e-324)


@pytest.mark.parametrize("measure", MAPS)
def test_overflow_is_an_error(measure: str) -> None:
    """Is a loss beyond the largest float an error and not infinity, in whichever operation it arises?"""
    for d_in, scale, k in ((1.7e308, 1.0, 1), (1.0, 5e-324, 1), (1e100, 1e-54, 2**1023), (1.0, 1.0, 2**1024)):
        with pytest.raises(errors.Overflow):
            privacy_map(measure, d_in, scale, False, k)


def test_range_distance_keeps_the_type() -> None:
    """Is an integer distance doubled exactly, however large, and a float one rounded up?"""
    assert to_range_distance(2**2000 + 1, False) == 2**2001 + 2
    assert to_range_distance(Fraction(1, 3), False) == Fraction(2, 3)
    assert type(to_range_distance(3, False)) is int
    assert to_range_distance(0.1, False) == 0.2
    assert to_range_distance(0.1, True) == 0.1


@pytest.mark.parametrize(
    ("call", "clause"),
    [
        (lambda: max_divergence_map(-1.0, 1.0), "d_in_is_a_distance"),
        (lambda: max_divergence_map(math.nan, 1.0), "d_in_is_a_distance"),
        (lambda: zero_concentrated_map(math.inf, 1.0), "d_in_is_a_distance"),
        (lambda: zero_concentrated_map(1.0, -1.0), "scale_is_finite_and_nonnegative"),
        (lambda: max_divergence_map(1.0, math.inf), "scale_is_finite_and_nonnegative"),
        (lambda: times(math.nan, 1), "d_out_is_a_loss"),
        (lambda: times(1.0, -1), "k_is_natural"),
        (lambda: to_range_distance(-1, False), "d_in_is_a_distance"),
    ],
)
def test_preconditions(call: Callable[[], object], clause: str) -> None:
    """Does each precondition fire?"""
    with pytest.raises(errors.ContractBroken) as broken:
        call()
    assert broken.value.clause == clause


def nearest_div(a: float, b: float) -> float:
    return a / b


def nearest_mul(a: float, b: float) -> float:
    return a * b


@pytest.mark.parametrize(
    ("planted", "wrong", "call", "clause"),
    [
        ("inf_div", nearest_div, lambda: max_divergence_map(1.0, 3.0), "result_is_not_below_d_in_over_scale"),
        (
            "inf_div",
            nearest_div,
            lambda: zero_concentrated_map(1.0, 3.0),
            "result_is_not_below_d_in_over_scale",
        ),
        (
            "inf_powi",
            lambda a, b: a**b / 2,
            lambda: zero_concentrated_map(1.0, 3.0),
            "result_is_not_below_an_eighth_of_its_square",
        ),
        ("inf_mul", nearest_mul, lambda: times(0.7, 3), "result_is_not_below_k_losses"),
        (
            "inf_add",
            lambda a, b: a,
            lambda: to_range_distance(1, False),
            "result_is_not_below_the_range_distance",
        ),
        ("inf_div", lambda a, b: math.inf, lambda: max_divergence_map(1.0, 3.0), "no_noise_promises_nothing"),
    ],
)
def test_postconditions(
    monkeypatch: pytest.MonkeyPatch,
    planted: str,
    wrong: Callable[..., float],
    call: Callable[[], object],
    clause: str,
) -> None:
    """Does each postcondition fire on a planted bug?"""
    monkeypatch.setattr(maps, planted, wrong)
    with pytest.raises(errors.ContractBroken) as broken:
        call()
    assert broken.value.clause == clause


def rounded_once(d_in: float, scale: float) -> float:
    """(d_in / scale)^2 / 8 with a single rounding: a bound as good, and not the one of the listings."""
    return inf_cast((Fraction(d_in) / Fraction(scale)) ** 2 / 8) if scale else math.inf if d_in else 0.0


@pytest.mark.parametrize(
    ("one_round", "formula"),
    [
        (rounded_once, eighth_of_square_up),
        (max_divergence_map, eighth_of_square_up),
        (nearest_div, quotient_up),
    ],
)
def test_composition_check_rejects(one_round: OneRound, formula: OneRound) -> None:
    """Is a map refused that rounds at other places, is another map, or rounds to nearest?"""
    asked = [q for q in corner_arguments() if q.scale > 0 and q.d_in]
    found = Exhaustive(CORNERS_SCOPE, lambda: asked, IsComposed(one_round, formula)).run("composed")
    assert found.status is Status.REFUTED


@pytest.mark.deep
def test_chapter() -> None:
    """Do the two laws of the maps stand, with nothing assumed?"""
    headlines = {"max divergence": "maps.max_divergence", "zCDP": "maps.zero_concentrated"}
    ledger = Ledger([directed_chapter.CHAPTER, maps_chapter.CHAPTER, Chapter(headlines=headlines)])
    for task in ledger.tasks(claim for claim in ledger.claims if claim.startswith("maps.")):
        assert task.check.run(task.query).status in (Status.PROVED, Status.CERTIFIED), task.place
