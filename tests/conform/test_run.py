"""Does a whole run put every clause to a target, stop early on what is plain, and tell it in every format?"""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from proofs.conform.ask import Ask
from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Kind, Outcome, Verdict
from proofs.conform.run import Request, held
from proofs.conform.session import conform
from proofs.conform.testing import assert_conforms
from proofs.conform.triples import REPORT_NOISY_MAX_GUMBEL
from proofs.targets import process
from proofs.targets.child import Child
from proofs.targets.names import BadTarget
from proofs.targets.target import Died, Made
from tests.support.conform_fakes import LawMade, LawTarget
from tests.support.targets import conform_halved
from tests.support.worker_here import TARGETS

EFFORT = replace(Ask().effort, cases=40, maps=60, tries=2)


def whole(target: LawTarget, clauses: frozenset[str] | None = None, only: int | None = None) -> dict[str, Verdict]:
    ask = Ask(clauses, only, EFFORT)
    found = list(conform([target, target], target.triple, ask, 20.0))
    assert len({verdict.clause for verdict in found}) == len(found)
    return {verdict.clause.name: verdict for verdict in found}


def test_a_run_asks_every_clause() -> None:
    """Does a run end in a verdict for each clause, and in one alone if one is asked for?"""
    assert whole(LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)).keys() == {clause.name for clause in CLAUSES}
    assert whole(LawTarget(), frozenset({"map.sound"}), only=3).keys() == {"map.sound"}
    assert whole(LawTarget(), clauses=frozenset({"target.lives"})).keys() == {"target.lives"}


def test_a_failure_takes_no_draws_from_another_clause() -> None:
    """Is the law drawn as often where the map has failed as where it is right?"""
    clauses = frozenset({"map.sound", "law.sampled"})
    right = LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)
    wrong = replace(right, bound=lambda triple, setting, d_in: 0.0)
    assert whole(wrong, clauses)["map.sound"].outcome is Outcome.FAILED
    assert whole(wrong, clauses)["law.sampled"] == whole(right, clauses)["law.sampled"]


@dataclass
class Renewed(LawTarget):
    """Counts how often it goes on in a new process."""

    times: int = 0

    def renew(self) -> None:
        self.times += 1


def test_every_process_is_new_when_laws_are_drawn() -> None:
    """Are samples drawn in two new processes, and not where the target was walked?"""
    targets = [Renewed(), Renewed(), Renewed()]
    list(conform(targets, targets[0].triple, Ask(frozenset({"privacy.sampled"}), None, EFFORT), 1.0))
    assert [target.times for target in targets] == [0, 1, 1]
    list(conform(targets, targets[0].triple, Ask(frozenset({"map.sound", "law.coins"}), None, EFFORT), 1.0))
    assert [target.times for target in targets] == [0, 1, 1]


@pytest.mark.parametrize(("only", "processes"), [("map.sound#0", 1), ("law.fresh#0", 3)])
def test_no_process_is_started_for_nothing(monkeypatch: pytest.MonkeyPatch, only: str, processes: int) -> None:
    """Is the process that first loaded a target asked on, and are new ones started only where laws are drawn?"""
    started: list[Child] = []

    def start(python: str, memory: int, is_led: bool) -> Child:
        started.append(Child(python, memory, is_led))
        return started[-1]

    monkeypatch.setattr(process, "Child", start)
    list(held(f"{TARGETS / 'floats.py'}:floats", "make_noisy_top_k", None, Request("quick", only=only)))
    assert len(started) == processes


CARELESS = """
class Careless:
    def __init__(self, **parameters):
        pass

    def invoke(self, x):
        return [7]

    def map(self, d_in):
        return 0.0
"""


def test_what_breaks_privacy_comes_first(tmp_path: Path) -> None:
    """Do a map and a loss that break privacy come before what is accepted, and that before the law?"""
    (tmp_path / "careless.py").write_text(CARELESS)
    (run,) = held(f"{tmp_path / 'careless.py'}:Careless", "make_noisy_top_k", None, Request("quick"))
    failed = [found.clause.name for found in run.verdicts if found.outcome is Outcome.FAILED]
    assert failed[:3] == ["map.sound", "construction.refuses", "map.refuses"]
    assert failed[3:] == [clause.name for clause in CLAUSES if clause.kind is Kind.LAW and clause.name in failed]
    assert {"output.shape", "law.sampled"} <= set(failed)


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
        assert_conforms(conform_halved.make_noisy_top_k, clauses="guarantee", only="map.sound")
    with pytest.raises(ValueError, match="is not a function at the top level"):
        assert_conforms(lambda: None)
    with pytest.raises(BadTarget):
        assert_conforms("nothing.py:make_noisy_top_k")


def test_a_library_is_held_against_all_that_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is every triple that a library has a function for asked, each in its own run?"""
    runs = list(held("opendp", None, None, Request("quick", only="map.sound#0")))
    assert [run.triple for run in runs] == ["make_noisy_top_k", "make_report_noisy_max_gumbel"]
    assert all(run.conforms and run.about.library == "opendp" for run in runs)
