"""Is it noticed if a round proposes or accepts for another share of words than it should?"""

from collections.abc import Sequence

import pytest

from impl.fast import line, selection
from impl.fast.line import Few, Line
from impl.fast.selection import Acceptance
from proofs.engine.ledger.status import Status
from proofs.mechanisms.fast import shares
from tests.mechanisms.test_fast import verdicts

CELLS = shares.Cells((0.0, -0.5, -3.0))
TIMES = shares.Times((0.0, -0.5, -3.0), 2, (2**60, 2**63, 3 * 2**61), False)


def test_shares_are_as_they_should_be() -> None:
    """Do all cases hold?"""
    assert verdicts(shares.SHARES.proof) == [Status.CERTIFIED, Status.CERTIFIED]


def test_the_first_word_is_found() -> None:
    """Is it 0 if something holds of all words, and beyond the last if it holds of none?"""
    for first in (0, 1, 2**63 + 7, 2**64):
        assert shares.first_word(first.__le__) == first


def test_weights_that_are_a_little_off_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a weight noticed that is off by 2^-40 of itself, though floats believe in it?"""
    monkeypatch.setattr(line, "exp", lambda x: 2.718281828459045**x * (1 + 2.0**-40 * (x < 0)))
    monkeypatch.setattr(line, "WEIGHT_ERROR", 2.0**-52)
    assert not shares.proposes_by_weight(CELLS)


def test_times_that_do_not_add_up_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is an acceptance noticed that forgets the times of earlier proposals, or takes them at the wrong power?"""
    original = Acceptance.accepts

    def forgets(self: Acceptance, line: Line, place: int, share: float, a: int, later: Sequence[int]) -> bool:
        self._logarithm, self._times = 0.0, []
        return original(self, line, place, share, a, later[-1:])

    on_a_table = TIMES._replace(on_a_table=True)
    assert shares.accepts_by_time(TIMES)
    assert shares.accepts_by_time(on_a_table)
    monkeypatch.setattr(Acceptance, "accepts", forgets)
    assert not shares.accepts_by_time(TIMES)
    assert not shares.accepts_by_time(on_a_table)
    monkeypatch.setattr(Acceptance, "accepts", original)
    monkeypatch.setattr(Few, "length", lambda self: 1.0)
    assert not shares.accepts_by_time(TIMES)


def test_an_acceptance_that_rounds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats decide within their error?"""
    monkeypatch.setattr(selection, "FLIP_ERROR", -1.0)
    assert not all(map(shares.accepts_by_time, shares.times()))
