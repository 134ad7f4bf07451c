"""Is what two walked laws lose told for what it is worth?"""

from fractions import Fraction
from math import exp

import pytest

from impl.ball import Ball, ball
from proofs.conform.checks.law_cases import PairCase
from proofs.conform.checks.walked_loss import Loss, seems_lost, told_nearest
from proofs.conform.triples import Setting

PAIR = PairCase(Setting(size=2), 1.0, (0.0, 0.0), (1.0, 0.0), "a tie, one score raised")
ONE = Fraction(1)


def loss(value: Ball, least: Fraction = Fraction(1, 2)) -> Loss:
    return Loss((0,), value, least, least / Fraction(exp(float(value.mid()))))


def test_the_nearest_pair_is_told() -> None:
    """Is it the loss that is the greatest part of its claim, if any is proved, and nothing if no pair was asked?"""
    half, near = (loss(ball(1)), Fraction(2)), (loss(ball(Fraction(3, 4))), ONE)
    assert told_nearest([half, near, (None, ONE)]) == "the nearest pair proves a loss of 0.7500, claimed 1"
    assert told_nearest([(None, ONE), (loss(ball(1)), Fraction(0))]) == "no pair proves a loss"
    assert told_nearest([]) == ""


@pytest.mark.parametrize(
    ("value", "least", "is_told"),
    [
        (Fraction(11, 10), Fraction(1, 2), True),
        (Fraction(101, 100), Fraction(1, 2), False),
        (Fraction(11, 10), Fraction(1, 100), False),
    ],
)
def test_a_loss_that_only_seems_is_told_if_it_is_clear(value: Fraction, least: Fraction, is_told: bool) -> None:
    """Is a forecast told that loses clearly more than is claimed, and none that comes near, or is of a rare output?"""
    words = seems_lost(PAIR, loss(ball(value), least), ONE)
    assert bool(words) is is_told
    assert not is_told or "loses 1.100, claimed 1, which fails nothing" in words
