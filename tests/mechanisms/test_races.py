"""Is a race noticed whose clocks, cells or coins are wrong, by floats or by balls?"""

from collections.abc import Callable
from typing import Any

import pytest

from impl.fast import field, race, race_by_balls
from impl.fast.table import Table
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.status import Status
from proofs.mechanisms.fast import laws, race_shares, races

Bug = Callable[..., Any]
FLOATS, BALLS = race.Race, race_by_balls.Race


def test_floats_select_what_balls_select() -> None:
    """On the same words, do floats and balls select the same?"""
    assert all(map(races.is_selected_by_balls, races.tapes()))


BUGS: dict[str, tuple[object, str, Bug]] = {
    "every arrival is accepted": (race, "accepts", lambda *_: True),
    "who is turned down does not arrive again": (FLOATS, "_again", lambda *_: None),
    "who is turned down arrives at once": (
        FLOATS,
        "_expect",
        lambda self, time, place, score, at, right=FLOATS._expect: right(self, self._times[at - 1], place, score, at),
    ),
    "balls accept every arrival": (BALLS, "_accepts", lambda *_: True),
    "balls put those who arrive again last": (BALLS, "_expect", lambda self, arrival: self._arrivals.append(arrival)),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_wrong_race_is_noticed_on_the_same_words(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed that floats and balls differ?"""
    where, name, wrong = BUGS[bug]
    monkeypatch.setattr(where, name, wrong)
    assert not all(map(races.is_selected_by_balls, races.tapes()))


@pytest.mark.parametrize("times", [0.0, 2.0])
def test_a_wrong_race_of_all_together_is_noticed(times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """If everybody has a clock, are gaps noticed that count for nothing or twice, on the same words and by shares?"""
    wrong = property(lambda self: times * (max(self.values) - self.values) / self.scale)
    monkeypatch.setattr(field.Together, "gaps", wrong)
    assert not all(map(races.is_selected_by_balls, races.tapes()))
    assert not all(map(race_shares.arrives_together_by_time, race_shares.given()))


def test_floats_that_do_not_tell_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats leave everything to balls?"""
    monkeypatch.setattr(race, "TIME_ERROR", 1.0)
    assert not all(map(races.is_selected_by_balls, races.tapes()))


@pytest.mark.parametrize("step", range(6))
def test_shares_of_words(step: int) -> None:
    """Are the edges of waits, cells and coins where weights and times tell?"""
    asked = race_shares.SHARES.proof.steps[step]
    assert isinstance(asked.check, Exhaustive)
    assert isinstance(asked.statement, str)
    assert asked.check.run(asked.statement).status == Status.CERTIFIED


WRONG_SHARES: dict[str, tuple[Callable[[race_shares.Given], bool], object, str, Bug]] = {
    "a wait that is no exponential variable": (
        race_shares.arrives_by_time,
        FLOATS,
        "_waits",
        lambda self, count, right=FLOATS._waits: right(self, count) ** 2,
    ),
    "a crowd that comes too late": (
        race_shares.crowd_arrives_by_time,
        FLOATS,
        "_crowd_times",
        lambda self, waits, drawn, right=FLOATS._crowd_times: right(self, waits, drawn) + 0.1,
    ),
    "an acceptance that forgets the time": (
        race_shares.is_accepted_by_time,
        race,
        "accepts",
        lambda coin, log_s, gap, error: coin < 0.5,
    ),
    "a wait that starts with the race": (
        race_shares.arrives_again_by_time,
        FLOATS,
        "_again",
        lambda self, place, score, gap, time, at, right=FLOATS._again: right(self, place, score, gap, gap - 99.0, at),
    ),
}


@pytest.mark.parametrize("bug", WRONG_SHARES)
def test_a_wrong_share_is_noticed(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if an edge is elsewhere?"""
    holds, where, name, wrong = WRONG_SHARES[bug]
    monkeypatch.setattr(where, name, wrong)
    assert not all(map(holds, race_shares.given_again()))


def test_a_wrong_cell_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if who of a crowd arrives is told by the square of the word?"""
    right = Table.find_all
    monkeypatch.setattr(
        Table, "find_all", lambda self, drawn, words: right(self, [word * word >> 64 for word in drawn], words)
    )
    assert not all(map(race_shares.is_told_by_weight, race_shares.given()))


def test_the_law_of_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the law of a race that of the literal function, and one noticed in which every arrival is accepted?"""
    cases = [case for case in laws.releases() if case.line in ("race", "together")]
    assert {(case.line, case.flip) for case in cases} == {("race", False), ("race", True), ("together", False)}
    assert all(map(laws.has_the_law_of_the_literal, cases))
    monkeypatch.setattr(BALLS, "_accepts", lambda *_: True)
    assert not all(map(laws.has_the_law_of_the_literal, cases))
