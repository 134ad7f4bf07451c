"""Is the mean number of coins exact, and the entropy enclosed?"""

from fractions import Fraction

import pytest

from impl.ball import ball, precision
from impl.fast.coins import Words
from proofs.engine.law import Law, cost
from proofs.engine.law.cost import entropy, mean_coins
from spec.weights import ONE, ZERO, exp_minus, rational


def until_heads(words: Words) -> int:
    """The number of coins up to the first that shows 1."""
    tossed = 1
    while not words.word():
        tossed += 1
    return tossed


def test_mean_coins() -> None:
    """Are the means of a constant, of three coins and of a geometric number those worked out by hand?"""
    assert mean_coins(lambda words: 0, 10) == (Fraction(0), Fraction(0))
    assert mean_coins(lambda words: [words.word() for _ in range(3)], 10) == (Fraction(3), Fraction(0))
    assert mean_coins(until_heads, 10) == (2 - Fraction(1, 2**9), Fraction(2, 2**10))


def test_a_walk_ends_where_there_are_too_many_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it said that all tapes go on if the walk ended before the first of them did?"""
    monkeypatch.setattr(cost, "MOST_TAPES", 4)
    assert mean_coins(lambda words: [words.word() for _ in range(9)], 40) == (Fraction(3), Fraction(1))


def test_entropy() -> None:
    """Is the entropy of a certain outcome 0, of four equal ones 2, and of odds 1 : e what the formula says?"""
    assert entropy(Law((("a", ONE), ("b", ZERO)), Fraction(0))) == 0
    assert entropy(Law(tuple((each, rational(Fraction(1, 4))) for each in range(4)), Fraction(0))).contains(2)
    p = ONE / (ONE + exp_minus(Fraction(1)))
    found = entropy(Law((("a", p), ("b", ONE - p)), Fraction(0)))
    with precision(128):
        share = 1 / (1 + (-ball(1)).exp())
        expected = -(share * share.log() + (1 - share) * (1 - share).log()) / ball(2).log()
        assert found.overlaps(expected)
        assert found.rel_accuracy_bits() > 100
