"""Are runs led to rare ends, and states told apart that differ in what hardly ever happens?"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import FrameType
from typing import Any

import numpy
import pytest

from proofs.targets.worker.cells import Cells, Chance
from proofs.targets.worker.certifying import FOLDED, NOT_ITS_COINS, WATCHED, foresee
from proofs.targets.worker.forecast import Box, Leaf, foretold
from proofs.targets.worker.orders import NATURAL
from proofs.targets.worker.reaching import reach
from proofs.targets.worker.states import seen
from proofs.targets.worker.watching import Watcher, is_as_foretold


def zeros(most: int) -> Callable[[Cells], str]:
    """Counts zeros until a one comes, or until there are so many."""

    def play(cells: Cells) -> str:
        count = 0
        while count < most and cells.below(2) == 0:
            count += 1
        return str(count)

    return play


def test_a_run_is_led_a_little_farther() -> None:
    """Is an end of probability 2^-21 found from a run of 2^-20, and none if it cannot come or nothing is near?"""
    near = [0] * 20 + [1]
    found = reach(zeros(100), {"21"}, [near], 40_000)
    assert found.runs[0] == [0] * 21 + [1]
    assert found.work < 2_000
    assert not reach(zeros(20), {"21"}, [near], 40_000).runs
    assert reach(zeros(100), {"21"}, [], 40_000).runs == []


def nearly_alike(n: int) -> Callable[[Cells], str]:
    """One of two loops that end with about the same probability: q^2 over 1 - q + q^2, q = 1/100 or 1/99."""

    def ends(odds: int, cells: Cells) -> str:
        while True:
            both = [cells.below(odds) == 0 for _ in range(2)]
            if both[0] == both[1]:
                return str(both[0])

    def play(cells: Cells) -> str:
        return ends(100, cells) if cells.below(n) < n // 2 else ends(99, cells)

    return play


def test_states_are_watched_where_few_draws_hide_nothing() -> None:
    """Are states that look alike told apart at once where all draws are among few, and else said to be folded?"""
    due = sum((Fraction(1, n * n) / (1 - Fraction(2 * (n - 1), n * n)) for n in (100, 99)), start=Fraction(0)) / 2
    watched = foresee(nearly_alike(2), 60_000, Fraction(1, 2**40), FOLDED, watching=200_000)
    assert watched.whole
    assert not watched.folded
    assert abs(watched.masses["True"] - due) < Fraction(1, 2**36)
    assert not watched.in_vain
    for n, watching in ((2, 0), (2**40, 200_000)):
        folded = foresee(nearly_alike(n), 60_000, Fraction(1, 2**40), FOLDED, watching=watching)
        assert folded.folded
        assert not folded.in_vain
    without_end = foresee(
        lambda cells: str(sum(cells.below(2) for _ in range(99)) > 49), 60_000, Fraction(0), FOLDED, watching=900
    )
    assert without_end.in_vain >= 900


def test_what_does_not_fold_is_not_said_to() -> None:
    """Is a forecast that tells all runs apart not called folded, whatever its draws?"""
    assert not foresee(lambda cells: str(cells.below(2**40) < 2**39), 60_000, Fraction(1, 2**40), FOLDED).folded


def test_ends_that_are_seen_are_told() -> None:
    """Is there a run for every end that was seen by the way, and the size of the finest draw?"""
    found = reach(lambda cells: str(cells.below(5) // 2 + cells.below(300) // 299), {"0"}, [], 1000)
    assert {"0", "1", "2"} <= found.ends.keys()
    assert found.finest == 300


def test_rare_states_are_told_apart() -> None:
    """Is the law of what ends after 30 zeros known, though no tape shows how many are left, and loops are closed?"""

    def play(cells: Cells) -> str:
        left = 30
        while left:
            while (cell := cells.below(3)) == 2:
                pass
            if cell:
                return "early"
            left -= 1
        return "late"

    found = foresee(play, 60_000, Fraction(1, 2**40), WATCHED)
    assert found.whole
    assert found.masses["late"] == pytest.approx(2**-30, rel=1e-2)
    assert found.missing < Fraction(1, 2**39)


def test_a_program_that_remembers_is_not_foretold() -> None:
    """Is nothing told of a program whose draws are not all that decides, nor folded what is in another state?"""
    releases = 0

    def play(cells: Cells) -> str:
        nonlocal releases
        releases += 1
        return str((cells.below(2) + releases // 3) % 2)

    assert foresee(play, 10_000, Fraction(1, 2**20), WATCHED).reason == NOT_ITS_COINS


def test_draws_among_many_stay_open() -> None:
    """Is a draw with cells to hide in not looked into?"""
    assert foresee(lambda cells: str(cells.below(2**53) < 9), 10_000, Fraction(0), WATCHED).reason == NOT_ITS_COINS
    learner = Watcher(lambda cells: str(cells.below(2) and cells.below(2**17) % 2), 10_000, Fraction(0))
    assert foretold(learner.learn(), [2, 2**17], [1, 5]) == ""


def test_a_forecast_is_tried_where_it_is_rare() -> None:
    """Is it seen that a forecast is wrong in one run of 2^40?"""
    root: Any = Leaf("40")
    for count in reversed(range(40)):
        root = Box(2, NATURAL, [0, 1], [root, Leaf(str(count))])
    assert is_as_foretold(zeros(40), root, Chance(1))
    assert not is_as_foretold(lambda cells: zeros(40)(cells).replace("40", "41"), root, Chance(1))


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value


class Kept:
    def __init__(self, value: int) -> None:
        self.value = value


def counted(value: int) -> Iterator[int]:
    yield value
    yield value + 1


def closed(value: int) -> Callable[[], int]:
    return lambda: value


def begun(value: int) -> Iterator[int]:
    found = counted(0)
    for _ in range(value):
        next(found, None)
    return found


@pytest.mark.parametrize(
    "made",
    [
        int,
        float,
        lambda value: [-1 - value],
        lambda value: {"a": {value}},
        lambda value: frozenset({value}),
        lambda value: numpy.array([value]),
        lambda value: iter(range(value, 9)),
        *(Slotted, Kept, closed, begun),
    ],
)
def test_values_are_told_apart(made: Callable[[int], object]) -> None:
    """Are two values seen as the same if they are, and as others if not, whatever keeps them?"""
    assert seen(made(0)) == seen(made(0))
    assert len({seen(made(value)) for value in range(2)}) == 2


def test_what_cannot_be_seen_is_told_by_its_kind() -> None:
    """Is a number of one kind not one of another, and something that nobody can look into no trouble?"""
    assert seen(1) != seen(True) != seen(1.0)
    frame: FrameType | None = None
    for value in (begun(3), frame, len, open, Chance):
        assert seen(value) == seen(value)
