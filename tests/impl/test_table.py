"""Does a table of cells find whom a number hits, whoever is off it, and leave to balls what floats do not tell?"""

from fractions import Fraction
from itertools import product
from math import exp
from typing import Any

import numpy as np
import pytest

from impl.ball import lower, precision
from impl.fast import rows, table
from impl.fast.coins import TapeWords, Uniform, Words
from impl.fast.rows import Rows
from impl.fast.selection import rounds, shuffled
from impl.fast.table import Table, length_of_one


@pytest.mark.parametrize("block", [64, 2**14])
def test_blocks_and_rows_are_all_laid_out(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the last candidate of a table reached, whose size is no multiple of blocks or rows, kept or not?"""
    monkeypatch.setattr(table, "BLOCK", block)
    monkeypatch.setattr(table, "SINGLE", 64)
    for n in (1, 31, 32, 33, 65, 127, 128, 129, 1000, 2049, 4097):
        for best in {0, n // 2, n - 1}:
            x: Any = np.zeros(n)
            x[best] = 1000.0
            assert rounds(Rows(x, 1.0, 1000.0), 1, False, TapeWords(64, [2**62 + 2**61])) == [best]
            made = Table(x, 1.0, 1000.0)
            places, are_told = made.find_all([2**62 + 2**61], Words())
            assert places.tolist() == [made.find(2**62 + 2**61, Words())] == [best]
            assert are_told


@pytest.mark.parametrize("block", [64, 200, 2**14])
def test_who_is_off_the_line_is_not_hit(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are those hit who are on the line, and no others, taken off at first or later, one word or many at a time?"""
    monkeypatch.setattr(table, "BLOCK", block)
    monkeypatch.setattr(table, "SINGLE", 64)
    x: Any = np.zeros(200)
    x[[5, 70, 199]] = [1e300, 7.0, 3.0]
    made = Table(x, 1.0, 0.0, [199, 5, 70])
    words = [((2 * j + 1) << 64) // 2000 for j in range(1000)]
    found = [made.find(word, Words()) for word in words]
    assert {*found} == {*range(200)} - {5, 70, 199}
    assert made.find_all(words, Words())[0].tolist() == found
    lengths = [made.cell(place) for place in range(200)]
    assert {*lengths} == {made.cell(0), 0}
    assert sum(lengths) == 197 * made.cell(0) == made.total
    made.take_off(198)
    made.take_off(6)
    assert made.total == 195 * made.cell(0)
    assert {made.find(word, Words()) for word in words} == {*range(200)} - {5, 6, 70, 198, 199}
    assert made.find_all(words, Words())[0].tolist() == found


def test_a_line_is_as_long_as_floats_allow() -> None:
    """Is a weight of 1 as long as it can be, so that floats hold the sum of n cells that are 1/16 and 1 longer?"""
    for n in (1, 2, 3, 15, 16, 17, 1000, 2**20 + 1, 10**7, 2**30 // 17, 2**30 // 17 + 1, 2**26):
        one = length_of_one(n)
        assert one.bit_count() == 1
        assert 17 * n * (one + 1) <= 16 * 2**53 < 17 * n * (2 * one + 1)


def test_a_table_of_numbers_beyond_floats() -> None:
    """Are integers and fractions that no float holds laid out as the floats with the same gaps?"""
    gaps = [0.0, 0.5, 1.0, 20.0] * 20
    floats = Table(np.array([-gap for gap in gaps]), 1.0, 0.0, [3])
    huge = Table([Fraction(10**400) - Fraction(gap) for gap in gaps], 1.0, Fraction(10**400), [3])
    words = [((2 * j + 1) << 64) // 600 for j in range(300)]
    assert floats.total == huge.total
    assert floats.find_all(words, Words())[0].tolist() == huge.find_all(words, Words())[0].tolist()


def test_edges_are_left_to_balls() -> None:
    """Are words next to an edge of a cell, or of what is a candidate's in it, not told by floats, and then by balls?"""
    made = Table(np.array([0.0, -1.0]), 1.0, 0.0)
    start, own = made.cell(0), made.one / 2.718281828459045
    for (spot, place), beyond in product(((0, 0), (start, 1), (start + own, table.NOBODY)), (0.5, 100)):
        word = int((Fraction(spot) + Fraction(beyond)) / made.total * 2**64)
        assert not made.find_all([word], Words())[1]
        assert made.find(word, TapeWords(64, range(9))) == place
        told, are_told = made.find_all([word + 2**50], Words())
        assert are_told
        assert told.tolist() == [place]
    assert shuffled(3, 2, TapeWords(2, [1, 1, 2, 0])) == [1, 0]


FEW_UNITS = length_of_one(2**26)
"""How long a weight of 1 is among as many candidates as there can be."""


def line_of(kind: str) -> Table:
    """Lines of few and of many units, much longer than a weight of 1, in rows, and with some candidates off."""
    uneven = np.array([-0.1 * (place % 7) for place in range(70)])
    made = {
        "plain": lambda: Table(np.array([0.0, -0.7, -4.0, -0.3]), 1.0, 0.0, [1]),
        "long": lambda: Table(np.zeros(2**13), 1.0, 0.0),
        "rows": lambda: Table(uneven, 1.0, 0.0, [3, 66, 40], single=8),
        "all in rows": lambda: Table(uneven, 1.0, 0.0, single=8),
    }[kind.removeprefix("short ")]()
    if kind.startswith("short "):
        made.one = FEW_UNITS
        made.lay(0.0, [3, 66, 40] if kind == "short rows" else ())
    return made


def near_edges(made: Table, bits: int) -> list[int]:
    """Words next to where some cells, and what is a candidate's in them, start and end."""
    cells = [made.cell(place) for place in range(len(made.values))]
    edges: set[Fraction] = set()
    for place in {0, 1, len(cells) // 2, len(cells) - 1}:
        start = sum(cells[:place])
        edges |= {Fraction(start), start + Fraction(made.one * exp(-made.gap(place))), Fraction(start + cells[place])}
    near = {int(edge / made.total * 2**bits) for edge in edges}
    far = [0, *(2**power for power in range(0, bits - 2, 3))]
    words = {word + side * distance for word in near for distance in far for side in (-1, 1)}
    return sorted(word for word in words if 0 <= word < 2**bits)


@pytest.mark.parametrize("block", [32, 2**14])
@pytest.mark.parametrize("bits", [4, 9, 30, 64])
@pytest.mark.parametrize("kind", ["plain", "long", "rows", "short plain", "short rows", "short all in rows"])
def test_floats_tell_what_all_bits_tell(kind: str, bits: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If floats tell whom a word hits, do the least and the greatest number that begin with it hit the same?"""
    monkeypatch.setattr(table, "BLOCK", block)
    made, are_all_told = line_of(kind), True
    for word in near_edges(made, bits):
        tapes = ([0] * 40, [2**bits - 1] * 40)
        due = [made.find_exactly(Uniform(word, TapeWords(bits, tape))) for tape in tapes]
        assert [made.find(word, TapeWords(bits, tape)) for tape in tapes] == due
        (place,), is_told = made.find_all([word], TapeWords(bits, ()))
        assert not is_told or due == [place, place]
        are_all_told &= is_told
    assert not are_all_told


@pytest.mark.parametrize("block", [32, 2**14])
@pytest.mark.parametrize("kind", ["long", "rows", "short rows", "short all in rows"])
def test_who_is_taken_off_was_never_there(kind: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once some are taken off, does every word hit whom it hits where the line was laid without them?"""
    monkeypatch.setattr(table, "BLOCK", block)
    made, without = line_of(kind), line_of(kind)
    taken = [len(made.values) - 1, 33, 0, 32, 34, 35, 9]
    off = [place for place in range(len(made.values)) if not made.cell(place)]
    for place in taken:
        made.take_off(place)
    without.lay(0.0, [*off, *taken])
    assert made.total == without.total
    for bits in (9, 64):
        for word in near_edges(without, bits):
            for tape in ([0] * 40, [2**bits - 1] * 40):
                place = without.find(word, TapeWords(bits, tape))
                assert place not in taken
                assert made.find(word, TapeWords(bits, tape)) == place
                assert made.find_exactly(Uniform(word, TapeWords(bits, tape))) == place


def test_a_number_that_follows_an_edge_for_long_is_told() -> None:
    """Is a number placed that departs from an edge after 400 bits only, on either side?"""
    made = Table(np.array([0.0, -1.0]), 1.0, 0.0)
    with precision(1000):
        edge = int(lower((made.cell(0) + made.one * made.weight(1)) / made.total) * 2**400)
    for numerator, place in ((edge, 1), (edge + 1, table.NOBODY)):
        tape = [numerator >> 8 * (49 - turn) & 255 for turn in range(50)]
        assert made.find(tape[0], TapeWords(8, [*tape[1:], 0, 0, 0])) == place


def test_a_candidate_already_taken_is_not_drawn() -> None:
    """Does whoever comes next move up when one is taken, and is the best found again that is left?"""
    line = Rows(np.array([0.0, 0.0, 0.0, 0.0, 0.0, -1.0]), 1.0, 0.0)
    line.take(0)
    assert line.draw(TapeWords(64, [2**60])) == 1
    assert line.length() == pytest.approx(4.367879441171442, rel=0.02)
    line.take(1)
    assert line.draw(TapeWords(64, [2**60])) == 2
    assert line.share(5) == pytest.approx(0.36787944117144233)
    assert line.length() == pytest.approx(3.367879441171442, rel=0.02)
    for place in (2, 3, 4):
        line.take(place)
    assert line.share(5) == 1.0
    assert line.length() == pytest.approx(1.0, rel=0.07)
    with precision(64):
        assert float(line.exact_length().mid()) == pytest.approx(line.length())
    assert line.gap(5) == 0


@pytest.mark.parametrize("block", [4, 2**14])
def test_the_best_that_is_left_is_known(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among few and very many, is the best that is left known after each is taken, whoever is taken?"""
    monkeypatch.setattr(rows, "BLOCK", block)
    values = [float(place * 37 % 60) for place in range(60)]
    down = sorted(range(60), key=lambda i: -values[i])
    for order in (down, range(60), *([*down[-late:], *down[:-late]] for late in (1, 7, 20))):
        line, left = Rows(np.array(values), 1.0, 59.0), set(range(60))
        for place in order:
            best = max(left, key=values.__getitem__)
            assert line.share(best) == 1.0
            assert line.gap(best) == 0
            left.remove(place)
            if left:
                line.take(place)


@pytest.mark.filterwarnings("error")
def test_who_is_off_the_line_causes_no_error() -> None:
    """Whatever the scores of those above the base are, who have no cell, is nothing raised, even where NumPy is to?"""
    above = [0.37 * j for j in range(1, 6000)]
    with np.errstate(all="raise"):
        made = Table(np.array([0.0, -1.0, *above]), 1.0, 0.0, range(2, len(above) + 2))
    assert made.total == made.cell(0) + made.cell(1)
