"""Have the samplers the laws that they promise: coin by coin, by contract, and in the coins that they take?"""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from impl.draws import TapeDraw
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.engine.checkers.laws import promised_law
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins, by_contract, with_coins_used
from spec.errors import ContractBroken
from spec.weights import ONE, exp_minus, rational

NOTHING = Fraction(0)
FORTY = Fraction(1, 2**40 + 1)


def is_enclosed(program: Callable[..., object], *arguments: object, missing: Fraction) -> bool:
    """Tell whether the walk left less than asked, and every promised probability is in its interval."""
    law = at_the_coins(program, *arguments, missing=missing)
    promised = promised_law(program, arguments)
    return law.missing <= missing and all(
        compare(weight, law.get(outcome, NOTHING)) >= 0
        and compare(weight, law.get(outcome, NOTHING) + law.missing) <= 0
        for outcome, weight in promised.branches
    )


@pytest.mark.untraced
@pytest.mark.parametrize("n", [5, 10])
def test_uniform_is_known_to_sixty_bits(n: int) -> None:
    """Is less than 2^-60 of the law left open, and is it 1/n each?"""
    assert is_enclosed(sample_uniform_uint_below, n, missing=Fraction(1, 2**60 + 1))


@pytest.mark.untraced
@pytest.mark.parametrize("x", [Fraction(1, 2), Fraction(2, 3), Fraction(7, 3), Fraction(0.1)])
def test_bernoulli_exp_is_known_to_forty_bits(x: Fraction) -> None:
    """Is less than 2^-40 of the law left open, and is it e^-x?"""
    assert is_enclosed(sample_bernoulli_exp, x, missing=FORTY)


@given(st.integers(1, 100))
@settings(max_examples=20)
def test_uniform_is_uniform(n: int) -> None:
    """Is one attempt 2^-b each, with the rest turned down, for any n; and the retry 1/n each by contract?"""
    bits = (n - 1).bit_length()
    attempt = at_the_coins(attempt_uniform_uint_below, n, missing=NOTHING)
    assert all(attempt[i] == Fraction(1, 2**bits) for i in range(n))
    assert attempt.get(None, NOTHING) == 1 - Fraction(n, 2**bits) < Fraction(1, 2)
    if n <= 16:
        assert dict(by_contract(sample_uniform_uint_below, n).branches) == dict.fromkeys(
            range(n), rational(Fraction(1, n))
        )


@pytest.mark.untraced
@given(st.fractions(0, 1))
@settings(max_examples=40)
def test_bernoulli_of_any_rational(p: Fraction) -> None:
    """Is P(True) = p enclosed for any p, and exact where p is dyadic?"""
    assert is_enclosed(sample_bernoulli_rational, p, missing=FORTY)
    dyadic = Fraction(round(p * 256), 256)
    assert at_the_coins(sample_bernoulli_rational, dyadic, missing=NOTHING).get(True, NOTHING) == dyadic


@pytest.mark.untraced
@given(st.fractions(0, 5, max_denominator=20))
@settings(max_examples=8)
def test_bernoulli_exp_of_any_rational(x: Fraction) -> None:
    """Do both readings of e^-x agree with the promise for any x?"""
    assert is_enclosed(sample_bernoulli_exp, x, missing=Fraction(1, 2**20))
    law = by_contract(sample_bernoulli_exp, x)
    assert law[True] == exp_minus(x)
    assert law.get(False, rational(0)) == ONE - exp_minus(x)


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(1, 2**55 - 1), Fraction(2**54, 2**55 - 1)])
def test_bernoulli_takes_two_coins_on_average(p: Fraction) -> None:
    """Is a large denominator no reason for many coins: is one more needed half of the time, at most?"""
    law = with_coins_used(sample_bernoulli_rational, p, missing=Fraction(1, 2**30))
    for m in range(1, 30):
        used_more = 1 - sum(mass for _, use in law.branches for coins, mass in use.by_coins().items() if coins <= m)
        assert used_more <= Fraction(1, 2**m)


def test_uniform_takes_the_coins_of_its_attempts() -> None:
    """Does each attempt at an integer below 5 take three coins, and five of eight attempts succeed?"""
    law = with_coins_used(sample_uniform_uint_below, 5, missing=Fraction(1, 2**20))
    for i in range(5):
        coins = law[i].by_coins()
        assert all(coins[3 * m] == Fraction(1, 8) * Fraction(3, 8) ** (m - 1) for m in range(1, 8))
        assert all(m % 3 == 0 for m in coins)


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (sample_uniform_uint_below, 1),
        (sample_bernoulli_rational, Fraction(0)),
        (sample_bernoulli_rational, Fraction(1)),
    ],
)
def test_what_is_certain_takes_no_coin(function: Callable[..., object], argument: object) -> None:
    """Is a decision without alternatives made without a coin?"""
    draw = TapeDraw([])
    function(argument, draw)
    assert draw.used == 0


@pytest.mark.parametrize(
    ("function", "argument", "clause"),
    [
        (sample_uniform_uint_below, 0, "n_is_positive"),
        (attempt_uniform_uint_below, -1, "n_is_positive"),
        (sample_bernoulli_rational, Fraction(-1, 9), "p_is_a_probability"),
        (sample_bernoulli_rational, Fraction(10, 9), "p_is_a_probability"),
        (sample_bernoulli_exp1, Fraction(10, 9), "x_is_in_the_unit_interval"),
        (sample_bernoulli_exp, Fraction(-1, 9), "x_is_nonnegative"),
    ],
)
def test_preconditions_fire(function: Callable[..., object], argument: object, clause: str) -> None:
    """Is a parameter outside of its range refused, by name?"""
    with pytest.raises(ContractBroken, match=clause):
        function(argument, TapeDraw([]))
