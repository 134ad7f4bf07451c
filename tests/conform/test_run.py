"""Does a whole run put every clause to a target, stop early on what is plain, and tell it in every format?"""

from dataclasses import replace

import pytest

from proofs.conform.ask import Ask
from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Outcome, Verdict
from proofs.conform.run import Request, held
from proofs.conform.session import conform
from proofs.conform.testing import assert_conforms
from proofs.conform.triples import REPORT_NOISY_MAX_GUMBEL
from proofs.targets.names import BadTarget
from proofs.targets.target import Died, Made
from tests.support.conform_fakes import LawMade, LawTarget, Ticker
from tests.support.targets import conform_halved

EFFORT = replace(Ask().effort, cases=40, maps=60, tries=2)


def whole(
    target: LawTarget, keep_going: bool = False, clauses: frozenset[str] | None = None, only: int | None = None
) -> dict[str, Verdict]:
    ask = Ask(clauses, only, EFFORT, clock=Ticker())
    found = list(conform([target, target], target.triple, ask, 400, keep_going))
    assert len({verdict.clause for verdict in found}) == len(found)
    return {verdict.clause.name: verdict for verdict in found}


def test_a_run_asks_every_clause() -> None:
    """Does a run end in a verdict for each clause, and in one alone if one is asked for?"""
    assert whole(LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)).keys() == {clause.name for clause in CLAUSES}
    assert whole(LawTarget(), clauses=frozenset({"map.sound"}), only=3).keys() == {"map.sound"}
    assert whole(LawTarget(), clauses=frozenset({"target.lives"})).keys() == {"target.lives"}


def test_a_plain_failure_cuts_the_sampling_short() -> None:
    """Is less drawn once a clause has failed, unless one keeps going?"""
    target = LawTarget(bound=lambda triple, setting, d_in: 0.0, triple=REPORT_NOISY_MAX_GUMBEL)
    clauses = frozenset({"map.sound", "law.sampled"})
    short, long = (whole(target, keep_going, clauses=clauses)["law.sampled"].detail for keep_going in (False, True))
    assert int(short.split()[0].replace(",", "")) < int(long.split()[0].replace(",", ""))


def test_deaths_fail_a_clause_of_their_own() -> None:
    """Is a target that dies told under `target.lives`, with the case in which it died?"""

    def made(plain: LawMade) -> Made:
        return replace(plain, invoking=lambda x: Died("gave no answer within 10 s"))

    found = whole(LawTarget(made=made), clauses=frozenset({"output.shape", "target.lives"}))["target.lives"]
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].case.clause.name == "output.shape"
    assert found.failures[0].witness.endswith("gave no answer within 10 s")


def test_conformance_is_a_test_of_two_lines() -> None:
    """Does `assert_conforms` pass a factory that conforms and fail one that does not, with the command to see why?"""
    with pytest.raises(AssertionError, match=r"(?s)does not conform to make_noisy_top_k.*map\.sound.*noisymax conform"):
        assert_conforms(conform_halved.make_noisy_top_k, clauses="guarantee")
    with pytest.raises(ValueError, match="is not a function at the top level"):
        assert_conforms(lambda: None)
    with pytest.raises(BadTarget):
        assert_conforms("nothing.py:make_noisy_top_k")


def test_a_library_is_held_against_all_that_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is every triple that a library has a function for asked, each in its own run?"""
    runs = list(held("opendp", None, None, Request("quick", only="map.sound#0")))
    assert [run.triple for run in runs] == ["make_noisy_top_k", "make_report_noisy_max_gumbel"]
    assert all(run.conforms and run.about.library == "opendp" for run in runs)
