"""Are arrivals that are not listed at first, and who of a crowd arrive, looked up by the time that they count?"""

from collections.abc import Sequence
from math import exp, expm1

import numpy as np
import pytest

from impl.fast import race
from impl.fast.coins import TapeWords
from impl.fast.field import Field
from impl.fast.race import by_floats
from impl.fast.race_by_balls import race_by_balls

REJECTED, ACCEPTED = 2**64 - 2**56, 2**50
"""Coins, or waits, that are late and early."""


def waits(times: Sequence[float], gaps: Sequence[float]) -> list[int]:
    """The words of waits that end at these times."""
    return [int(2**64 * -expm1(-time * exp(-gap))) for time, gap in zip(times, gaps, strict=True)]


def hit_of(made: Field, place: int) -> int:
    """A word that hits one of a crowd."""
    cells = [made.table.cell(other) for other in range(place + 1)]
    return (3 * sum(cells[:place]) + cells[place]) * 2**64 // (3 * made.table.total)


@pytest.mark.parametrize("listed", [2, 3, 4, 5, 6, 20])
def test_a_crowd_that_is_told_late(listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If those near the best come first and are turned down, does the crowd come next, and then who was not listed?"""
    monkeypatch.setattr(race, "SPARE", listed - 2)
    made = Field(-np.array([0.0, 1.0, 1.2, 1.4, *(2 + place / 40 for place in range(36))]), 1.0, 2, 2)
    start = made.start({}, 2)
    near = waits((0.5, 0.1, 0.2, 0.6), start.gaps.tolist())
    crowd = waits((0.3, 0.1, 0.4, 0.1), [start.shift] * 4)
    hits = [hit_of(made, place) for place in (10, 20, 30, 35)]
    words = [*near, *crowd, *[REJECTED] * 2, *hits, *[REJECTED] * 4, ACCEPTED, *range(9)]
    assert by_floats(made, 2, True, TapeWords(64, words)) == [0, 3]
    assert race_by_balls(made, 2, True, iter(words), TapeWords(64, range(9))) == [0, 3]


@pytest.mark.parametrize("listed", [2, 3, 4, 20])
def test_equals_that_are_not_listed(listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all who are left are equal, and the only one that is wanted is not listed, is it looked up?"""
    monkeypatch.setattr(race, "SPARE", listed - 2)
    made = Field(np.array([1.0, 0.0, 0.0, 0.0, 0.0]), 1.0, 5)
    words = [*waits((0.6, 0.5, 3.0, 1.0, 2.0), (0.0, 1.0, 1.0, 1.0, 1.0)), *[REJECTED] * 2, *range(9)]
    assert by_floats(made, 2, True, TapeWords(64, words)) == [0, 3]
    assert race_by_balls(made, 2, True, iter(words), TapeWords(64, range(9))) == [0, 3]
