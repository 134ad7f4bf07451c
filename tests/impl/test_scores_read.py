"""Are scores read as the numbers that they are, and gaps between them known, whatever their size and kind?"""

from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

import numpy as np
import pytest

from impl.fast.scores import HUGE_SCALE, LARGEST, Number, exact_gap, float_gap, listed, numbers
from spec import errors

WHOLE = (0, 1, 13, 2000, 2**65, 2**201)
SIZES: tuple[Fraction, ...] = tuple(Fraction(n) for n in WHOLE) + tuple(Fraction(1, n) for n in WHOLE[2:])
SIGNED = (*SIZES, *(-size for size in SIZES[1:]))
HUGE, TINY, LEAST = 10**400, Fraction(1, 10**400), 5e-324


def kinds(top: Fraction, value: Fraction) -> list[tuple[Number, Number]]:
    """Two numbers as fractions, as floats, and as integers if they are."""
    found: list[tuple[Number, Number]] = [(top, value), (float(top), float(value))]
    return [*found, (int(top), int(value))] if top.denominator == value.denominator == 1 else found


def test_gaps_of_every_size() -> None:
    """Is the float of a gap that of the exact one, rounded once, and the exact one over every scale exact?"""
    for first, second in product(SIGNED, SIGNED):
        for top, value in kinds(max(first, second), min(first, second)):
            gap = Fraction(top) - Fraction(value)
            assert float_gap(top, value) == float(gap)
            for scale in map(float, SIZES[1:]):
                assert exact_gap(top, value, scale) == gap / Fraction(scale)


def test_gaps_beyond_floats() -> None:
    """Is a gap that no float holds infinite or the least, beside numbers of every size, and 0 of equal ones?"""
    for size in SIGNED:
        assert float_gap(HUGE, size) == float_gap(size, -HUGE) == inf
        assert float_gap(size + TINY, size) == float_gap(size, size - TINY) == LEAST
        assert float_gap(HUGE + size, HUGE + size) == 0.0
        assert exact_gap(size, -inf, 0.5) == 2 * (size + Fraction(LARGEST))


READ: dict[str, tuple[list[Any], list[Any]]] = {
    "floats": ([0.5, -2.0, 1.0], [0.5, -2.0, 1.0]),
    "infinite": ([inf, 1.0, -inf], [LARGEST, 1.0, -LARGEST]),
    "one infinite": ([1.0, -inf], [1.0, -LARGEST]),
    "large": ([LARGEST, LARGEST, -1.0], [LARGEST, LARGEST, -1.0]),
    "integers": ([2**53, -(2**53), 3], [2.0**53, -(2.0**53), 3.0]),
    "an integer above": ([2**53 + 1, 3], [2**53 + 1, 3]),
    "an integer below": ([-(2**53) - 1, 3], [-(2**53) - 1, 3]),
    "huge": ([3, 10**400], [3, 10**400]),
    "one": ([7], [7.0]),
    "fractions": ([Fraction(1, 3), Fraction(2)], [Fraction(1, 3), Fraction(2)]),
}


@pytest.mark.parametrize("negate", [False, True])
@pytest.mark.parametrize("kind", READ)
def test_numbers_are_read(kind: str, negate: bool) -> None:
    """Are scores, or their negatives, numbers of one kind, the best of them told, and divided if the scale is huge?"""
    given, due = READ[kind]
    if negate:
        due = [-value for value in due]
    for scale in (1.0, HUGE_SCALE * (1 - 2.0**-53)):
        values, same, top = numbers(given, scale, negate)
        assert [*values] == due
        assert [type(value) for value in values] == [type(value) for value in due]
        assert (same, top, type(top)) == (scale, max(due), type(due[0]))
    values, divided, top = numbers(given, 2 * HUGE_SCALE, negate)
    assert [*values] == [Fraction(value) / 2**64 for value in due]
    assert {*map(type, values)} == {Fraction}
    assert (divided, top) == (2 * HUGE_SCALE / 2**64, max(values))


def test_elements_of_arrays() -> None:
    """Are a list and a tuple taken as they are, and an array's elements listed, of which NaN is refused?"""
    for given in ([1.0, 2.0], (1.0, 2.0)):
        assert listed(given) is given
    array: Any
    for array in (np.array([1.0, -inf]), np.array([3, 4], np.int8), np.array([0.5], np.float32)):
        assert listed(array) == array.tolist()
    for array in (np.array([np.nan, 1.0]), np.array([1.0, np.nan])):
        with pytest.raises(errors.NanScore):
            listed(array)
