"""Does a glance tell a gross law at once, and is the least that is drawn spent where it tells most?"""

import pytest

from impl.ball import ball
from proofs.conform.ask import QUICK, STANDARD, Ask
from proofs.conform.checks.law import LawCheck
from proofs.conform.known_laws import OTHER, PROMISED, rivals
from proofs.conform.model import Failure
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, Budget
from spec.space import MaxDivergence
from tests.support.conform_fakes import LawTarget

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
