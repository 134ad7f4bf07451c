"""Does a run end that is too long, and a forecast that takes too much work?"""

from fractions import Fraction

import pytest

from proofs.targets.worker import learning
from proofs.targets.worker.cells import FIRST, MOST_BEYOND, MOST_BITS, Cells, Chance, Stopped
from proofs.targets.worker.certifying import CORNERS, EXACT, FIRST_CORNERS, foresee, in_the_corners
from proofs.targets.worker.forecast import FEW_PASSED, FINEST, Box, Leaf, Node, Open, law
from proofs.targets.worker.orders import NATURAL

MISSING = Fraction(1, 2**60)


def test_a_run_of_too_many_bits_is_stopped() -> None:
    """Does a run end that draws ever more bits, as exact arithmetic does next to an edge, but not at its first draw?

    First it goes on by chance, so that it can end by itself.
    """
    cells = Cells((), FIRST, Chance(1))
    cells.below(2**MOST_BITS)
    assert not cells.stopped
    assert {cells.below(2) for _ in range(MOST_BEYOND)} == {0, 1}
    assert cells.stopped
    assert cells.among == [2**MOST_BITS]
    with pytest.raises(Stopped):
        cells.below(2)


def test_work_that_is_overdrawn_ends_a_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is what was learnt so far the forecast, where one draw alone takes more work than there is?"""
    monkeypatch.setattr(learning, "OVERDRAFT", 5)
    found = learning.Learner(lambda cells: str(cells.below(2**30) > 2**29 + 12345), 5, MISSING).learn()
    assert isinstance(found, Open)
    monkeypatch.undo()
    assert isinstance(
        learning.Learner(lambda cells: str(cells.below(2**30) > 2**29 + 12345), 3000, MISSING).learn(), Box
    )


def test_a_wide_program_is_learnt_to_its_end() -> None:
    """Is a table of 48 thresholds exact, though nothing of it is foretold when half of the work is done?"""

    def play(cells: Cells) -> str:
        column = cells.below(48)
        return str(cells.below(2**32) < (column + 1) ** 2 * 1_234_567)

    found = foresee(play, 150_000, Fraction(1, 2**50), EXACT)
    assert found.whole
    assert found.masses["True"] == Fraction(sum((column + 1) ** 2 * 1_234_567 for column in range(48)), 48 * 2**32)
    assert found.work > 75_000


def test_a_law_that_flows_on_and_on_is_rounded_down() -> None:
    """Is a short loop exact, and a long one too small by what is said to be left, in few digits if it is folded?"""

    def looped(n: int) -> Box:
        ends: list[Node] = [Leaf("a"), Leaf("b")]
        box = Box(n, NATURAL, [0, 1, 3], ends)
        box.after.append(box)
        return box

    assert law(looped(4), folded=True) == law(looped(4), folded=False)
    for folded in (False, True):
        masses, left = law(looped(10 * FEW_PASSED), folded)
        assert masses["a"] + masses["b"] + left == 1
        assert masses["a"] <= Fraction(1, 3) <= masses["a"] + left
        assert ((2**FINEST * masses["a"]).denominator == 1) is folded


def test_a_first_look_into_the_corners_sees_some_of_them() -> None:
    """Does a first look take fewer runs, and see nothing that a second one does not?"""
    runs = 0

    def play(cells: Cells) -> str:
        nonlocal runs
        runs += 1
        return str([cells.below(2**53) < 2 for _ in range(6)])

    first = in_the_corners(play, FIRST_CORNERS)
    few, runs = runs, 0
    assert first < in_the_corners(play, CORNERS)
    assert 8 * few < runs
