"""Equation (1): has its exact reading the law of equation (2), what does it cost, and how wrong is the float code?"""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.ball import Order, ball, lower, precision
from impl.ball import compare as compare_balls
from impl.draws import TapeDraw
from impl.inverse_transform import (
    compare_share,
    float_sums,
    inverse_transform,
    law_of_naive_float,
    make_inverse_transform,
    naive_float,
)
from proofs.engine.enclosure import enclose
from proofs.engine.law import at_the_coins, with_coins_used
from spec import errors
from spec.inverse_transform import law_of_inverse_transform
from spec.space import AtomDomain, LInfDistance, VectorDomain
from spec.weights import ONE, ExpSum, exp_minus
from tests.support.laws import DISCRETE, encloses

LEAST = Fraction(5e-324)
CASES: dict[str, tuple[tuple[Fraction | int, ...], Fraction]] = {
    "apart": ((0, 1, 3), Fraction(1)),
    "alone": ((5,), Fraction(1)),
    "equal": ((3, 3), Fraction(1)),
    "equal, no dyadic edge": ((2, 2, 2), Fraction(1)),
    "equal, dyadic edges": ((4,) * 4, Fraction(1)),
    "one-hot": ((0, 0, 9), Fraction(1)),
    "1e300 apart": ((0, Fraction(1e300)), Fraction(1)),
    "a dyadic edge, moved by next to nothing": ((0, 0, -(10**300), -(10**301)), Fraction(1)),
    "next to equal": ((0, LEAST), Fraction(1e308)),
    "subnormal scale": ((0, LEAST), LEAST),
    "no noise": ((1, 7, 7, 2), Fraction(0)),
}


def fractions(x: tuple[Fraction | int, ...]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, x))


@pytest.mark.untraced
@pytest.mark.parametrize(("x", "scale"), CASES.values(), ids=CASES.keys())
def test_law(x: tuple[Fraction | int, ...], scale: Fraction) -> None:
    """Is the law at the coins, to 2^-40, that of equation (2), dyadic edges included?"""
    measured = at_the_coins(inverse_transform, fractions(x), scale, missing=DISCRETE)
    assert encloses(measured, law_of_inverse_transform(fractions(x), scale))


def test_shifted_cell_is_caught() -> None:
    """Would a law that is off by one cell, or by 2^-39, be told?"""
    measured = at_the_coins(inverse_transform, fractions((0, 1)), Fraction(1), missing=DISCRETE)
    assert not encloses(measured, law_of_inverse_transform(fractions((1, 0)), Fraction(1)))
    assert not encloses(measured, law_of_inverse_transform(fractions((0, 1)), 1 + Fraction(1, 2**36)))


@pytest.mark.parametrize("case", ["apart", "equal, no dyadic edge", "one-hot", "1e300 apart", "no noise"])
def test_coins(case: str) -> None:
    """Do the coins on average, as far as they are measured, stay below the entropy plus three?"""
    x, scale = CASES[case]
    law = with_coins_used(inverse_transform, fractions(x), scale, missing=Fraction(1, 2**20))
    coins = sum(m * mass for _, use in law.branches for m, mass in use.by_coins().items())
    p = [float(enclose(weight, 64).mid()) for _, weight in law_of_inverse_transform(fractions(x), scale)]
    entropy = -sum(share * math.log2(share) for share in p if share)
    assert coins <= entropy + 3


def test_coins_of_a_dyadic_cell() -> None:
    """Do the two coins that single out a quarter tell it, and is no third one asked for?"""
    for k in range(4):
        assert inverse_transform(fractions((4,) * 4), Fraction(1), TapeDraw([k >> 1, k & 1])) == k


def test_contract() -> None:
    """Is what does not meet the precondition refused by its own clause?"""
    with pytest.raises(errors.ContractBroken, match=r"^inverse_transform: some_score_is_given does not hold$"):
        inverse_transform((), Fraction(1), TapeDraw([]))
    with pytest.raises(errors.ContractBroken, match=r"^inverse_transform: scale_is_nonnegative does not hold$"):
        inverse_transform(fractions((1, 2)), Fraction(-1), TapeDraw([]))


def test_measurement() -> None:
    """Does the measurement cost one round, not none or two, and is a domain refused that may hold NaN?"""
    metric = LInfDistance(float)
    assert make_inverse_transform(VectorDomain(AtomDomain(float), 3), metric, 1.0).tight_map(1.0) == 2.0
    with pytest.raises(errors.DomainMayHaveNan):
        make_inverse_transform(VectorDomain(AtomDomain(float, nan=True), 3), metric, 1.0)


@given(
    st.lists(st.tuples(st.fractions(0, 3, max_denominator=9), st.integers(-3, 3)), max_size=4),
    st.fractions(0, 1, max_denominator=16),
)
def test_share(terms: list[tuple[Fraction, int]], share: Fraction) -> None:
    """Is the comparison with a share of the whole the one that balls make of the sums themselves?"""
    part = ExpSum((q, Fraction(c)) for q, c in terms)
    whole = ONE.over + exp_minus(Fraction(1, 2)).over
    excess = part - ExpSum([(Fraction(0), share)]) * whole
    order = compare_balls(
        lambda: sum((ball(c) * ball(-q).exp() for q, c in excess.terms.items()), start=ball(0)), lambda: ball(0)
    )
    assert {-1: Order.LESS, 0: Order.EQUAL, 1: Order.GREATER}[compare_share(part, share, whole)] is order


def test_share_of_next_to_nothing() -> None:
    """Is a sign found that no ball shows before the slowest term is taken out?"""
    nothing = exp_minus(10**300).over
    assert compare_share(ONE.over + nothing, Fraction(1), ONE.over) == 1
    assert compare_share(ONE.over - nothing, Fraction(1), ONE.over) == -1
    assert compare_share(ONE.over, Fraction(1), ONE.over) == 0


def test_share_that_a_first_look_does_not_tell() -> None:
    """Is a share that differs from 1/e by 2^-200 told from it, either way, by balls of higher precision?"""
    part, least = exp_minus(1).over, Fraction(1, 2**200)
    with precision(256):
        low = lower((-ball(1)).exp()) - least
    assert compare_share(part, low, ONE.over) == 1
    assert compare_share(part, low + 3 * least, ONE.over) == -1


def test_float_code_divides_by_the_temperature() -> None:
    """At temperature 2, is a score that is greater by 1 likelier by a factor of e^(1/2)?"""
    assert float_sums([0.0, 1.0], 2.0)[0] == 1 / (1 + math.exp(0.5))


def test_float_code_overflows() -> None:
    """Does the float code return nothing at all once a likelihood is infinite?"""
    assert law_of_naive_float([0.0, 710.0], 1.0)[None] == 1 - Fraction(1, 2**53)
    assert law_of_naive_float([0.0, 709.0], 1.0)[1] > 1 - Fraction(1, 2**52)
    assert naive_float([0.0, 710.0], 1.0, 0.5) is None


def test_float_code_underflows() -> None:
    """Does the float code never select a candidate that must be possible, and nothing if all underflow?"""
    law = law_of_naive_float([0.0, -746.0], 1.0)
    assert law[1] == 0
    assert law_of_naive_float([-746.0, -747.0], 1.0)[None] == 1
    assert all(weight for _, weight in law_of_inverse_transform(fractions((0, -746)), Fraction(1)))


def test_float_code_rounds() -> None:
    """Does accumulated rounding give seven equal candidates unequal chances, and nothing a chance?"""
    law = law_of_naive_float([0.0] * 7, 1.0)
    assert float_sums([0.0] * 7, 1.0)[-1] < 1 - Fraction(1, 2**53)
    assert len({law[k] for k in range(7)}) > 1
    assert law[None] == Fraction(1, 2**53)


@given(st.lists(st.floats(-800, 800), min_size=1, max_size=4), st.integers(0, 2**53 - 1))
def test_law_of_the_float_code(scores: list[float], step: int) -> None:
    """Is the law of the float code that of the float code: does each outcome own the u that lead to it?"""
    law = law_of_naive_float(scores, 1.0)
    before = Fraction(0)
    outcomes = [*range(len(scores)), None]
    for outcome in outcomes:
        if before <= Fraction(step, 2**53) < before + law[outcome]:
            assert naive_float(scores, 1.0, step / 2**53) == outcome
        before += law[outcome]
    assert before == 1
