"""Is the law of a program that need not end measured, all but a little, from what its samplers promise?"""

from collections.abc import Callable
from fractions import Fraction

import pytest

from impl.ball import Ball, ball
from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from proofs.engine.law import Unfinished, by_contract, nearly_by_contract
from spec.draw import Draw, retry, sampler
from spec.weights import exp_minus

MISSING = Fraction(1, 2**30)


def geometric(x: Fraction, draw: Draw) -> int:
    size = 0
    while sample_bernoulli_exp(x, draw):
        size += 1
    return size


@sampler
def geometric_sampler(x: Fraction, draw: Draw) -> int:
    return geometric(x, draw)


def two(x: Fraction, draw: Draw) -> int:
    return geometric_sampler(x, draw) - geometric_sampler(x, draw)


def even(x: Fraction, draw: Draw) -> int | None:
    size = geometric(x, draw)
    return None if size % 2 else size


def of_even(x: Fraction, draw: Draw) -> int:
    return retry(even, x, draw)


def of_a_list(x: list[Fraction], draw: Draw) -> int:
    return opaque(x, draw)


@sampler
def opaque(x: list[Fraction], draw: Draw) -> int:
    return sample_uniform_uint_below(len(x), draw)


def tossed(draw: Draw) -> int:
    count = 0
    while draw.bit():
        count += 1
    return count


def test_an_endless_law_is_enclosed() -> None:
    """Is every probability of geometric variables, alone, of two and under a condition, within what is missing?"""
    e = ball(-1).exp()
    laws: dict[Callable[..., object], Callable[[int], Ball]] = {
        geometric: lambda z: (1 - e) * e**z,
        two: lambda z: (1 - e) / (1 + e) * e ** abs(z),
        of_even: lambda z: (1 - e**2) * e**z,
    }
    for body, expected in laws.items():
        with pytest.raises(Unfinished):
            by_contract(body, Fraction(1), most_draws=500)
        law = nearly_by_contract(body, Fraction(1), missing=MISSING)
        assert 0 < law.missing <= MISSING
        assert sum(mass for _, mass in law.branches) + law.missing == 1
        for outcome, mass in law.branches:
            assert isinstance(outcome, int)
            assert not expected(outcome) < ball(mass)
            assert not expected(outcome) > ball(mass + law.missing)


def die(draw: Draw) -> int:
    return sample_uniform_uint_below(7, draw)


@pytest.mark.parametrize("missing", [Fraction(0), Fraction(1, 2**128)])
def test_what_is_lost_in_rounding_is_not_waited_for(missing: Fraction) -> None:
    """Is a law given up of which rounding loses more than may be missing, instead of being measured for ever?"""
    with pytest.raises(Unfinished, match=r"^die: its masses are too small to be measured$"):
        nearly_by_contract(die, missing=missing)


def test_coins_and_lists_are_run_in_place() -> None:
    """Are bare coins walked, and a call that takes a list run where it stands?"""
    law = nearly_by_contract(tossed, missing=Fraction(1, 2**10))
    assert law[3] == Fraction(1, 16)
    coin = nearly_by_contract(lambda draw: draw.bit(), missing=Fraction(0))
    assert dict(coin.branches) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert law.missing == Fraction(1, 2**10)
    third = nearly_by_contract(of_a_list, [Fraction(1)] * 3, missing=MISSING)
    assert all(abs(mass - Fraction(1, 3)) < MISSING for _, mass in third.branches)
    assert exp_minus(0) == by_contract(lambda draw: 7)[7]
