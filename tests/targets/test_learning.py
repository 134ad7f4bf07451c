"""Does a run end that is too long, and a forecast that takes too much work?"""

from fractions import Fraction

import pytest

from proofs.targets.worker import learning
from proofs.targets.worker.cells import MOST_BITS, Cells, Chance, Stopped
from proofs.targets.worker.forecast import Box, Open

MISSING = Fraction(1, 2**60)


def test_a_run_of_too_many_bits_is_stopped() -> None:
    """Does a run end that draws ever more bits, as exact arithmetic does next to an edge, but not at its first draw?"""
    cells = Cells((), 1, Chance(1))
    cells.below(2**MOST_BITS)
    with pytest.raises(Stopped):
        cells.below(2**8)
    assert cells.stopped


def test_work_that_is_overdrawn_ends_a_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is what was learnt so far the forecast, where one draw alone takes more work than there is?"""
    monkeypatch.setattr(learning, "OVERDRAFT", 5)
    found = learning.Learner(lambda cells: str(cells.below(2**30) > 2**29 + 12345), 5, MISSING).learn()
    assert isinstance(found, Open)
    monkeypatch.undo()
    assert isinstance(
        learning.Learner(lambda cells: str(cells.below(2**30) > 2**29 + 12345), 3000, MISSING).learn(), Box
    )
