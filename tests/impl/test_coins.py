"""Do thrifty and fixed coins release what others do, in a number that no score has a say in, or nothing at all?"""

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from impl.fast import fixed
from impl.fast.coins import Bits, FixedWords, Words
from impl.fast.scores import Number
from impl.fast.twin import TopK, with_coins
from impl.registry import MECHANISMS, Setting
from impl.scores import exact_score
from spec import errors
from spec.measurement import Measurement
from spec.space import AtomDomain, VectorDomain


def no_entropy(size: int) -> bytes:
    """No entropy at all."""
    raise OSError


@pytest.mark.parametrize("name", MECHANISMS)
def test_other_coins(name: str) -> None:
    """Do all coins release the same where noise cannot matter, by every mechanism, and are other names refused?"""
    mechanism = MECHANISMS[name]
    coins: Any
    for measure in mechanism.measures:
        made: Measurement[Any] = mechanism.make(Setting(size=3, measure=measure))
        expected = made.literal.invoke([0.0, 1e6, 0.0])
        for coins in ("words", "thrifty", "fixed"):
            assert with_coins(made, coins).invoke([0.0, 1e6, 0.0]) == expected
        for refused, coins in ((made, "none"), (made, ["fixed"]), (made, None), (made.literal, "words")):
            with pytest.raises(errors.NotASpace, match="coins is not one that this mechanism supports"):
                with_coins(refused, coins)


def test_fixed_words_that_are_used_up() -> None:
    """If words run out that were fixed, are the first indices released, whatever the scores; and none of none?"""
    twin = TopK(VectorDomain(AtomDomain(float)), 1.0, 2, False, False, "fixed")
    assert twin.release_on([0.0, 0.5, 9.0], FixedWords(0)) == [0, 1]
    assert twin.release([]) == []
    words = twin.words([0.0] * 10)
    assert words is not None
    assert words.coins == 384
    assert twin.release(np.arange(700.0) * 1e3) == [699, 698]


def test_no_entropy_no_release_on_any_coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is nothing released on words, thrifty or fixed coins if the operating system hands out too little entropy?"""
    coins: Any
    for flip, coins in product((False, True), ("words", "thrifty", "fixed")):
        twin = TopK(VectorDomain(AtomDomain(float)), 1.0, 2, False, flip, coins)
        for source in (no_entropy, lambda size: b""):
            for function in (Words.__init__, Bits.__init__, FixedWords.__init__):
                defaults = tuple(
                    source if default is os.urandom else default for default in function.__defaults__ or ()
                )
                monkeypatch.setattr(function, "__defaults__", defaults)
            with pytest.raises(errors.EntropyExhausted):
                twin.release([0.0, 0.0, 0.5])
            monkeypatch.undo()


@pytest.mark.parametrize("v", [0, 2**100, 2**150 + 99, 2**192 - 1])
def test_flips_on_fixed_coins_by_hand(v: int) -> None:
    """With two equal scores and V = s^2, is each selected by half of all U, the middle left open by balls?"""
    half = 2**191
    for u, place in ((0, 0), (half - 2**160, 0), (half + 2**160, 1), (2**192 - 1, 1)):
        assert fixed.first_to_succeed((0.5, 0.5), 1.0, v, u, 192) == (place if v else None)
        assert fixed.by_balls((Fraction(0), Fraction(0)), v, u, 192) == (place if v else None)


def test_flips_by_floats_and_balls() -> None:
    """On the same numbers, do floats find the place that balls find, and leave few to them, for scores of all kinds?"""
    chance = random.Random(3)
    left = 0
    kinds: list[Sequence[Number]] = [
        [chance.gauss(0, 2) for _ in range(30)],
        [float("-inf"), 0.0, 1e308, 1e308],
        [10**400, 10**400 - 1, 0],
        [Fraction(1, 3), Fraction(1, 3) - Fraction(1, 10**400)],
        [0.0, -1e-9, -1e-300],
        [0.0] * 300,
    ]
    for values in kinds:
        top = max(values)
        gaps = [exact_score(top) - exact_score(value) for value in values]
        for _ in range(15):
            v, u = chance.getrandbits(192), chance.getrandbits(192)
            place = fixed.by_floats(fixed.float_gaps(values, top, 1.0), v, u, 192)
            left += place is None
            assert place in (None, fixed.by_balls(gaps, v, u, 192))
            assert fixed.first_to_succeed(values, 1.0, v, u, 192) is not None
    assert left == 0


def test_floats_that_do_not_find_the_time_leave_it_to_balls(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Newton's steps were too few, do balls find the place?"""
    gaps = fixed.float_gaps((0.0, -1.0), 0.0, 1.0)
    assert fixed.by_floats(gaps, 2**191, 2**100, 192) == 0
    monkeypatch.setattr(fixed, "MOST_STEPS", 1)
    assert fixed.by_floats(gaps, 2**191, 2**100, 192) is None
    assert fixed.first_to_succeed((0.0, -1.0), 1.0, 2**191, 2**100, 192) == 0
    assert fixed.by_floats(gaps, 2**127, 2**100, 192) is None


@pytest.mark.parametrize("given", [[0.0, 0.5, 9.0], [0, 1, 9], [Fraction(0), Fraction(1), Fraction(9)]])
def test_flips_on_fixed_words_that_are_used_up(given: list[Number]) -> None:
    """If V is too small to tell, or words run out, are the first indices released, whatever the scores?"""
    twin = TopK(VectorDomain(AtomDomain(type(given[0]))), 1.0, 2, False, True, "fixed")
    words = twin.words(given)
    assert words is not None
    assert words.coins == 768
    assert twin.release_on(given, FixedWords(0)) == [0, 1]
    assert twin.release_on(given, FixedWords(12, lambda size: bytes(size))) == [0, 1]
    assert twin.release_on(given, FixedWords(6, lambda size: b"\xff" * size)) == [0, 1]


def test_flips_on_fixed_coins_take_what_others_take() -> None:
    """Do arrays, NaN, scale 0, an empty list and more indices than scores do as on other coins?"""
    twin = TopK(VectorDomain(AtomDomain(float)), 1.0, 2, False, True, "fixed")
    assert twin.release([]) == []
    assert twin.release(np.arange(700.0) * 1e3) == twin.release([1e3 * j for j in range(700)]) == [699, 698]
    with pytest.raises(errors.NanScore):
        twin.release(np.full(300, float("nan")))
    without_noise = TopK(VectorDomain(AtomDomain(float)), 0.0, 5, True, True, "fixed")
    assert without_noise.release([1.0, 0.0, 0.0]) == [2, 1, 0]
