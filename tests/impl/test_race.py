"""Are many indices selected in a race as balls select them, whoever takes part?"""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import exp, isqrt, log
from typing import Any

import numpy as np
import pytest

from impl.fast import arrays, field, race, table
from impl.fast import race_by_balls as race_by_balls_module
from impl.fast.clocks import Unsure
from impl.fast.coins import Bits, Recorded, Stream, TapeWords, Uniform, Words
from impl.fast.field import Field, Together, best_of
from impl.fast.race import Race, by_floats
from impl.fast.race_by_balls import race_by_balls
from impl.fast.selection import MANY, select
from spec import errors

NEXT_TO_ONE = 2**64 - 1


def stream(seed: int) -> Stream:
    """Words of a generator."""
    return Stream(random.Random(seed).randbytes)


def both(made: Field, k: int, flip: bool, seed: int) -> tuple[list[int], list[int]]:
    """What floats and balls select on the same words."""
    words = stream(seed)
    recorded = Recorded(words)
    selected = by_floats(made, k, flip, recorded)
    return selected, race_by_balls(made, k, flip, recorded.again(), words)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_that_goes_on_arriving(flip: bool, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If more of a crowd arrive than were drawn at once, are the next ones drawn, by floats as by balls?"""
    start, drawn, times = Field.start, Race._crowd_times, Counter[str]()

    def counted(self: Race, *args: Any) -> Any:
        times["drawn"] += 1
        return drawn(self, *args)

    monkeypatch.setattr(Field, "start", lambda *args: start(*args)._replace(arrivals=2))
    monkeypatch.setattr(Race, "_crowd_times", counted)
    floats, balls = both(Field(np.linspace(0.0, -0.1, 40), 1.0, 8, 0), 8, flip, seed)
    assert floats == balls
    assert times["drawn"] > 2


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_in_rows(flip: bool, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a crowd has more rows than are kept, is its row found first, and then its place, by floats as by balls?"""
    monkeypatch.setattr(table, "BLOCK", 4)
    monkeypatch.setattr(table, "COLUMNS", 4)
    monkeypatch.setattr(field, "BLOCK", 4)
    made = Field(np.linspace(0.0, -2.0, 61), 1.0, 8, 0)
    floats, balls = both(made, 8, flip, seed)
    assert len(made.table._ends) == 16
    assert floats == balls


@pytest.mark.parametrize("seed", range(4))
def test_many_are_turned_down(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do those arrive again whom words turn down, as by balls, more than are drawn for at a time, whoever they are?"""
    again: list[int] = []
    plain = Race._again

    def counted(self: Race, place: int, *args: Any) -> None:
        again.append(place)
        plain(self, place, *args)

    monkeypatch.setattr(Race, "_again", counted)
    monkeypatch.setattr(Stream, "ahead", 16)
    x: Any = np.arange(150) / 2
    selected, by_balls = both(Field(x, 1.0, 150), 150, True, seed)
    assert selected == by_balls
    assert len(again) > Stream.ahead // 2
    for first in set(again[:9]):
        again.clear()
        rolled, by_balls = both(Field(np.roll(x, -first), 1.0, 150), 150, True, seed)
        assert rolled == by_balls == [(place - first) % 150 for place in selected]
        assert 0 in again


@pytest.mark.parametrize("flip", [False, True])
def test_balls_decide_what_floats_leave_open(flip: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If floats decide nothing, is the same selected on the same words?"""
    x = [0.0, -0.5, -0.5, -3.0, *(-3.0 - j / 60 for j in range(60))]
    told = [select(x, 1.0, MANY, False, flip, stream(seed)) for seed in range(5)]
    assert len({tuple(each) for each in told}) > 3

    def too_late(*args: Any) -> None:
        by_floats(*args)
        raise Unsure

    monkeypatch.setattr(race, "by_floats", too_late)
    assert [select(x, 1.0, MANY, False, flip, stream(seed)) for seed in range(5)] == told


@pytest.mark.parametrize("word", [0, 1, 2**20, NEXT_TO_ONE, 2**64 - 2**20])
def test_a_word_at_an_end_is_left_to_balls(word: int) -> None:
    """Is a wait next to 0, or without end, not decided by floats, and then by balls?"""
    made = Field(np.zeros(3), 1.0, 1)
    words = (word, 2**62, 2**63)
    with pytest.raises(Unsure):
        by_floats(made, 1, False, TapeWords(64, words))
    more = range(2**60, 2**60 + 9)
    assert race.race(made, 1, False, TapeWords(64, (*words, *more))) == [0 if word < 2**62 else 1]


def test_who_have_clocks_of_their_own() -> None:
    """Have few scores all a clock, in no order if Gumbel noise may accept them all, and of many the best alone?"""
    near, far, many = np.linspace(0.0, 1.0, 40), np.array([0.0, -(field.NEAR + 1)]), np.zeros(arrays.TOGETHER + 1)
    for x, flip, together in ((near, False, True), (near, True, False), (far, False, False), (many, False, False)):
        for scale in (0.25, 1.0, 4.0):
            made = arrays.field_of(x * scale, scale, max(x) * scale, 1, flip)
            assert isinstance(made, Together) is together
            assert isinstance(made, Together) or (len(made.best) == len(x)) is (x is not many)
    assert isinstance(arrays.field_of(many[1:], 1.0, 0.0, 1, False), Together)


@pytest.mark.parametrize("ones", [0, 1, 9, 20])
@pytest.mark.parametrize("listed", [2, 60])
def test_equal_scores_are_taken_as_they_arrive(ones: int, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once all who are left are equal, do floats and balls take them in the same order, however few are listed?"""
    monkeypatch.setattr(race, "SPARE", listed - 22)
    for seed in range(4):
        made = Field(np.array([1.0] * ones + [0.0] * (20 - ones)), 1.0, 20)
        floats, balls = both(made, 18, True, seed)
        assert floats == balls


@pytest.mark.parametrize("seed", range(4))
def test_arrivals_that_were_not_listed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If more arrive than were listed, some of them again, are all others listed in their order?"""
    monkeypatch.setattr(race, "SPARE", -12)
    for made in (Field(np.arange(40) / 2, 1.0, 40), Field(np.linspace(0.0, -0.1, 40), 1.0, 8, 2)):
        floats, balls = both(made, 12, True, seed)
        assert floats == balls


@pytest.mark.parametrize("seed", range(20))
def test_times_next_to_each_other_are_left_to_balls(seed: int) -> None:
    """If two who race together arrive at nearly the same time, is it left to balls, in all of the order that counts?"""
    made = Together(np.zeros(9), 1.0, 0.0)
    words = random.Random(seed).sample(range(1, 15), 9)
    tied = [(word << 60) + random.Random(seed).getrandbits(40) for word in words]
    tied[words.index(max(words))] = max(tied[:-1]) if words[-1] == max(words) else tied[-1] + 1
    in_order = sorted(range(9), key=tied.__getitem__)
    for wanted in range(1, 10):
        apart = all(tied[after] - tied[before] > 2**40 for before, after in pairwise(in_order[: wanted + 1]))
        if apart:
            assert by_floats(made, wanted, False, TapeWords(64, tied)) == in_order[:wanted]
        else:
            with pytest.raises(Unsure):
                by_floats(made, wanted, False, TapeWords(64, tied))


def test_those_far_behind_are_left_to_balls() -> None:
    """Is it left to balls if one far behind arrives, which has next to no probability?"""
    made = Field(np.array([0.0] + [-1e9] * 50), 1.0, 1)
    run = Race(made, {}, 1, False, stream(1))
    assert run._start.behind
    run._list_first()
    with pytest.raises(Unsure):
        run._tell_crowd(0)


@pytest.mark.parametrize("flip", [False, True])
def test_a_crowd_far_behind_hits_nobody(flip: bool) -> None:
    """If a crowd weighs far less than its cells, are those selected who are near the best, by floats as by balls?"""
    x = [0.0] * 17 + [-300.0] * 50
    for seed in range(4):
        floats, balls = both(Field(np.array(x), 1.0, 1), 17, flip, seed)
        assert floats == balls
        assert sorted(floats) == [*range(17)]


def test_one_far_behind_arrives_by_balls() -> None:
    """If the best keep waiting, does one who is far behind arrive, told by a number among the weights of all?"""
    x = [0.0, *(-(field.NEAR + 1 + j) for j in range(50))]
    numbers = (Uniform(word, TapeWords(64, range(99))) for word in (2**63, 2**62, 1, 2**63, 2**63))
    run = race_by_balls_module.Race(Field(np.array(x), 1.0, 1), {}, 1, False, numbers, 2)
    first, second = run._arrivals
    assert (first.who, run._who(second)) == (0, 1)
    length = sum(exp(-j) for j in range(50))
    assert float(second.clock.shift(Fraction(field.NEAR)).mid()) == pytest.approx(1 - log(length))


def test_a_cell_at_an_edge_is_left_to_balls() -> None:
    """Is it left to balls who of a crowd arrives if the word is at the edge of two cells?"""
    made = Field(np.array([0.0, -1.0, -1.0]), 1.0, 1, 0)
    late, edge = 2**64 - 2**40, 2**63
    words = (late, 1 << 30, late, edge, 1 << 60)
    with pytest.raises(Unsure):
        by_floats(made, 1, False, TapeWords(64, words))
    assert race.race(made, 1, False, TapeWords(64, (*words, *range(40)))) == [2]


def test_a_coin_at_the_edge_is_left_to_balls() -> None:
    """Is it left to balls if a coin is next to acceptance?"""
    made = Field(np.array([0.0, -1.0]), 1.0, 1)

    def on(coin: int, *more: int) -> TapeWords:
        return TapeWords(64, (2**64 - 2**30, 2**61, coin, *more))

    low, high = 0, 2**64
    while high - low > 2**34:
        middle = (low + high) // 2
        try:
            accepted = by_floats(made, 1, True, on(middle, 2**64 - 2**30, 0)) == [1]
        except Unsure:
            break
        low, high = (middle, high) if accepted else (low, middle)
    else:
        pytest.fail("floats told all of it")
    assert race.race(made, 1, True, on(middle, *(2**63 + turn for turn in range(99)))) in ([0], [1])


def test_numbers_beyond_floats_race() -> None:
    """Are huge integers, fractions and their like selected in order, and ties in any?"""
    for one in (10**400, Fraction(10**400, 3), Fraction(1, 10**400)):
        x = [one * j for j in range(40)]
        scale = 1.0 if one > 1 else 5e-324
        chosen = select(x, scale, 20, False, True, stream(5))
        assert len(set(chosen)) == 20
        if one > 1:
            assert chosen == [*range(39, 19, -1)]
            assert sorted(select([one] * 40, 1.0, 40, False, False, stream(5))) == [*range(40)]


def vectors() -> Iterator[Any]:
    """Arrays with and without ties, of which a stride sees too much or too little."""
    chance = np.random.default_rng(8)
    for n in (40, 200, 1000, 5000):
        yield chance.uniform(0, 1, n)
        yield chance.integers(0, 3, n).astype(float)
        yield np.eye(1, n)[0]
        seen = np.arange(n) % max(isqrt(n) // 4, 1) == 0
        yield np.where(seen, 1.0, 0.0)
        yield np.where(seen, 0.0, np.arange(n))
        yield np.where(seen, np.arange(n), 0.0)
        yield np.where(seen, 2.0, chance.uniform(0, 1, n))


@pytest.mark.parametrize("count", [2, 17, 116, 200])
def test_the_best_are_found(count: int) -> None:
    """Are the best found, best first, whatever a guess saw?"""
    for x in vectors():
        chosen = best_of(x, count)
        assert len(set(chosen.tolist())) == len(chosen) == (count if 2 * count < len(x) else len(x))
        assert x[chosen].tolist() == sorted(x.tolist(), reverse=True)[: len(chosen)]


def test_sparing_words_do_not_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are many indices selected round by round where words are to be few?"""
    monkeypatch.setattr(race, "race", None)
    assert len(select([0.0, 0.5] * 20, 1.0, 20, False, False, Bits())) == 20


def test_no_entropy_no_race() -> None:
    """Is nothing selected if entropy runs out?"""
    for words in (TapeWords(64, [2**63] * 30), Words(lambda size: b"")):
        with pytest.raises(errors.EntropyExhausted):
            select([0.0, 0.5] * 60, 1.0, 20, False, True, words)
