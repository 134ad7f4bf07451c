"""Do a list and arrays select alike, on the same words?"""

import random
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

import numpy as np
import pytest

from impl.fast.coins import Stream
from impl.fast.line import FEW, Few
from impl.fast.rows import Rows
from impl.fast.scores import LARGEST, LEAST, Number, exact_gap
from impl.fast.selection import rounds, select
from impl.scores import exact_score


class Settling(Stream):
    """Words on which no pick hits a candidate already taken."""

    settles = True


def words(seed: int) -> Settling:
    """The words of a seed."""
    return Settling(random.Random(seed).randbytes)


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


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("x", "scale"), [(x, scale) for _, x, scale in shapes()], ids=[name for name, *_ in shapes()])
def test_a_list_and_arrays_select_alike(x: list[float], scale: float, flip: bool) -> None:
    """Is the same selected, in the same order, whichever line the candidates are on?"""
    wanted = min(len(x), 15)
    for seed in range(40):
        by_list = rounds(Few(x, scale, max(x)), wanted, flip, words(seed))
        assert by_list == rounds(Rows(np.array(x), scale, max(x)), wanted, flip, words(seed))


@pytest.mark.parametrize(("x", "level"), [([2.0] * 7, True), ([2.0, 2.0, 2.0 + 2**-51], False), ([1, 1], True)])
def test_equals_are_told(x: list[float], level: bool) -> None:
    """Does either line tell that all are equal, and not where a weight is 1 by rounding?"""
    assert Few(x, 2.0**60, max(x)).is_level() is level
    assert Rows(np.array(x, float), 2.0**60, float(max(x))).is_level() is level
    assert Rows(x, 2.0**60, max(x)).is_level() is level


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
    assert list(line.gaps()) == [0, Fraction(LARGEST)]
