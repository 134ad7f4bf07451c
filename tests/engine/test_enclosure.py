"""Are exact weights enclosed, told positive and compared as they should be, by the quick way and by the exact one?"""

from fractions import Fraction

import pytest

from impl.ball import Ball, ball
from proofs.engine import enclosure
from proofs.engine.enclosure import Weight, compare, enclose_positive, sign
from spec.weights import ONE, ExpRatio, ExpSum, exp_minus, rational

HALF = Fraction(1, 2)
TINY = ONE - exp_minus(Fraction(1, 2**100))
"""About 2^-100: with 64 bits, its ball reaches below zero."""

SIGNS = [
    (3, 1),
    (Fraction(-1, 7), -1),
    (0, 0),
    (TINY.over, 1),
    (-TINY.over, -1),
    (ExpSum(), 0),
    (TINY / (exp_minus(1) - ONE), -1),
    (-TINY / (exp_minus(1) - ONE), 1),
    (ExpRatio(ExpSum(), TINY.over), 0),
]


@pytest.mark.parametrize(("weight", "expected"), SIGNS)
def test_signs_are_exact(weight: Weight, expected: int) -> None:
    """Is the sign an integer, right for whatever is next to zero and for a quotient whose lower weight is negative?"""
    assert sign(weight) == expected
    assert isinstance(sign(weight), int)


def test_each_ball_is_finer_than_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a higher precision tried each time, beginning with the one that was asked for?"""
    tried = [63]

    def enclose(weight: Weight, bits: int) -> Ball:
        assert bits > tried[-1]
        tried.append(bits)
        return ball(len(tried) - 5)

    monkeypatch.setattr(enclosure, "enclose", enclose)
    assert enclose_positive(1, 64) == 1
    assert tried[1] == 64


@pytest.mark.parametrize("weight", [HALF, 3, exp_minus(50), exp_minus(50).over, ONE / (ONE + exp_minus(1))])
def test_a_ball_that_is_positive_is_taken_as_it_is(weight: Weight) -> None:
    """Is a weight that this many bits show to be positive enclosed with no more of them?"""
    enclosed = enclose_positive(weight, 64)
    assert enclosed > 0
    assert str(enclosed) == str(enclosure.enclose(weight, 64))


def test_a_ball_that_meets_zero_is_made_finer() -> None:
    """Is a weight so small that 64 bits do not tell it from zero still enclosed in positive numbers?"""
    assert not enclosure.enclose(TINY, 64) > 0
    enclosed = enclose_positive(TINY, 64)
    assert ball(Fraction(1, 2**101)) < enclosed < ball(Fraction(1, 2**99))


@pytest.mark.parametrize("weight", [0, -HALF, ExpSum(), -exp_minus(3), exp_minus(1) - exp_minus(1), -TINY])
def test_what_is_not_positive_is_not_enclosed_in_positive_numbers(weight: Weight) -> None:
    """Is a weight refused that is zero, or below it by however little?"""
    with pytest.raises(ValueError, match="the weight is not positive"):
        enclose_positive(weight, 64)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (0, 1),
        (-2, -HALF),
        (exp_minus(2), exp_minus(1)),
        (exp_minus(1).over, HALF),
        (-exp_minus(1), -exp_minus(2)),
        (rational(3), exp_minus(-2)),
        (exp_minus(1) / (ONE + exp_minus(1)), ONE / (ONE + exp_minus(1))),
        (ONE, ONE + exp_minus(100)),
    ],
)
def test_weights_that_differ_clearly_are_compared_by_balls(
    monkeypatch: pytest.MonkeyPatch, less: Weight, more: Weight
) -> None:
    """Are two weights told apart, either way round, without multiplying their denominators out?"""

    def as_ratio(weight: Weight) -> ExpRatio:
        raise AssertionError(f"the exact way is not needed for {weight}")

    monkeypatch.setattr(enclosure, "as_ratio", as_ratio)
    assert compare(less, more) == -1
    assert compare(more, less) == 1


@pytest.mark.parametrize("weight", [0, HALF, -3, TINY, exp_minus(1).over, exp_minus(1) / (ONE + exp_minus(1))])
def test_a_weight_is_neither_less_nor_more_than_itself(weight: Weight) -> None:
    """Are two balls that touch, or are the same point, no reason to tell their weights apart?"""
    near = rational(Fraction(1, 2**1000))
    assert compare(weight, weight) == 0
    assert compare(weight, enclosure.as_ratio(weight) + near) == -1
    assert compare(enclosure.as_ratio(weight) + near, weight) == 1
