"""Do checks run side by side without getting into each other's way?"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, Thread

import pytest

from proofs.conform.ask import Ask
from proofs.conform.clauses import LAW_COINS, MAP_SOUND
from proofs.conform.lanes import Check, side_by_side
from proofs.conform.model import Case, Clause, Failure, Verdict, verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.targets.names import BadTarget
from proofs.targets.turns import Turns
from tests.support.conform_fakes import LawTarget


def check(clause: Clause, cases: int = 1) -> Check:
    def asked(ask: Ask) -> Iterator[Verdict]:
        for _ in range(cases):
            ask.go_on(clause.name)
        failures = [Failure(Case(clause), Setting(), "wrong")]
        ask.found(failures[0])
        yield verdict(clause, cases, failures)

    return asked


def test_every_lane_is_heard() -> None:
    """Do the verdicts of all lanes come, and the first failures with them, each once?"""
    heard: list[str] = []
    ask = Ask(found=lambda failure: heard.append(failure.case.clause.name))
    found = list(side_by_side([[check(MAP_SOUND)], [check(LAW_COINS), check(LAW_COINS)]], ask))
    assert sorted(one.clause.name for one in found) == sorted(heard) == ["law.coins", "law.coins", "map.sound"]


def test_trouble_in_a_lane_is_trouble() -> None:
    """Is an error of one lane raised once the others have been heard?"""
    slow = replace(Ask(), clock=lambda: 1.0, latest=0.0)
    with pytest.raises(BadTarget, match="too slow"):
        list(side_by_side([[check(MAP_SOUND)], []], slow))


def test_lanes_end_when_nobody_listens() -> None:
    """Do lanes that would go on for ever end once nobody waits for them?"""
    told = side_by_side([[check(MAP_SOUND)], [check(LAW_COINS, 10**12)]], Ask())
    assert next(told).clause is MAP_SOUND
    del told


def test_a_lane_has_a_process_of_its_own() -> None:
    """Are lanes given different processes, and put one after the other where there is one process only?"""
    one, other = LawTarget(), LawTarget()
    lanes = ["ab", "c"]
    apart = [(bench.first, list(lane)) for bench, lane in Bench([one, other], NOISY_TOP_K).alone(lanes)]
    assert [(target is one, lane) for target, lane in apart] == [(True, ["a", "b"]), (False, ["c"])]
    assert [lane for _, lane in Bench([one, one], NOISY_TOP_K).alone(lanes)] == [["a", "b", "c"]]


def test_one_computes_while_others_wait() -> None:
    """Does a thread that takes turns compute alone, and let others compute while it waits?"""
    turns, both = Turns(), Barrier(2)
    at_work: list[int] = []
    seen: list[int] = []

    def work() -> None:
        for _ in range(100):
            with turns.taken(), suppress(KeyError):
                at_work.append(1)
                seen.append(len(at_work))
                at_work.pop()
                with turns.passed():
                    raise KeyError  # the turn is taken again

    def meet() -> None:
        with turns.taken(), turns.passed():
            both.wait(60)  # only if both have passed their turns

    for job in (work, meet):
        threads = [Thread(target=job) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen == [1] * 200
    assert not both.broken
    with turns.passed():  # who took no turn passes none
        assert not turns._lock.locked()
