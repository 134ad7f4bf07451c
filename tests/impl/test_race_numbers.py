"""Are the floats of a race no more trusted than is proved, and its numbers those that the words tell?

The lemmas `fast.race.times` and `fast.race.accepts` tell what floats are off by; it is written out here once more.
"""

import random
from collections.abc import Callable, Sequence
from itertools import product
from math import exp, expm1, log, log1p
from typing import Any, NamedTuple

import numpy as np
import pytest

from impl.fast import arrays, clocks, race
from impl.fast.clocks import Unsure, numbers_of, twice_the_error
from impl.fast.coins import Recorded, Stream, TapeWords
from impl.fast.field import Field, Together
from impl.fast.race import Race, accepts, by_floats
from impl.fast.race_by_balls import race_by_balls

FEW, ALL = 40, 64
"""Bits of a word: with few of them, the bits not drawn matter."""
LATE = 2**64 - 2**40


def some(count: int, bits: int) -> list[int]:
    """Words of so many bits, neither next to 0 nor to 1."""
    return [(2 * turn + 1) * 2**bits // (2 * count + 3) + turn**3 for turn in range(count)]


def middles(words: Sequence[int], bits: int) -> list[float]:
    """The middle of what each word can be."""
    return [(word + 0.5) / 2**bits for word in words]


def apart(u: Sequence[float], slack: float, gap: float, shift: float | None = None, waits: int = 0) -> float:
    """What logarithms of times must differ by, with these numbers for waits, a greatest gap, and maybe a crowd."""
    error = 2**-40 + 2**-50 * gap + 2**-52 * (waits or len(u))
    if shift is not None:
        error += 2**-41 + 2**-50 * abs(shift)
    return 2 * (error + 4 * slack / min(each * (1 - each) for each in u))


def same(value: float) -> Any:
    """Equal but for rounding."""
    return pytest.approx(value, rel=1e-9, abs=0)


@pytest.mark.parametrize("bits", [8, FEW, ALL])
def test_a_number_is_the_middle_of_its_word(bits: int) -> None:
    """Is a number, for a wait or a coin, the middle of all that its word can begin?"""
    drawn = [0, 1, 5, 2 ** (bits - 1), 2**bits - 1]
    assert numbers_of(drawn, TapeWords(bits, [])).tolist() == middles(drawn, bits)
    run = Race(Field(np.zeros(2), 1.0, 1), {}, 1, True, TapeWords(FEW, [2**38, 2**39, *range(5)]))
    run._list_first()
    assert [run._number() for _ in range(4)] == middles(range(4), FEW)
    assert run._words.used == 6


def test_numbers_next_to_an_end_tell_nothing() -> None:
    """Is a number left to balls if U (1 - U) is below 2^10 times what it is off by?"""
    for bits, slack in ((FEW, 2.0**-FEW), (ALL, 2.0**-53)):
        least = 2**10 * slack
        with pytest.raises(Unsure):
            twice_the_error(0.0, least * 0.999, TapeWords(bits, []))
        assert twice_the_error(0.0, least * 1.001, TapeWords(bits, [])) == same(2**-7 / 1.001)


@pytest.mark.parametrize(("bits", "slack"), [(FEW, 2.0**-FEW), (ALL, 2.0**-53)])
@pytest.mark.parametrize("gaps", [(0.0, 0.0), (0.0, 900000.0, 3.0), (1.0,) * 99 + (0.0,)])
def test_how_far_times_of_all_are_apart(
    bits: int, slack: float, gaps: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all race together, must times differ by twice what is proved?"""
    asked: list[float] = []

    def spied(*args: Any) -> float:
        asked.append(twice_the_error(*args))
        return asked[-1]

    monkeypatch.setattr(clocks, "twice_the_error", spied)
    words = some(len(gaps), bits)
    by_floats(Together(-np.array(gaps), 1.0, 0.0), 1, False, TapeWords(bits, words))
    assert asked == [same(apart(middles(words, bits), slack, max(gaps)))]


def test_times_are_trusted_beyond_the_margin() -> None:
    """Are two times told from each other beyond the margin, and left to balls within it?"""
    first = 2**39
    margin = apart(middles([first], FEW), 2.0**-FEW, 0.0)
    for wanted in (1, 2):
        for factor in (0.5, 0.85, 1.15, 2.0):
            wait = -log1p(-(first + 0.5) / 2**FEW) * exp(factor * margin)
            words = TapeWords(FEW, [first, int(2**FEW * (1 - exp(-wait)))])
            made = Together(np.zeros(2), 1.0, 0.0)
            if factor > 1:
                assert by_floats(made, wanted, False, words) == [0, 1][:wanted]
            else:
                with pytest.raises(Unsure):
                    by_floats(made, wanted, False, words)


FIELDS: dict[str, tuple[Field, int]] = {
    "all have clocks": (Field(np.array([0.0, -1.0, -300.0]), 1.0, 3), 3),
    "a crowd that is near": (Field(np.linspace(0.0, -2.0, 40), 1.0, 8, 0), 8),
    "a crowd that is less near": (Field(np.array([0.0] + [-7000.0] * 50), 1.0, 1, 1), 1),
    "a crowd that is far behind": (Field(np.array([0.0, -9.0] + [-1e9] * 50), 1.0, 1), 1),
}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("bits", "slack"), [(FEW, 2.0**-FEW), (ALL, 2.0**-53)])
def test_how_far_times_of_a_race_are_apart(name: str, flip: bool, bits: int, slack: float) -> None:
    """Must times differ by twice what is proved, and coins from the edge by as much as is proved?"""
    made, wanted = FIELDS[name]
    start = made.start({}, wanted)
    waits = len(start.near) + start.arrivals
    words = some(waits, bits)
    run = Race(made, {}, wanted, flip, TapeWords(bits, (*words, *range(99))))
    shift = start.shift if start.arrivals and not start.behind else None
    twice = apart(middles(words, bits), slack, max(start.gaps), shift)
    assert run._twice == same(twice)
    assert run._flip_error == same(2**-30 + 4 * twice + 2 * slack)
    assert run._words.used == waits + (2 if flip else 0) + start.arrivals


@pytest.mark.parametrize("end", [lambda word: word, lambda word: 2**FEW - word])
def test_margins_grow_with_what_is_drawn(end: Callable[[int], int]) -> None:
    """Do later waits of a crowd, and a number nearer to an end, widen the margins, and no other number?"""
    made, wanted = FIELDS["a crowd that is near"]
    start = made.start({}, wanted)
    count, slack = start.arrivals, 2.0**-FEW
    words, later = some(8 + count, FEW), some(count, FEW)
    hits = [2**FEW * (5 * turn + 1) // (5 * count + 2) for turn in range(count)]
    ends = [2**39, end(2**20), end(3)]
    run = Race(made, {}, wanted, True, TapeWords(FEW, (*words, *ends[:2], *hits, *later, *hits, *ends[2:], 0)))
    run._list_first()
    run._tell_crowd(0)
    run._last_of_crowd(0)
    u = middles([*words, *later], FEW)
    assert run._twice == same(apart(u, slack, max(start.gaps), start.shift))
    before = run._twice
    for word in ends[:2]:
        run._again(1, 0.0, 1.5, 0.25, 0)
        wait = -log1p(-middles([word], FEW)[0])
        assert any(time == same(log(exp(0.25 - 1.5) + wait) + 1.5) for time in run._times)
        u.append(middles([word], FEW)[0])
        assert run._twice == same(apart(u, slack, max(start.gaps), start.shift, len(u) - (1 if word == 2**39 else 2)))
    assert run._twice > 2 * before
    with pytest.raises(Unsure):
        run._again(1, 0.0, 1.5, 0.25, 0)


class Coin(NamedTuple):
    """The gaps of three, the words of their waits, and who arrive first, the second of them by a coin."""

    gaps: tuple[float, float, float]
    waits: tuple[int, int, int]
    first: int
    second: int


COINS = (
    Coin((0.0, 1.0, 2.0), (2**64 - 2**55, 2**57, 2**58), 1, 2),
    Coin((0.0, 1.0, 2.0), (2**60, 2**64 - 2**56, 2**61), 0, 2),
    Coin((0.0, 15.0, 15.0), (2**64 - 2**55, 2**30, 2**32), 1, 2),
    Coin((0.0, 12.0, 12.0), (2**64 - 2**54, 2**49, 2**49 + 2**31), 1, 2),
)


@pytest.mark.parametrize("case", COINS)
@pytest.mark.parametrize("factor", [-3.0, -1.02, -0.98, 0.0, 0.98, 1.02, 3.0])
def test_coins_are_trusted_beyond_the_margin(case: Coin, factor: float) -> None:
    """Is a coin told beyond the margin around what accepts an arrival, and left to balls within it?"""
    u = middles(case.waits, ALL)
    times = [-log1p(-each) * exp(gap) for each, gap in zip(u, case.gaps, strict=True)]
    assert sorted(range(3), key=times.__getitem__)[:2] == [case.first, case.second]
    top = min(gap for place, gap in enumerate(case.gaps) if place != case.first)
    begun, now = times[case.first] * exp(-top), times[case.second] * exp(-top)
    s, p = exp(begun - now), exp(top - case.gaps[case.second])
    error = (2**-30 + 4 * apart(u, 2.0**-53, max(case.gaps)) + 2 * 2.0**-53) * (1 + now)
    edge = int(2**64 * (s - factor * error) / (1 - (1 - s) * p))
    coins = (edge, LATE) if case.first == 0 else (2**40, edge)
    words = TapeWords(64, (*case.waits, *coins, *(LATE,) * 9))
    made = Field(-4 * np.array(case.gaps), 4.0, 2)
    if abs(factor) < 1:
        with pytest.raises(Unsure):
            by_floats(made, 2, True, words)
    else:
        other = next(place for place in range(3) if place not in (case.first, case.second))
        assert by_floats(made, 2, True, words) == [case.first, case.second if factor > 0 else other]


ORDERS = {
    "equals": (False, (0.0,) * 9),
    "equals that are proposed": (True, (0.0,) * 9),
    "equals after the best": (True, (1.0,) + (0.0,) * 8),
    "equals after the best two": (True, (1.0, 0.5) + (0.0,) * 7),
}


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("listed", [3, 5, 9, 30])
def test_all_of_an_order_is_told(name: str, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all arrive in order, but for two who arrive at nearly the same time, is it left to balls if it counts?"""
    flip, x = ORDERS[name]
    for tied, wanted in product(range(1, 10), range(1, 10)):
        times = [0.1 * (turn + (turn != tied)) for turn in range(9)]
        words = [int(2**64 * -expm1(-time * exp(score - x[0]))) for time, score in zip(times, x, strict=True)]
        monkeypatch.setattr(race, "SPARE", listed - wanted - wanted // race.LISTED)
        made, tape = Field(np.array(x), 1.0, 9), TapeWords(64, (*words, 2**50, 2**50))
        if tied <= wanted and tied < 9:
            with pytest.raises(Unsure):
                by_floats(made, wanted, flip, tape)
        else:
            assert by_floats(made, wanted, flip, tape) == [*range(wanted)]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("wanted", [2, 3, 5, 6])
def test_those_behind_race_for_what_is_missing(flip: bool, wanted: int) -> None:
    """If all who are near are selected, do those behind race, for as many as are missing, on the next words?"""
    made = Field(np.array([0.0, -1.0] + [-1e9] * 2 + [-1e9 - 1.0] * 3), 1.0, wanted)
    near, behind = [2**60, 2**61, 2**62, 5, 6][: 5 if flip else 3], [(turn + 1) * 2**60 for turn in range(5)]
    words = TapeWords(64, (*near, 2**63, *behind, 2**20, 2**20))
    assert by_floats(made, wanted, flip, words) == [*range(wanted)]
    assert words.used == len(near) + 1 + (0 if wanted == 2 else 7 if flip else 5)


def test_many_race_together() -> None:
    """Are the first of as many as may race together told in their order?"""
    n = arrays.TOGETHER
    words = [(turn * 5 % n + 1) * 2**64 // (n + 2) for turn in range(n)]
    in_order = sorted(range(n), key=words.__getitem__)
    for wanted in (1, n // 2 + 1, n):
        assert by_floats(Together(np.zeros(n), 1.0, 0.0), wanted, False, TapeWords(64, words)) == in_order[:wanted]


def test_more_than_a_thousand_are_wanted() -> None:
    """Are very many told in their order, by floats with and without a field's order, and by balls?"""
    n = 1001
    words = [(turn * 5 % n + 1) * 2**64 // (n + 2) for turn in range(n)]
    in_order = sorted(range(n), key=words.__getitem__)
    for made in (Together(np.zeros(n), 1.0, 0.0), Field(np.zeros(n), 1.0, n)):
        assert race.race(made, n, False, TapeWords(64, words)) == in_order
    words[in_order[-1]] = words[in_order[-2]]
    by_balls = race.race(Together(np.zeros(n), 1.0, 0.0), n, False, TapeWords(64, (*words, *range(99))))
    assert by_balls[:-2] == in_order[:-2]
    assert sorted(by_balls) == [*range(n)]


def test_who_of_a_crowd_does_not_depend_on_when() -> None:
    """Is it the same one of a crowd who arrives last, early or late?"""
    (made, wanted), hits = FIELDS["a crowd that is near"], [2**FEW * (5 * turn + 1) // 500 for turn in range(99)]
    early, late = (Race(made, {}, wanted, False, TapeWords(FEW, (*some(17, FEW), *hits))) for _ in range(2))
    for run in (early, late):
        run._list_first()
    assert early._last_of_crowd(0) == late._last_of_crowd(2000)


SIZES = product(
    (0.75, 2.0**-5, 2.0**-65),
    (-13.0, -44.0, -2.0, -(2.0**-5), -(2.0**-65), -(2.0**-205)),
    (2000.0, 2.0**19, 2.0, 2.0**-4, 2.0**-12, 2.0**-70, 2.0**-210),
    (2.0**-30, 2.0**-5, 2.0**-70),
)


def test_coins_of_every_size() -> None:
    """Is an arrival accepted if A (1 - (1 - s) p) is below s, and left to balls if it is within the margin?"""
    for coin, log_s, gap, error in SIZES:
        s = exp(log_s)
        excess = s - coin * (1 - (1 - s) * exp(-gap))
        if abs(excess) > error:
            assert accepts(coin, log_s, gap, error) is (excess > 0)
        else:
            with pytest.raises(Unsure):
                accepts(coin, log_s, gap, error)


@pytest.mark.parametrize("flip", [False, True])
def test_a_crowd_joins_those_behind(flip: bool) -> None:
    """If those behind race with a crowd, are as many of it drawn by floats as by balls, on the same words?"""
    x = 4 * np.array([0.0, -1.0] + [-1e9 - j / 40 for j in range(60)])
    for seed in range(4):
        words = Stream(random.Random(seed).randbytes)
        recorded = Recorded(words)
        floats = by_floats(Field(x, 4.0, 6, 2), 6, flip, recorded)
        assert floats == race_by_balls(Field(x, 4.0, 6, 2), 6, flip, recorded.again(), words)
        assert len(floats) == 6
