"""Is a run remembered that takes the same cells, and nothing once the same cells do something else?"""

from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest

from proofs.targets.worker.cells import MOST_CELLS, Cells, Chance
from proofs.targets.worker.certifying import EXACT, FOLDED, foresee
from proofs.targets.worker.remembering import AGAIN, Play, Remembered

CHANCE = Chance(1)


def on(*cells: int, anew: bool = False) -> Cells:
    return Cells(cells, 1, CHANCE, anew)


class Counted:
    """A program that counts its runs."""

    def __init__(self, body: Callable[[Cells], str]) -> None:
        self.body, self.runs = body, 0

    def __call__(self, cells: Cells) -> str:
        self.runs += 1
        return self.body(cells)


def walk(cells: Cells) -> str:
    """Three draws, or two."""
    first = cells.below(4)
    return f"{first} {cells.below(3)}" if first else f"{cells.below(5)} {cells.below(7)}"


def test_a_run_is_played_once() -> None:
    """Are the same cells played once, with the same notes of what was drawn, and others by themselves?"""
    program = Counted(walk)
    remembered = Remembered(program)
    for script in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2), (1, 1), (3, 0)) * 2:
        cells, plain = on(*script), on(*script)
        assert remembered(cells) == walk(plain)
        assert (cells.taken, cells.among, cells.bits, cells.work) == (plain.taken, plain.among, plain.bits, plain.work)
    assert (program.runs, remembered.is_steady) == (6, True)


def test_some_runs_are_played_again() -> None:
    """Is one in so many played again, and every one by chance, or that is to be seen anew?"""
    program = Counted(walk)
    remembered = Remembered(program)
    for _ in range(1 + 3 * AGAIN):
        remembered(on(1, 2))
    assert program.runs == 1 + 3
    for _ in range(10):
        remembered(on(1, 2, anew=True))
        remembered(Cells((1, 2), None, CHANCE))
    assert program.runs == 4 + 20


def test_a_run_that_was_stopped_is_not_remembered() -> None:
    """Is a run that is too long played each time, and said to be stopped?"""
    program = Counted(lambda cells: str(sum(cells.below(2) for _ in range(2 * MOST_CELLS))))
    remembered = Remembered(program)
    for _ in range(3):
        cells = on()
        remembered(cells)
        assert cells.stopped
    assert (program.runs, remembered.is_steady) == (3, True)


def unsteady_outcome() -> Play:
    numbers = count()
    return lambda cells: f"{cells.below(2)} {next(numbers) > 3}"


def unsteady_size() -> Play:
    numbers = count()
    return lambda cells: str(cells.below(2 if next(numbers) < 4 else 3))


def unsteady_length() -> Play:
    numbers = count()
    return lambda cells: str([cells.below(2) for _ in range(3 if next(numbers) < 4 else 2)])


def unsteady_start() -> Play:
    numbers = count()
    return lambda cells: str(cells.below(2)) if next(numbers) < 4 else "nothing"


@pytest.mark.parametrize("program", [unsteady_outcome, unsteady_size, unsteady_length, unsteady_start])
def test_what_is_no_function_of_its_cells_is_not_remembered(program: Callable[[], Play]) -> None:
    """Does a program that does something else on the same cells show itself, in every way, and is it played then?"""
    counted = Counted(program())
    remembered = Remembered(counted)
    for number in range(8 * AGAIN):
        remembered(on(number % 2, number // 2 % 2, number // 4 % 2))
    assert not remembered.is_steady
    runs = counted.runs
    remembered(on(0, 0, 0))
    assert counted.runs == runs + 1


@pytest.mark.parametrize("way", [FOLDED, EXACT])
def test_a_forecast_is_the_same_if_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Are law and work the same, in fewer runs?"""

    def play(cells: Cells) -> str:
        while (cell := cells.below(256)) > 200:
            pass
        return str(cell + cells.below(3) > 100)

    quick, plain = Counted(play), Counted(play)
    found = foresee(quick, 20_000, Fraction(1, 2**30), way)
    monkeypatch.setattr(Remembered, "__call__", lambda self, cells: self._play(cells))
    slow = foresee(plain, 20_000, Fraction(1, 2**30), way)
    assert (found.masses, found.missing, found.work, found.whole) == (slow.masses, slow.missing, slow.work, slow.whole)
    assert quick.runs < plain.runs


def test_an_unsteady_program_is_never_known_to_the_cell() -> None:
    """Is a forecast not whole if the same cells did something else, however rarely that was seen?"""
    often = count(1)

    def play(cells: Cells) -> str:
        cell = cells.below(5)
        return "odd" if next(often) == 200 else str(cell)

    found = foresee(play, 20_000, Fraction(1, 2**30), FOLDED)
    assert not (found.steady and found.whole)
