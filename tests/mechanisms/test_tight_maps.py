"""Do the tight maps return the least float not below what is proved, and does nothing else pass for them?"""

import inspect
import math
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl import tight_maps
from impl.ball import Ball, ball
from impl.directed import inf_cast
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.tight_maps import (
    concentrated_loss,
    least_float,
    permute_and_flip_concentrated_loss,
    pure_loss,
    range_loss,
    rho,
)
from proofs.mechanisms.tight_maps import (
    CONCENTRATED,
    FLIPPED,
    PURE,
    RANGED,
    Make,
    Ordered,
    Question,
    Returns,
    exponential,
    noisy_max,
    selections,
    settings,
    single_selections,
    top_k,
)
from spec import errors
from spec.logic.formula import Term
from spec.measurement import Measurement
from spec.space import (
    Atom,
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.tight_maps import (
    SMALL,
    permute_and_flip_range_from_below,
    result_is_not_above_half_the_square,
    result_is_not_above_the_classical_loss,
    result_is_not_below_rho,
    result_is_not_below_rho_of_the_range,
    result_is_the_least_float_not_below_all_losses,
    result_is_the_least_float_not_below_the_range,
    rho_from_below,
    rounds_with_a_choice,
)

MAX, ZCDP, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
SPACE = VectorDomain(AtomDomain(float)), LInfDistance(float, monotonic=True)


def release(measure: Measure, k: int = 1, scale: float = 1.0, size: int | None = None) -> Measurement[list[int]]:
    return make_noisy_top_k(VectorDomain(AtomDomain(float), size), SPACE[1], measure, k, scale, False)


@pytest.mark.parametrize(
    ("noise", "d_in", "k", "measure", "d_out"),
    [
        (ZCDP, 1.0, 1, None, 0.12330156148224454),
        (ZCDP, 4.0, 1, None, 1.6698496335093191),
        (ZCDP, 8.0, 1, None, 4.922907541018818),
        (ZCDP, 1.0, 3, ZCDP, 0.36990468444673363),
        (ZCDP, 1.0, 3, MAX, 3.0),
        (ZCDP, 1.0, 3, RANGE, 5.0),
        (MAX, 1.0, 3, None, 3.0),
        (MAX, 1.0, 1, ZCDP, 0.33341211347403893),
        (MAX, 4.0, 2, ZCDP, 5.2223311349691794),
        (ZCDP, 1e-10, 1, None, 1.2500000000000001e-21),
        (ZCDP, 1e5, 1, None, 99987.48707453503),
        (ZCDP, 5e-324, 1, None, 5e-324),
    ],
)
def test_values_that_must_come_out(noise: Measure, d_in: float, k: int, measure: Measure | None, d_out: float) -> None:
    """Is the tight loss at scale 1 the known one, bit for bit?"""
    assert release(noise, k).tight_map(d_in, measure) == d_out


def test_edges() -> None:
    """Does nothing cost 0, no noise infinity, and too much the same error that the classical map raises?"""
    for noise in (MAX, ZCDP):
        for measure in (MAX, ZCDP):
            assert release(noise, 2, 0.0).tight_map(0.0, measure).hex() == "0x0.0p+0"
            assert release(noise, 0, 0.0).tight_map(1.0, measure).hex() == "0x0.0p+0"
            assert release(noise, 2, 0.0).tight_map(5e-324, measure) == math.inf
            assert release(noise, 1, 0.0, size=1).tight_map(1.0, measure) == 0.0
            for d_in, scale, k in ((1.7e308, 1e-10, 1), (1.7e308, 1.0, 2)):
                with pytest.raises(errors.Overflow):
                    release(noise, k, scale).map(d_in)
                with pytest.raises(errors.Overflow):
                    release(noise, k, scale).tight_map(d_in, measure)


@pytest.mark.parametrize("d_in", [-1.0, -0.0, math.nan, math.inf, "1", Fraction(1), True, None])
def test_distances_are_checked_as_by_the_map(d_in: object) -> None:
    """Does the tight map refuse what the map refuses, by the same error?"""
    found = []
    for ask in (release(MAX).map, release(MAX).tight_map):
        with pytest.raises(errors.DistanceError) as refused:
            ask(d_in)
        found.append(refused.value)
    assert found[0] == found[1]


def test_other_measures() -> None:
    """Is a measure refused of which nothing is proved, and a mechanism without a tight map left with its own?"""
    with pytest.raises(errors.NotASpace, match="measure is not one"):
        release(MAX).tight_map(1.0, RANGE)
    plain = make_inverse_transform(VectorDomain(AtomDomain(float), 3), SPACE[1], 3.0)
    plain = Measurement(*(getattr(plain, name) for name in plain.__dataclass_fields__ if name != "tight_privacy_map"))
    assert plain.tight_map(1.0) == plain.tight_map(1.0, MAX) == plain.map(1.0)
    with pytest.raises(errors.NotASpace):
        plain.tight_map(1.0, ZCDP)


def test_no_float_between_distance_and_loss() -> None:
    """Is an exact distance taken exactly, where the classical map rounds its double up?"""
    third = make_noisy_top_k(VectorDomain(AtomDomain(Fraction)), LInfDistance(Fraction), ZCDP, 1, 3.0, False)
    assert third.tight_map(Fraction(1, 7)) == inspect.unwrap(concentrated_loss)(Fraction(2, 21), 1)
    top = release(MAX, 3, 3.0)
    assert top.tight_map(1.0) == 1.0 < top.map(1.0)


def test_last_candidate_is_free() -> None:
    """Is a round not counted that has one candidate left, where the number of candidates is known?"""
    assert [rounds_with_a_choice(3, size) for size in (None, 3, 4, 9)] == [3, 2, 3, 3]
    assert [rounds_with_a_choice(0, size) for size in (None, 0, 1)] == [0, 0, 0]
    assert release(MAX, 3, size=3).tight_map(1.0) == 2.0 < release(MAX, 3, size=3).map(1.0)


WHERE_IT_RUNS: tuple[tuple[Make, Term, Measure, bool], ...] = (
    (top_k(ZCDP), CONCENTRATED, ZCDP, False),
    (top_k(ZCDP), PURE, MAX, False),
    (top_k(ZCDP), RANGED, RANGE, False),
    (top_k(MAX), FLIPPED, ZCDP, False),
    (top_k(MAX), PURE, MAX, False),
    (noisy_max, CONCENTRATED, ZCDP, False),
    (exponential, CONCENTRATED, ZCDP, True),
)


@pytest.mark.parametrize(("make", "loss", "measure", "ranged"), WHERE_IT_RUNS)
def test_the_running_maps_are_the_formulas(make: Make, loss: Term, measure: Measure, ranged: bool) -> None:
    """On a part of the grid: is each running map the least float not below the loss of the theorems?"""
    asked = list(single_selections() if make in (noisy_max, exponential) else selections())[::11]
    assert all(map(Returns(make, loss, measure, ranged), asked))


@pytest.mark.parametrize(
    ("make", "loss", "measure"),
    [
        (top_k(ZCDP), FLIPPED, ZCDP),
        (top_k(ZCDP), PURE, ZCDP),
        (top_k(MAX), CONCENTRATED, ZCDP),
        (top_k(ZCDP), PURE, RANGE),
        (exponential, CONCENTRATED, ZCDP),
    ],
)
def test_another_formula_is_refused(make: Make, loss: Term, measure: Measure) -> None:
    """Is a map refused that belongs to another noise, another measure, or twice the distance?"""
    asked = list(single_selections() if make is exponential else selections())[::11]
    assert not all(map(Returns(make, loss, measure), asked))


class Planted(Measurement[list[int]]):
    """A measurement whose tight map is given as a function of its right one and of the distance."""

    def __init__(self, of: Measurement[list[int]], wrong: Callable[[float, float], float]) -> None:
        super().__init__(**{name: getattr(of, name) for name in Measurement.__dataclass_fields__})
        object.__setattr__(self, "wrong", wrong)

    def tight_map(self, d_in: object, measure: Measure | None = None) -> float:
        assert isinstance(d_in, float)
        wrong: Callable[[float, float], float] = vars(self)["wrong"]
        return wrong(super().tight_map(d_in, measure), d_in)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda right, d_in: math.nextafter(right, 0),
        lambda right, d_in: math.nextafter(right, math.inf),
        lambda right, d_in: right / 3,
        lambda right, d_in: -right,
        lambda right, d_in: math.expm1(d_in),
    ],
    ids=["rounded down", "not the least", "missing k", "negative", "another function"],
)
def test_wrong_results_are_refused(wrong: Callable[[float, float], float]) -> None:
    """Does the check refuse the float before, the float after, a forgotten k, and nonsense?"""
    planted = Returns(lambda asked: Planted(release(ZCDP, 3), wrong), CONCENTRATED, ZCDP)
    asked = Question(1.0, 1.0, 3, None, True)
    assert Returns(lambda asked: release(ZCDP, 3), CONCENTRATED, ZCDP)(asked)
    assert not planted(asked)


def test_edges_are_checked() -> None:
    """Does the check refuse a loss for nothing, a finite loss without noise, and an error too soon?"""
    one = Returns(lambda asked: Planted(release(ZCDP, 3, asked.scale), lambda right, d_in: 1.0), CONCENTRATED, ZCDP)
    assert not one(Question(0.0, 1.0, 3, None, True))
    assert not one(Question(1.0, 0.0, 3, None, True))
    assert not one(Question(1.0, 1.0, 0, None, True))

    def overflows(right: float, d_in: float) -> float:
        raise errors.Overflow

    too_soon = Returns(lambda asked: Planted(release(ZCDP, 3), overflows), CONCENTRATED, ZCDP)
    assert not too_soon(Question(1e300, 1.0, 3, None, True))
    assert too_soon(Question(1.7e308, 1.0, 3, None, True))


def test_order() -> None:
    """Are the tight maps ordered and below the classical ones, and is a map refused that is neither?"""
    *_, asked = (question for question in settings() if question.scale == 7.3)
    for noise in (MAX, ZCDP):
        assert Ordered(top_k(noise), (MAX, ZCDP))(asked)
    falls = Ordered(lambda asked: Planted(release(ZCDP), lambda right, d_in: right if d_in < 1 else 0.0), (ZCDP,))
    above = Ordered(lambda asked: Planted(release(ZCDP), lambda right, d_in: max(right, d_in)), (ZCDP,))
    assert not falls(asked)
    assert not above(asked)


@given(
    eta=st.fractions(min_value=Fraction(1, 10**30), max_value=10**6),
    k=st.integers(1, 2**60),
    other=st.fractions(min_value=Fraction(1, 10**30), max_value=10**6),
)
def test_never_above_the_classical_loss(eta: Fraction, k: int, other: Fraction) -> None:
    """Are the tight losses below the classical and the pure ones, and do they grow with the distance?"""
    loss, flipped = concentrated_loss(eta, k), permute_and_flip_concentrated_loss(eta, k)
    assert 0 < loss <= min(inf_cast(k * eta**2 / 8), inf_cast(k * eta))
    assert loss <= flipped <= min(inf_cast(k * eta**2 / 2), inf_cast(k * eta))
    assert loss <= concentrated_loss(eta + other, k)
    assert flipped <= permute_and_flip_concentrated_loss(eta + other, k)


def without_guard(x: Ball) -> Ball:
    """ρ as it is written, which at a fixed precision loses all digits for small x."""
    return (x.expm1() / x).log() + x / x.expm1() - 1


def test_cancellation() -> None:
    """With too few bits, is the result too large but never too small, and with enough of them the least float?"""
    eta = Fraction(1, 2**100)
    right = concentrated_loss(eta, 1)
    assert right == inf_cast(eta**2 / 8)
    hasty = least_float(lambda: rho(ball(eta)), at_most=Fraction(1), limit=128)
    assert hasty > 1000 * right
    assert least_float(lambda: without_guard(ball(eta)), at_most=Fraction(1), limit=128) > 1000 * right
    assert least_float(lambda: without_guard(ball(eta)), at_most=Fraction(1)) == right


def test_undecided_is_rounded_up() -> None:
    """If balls cannot tell the number from a float, is that float returned or the next, and none above the bound?"""
    root = ball(2).sqrt
    assert least_float(lambda: root() * root(), at_most=Fraction(9)) == math.nextafter(2.0, 3.0)
    assert least_float(lambda: root() * root(), at_most=Fraction(2)) == 2.0
    most = sys.float_info.max
    assert least_float(lambda: ball(int(most)), at_most=Fraction(2**1025)) == most
    with pytest.raises(errors.Overflow):
        least_float(lambda: ball(2**1024) + root(), at_most=Fraction(2**1025))
    assert least_float(lambda: ball(0), at_most=Fraction(1, 2**1075)) == 5e-324


@pytest.mark.parametrize(
    "eta", [Fraction(1, 10**9), Fraction(1, 3), Fraction(1), Fraction(40), Fraction(10**9), SMALL / 3]
)
def test_the_spec_evaluates_for_itself(eta: Fraction) -> None:
    """Are the rationals of the spec a little below ρ and R, by decimals and by series?"""
    loss, flipped = Fraction(concentrated_loss(eta, 1)), Fraction(permute_and_flip_concentrated_loss(eta, 1))
    below = permute_and_flip_range_from_below(eta)
    assert eta < below < 2 * eta
    assert 0 < loss - rho_from_below(eta) < loss / 2**50
    assert 0 < flipped - rho_from_below(below) < flipped / 2**40


@pytest.mark.parametrize(
    ("planted", "wrong", "call", "clause"),
    [
        ("inf_cast", lambda x: float(x), lambda: pure_loss(Fraction(1, 3), 1), "all_losses"),
        ("inf_cast", lambda x: float(x), lambda: range_loss(Fraction(1, 5), 2), "the_range"),
        ("rho", lambda x: x * x / 9, lambda: concentrated_loss(Fraction(1), 1), "below_rho"),
        ("rho", lambda x: x, lambda: permute_and_flip_concentrated_loss(Fraction(1), 1), "half_the_square"),
        ("least_float", lambda *_, **__: 0.126, lambda: concentrated_loss(Fraction(1), 1), "the_classical_loss"),
        (
            "permute_and_flip_range",
            lambda x: x,
            lambda: permute_and_flip_concentrated_loss(Fraction(1), 1),
            "rho_of_the_range",
        ),
    ],
)
def test_postconditions(
    monkeypatch: pytest.MonkeyPatch, planted: str, wrong: object, call: Callable[[], object], clause: str
) -> None:
    """Does each postcondition fire on a planted bug: rounding to nearest, another function, ε for the range R?"""
    monkeypatch.setattr(tight_maps, planted, wrong)
    with pytest.raises(errors.ContractBroken) as broken:
        call()
    assert broken.value.clause.endswith(clause)


@pytest.mark.parametrize("loss", [pure_loss, range_loss, concentrated_loss, permute_and_flip_concentrated_loss])
def test_preconditions(loss: Callable[[Fraction, int], float]) -> None:
    """Are a distance of nothing and no round refused?"""
    for eta, rounds, clause in ((Fraction(0), 1, "eta_is_positive"), (Fraction(1), 0, "some_round_has_a_choice")):
        with pytest.raises(errors.ContractBroken) as broken:
            loss(eta, rounds)
        assert broken.value.clause == clause


def test_predicates() -> None:
    """Do the predicates accept the right float and refuse the floats beside it where they can?"""
    eta, atom = Fraction(1), 5e-324
    assert result_is_the_least_float_not_below_all_losses(eta, 3, 3.0)
    assert not result_is_the_least_float_not_below_all_losses(eta, 3, math.nextafter(3.0, 4.0))
    assert not result_is_the_least_float_not_below_the_range(eta, 3, math.nextafter(5.0, 0.0))
    right = 0.12330156148224454
    assert result_is_not_below_rho(eta, 1, right)
    assert not result_is_not_below_rho(eta, 1, math.nextafter(right, 0.0))
    assert result_is_not_below_rho(Fraction(1, 10**400), 1, atom)
    assert not result_is_not_below_rho(Fraction(1, 10**400), 1, 0.0)
    assert not result_is_not_below_rho_of_the_range(eta, 1, math.nextafter(0.33341211347403893, 0.0))
    assert result_is_not_below_rho_of_the_range(Fraction(1, 10**400), 1, atom)
    assert not result_is_not_above_the_classical_loss(eta, 1, math.nextafter(0.125, 1.0))
    assert not result_is_not_above_half_the_square(eta, 1, math.nextafter(0.5, 1.0))


def test_exact_distances() -> None:
    """Are integers and fractions beyond the floats mapped, as long as the loss is a float?"""
    distance: Atom = 2**1030
    wide = make_noisy_top_k(VectorDomain(AtomDomain(int)), LInfDistance(int, True), ZCDP, 1, 2.0**1000, False)
    assert 2.0**30 - 30 < wide.tight_map(distance) < 2.0**30
    with pytest.raises(errors.Overflow):
        wide.map(distance)
