"""Do a list and a table select as they should, whatever the scores?"""

import random
from fractions import Fraction
from itertools import pairwise, product
from math import exp, inf
from typing import Any

import numpy as np
import pytest

from impl.ball import Ball, ball, precision
from impl.fast import exactly, selection
from impl.fast.coins import Stream, TapeWords, Uniform
from impl.fast.line import FEW, Few
from impl.fast.rows import Rows
from impl.fast.scores import LARGEST, LEAST, Number, exact_gap
from impl.fast.selection import Acceptance, select, shuffled
from impl.fast.table import Table
from impl.scores import exact_score


def shapes() -> list[tuple[str, list[float], float]]:
    """Few and many scores: near, tied, far apart, and those that are left far below what was weighed first."""
    chance = random.Random(12)
    found: list[tuple[str, list[float], float]] = []
    for n in (2, 9, 40, FEW):
        found += [
            (f"near {n}", [chance.uniform(0, 5) for _ in range(n)], 1.0),
            (f"tied {n}", [float(chance.randrange(4)) for _ in range(n)], 0.6),
            (f"steps {n}", [float(i) for i in range(n)], 2.5),
            (f"far steps {n}", [40.0 * chance.randrange(n) for _ in range(n)], 1.0),
            (f"one above {n}", [1.0, *(0.0,) * (n - 1)], 0.3),
        ]
    return found


@pytest.mark.parametrize("kind", ["list", "table"])
@pytest.mark.parametrize(("x", "scale"), [(x, scale) for _, x, scale in shapes()], ids=[name for name, *_ in shapes()])
def test_a_draw_hits_by_what_is_left(x: list[float], scale: float, kind: str) -> None:
    """While candidates are taken, does each number on the line hit whom the weights of those left tell?"""
    line: Any = Few(x, scale, max(x)) if kind == "list" else Rows(np.array(x), scale, max(x))
    left, chance = list(range(len(x))), random.Random(len(x))
    while left:
        for _ in range(4):
            word = chance.getrandbits(64)
            place = line.draw(TapeWords(64, (word, *range(9))))
            index = None if place is None else line.index(place)
            assert index == hit_of(x, scale, left, word, None if kind == "list" else line)
        gone = left.pop(chance.randrange(len(left)))
        if left:
            line.take(gone if kind == "table" else line._left.index(gone))


@pytest.mark.parametrize("bits", [1, 3, 6, 30, 64])
@pytest.mark.parametrize("n", [2, 5, FEW])
def test_floats_of_a_list_tell_what_all_bits_tell(n: int, bits: int) -> None:
    """Is a word that begins a number on the list placed as the least and the greatest number that begin with it are?"""
    x = [0.3 * (place % 5) + 0.01 * place for place in range(n)]
    line = Few(x, 0.7, max(x))
    ends = [end / line._edges[-1] for end in line._edges[:: max(1, n // 4)]]
    near = {int(end * 2**bits) + side * distance for end in ends for distance in (0, 1, 2**9) for side in (-1, 1)}
    for word in range(2**bits) if bits < 7 else sorted(word for word in near if 0 <= word < 2**bits):
        for rest in (0, 2**bits - 1):
            due = exactly.cell(Uniform(word, TapeWords(bits, [rest] * 70)), line.gaps())
            assert line.draw(TapeWords(bits, [word, *[rest] * 70])) == due


@pytest.mark.parametrize("n", [2, 3, FEW])
def test_words_within_the_derived_error_are_left_to_balls(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a word left to balls if an edge is nearer than the error of both, the edge and the length of the line?"""
    asked: list[Uniform] = []
    monkeypatch.setattr(exactly, "cell", lambda u, gaps: asked.append(u))
    line = Few([-0.1 * place for place in range(n)], 1.0, 0.0)
    derived = 2 * (2.0**-42 + (n + 1) * 2.0**-53)
    for edge in line._edges[1:-1]:
        for side in (-0.999, 0.999):
            line.draw(TapeWords(64, [int((edge / line._edges[-1] + side * derived) * 2.0**64)]))
    assert len(asked) == 2 * (n - 1)


def hit_of(x: list[float], scale: float, left: list[int], word: int, on_table: Rows | None) -> int | None:
    """Whom a number hits, by adding up cells from the first on."""
    gaps = {i: exact_gap(max(x[j] for j in left), x[i], scale) for i in left}
    with precision(512):
        weights = {i: exactly.weight(gap) for i, gap in gaps.items()}
        cells = {i: cell_on(on_table, i) for i in range(len(x))} if on_table else weights
        spot = sum(cells.values(), start=ball(0)) * ball(Fraction(2 * word + 1, 2**65))
        for i in cells:
            if spot < cells[i]:
                own = on_table._table.one * on_table._table.weight(i) if on_table else weights[i]
                return i if spot < own and i in left else None
            spot -= cells[i]
    raise AssertionError("a number beyond the line")


def cell_on(rows: Rows, place: int) -> Ball:
    """The cell of a candidate, from its table; nothing if it is taken."""
    return ball(0 if place in rows._gone else rows._table.cell(place))


@pytest.mark.parametrize("kind", ["list", "list of numbers", "table", "table of numbers"])
@pytest.mark.parametrize("best_first", [False, True])
def test_shares_and_lengths_are_those_by_balls(kind: str, best_first: bool) -> None:
    """While candidates are taken, are shares and the length those by balls, and cells as long as weights at least?"""
    x, scale = [0.9 * (place * 7 % 30) + (place == 11) * 500 for place in range(30)], 1.7
    values: Any = [Fraction(value) for value in x] if "numbers" in kind else x if kind == "list" else np.array(x)
    line: Any = Few(values, scale, max(values)) if "list" in kind else Rows(values, scale, max(values))
    for index in sorted(range(30), key=x.__getitem__, reverse=best_first)[:-1]:
        left = [line.nth_left(n) for n in range(line.left())]
        places = {i: n if "list" in kind else i for n, i in enumerate(left)}
        best = max(x[i] for i in left)
        for _ in range(2):
            line.draw(TapeWords(64, [2**63, *range(9)]))
            for i, place in places.items():
                gap = (Fraction(best) - Fraction(x[i])) / Fraction(scale)
                assert line.gap(place) == gap
                assert line.share(place) == pytest.approx(exp(-gap), rel=1e-13, abs=0)
                assert (line.share(place) == 1.0) == (x[i] == best)
            with precision(64):
                assert line.length() == pytest.approx(float(line.exact_length().mid()), rel=1e-13)
                if isinstance(line, Rows):
                    table = line._table
                    assert all(bool(cell_on(line, i) >= table.one * table.weight(i)) for i in left)
        line.take(places[index])


def test_the_share_of_one_that_is_not_best_is_below_1() -> None:
    """Is a share 1 of the best alone, however near another is, and 0 of one that is farther than floats reach?"""
    line: Any
    for line in (Few([1.0, 1 - 2.0**-53], 1e9, 1.0), Rows(np.array([1.0, 1 - 2.0**-53]), 1e9, 1.0)):
        assert line.share(0) == 1.0
        assert 1 - 2.0**-50 < line.share(1) < 1.0
    for line in (Few([10**400, 0], 1.0, 10**400), Rows([10**400, 0], 1.0, 10**400)):
        assert line.share(1) == 0.0


def test_floats_place_most_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a word that is far from every edge placed, and a flip that is clear decided, by no more bits and no ball?"""

    def asked(*_: object) -> None:
        raise AssertionError("balls are not needed")

    for where, name in ((exactly, "cell"), (exactly, "accepts"), (Table, "find_exactly")):
        monkeypatch.setattr(where, name, asked)
    monkeypatch.setattr(selection, "Uniform", asked)
    assert shuffled(3, 2, TapeWords(64, [2**62, 2**63])) == [0, 2]
    x = [0.0, -0.35, -0.7]
    list_, table = Few(x, 1.0, 0.0), Rows(np.array(x), 1.0, 0.0)
    middles = [int((a + b) / 2 / list_._edges[-1] * 2**64) for a, b in pairwise(list_._edges)]
    for place, word in enumerate(middles):
        assert list_.draw(TapeWords(64, [word])) == place
        assert table.draw(TapeWords(64, [word])) in (place, None)
    share = list_.share(2)
    for line in (list_, table):
        assert Acceptance(TapeWords(64, ())).accepts(line, 2, share, 2**60, [2**63])
        assert not Acceptance(TapeWords(64, ())).accepts(line, 2, share, 2**64 - 1, [2**50, 2**60])


def test_those_left_of_many_are_counted() -> None:
    """Of more than a thousand, is each one who is left found by its number, with its share and gap?"""
    x = [-0.01 * (place * 7 % 1300) for place in range(1300)]
    left = [*range(1300)]
    list_, table = Few(x, 3.0, 0.0), Rows(np.array(x), 3.0, 0.0)
    for gone in (900, 0, 5, 1299, 700, 6):
        list_.take(left.index(gone))
        table.take(gone)
        left.remove(gone)
    assert [list_.nth_left(n) for n in range(1294)] == [table.nth_left(n) for n in range(1294)] == left
    best = max(x[index] for index in left)
    for n, index in enumerate(left):
        gap = (Fraction(best) - Fraction(x[index])) / 3
        assert list_.gap(n) == table.gap(index) == gap
        assert list_.share(n) == pytest.approx(exp(-gap), rel=1e-13)
        assert table.share(index) == pytest.approx(exp(-gap), rel=1e-13)


@pytest.mark.parametrize(("x", "level"), [([2.0] * 7, True), ([2.0, 2.0, 2.0 + 2**-51], False), ([1, 1], True)])
def test_equals_are_told(x: list[float], level: bool) -> None:
    """Does either line tell that all are equal, and not where a weight is 1 by rounding?"""
    assert Few(x, 2.0**60, max(x)).is_level() is level
    assert Few(x, 2.0**60, max(x)).length() == pytest.approx(len(x), rel=1e-15)
    assert Rows(np.array(x, float), 2.0**60, float(max(x))).is_level() is level
    assert Rows(x, 2.0**60, max(x)).is_level() is level


def test_equals_that_are_left_are_told() -> None:
    """Once those above are taken, do either line and its order tell that all others are equal?"""
    x = [0.0, 900.0, 0.0, 0.0, 500.0, 0.0]
    line: Any
    for line in (Few(x, 1.0, 900.0), Rows(np.array(x), 1.0, 900.0)):
        for best in (900.0, 500.0):
            assert not line.is_level()
            index = next(i for i in range(line.left()) if x[line.nth_left(i)] == best)
            line.take(index if isinstance(line, Few) else line.nth_left(index))
        assert line.is_level()
        assert [line.nth_left(i) for i in range(line.left())] == [0, 2, 3, 5]
    chosen = {tuple(select(x, 1.0, 4, False, flip)) for flip in (False, True) for _ in range(60)}
    assert {each[:2] for each in chosen} == {(1, 4)}
    assert len(chosen) > 6


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4"])
@pytest.mark.parametrize("n", [FEW + 1, 3000])
def test_integers_of_every_width_are_selected_as_floats(kind: str, n: int) -> None:
    """Are integers, also the least and the greatest of their width, selected as the floats that they are?"""
    limits = np.iinfo(np.dtype(kind))
    low, high = max(limits.min, -(2**53)), min(limits.max, 2**53)
    middle = (low + high) // 2
    some = random.Random(n).choices([low, low + 1, middle - 1, middle, high - 1, high], k=n)
    integers: Any = np.array(some, kind)
    floats: Any = np.array(some, float)
    for k, flip, negate, scale in product((1, 5, 20), (False, True), (False, True), (1.0, high / 2)):
        for seed in range(3):
            one, other = (
                select(x, scale, k, negate, flip, Stream(random.Random(seed).randbytes)) for x in (integers, floats)
            )
            assert one == other


@pytest.mark.parametrize("scale", [0.3, LEAST, LARGEST])
@pytest.mark.parametrize(
    ("top", "value"),
    [(0.1, -0.2), (LARGEST, -LARGEST), (1.0, -inf), (LEAST, 0.0), (10**400, -1), (Fraction(1, 3), Fraction(-2, 7))],
)
def test_gaps_are_exact(top: Number, value: Number, scale: float) -> None:
    """Is a gap that of the exact scores, an infinite one among them, whatever their kind and the scale?"""
    assert exact_gap(top, value, scale) == (exact_score(top) - exact_score(value)) / Fraction(scale)


def test_an_infinite_score_is_told_by_balls() -> None:
    """Does a line of one index, which has infinite scores as they are, tell their gaps where floats do not decide?"""
    line = Rows(np.array([0.0, -inf]), 1.0, 0.0)
    assert [line.gap(0), line.gap(1)] == [0, Fraction(LARGEST)]
