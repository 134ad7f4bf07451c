"""Do balls tell clocks and coins apart, however near and whatever the size of gaps, where exact numbers are known?"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from impl.ball import Ball, ball, lower, precision
from impl.fast import exactly
from impl.fast.coins import TapeWords, Uniform
from impl.fast.field import Field
from impl.fast.race_by_balls import Arrival, Clock, Race, compare

EIGHTH, QUARTER, THREE_QUARTERS = Fraction(1, 8), Fraction(1, 4), Fraction(3, 4)
BITS = 640
"""So many bits of a number are known at most; what follows are zeros."""


def number(value: Fraction | int, bits: int = 0) -> Uniform:
    """The uniform number with these bits, of which a word is known at first; the value is whole if bits are given."""
    numerator = int(value * 2 ** (BITS - bits))
    words = [numerator >> BITS - 64 * (turn + 1) & 2**64 - 1 for turn in range(BITS // 64)]
    return Uniform(words[0], TapeWords(64, [*words[1:], *[0] * 20]))


def race_of(coin: Uniform, flip: bool = True) -> Race:
    """A race in which this is the next coin."""
    made = Race(Field(np.zeros(2), 1.0, 1), {}, 1, flip, map(number, [QUARTER, THREE_QUARTERS] * 2), 2)
    made._ahead = [coin]
    return made


def edge(begun: Fraction | None, p: Ball) -> int:
    """The bits of the coin from which on an arrival is turned down, at U = 3/4, after one at U = `begun`.

    Its s is e^-t for the time t since, which is (1 - U) over that at the last selection.
    """
    s = ball((1 - THREE_QUARTERS) / (1 - (begun or 0)))
    return int(lower(s / (1 - (1 - s) * p)) * 2**400)


@pytest.mark.parametrize("begun", [None, QUARTER])
@pytest.mark.parametrize("is_below", [True, False])
def test_a_coin_that_follows_its_edge_for_long_is_told(begun: Fraction | None, is_below: bool) -> None:
    """Is an arrival accepted as it must be if its coin departs from the edge after 400 bits only, on either side?"""
    with precision(1000):
        coin = number(edge(begun, exactly.weight(Fraction(1))) + (not is_below), 400)
    best = Clock(Fraction(0))
    before = None if begun is None else Arrival(best, (number(begun),), 0)
    now = Arrival(best, (number(THREE_QUARTERS),), 1)
    assert race_of(coin)._accepts(now, before, Fraction(1), Fraction(0)) is is_below
    assert coin.bits > 400


@pytest.mark.parametrize("is_first", [True, False])
def test_times_that_agree_for_long_are_told(is_first: bool) -> None:
    """Is it told who arrives before whom if their times agree for 400 bits, at gaps that differ?"""
    with precision(1000):
        later = 1 - ((1 - ball(QUARTER)).log() * ball(Fraction(1)).exp()).exp()
        bits = int(lower(later) * 2**400) + is_first
    near = Arrival(Clock(Fraction(1)), (number(QUARTER),), 0)
    far = Arrival(Clock(Fraction(0)), (number(bits, 400),), 1)
    assert compare(near, far) == (-1 if is_first else 1)
    assert near.waits[0].bits > 400


SIZES = (
    Fraction(0), Fraction(2), Fraction(1, 16), Fraction(1, 2000), Fraction(2000), Fraction(1, 2**65), Fraction(2**65),
    Fraction(1, 2**201), Fraction(2**201), Fraction(2, 3**50), Fraction(2, 3**140),
)  # fmt: skip
ALMOST_ONE = 1 - Fraction(1, 2**600)


def is_accepted(a: Fraction, u: Fraction, distance: Fraction) -> bool:
    """A (1 - (1 - s) p) < s, where s = 1 - U; or, which is the same, 1 - p < s (1 - A)/((1 - s) A)."""
    with precision(2000):
        difference = ball((1 - u) * (1 - a) / (u * a)) - (1 - exactly.weight(distance))
        assert difference > 0 or difference < 0
        return bool(difference > 0)


@pytest.mark.parametrize("top_gap", SIZES)
def test_coins_of_every_size(top_gap: Fraction) -> None:
    """Is an arrival accepted by balls if A (1 - (1 - s) p) is below s, whatever its gap and that of the best?"""
    told = set()
    for distance, a, u in product(SIZES[1:], (EIGHTH, ALMOST_ONE), (QUARTER, THREE_QUARTERS)):
        arrival = Arrival(Clock(top_gap), (number(u),), 1)
        due = is_accepted(a, u, distance)
        assert race_of(number(a))._accepts(arrival, None, top_gap + distance, top_gap) is due
        told.add(due)
    assert told == {True, False}


@pytest.mark.parametrize("gap", SIZES)
def test_the_best_need_no_coin(gap: Fraction) -> None:
    """Whatever its gap, is one of the best accepted without a coin, and without a flip everybody?"""
    arrival = Arrival(Clock(gap), (number(QUARTER),), 1)
    made = race_of(number(ALMOST_ONE))
    assert made._accepts(arrival, None, gap, gap)
    assert len(made._ahead) == 1
    for top_gap in SIZES:
        assert race_of(number(ALMOST_ONE), flip=False)._accepts(arrival, None, gap + top_gap, top_gap)
