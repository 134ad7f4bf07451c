"""Do rounds accept, and do equals come in order, as exact arithmetic tells, for scores and scales of every size?"""

import random
from math import exp, log
from typing import Any

import numpy as np
import pytest

from impl.fast import exactly, fixed, selection
from impl.fast.coins import WORDS_A_NUMBER, Bits, FixedWords, Stream, TapeWords, Uniform
from impl.fast.line import FEW, Few
from impl.fast.rows import Rows
from impl.fast.selection import Acceptance, flipped, is_early, rounds, select, shuffled

SIZES = (1.0, 13.0, 2000.0, 2.0**65, 2.0**201, 1 / 13, 1 / 2000, 2.0**-65, 2.0**-201)
"""Scales beyond every threshold that the code might have by mistake."""
COUNTS = (13, 2000, 2**65, 2**201)


@pytest.mark.parametrize("bits", [8, 40, 64])
@pytest.mark.parametrize("kind", ["list", "table"])
def test_acceptance_is_that_by_balls(kind: str, bits: int) -> None:
    """At any place, of any share, after few and many proposals, is one accepted as all numbers with its words are?"""
    x = [-float(place) for place in range(200)]
    line: Any = Few(x, 1.0, 0.0) if kind == "list" else Rows(np.array(x), 1.0, 0.0)
    chance = random.Random(bits)
    for place, draws in ((1, 1), (9, 1), (60, 2), (120, 9), (180, 3), (2, 70), (101, 110)):
        later = [chance.getrandbits(bits) | 1 << bits - 2 for _ in range(draws)]
        share = exp(-place)
        s = exp(sum(np.log((v + 0.5) * 2.0**-bits) for v in later) / line.length())
        edge = int(s / (1 - (1 - s) * share) * 2.0**bits)
        near = {edge + side * distance for distance in (0, 1, 2 ** (bits // 2), 2 ** (bits - 4)) for side in (-1, 1)}
        for a in sorted(word for word in near if 0 <= word < 2**bits):
            for rest in (0, 2**bits - 1):
                tape = TapeWords(bits, [rest] * 4000)
                due = exactly.accepts(
                    Uniform(a, tape), [Uniform(v, tape) for v in later], line.gap(place), line.exact_length
                )
                acceptance = Acceptance(TapeWords(bits, [rest] * 8000))
                assert acceptance.accepts(line, place, share, a, later) == due
                assert acceptance.accepts(line, place, share, a, ()) == due


VALUES = (0.5, 0.9, 0.99, 1 - 2.0**-10, 1 - 2.0**-25, 0.05, 2.0**-10, 2.0**-19, 2.0**-21)


@pytest.mark.parametrize("bits", [9, 34, 64])
@pytest.mark.parametrize("n", [1, 2, 60, 3000])
def test_whoever_is_accepted_early_is_accepted_by_all(n: int, bits: int) -> None:
    """Is nobody accepted early whom balls turn down, be they far below the best, and are most accepted among many?"""
    x = [*[0.0] * (n // 2), -0.1, *[-0.2] * (n // 2), -300.0]
    line: Any = Rows(np.array(x), 1.0, max(x)) if n > 100 else Few(x, 1.0, max(x))
    unit, early = 2.0**-bits, 0
    above, below = ([word] * 3 + [2**bits - 1 - word] * 400 for word in (2**bits - 1, 0))
    for v in sorted({int(value * 2**bits) for value in VALUES}):
        s = exp(log((v + 0.5) * unit) / line.length())
        near = [int((s + side * 2.0**-power) * 2**bits) for power in range(1, 33) for side in (-1, 0, 1)]
        for a in {*near, v - 1, v, v + 1}:
            if 0 <= a < 2**bits and is_early(a, v, line, unit):
                early += 1
                last, least = Uniform(a, TapeWords(bits, above)), Uniform(v, TapeWords(bits, below))
                assert exactly.accepts(last, [least], line.gap(len(x) - 1), line.exact_length)
    assert early > 30
    middle = [(int(j * 2**bits / 64), int(i * 2**bits / 64)) for i in range(64) for j in range(64)]
    assert sum(is_early(a, v, line, unit) for a, v in middle) > (0.45 if n < 60 else 0.85 if bits > 9 else 0.4) * 64**2


def test_a_tiny_time_is_left_to_balls() -> None:
    """If the first word of a time leaves open what it is, do the words after it decide who is accepted?"""
    line = Rows(np.array([0.0] * 999 + [-1.0]), 1.0, 0.0)
    share = line.share(999)
    low, high = (exp(log(v * 2.0**-65) / line.length()) for v in (5, 6))
    a = int(2**64 * (low / (1 - (1 - low) * share) + high / (1 - (1 - high) * share)) / 2)
    for rest, accepted in ((0, False), (2**64 - 1, True)):
        assert Acceptance(TapeWords(64, [rest] * 99)).accepts(line, 999, share, a, [2**63, 5]) is accepted


@pytest.mark.parametrize("misses", [0, 1, 8, 101])
def test_draws_that_hit_nobody_are_counted(misses: int) -> None:
    """Is the best selected, and another accepted on one time for each draw, however many draws hit nobody before?"""
    line = Rows(np.array([0.0, -0.35]), 1.0, 0.0)
    table = line._table
    nobody = (table.total - 1) * 2**64 // table.total
    best, other = 0, (table.cell(0) + 5) * 2**64 // table.total
    words = TapeWords(64, [*[nobody] * misses, best])
    assert flipped(line, words) == 0
    assert words.used == misses + 1
    words = TapeWords(64, [*[nobody] * misses, other, 0, *[2**64 - 1] * (misses + 1)])
    assert flipped(line, words) == 1
    assert words.used == 2 * misses + 3
    twice = [nobody, other, 2**64 - 1, 2**60, 2**60, nobody, nobody, other, 0, *[2**64 - 1] * 3]
    words = TapeWords(64, twice)
    assert flipped(line, words) == 1
    assert words.used == len(twice)


@pytest.mark.parametrize("choices", [1, 2, 3, 5, 8])
def test_equals_are_chosen_by_all_bits(choices: int) -> None:
    """Is one of equals chosen by as many bits as tell, and by no more?"""
    for bits in (3, 5):
        for word in range(2**bits):
            for rest in (0, 2**bits - 1):
                one, other = TapeWords(bits, [word, *[rest] * 9]), TapeWords(bits, [rest] * 9)
                due = Uniform(word, other).times(choices) if choices > 1 else 0
                assert shuffled(choices, 1, one) == [due]
                assert one.used == (other.used + 1 if choices > 1 else 0)


@pytest.mark.parametrize(("choices", "wanted"), [(4, 4), (20, 3), (20, 20), (1500, 14), (1500, 1500)])
def test_equals_come_in_order(choices: int, wanted: int) -> None:
    """Are equals exchanged one by one, each with any of those after it, however many there are?"""
    chance = random.Random(choices + wanted)
    words = [chance.getrandbits(64) for _ in range(wanted)]
    order = list(range(choices))
    for first, word in enumerate(words[: choices - 1]):
        other = first + (word * (choices - first) >> 64)
        order[first], order[other] = order[other], order[first]
    assert shuffled(choices, wanted, TapeWords(64, words)) == order[:wanted]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("n", [5, 150])
def test_scales_and_counts_of_every_size(n: int, flip: bool) -> None:
    """Are scores far apart selected in order, few and many, in rounds and in races, at every scale, for every k?"""
    order = random.Random(n).sample(range(n), n)
    for scale in SIZES:
        x = [1000.0 * scale * place for place in order]
        due = sorted(range(n), key=x.__getitem__, reverse=True)
        for k in (1, *COUNTS):
            given: Any
            for given in (x, np.array(x)):
                assert select(given, scale, k, False, flip) == due[:k]
            assert select(x, 0.0, k, False, flip) == due[:k]
            assert select([], scale, k, False, flip) == []
            if n == 5 and flip:
                words = FixedWords(2 * WORDS_A_NUMBER * min(k, n), random.Random(k).randbytes)
                assert select(x, scale, k, False, True, words) == due[:k]


@pytest.mark.parametrize("flip", [False, True])
def test_words_that_are_settled_are_used_as_they_must(flip: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On fixed coins, does permute-and-flip alone have a way of its own, and do many indices take no race?"""
    x = [-1000.0 * place for place in range(40)]
    asked = []

    def noted(*given: Any) -> list[int]:
        asked.append(given)
        return [7]

    monkeypatch.setattr(fixed, "select_fixed", noted)
    selected = select(x, 1.0, 20, False, flip, FixedWords(20, random.Random(2).randbytes))
    assert selected == ([7] if flip else [*range(20)])
    assert len(asked) == flip


def test_a_list_on_which_floats_decide_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are more scores than the error of a list's length is derived for never put on one, unless words are sparing?"""
    lengths = []

    def noted(values: Any, scale: float, top: float) -> Few:
        lengths.append(len(values))
        return Few(values, scale, top)

    monkeypatch.setattr(selection, "Few", noted)
    for n, words in ((FEW, Stream()), (FEW + 1, Stream()), (3 * FEW, None), (FEW + 2, Bits())):
        select([0.1 * place for place in range(n)], 1.0, 2, False, True, words)
    assert lengths == [FEW, FEW + 2]


def test_equals_follow_those_above() -> None:
    """Are so many selected as are wanted, those above first, if all who are left then are equal?"""
    x = [0.0] * 20 + [900.0]
    for line in (Few(x, 1.0, 900.0), Rows(np.array(x), 1.0, 900.0)):
        first, *others = rounds(line, 6, False, Stream(random.Random(1).randbytes))
        assert first == 20
        assert len(others) == len({*others} & {*range(20)}) == 5


def test_rounds_of_many() -> None:
    """Are more than a thousand selected in rounds, one by one if they are far apart and in any order if equal?"""
    x = [-1000.0 * place for place in range(1100)]
    words = Stream(random.Random(3).randbytes)
    assert rounds(Few(x, 1.0, 0.0), 1050, False, words) == list(range(1050))
    equal = rounds(Rows(np.zeros(1100), 1.0, 0.0), 1050, True, words)
    assert len({*equal}) == 1050
    assert {*equal} != {*range(1050)}
    assert equal != sorted(equal)
