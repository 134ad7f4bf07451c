"""Is every check run, in order, and nothing judged that was left out?"""

import pytest

from proofs.audit.nearest import UnknownName
from proofs.audit.run import jobs
from proofs.audit.selection import Selection, select
from proofs.audit.workers import load, run_jobs
from proofs.campaign.local import Local
from proofs.campaign.model import Unseen
from proofs.engine.ledger.ledger import LedgerError, Place
from proofs.engine.ledger.status import Status
from tests.support import toy_ledgers
from tests.support.audits import audited


class Diary(Unseen):
    def __init__(self) -> None:
        self.begun: list[object] = []

    def started(self, job: object, /) -> None:
        self.begun.append(job)


def test_every_check_has_an_outcome(capfd: pytest.CaptureFixture[str]) -> None:
    """Is a check that raises, exits or is killed its own finding, in one line, while all others go on?"""
    ledger = toy_ledgers.deadly()
    todo = jobs(ledger, select(ledger))
    outcomes = dict(run_jobs("tests.support.toy_ledgers:deadly", todo, Local(2), Unseen()))
    assert set(outcomes) == set(todo)
    odd = {job: o.finding.detail for job, o in outcomes.items() if o.finding.status is Status.OPEN}
    assert odd == {
        Place("toy.law", 0, 0): "ArithmeticError: two lines",
        Place("toy.privacy", 0, 0): "the worker died: exit code 3",
        Place("paper.eq1", 0, 0): "the worker died: killed by SIGKILL",
    }
    assert capfd.readouterr() == ("", "")


def test_the_longest_check_starts_first() -> None:
    """Does a known cost decide the order, and the ledger's order the rest?"""
    ledger, diary = toy_ledgers.sound(), Diary()
    todo = jobs(ledger, select(ledger))
    list(run_jobs("tests.support.toy_ledgers:sound", todo, Local(1), diary))
    assert diary.begun == todo
    assert todo[:2] == [Place("toy.privacy", 0, 1), Place("toy.law", 0, 0)]


def test_a_ledger_must_be_one() -> None:
    """Is a factory that builds something else refused?"""
    with pytest.raises(TypeError, match="does not build a ledger"):
        load("tests.support.toy_ledgers:Tells")


@pytest.mark.parametrize(
    ("patterns", "claims", "errata"),
    [
        ((), ("toy.law", "toy.paper", "toy.privacy", "paper.eq1", "paper.listing.L1"), ("E1",)),
        (("toy.law",), ("toy.law",), ()),
        (("toy.",), ("toy.law", "toy.paper", "toy.privacy"), ()),
        (("toy",), ("toy.law", "toy.paper", "toy.privacy"), ()),
        (("*.l*", "toy.law"), ("toy.law", "paper.listing.L1"), ("E1",)),
        (("paper.eq1",), ("paper.eq1",), ("E1",)),
        (("E1",), (), ("E1",)),
    ],
)
def test_patterns_select(patterns: tuple[str, ...], claims: tuple[str, ...], errata: tuple[str, ...]) -> None:
    """Do ids, beginnings and globs select what they name, in the order of the ledger?"""
    assert select(toy_ledgers.sound(), patterns) == Selection(claims, errata)


@pytest.mark.parametrize("pattern", ["toy.lw", "toy.la", "", "*.nothing"])
def test_a_pattern_that_selects_nothing_is_refused(pattern: str) -> None:
    """Is a misspelt id an error and not an empty audit?"""
    with pytest.raises(UnknownName, match="nothing is called"):
        select(toy_ledgers.sound(), ["toy.paper", pattern])


def test_a_close_name_is_suggested() -> None:
    """Does the error say what was probably meant?"""
    with pytest.raises(UnknownName, match=r"close: toy\.law"):
        select(toy_ledgers.sound(), ["toy.lw"])


def test_what_was_left_out_is_not_judged() -> None:
    """Are skipped claims and the standings that depend on them unknown, rather than good or bad?"""
    lines = {line.claim.id: line for line in audited(toy_ledgers.slow, quick=True).claims}
    assert (lines["toy.law"].own, lines["toy.law"].standing) == (None, None)
    assert (lines["toy.privacy"].own, lines["toy.privacy"].standing) == (Status.PROVED, None)
    assert lines["toy.privacy"].assumptions is None
    assert (lines["toy.paper"].own, lines["toy.paper"].standing) == (Status.ASSUMED, Status.ASSUMED)


def test_contradictory_findings_have_no_verdict() -> None:
    """Is a claim that is both proved and refuted an error?"""
    with pytest.raises(LedgerError, match=r"paper\.eq1 is both ARGUED and REFUTED"):
        _ = audited(toy_ledgers.contradictory).claims
