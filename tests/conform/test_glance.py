"""Does a glance tell a gross law at once, and is the least that is drawn spent where it tells most?"""

from fractions import Fraction

import pytest

from impl.ball import ball
from proofs.conform.ask import QUICK, STANDARD, Ask
from proofs.conform.ball_laws import Probabilities
from proofs.conform.checks.law import LARGER_DRAWS, LawCheck
from proofs.conform.checks.law_cases import LawCase, law_cases, pair_cases, size_of
from proofs.conform.contract import Contract
from proofs.conform.known_laws import OTHER, PROMISED, law_at_noise, promised_law, rivals
from proofs.conform.model import Failure, Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, Budget
from spec.space import MaxDivergence, Measure
from tests.support.conform_fakes import LawTarget
from tests.support.worker_here import ROOT

HALVED = f"{PROMISED} at half the scale"


@pytest.mark.parametrize(("name", "tolerated"), [(PROMISED, None), (HALVED, None), (HALVED, OTHER)])
def test_a_glance_weighs_all_cases_together(name: str, tolerated: str | None) -> None:
    """Is half the scale told at once, from a few draws under the first measure, and no right or tolerated law?"""
    (rival,) = (rival for rival in rivals(NOISY_TOP_K) if rival.name == name)
    heard: list[Failure] = []
    target = LawTarget(law=rival.law)
    check = LawCheck(Bench([target], NOISY_TOP_K), Ask(found=heard.append), Budget(), RUN / 2, tolerated)
    assert check.glance(MaxDivergence()) is (name == HALVED)
    assert [failure.setting.measure for failure in heard] == [MaxDivergence()] * (name == HALVED and not tolerated)
    if heard:
        assert heard[0].witness.startswith("over all cases the draws speak for another law")


def test_a_glance_elsewhere_counts() -> None:
    """Are draws that another process makes added to those of the clause, and told by who asks there?"""
    target, heard = LawTarget(law=lambda triple, case: {(0,): ball(1)}), list[Failure]()
    check = LawCheck(Bench([LawTarget()], NOISY_TOP_K), Ask(), Budget(), RUN / 2)
    check.at(Bench([target], NOISY_TOP_K), Ask(found=heard.append)).glance(MaxDivergence())
    assert check.failed
    assert len(heard) == 1


def test_large_inputs_are_drawn_less_at_quick() -> None:
    """Is a law on two scores drawn 150 times at least, one on four a third as often, and at standard both alike?"""
    assert [QUICK.least(size) for size in (0, 1, 2, 4, 30)] == [150, 150, 150, 50, 5]
    assert {STANDARD.least(size) for size in (1, 33)} == {STANDARD.draws}
    check = LawCheck(Bench([LawTarget()], NOISY_TOP_K), Ask(effort=QUICK), Budget(), RUN / 2)
    check.draw_the_least()
    assert check.verdict().detail.endswith(" draws, 5 to 150 a case")


class QuickTarget(LawTarget):
    """A target whose draws cost nothing."""

    spent = 0.0


@pytest.mark.parametrize("size", [6, 7, 8])
@pytest.mark.parametrize("measure", NOISY_TOP_K.measures)
def test_gross_errors_on_six_to_eight_scores_show_at_quick(size: int, measure: Measure) -> None:
    """Is noise that is a fifth too small on so many scores alone told at quick, with nothing drawn but the least?"""

    def law(triple: Contract, case: LawCase) -> Probabilities:
        wrong = len(case.x) == size and case.setting.measure == measure
        return (law_at_noise(triple, case, Fraction(4, 5)) if wrong else None) or promised_law(triple, case)

    check = LawCheck(Bench([QuickTarget(law=law)], NOISY_TOP_K), Ask(effort=QUICK), Budget(), RUN / 2)
    check.draw_the_least()
    check.draw_what_is_suspect()
    found = check.verdict()
    assert found.outcome is Outcome.FAILED
    assert {failure.setting.measure for failure in found.failures} == {measure}
    assert "one-hot" in found.failures[0].witness


def test_larger_inputs_are_drawn_often_only_if_that_is_cheap() -> None:
    """Are the cases that stand for larger inputs drawn 1,350 times by quick targets, and as others by slow ones?"""
    for target, most in ((QuickTarget(), LARGER_DRAWS), (LawTarget(), QUICK.draws)):
        check = LawCheck(Bench([target], NOISY_TOP_K), Ask(effort=QUICK), Budget(), RUN / 2)
        check.draw_the_least()
        assert check.verdict().detail.endswith(f" draws, 5 to {most:,} a case")


def test_the_guide_says_how_often_is_drawn_at_least() -> None:
    """Are as many releases drawn at quick, for law and privacy, as the guide says?"""
    vectors = {(case.setting, x) for case in pair_cases(NOISY_TOP_K) for x in case.both}
    drawn = [*(case.x for case in law_cases(NOISY_TOP_K)), *(x for _, x in vectors)]
    least = sum(QUICK.least(size_of(x)) for x in drawn)
    told = f"`quick` draws {round(least, -3):,} releases at the least for law and privacy"
    assert told in (ROOT / "docs/conform.md").read_text(encoding="utf-8")
