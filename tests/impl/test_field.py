"""Does a race start with the best, best first, with their gaps, and with the crowd's rate, at scales other than 1?"""

from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np
import pytest

from impl.fast import field
from impl.fast.field import NEAR, Field, Together, best_of

SCALE = 1.7
X = [0.9 * (place * 7 % 50) + 3 for place in range(50)]
BEST = sorted(range(50), key=X.__getitem__, reverse=True)


def made(values: list[float], kind: str, *given: int) -> Field:
    """The field of an array, or of numbers that no float holds."""
    return Field(np.array(values) if kind == "array" else [Fraction(value) for value in values], SCALE, *given)


@pytest.mark.parametrize("kind", ["array", "numbers"])
def test_a_race_with_a_crowd(kind: str) -> None:
    """Are more than are wanted near, half as many more arrivals drawn, and at the rate of all cells of the crowd?"""
    found = made(X, kind, 3, 4)
    assert found.best == BEST[:7]
    assert found.value(5) == X[5]
    assert found.values_of(BEST[:2]) == [X[place] for place in BEST[:2]]
    for gone, missing in (((), 3), ({BEST[0], BEST[2]}, 1)):
        start, left = found.start(gone, missing), [place for place in BEST[:7] if place not in gone]
        assert start.near.tolist() == left
        assert start.gaps.tolist() == pytest.approx([(X[left[0]] - X[place]) / SCALE for place in left])
        assert (start.behind, start.arrivals) == ([], missing + 1 + 2)
        last = (X[left[0]] - X[BEST[6]]) / SCALE
        assert found.gap(left[0], BEST[6]) == pytest.approx(last)
        cells = sum(map(found.table.cell, range(50))) / found.table.one
        assert start.shift == pytest.approx(last - log(cells))
        crowd = sum(exp((X[place] - X[BEST[6]]) / SCALE) for place in BEST[7:])
        assert crowd <= cells <= crowd * 17 / 16 + 1e-6
    assert [found.table.cell(place) for place in BEST[:7]] == [0] * 7


@pytest.mark.parametrize("kind", ["array", "numbers"])
def test_a_race_without_a_crowd(kind: str) -> None:
    """If all are among the best, is nobody waited for?"""
    for wanted, spare in ((25, 0), (9, 16), (50, 16)):
        start = made(X, kind, wanted, spare).start((), wanted)
        assert (start.near.tolist(), start.behind, start.arrivals, start.shift) == (BEST, [], 0, 0.0)


@pytest.mark.parametrize("kind", ["array", "numbers"])
def test_those_far_behind(kind: str) -> None:
    """Is who is farther than NEAR behind, and is a wait less than anybody's of them waited for?"""
    x = [0.0, -SCALE, -NEAR * SCALE, -NEAR * SCALE * 1.01, *[-NEAR * SCALE * 2] * 4]
    start = made(x, kind, 8).start((), 8)
    assert (start.near.tolist(), sorted(start.behind), start.arrivals) == ([0, 1, 2], [3, 4, 5, 6, 7], 1)
    assert start.gaps.tolist() == [0.0, 1.0, NEAR]
    assert start.shift == pytest.approx(NEAR * 1.01 - log(8), abs=1e-8)
    start = made(x, kind, 8).start({0, 1, 2}, 5)
    assert (sorted(start.near.tolist()), start.behind, start.arrivals) == ([3, 4, 5, 6, 7], [], 0)
    start = made(x[:3], kind, 3).start((), 3)
    assert (start.near.tolist(), start.gaps.tolist(), start.behind) == ([0, 1, 2], [0.0, 1.0, NEAR], [])


@pytest.mark.parametrize("kind", ["array", "numbers"])
def test_a_best_that_is_far_down_the_list(kind: str) -> None:
    """Among more than a thousand, is a gap that of the scores, wherever the best is?"""
    found = made([0.5 * place for place in range(1100)], kind, 3)
    assert [found.gap(top, 40) for top in (1099, 1001, 90)] == [(0.5 * top - 20) / SCALE for top in (1099, 1001, 90)]


def test_who_is_together_starts_in_no_order() -> None:
    """Do all who race together have their gap and a clock, and is no crowd waited for?"""
    together = Together(np.array([2.0, 5.4, 3.7]), SCALE, 5.4)
    start = together.start((), 3)
    assert start.near.tolist() == [0, 1, 2]
    assert start.gaps.tolist() == pytest.approx([2.0, 0.0, 1.0])
    assert (start.behind, start.arrivals, start.shift) == ([], 0, 0.0)
    assert together.value(2) == 3.7


@pytest.mark.parametrize("count", [1, 3, 20])
def test_the_best_of_numbers_are_found(count: int) -> None:
    """Are the best of numbers that no float holds found, and all if so many are wanted?"""
    values = [Fraction(10**400) + place * 7 % 40 for place in range(40)]
    due = sorted(range(40), key=values.__getitem__, reverse=True)
    assert best_of(values, count).tolist() == due[: count if 2 * count < 40 else 40]


def test_a_value_that_is_found_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are the first places of a value found, wherever they are, as many as are asked for?"""
    monkeypatch.setattr(field, "LOOKED_THROUGH", 4)
    values: Any = np.zeros(100)
    places = [0, 3, 4, 11, 12, 59, 60, 61, 99]
    values[places] = 1.0
    for count in range(12):
        assert field._first(values, 1.0, count).tolist() == places[:count]
