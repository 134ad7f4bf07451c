"""Are the losses of the tight maps the least floats not below what is proved, by their own contracts too?"""

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
from impl.noisy_top_k import make_noisy_top_k
from impl.tight_maps import (
    concentrated_loss,
    least_float,
    permute_and_flip_concentrated_loss,
    pure_loss,
    range_loss,
    rho,
)
from spec import errors
from spec.measurement import Measurement
from spec.space import (
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
)

MAX, ZCDP, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
SPACE = VectorDomain(AtomDomain(float)), LInfDistance(float, monotonic=True)


def release(measure: Measure, k: int = 1, scale: float = 1.0, size: int | None = None) -> Measurement[list[int]]:
    return make_noisy_top_k(VectorDomain(AtomDomain(float), size), SPACE[1], measure, k, scale, False)


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
    assert result_is_the_least_float_not_below_all_losses(eta, 3, None, 3.0)
    assert not result_is_the_least_float_not_below_all_losses(eta, 3, None, math.nextafter(3.0, 4.0))
    assert not result_is_the_least_float_not_below_the_range(eta, 3, None, math.nextafter(5.0, 0.0))
    assert result_is_the_least_float_not_below_all_losses(eta, 3, 3, 2.0)
    assert result_is_the_least_float_not_below_the_range(eta, 2, 3, 2.0)
    right = 0.12330156148224454
    assert result_is_not_below_rho(eta, 1, None, right)
    assert not result_is_not_below_rho(eta, 1, None, math.nextafter(right, 0.0))
    assert result_is_not_below_rho(Fraction(1, 10**400), 1, None, atom)
    assert not result_is_not_below_rho(Fraction(1, 10**400), 1, None, 0.0)
    assert not result_is_not_below_rho_of_the_range(eta, 1, None, math.nextafter(0.33341211347403893, 0.0))
    assert result_is_not_below_rho_of_the_range(Fraction(1, 10**400), 1, None, atom)
    assert not result_is_not_above_the_classical_loss(eta, 1, None, math.nextafter(0.125, 1.0))
    assert not result_is_not_above_half_the_square(eta, 1, None, math.nextafter(0.5, 1.0))
