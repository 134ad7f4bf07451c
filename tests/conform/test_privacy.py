"""Does sampling prove a loss above the map, and leave right maps alone?"""

from dataclasses import replace
from fractions import Fraction
from math import lgamma, log

import pytest

from proofs.conform.ask import STANDARD, Ask
from proofs.conform.ball_laws import Probabilities
from proofs.conform.checks.law_cases import LawCase, pair_cases
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.known_laws import promised_law
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, TRIPLES, Selection, Setting
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.engine.statistics.interval import bounds
from proofs.engine.statistics.loss import least_loss
from proofs.targets.target import Answer, Died, Raised
from spec.space import MaxDivergence, RangeDistance, ZeroConcentratedDivergence
from tests.support.conform_fakes import LawMade, LawTarget, Vector
from tests.support.conform_known import KNOWN


def privacy_verdict(target: LawTarget) -> Verdict:
    ask = Ask(effort=replace(STANDARD, draws=10**6))
    check = PrivacyCheck(Bench([target], target.triple), ask, Budget(), RUN / 2)
    check.glance()
    check.draw_the_least()
    return check.verdict()


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_every_pair_is_as_close_as_it_says(triple: Selection) -> None:
    """Are the two vectors of every pair exactly d_in apart under the triple's own metric?"""
    for case in pair_cases(triple):
        metric = triple.space(case.setting)
        assert metric.distance(case.x, case.neighbour) == Fraction(case.d_in)
        assert isinstance(metric, RangeDistance) is ("monotonic" not in triple.varies)


def test_the_promised_guarantee_passes() -> None:
    """Do laws as promised never exceed the printed map, on any pair?"""
    for triple in TRIPLES.values():
        found = privacy_verdict(LawTarget(triple=triple))
        assert found.outcome is Outcome.PASSED
        assert "the nearest pair proves a loss of" in found.detail


def halved(triple: Selection, setting: Setting, d_in: Fraction) -> Answer:
    return triple.bound(setting, d_in) / 2


HALF_SCALE = KNOWN["the promised law at half the scale"]


NO_NOISE = KNOWN["the best without noise"]


def whole_order(triple: Selection, case: LawCase) -> Probabilities:
    """Without noise if all indices are released, which are then thought to tell nothing."""
    return (NO_NOISE if case.setting.k == len(case.x) else promised_law)(triple, case)


@pytest.mark.parametrize(
    ("target", "case", "claimed"),
    [
        (LawTarget(law=HALF_SCALE), 0, "1.0"),
        (LawTarget(law=NO_NOISE), 0, "1.0"),
        (LawTarget(law=whole_order), 140, "1.0"),
        (LawTarget(bound=halved), 0, "0.5"),
        (LawTarget(law=HALF_SCALE, triple=REPORT_NOISY_MAX_GUMBEL), 8, "2.0"),
        (LawTarget(bound=lambda triple, setting, d_in: 0.0, triple=REPORT_NOISY_MAX_GUMBEL), 32, "0.0"),
    ],
)
def test_a_broken_guarantee_is_shown_on_a_pair(target: LawTarget, case: int, claimed: str) -> None:
    """Is a loss above the map proved on a pair, with the claim beside it?"""
    found = privacy_verdict(target)
    assert found.outcome is Outcome.FAILED
    failure = found.failures[0]
    assert (failure.case.number, failure.numbers["claimed"]) == (case, claimed)
    assert "max divergence of at least" in failure.witness
    assert float(failure.numbers["loss at least"]) > float(claimed)


def test_a_broken_zero_concentrated_guarantee_is_shown() -> None:
    """Is a loss above the map proved under zero-concentrated divergence, too?"""

    def bound(triple: Selection, setting: Setting, d_in: Fraction) -> Answer:
        exact = triple.bound(setting, d_in)
        return exact if setting.measure == MaxDivergence() else exact / 16

    found = privacy_verdict(LawTarget(bound=bound))
    assert found.outcome is Outcome.FAILED
    assert all("zero-concentrated divergence of at least" in failure.witness for failure in found.failures)


@pytest.mark.parametrize(("part", "failed"), [(Fraction(9, 10), False), (Fraction(17, 20), True)])
def test_a_loss_that_seems_too_large_is_drawn_until_it_is_proved(part: Fraction, failed: bool) -> None:
    """Is a map that is a little too small exceeded by more draws of the pair that makes it suspect, and of no other?"""
    target = LawTarget(bound=lambda triple, setting, d_in: triple.bound(setting, d_in) * part)
    ask = Ask(only=8, effort=replace(STANDARD, draws=8000))
    check = PrivacyCheck(Bench([target], target.triple), ask, Budget(), RUN / 2)
    check.draw_the_least()
    assert not check.failed
    check.draw_what_is_suspect()
    assert check.failed is failed


@pytest.mark.parametrize("answer", [None, float("nan"), float("inf"), "1", True])
def test_a_map_that_claims_nothing_is_left_to_its_own_clauses(answer: Answer) -> None:
    """Is a pair left out whose map claims nothing that could be exceeded?"""
    assert privacy_verdict(LawTarget(bound=lambda triple, setting, d_in: answer)).outcome is Outcome.SKIPPED


def test_an_error_on_one_side_alone_is_an_event() -> None:
    """Is an error that only one of two neighbours causes a broken guarantee?"""

    def fussy(x: Vector, count: int) -> list[tuple[Answer, int]]:
        return [(Raised("ValueError", "no") if x == (0.0, 0.0) else (0,), count)]

    def made(plain: LawMade) -> LawMade:
        return replace(plain, sampling=fussy)

    found = privacy_verdict(LawTarget(made=made))
    assert "an error or another output shows a max divergence" in found.failures[0].witness


def test_bounds_hold_what_they_must() -> None:
    """Do the bounds on a probability hold the frequency, shrink with more draws and stay inside [0, 1]?"""
    alpha = FalseAlarmRate(Fraction(1, 10**6))
    low, high = bounds(30, 100, alpha)
    assert 0 < low < Fraction(30, 100) < high < 1
    closer = bounds(3000, 10000, alpha)
    assert low < closer[0] < closer[1] < high
    assert bounds(0, 50, alpha)[0] == 0
    assert bounds(50, 50, alpha)[1] == 1
    assert bounds(0, 50, alpha)[1] > bounds(0, 500, alpha)[1] > 0


@pytest.mark.parametrize("count", [3, 30])
def test_bounds_rule_out_just_what_the_evidence_does(count: int) -> None:
    """Is the evidence at a bound what the rate asks for, recomputed from the formula?"""
    alpha, n = FalseAlarmRate(Fraction(1, 1000)), 60
    mixture = lgamma(count + 0.5) + lgamma(n - count + 0.5) - 2 * lgamma(0.5) - lgamma(n + 1)
    for bound in bounds(count, n, alpha):
        p = float(bound)
        assert mixture - count * log(p) - (n - count) * log(1 - p) == pytest.approx(log(1000), abs=1e-6)


def test_the_least_loss_of_an_event() -> None:
    """Is the loss of a two-point event what the closed forms say?"""
    p, q = Fraction(3, 4), Fraction(1, 4)
    assert float(least_loss(MaxDivergence(), p, q).mid()) == pytest.approx(1.0986122886681098)
    # randomised response: D_alpha/alpha is largest as alpha tends to 1, where it is eps tanh(eps/2)
    assert float(least_loss(ZeroConcentratedDivergence(), p, q).mid()) == pytest.approx(0.5493061443340549)
    certain = least_loss(ZeroConcentratedDivergence(), Fraction(1), q)
    assert float(certain.mid()) == pytest.approx(1.3862943611198906)


def test_a_target_that_dies_of_its_map_is_told_so() -> None:
    """If the map kills its process while pairs are planned, is it the map that is remembered?"""
    ask = Ask()
    PrivacyCheck(
        Bench([LawTarget(bound=lambda triple, setting, d_in: Died("killed"))], NOISY_TOP_K), ask, Budget(), RUN / 2
    )
    assert {(death.case.clause.name, death.witness.partition("(")[0]) for death in ask.deaths} == {("map.sound", "map")}
