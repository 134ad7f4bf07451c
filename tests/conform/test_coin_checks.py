"""Do the clauses that are decided at the coins catch a wrong law and a broken guarantee, and nothing that is right?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins
from proofs.conform.checks.law_cases import Scores
from proofs.conform.checks.walked import REFUSED
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, Setting
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Died, Raised, Trouble, Walk
from proofs.targets.worker.certifying import NO_COINS
from proofs.targets.worker.walking import NOT_ITS_COINS
from spec.space import MaxDivergence, Measure, ZeroConcentratedDivergence
from tests.support.conform_fakes import LawMade, LawTarget, Map, Vector, as_scores
from tests.support.conform_walks import coins_verdicts, exactly, walking


def test_the_promised_law_passes_at_the_coins() -> None:
    """Do walks that enclose the promised law pass, and is it told how much of the law was walked?"""
    found = coins_verdicts(LawTarget(made=walking(exactly), triple=REPORT_NOISY_MAX_GUMBEL))
    assert {verdict.outcome for verdict in found.values()} == {Outcome.PASSED}
    assert " laws walked, all but " in found["law.coins"].detail


def test_a_wrong_law_fails_at_the_coins() -> None:
    """Is a probability outside its enclosure told with both numbers, and a loss above the map with the claim?"""

    def swapped(plain: LawMade, x: Vector) -> Walk:
        right = exactly(plain, x)
        outcomes = [answer for answer, _ in right.branches][::-1]
        return Walk(tuple(zip(outcomes, (mass for _, mass in right.branches), strict=True)), right.missing)

    target = LawTarget(made=walking(swapped), bound=lambda triple, setting, d_in: 0.5)
    found = coins_verdicts(target)
    first = found["law.coins"].failures[0]
    assert first.witness.startswith("on [0.0, 1.0] (two scores): output [0] has probability 0.8160602")
    assert first.numbers["promised"] == "0.183939720586"
    first = found["privacy.coins"].failures[0]
    assert first.witness.endswith("shows a loss of at least 1.0000000, above the claimed 0.5")


def test_an_outcome_of_another_kind_fails_at_the_coins() -> None:
    """Is mass on an error a wrong law, and an outcome that the neighbour never has an infinite loss?"""

    def failing(plain: LawMade, x: Vector) -> Walk:
        right = [(answer, mass * Fraction(99, 100)) for answer, mass in exactly(plain, x).branches]
        return Walk((*right, (Raised("ValueError", "no"), Fraction(1, 1000))), Fraction(9, 1000))

    found = coins_verdicts(LawTarget(made=walking(failing)))
    witness = "something that is no output has probability 1/1000, up to 9/1000 more, not 0"
    assert found["law.coins"].failures[0].witness.endswith(witness)

    def certain(plain: LawMade, x: Vector) -> Walk:
        return Walk((((x.index(max(map(float, as_scores(x)))),), Fraction(1)),), Fraction(0))

    found = coins_verdicts(LawTarget(made=walking(certain)))
    assert found["privacy.coins"].failures[0].numbers["loss at least"] == "infinity"


@pytest.mark.parametrize(
    ("walk", "detail"),
    [
        (Walk((), Fraction(1), "it ignores its coins"), "it ignores its coins"),
        (Raised("TypeError", "no draw"), "it cannot be walked: TypeError"),
        (Died("hung"), "it cannot be walked: hung"),
    ],
)
def test_a_walk_that_tells_nothing_is_skipped(walk: Walk | Trouble, detail: str) -> None:
    """Is a case left out whose walk found nothing, failed or killed the target?"""

    def made(plain: LawMade) -> LawMade:
        return replace(plain, walking=lambda plain, x: walk)

    ask = Ask(only=0)
    alpha = FalseAlarmRate(RUN / 8)
    (found,) = check_law_at_the_coins(Bench([LawTarget(made=made)], NOISY_TOP_K), ask, alpha)
    assert (found.outcome, found.detail) == (Outcome.SKIPPED, detail)
    assert not ask.deaths


@pytest.mark.parametrize(
    "wrong_of",
    [
        lambda setting, x: setting.T is int,
        lambda setting, x: setting.T is int and setting.negate,
        lambda setting, x: len(x) == 2 and x[0] == x[1] and setting.k == 1,
        lambda setting, x: max(x) < 0,
        lambda setting, x: setting.k == 2 < len(x),
        lambda setting, x: max(x) - min(x) > 5 * setting.scale,
    ],
)
@pytest.mark.parametrize("measure", [MaxDivergence(), ZeroConcentratedDivergence()])
def test_what_is_wrong_of_one_kind_of_inputs_is_among_the_first_that_are_walked(
    measure: Measure, wrong_of: Callable[[Setting, Scores], bool]
) -> None:
    """Is a law seen to be wrong that is so for one kind of inputs alone, if no more than 24 laws can be walked?"""
    walked = []

    def walk(plain: LawMade, x: Vector) -> Walk:
        walked.append(x)
        is_wrong = plain.setting.measure == measure and wrong_of(plain.setting, as_scores(x))
        if len(walked) > 24:
            return Walk((), Fraction(1), "enough")
        return Walk((((0,), Fraction(1)),), Fraction(0)) if is_wrong else exactly(plain, x)

    bench = Bench([LawTarget(made=walking(walk))], NOISY_TOP_K)
    (found,) = check_law_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.FAILED


def test_every_setting_of_numbers_is_walked_that_costs_no_work() -> None:
    """Are scales tiny, huge and of more than 32 bits, and scores far above and below zero, among the laws walked?"""
    walked = set()

    def walk(plain: LawMade, x: Vector) -> Walk:
        walked.add((plain.setting.measure, plain.setting.scale, as_scores(x)))
        return exactly(plain, x)

    bench = Bench([LawTarget(made=walking(walk))], NOISY_TOP_K)
    list(check_law_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8)))
    for scale, x in (
        (1e-300, (0.0, 1e-300, 3e-300)),
        (1e300, (0.0, 1e300, -1e300)),
        (2.0**25 + 1, (0.0, 2.0**25 + 1)),
        (1.0, (1000.0, 1001.0, 999.5)),
        (1.0, (-1000.0, -1001.0, -1002.0)),
        (0.1, (0.0, 0.1, 0.3)),
    ):
        assert (MaxDivergence(), scale, x) in walked


def test_targets_without_coins_are_not_walked() -> None:
    """Is it said why nothing was walked: there are no draws, or all is refused?"""
    assert {verdict.detail for verdict in coins_verdicts(LawTarget()).values()} == {NO_COINS}
    refused = coins_verdicts(LawTarget(refuses=lambda setting: True))
    assert {(v.outcome, v.detail) for v in refused.values()} == {(Outcome.SKIPPED, REFUSED)}


def test_a_map_without_a_claim_is_not_held_against_walks() -> None:
    """Are pairs left out whose map is infinite or no number?"""
    for answer in (float("inf"), "much"):
        target = LawTarget(made=walking(exactly), bound=constant(answer))
        assert coins_verdicts(target)["privacy.coins"].outcome is Outcome.SKIPPED


def constant(answer: Answer) -> Map:
    return lambda triple, setting, d_in: answer


def test_other_randomness_withdraws_what_walks_say() -> None:
    """Is nothing said of the law at the coins if some walk shows that they are not all the randomness?"""
    reason = NOT_ITS_COINS

    def sometimes(plain: LawMade, x: Vector) -> Walk:
        return Walk((), Fraction(1), reason) if x == (0.0, 0.0, 0.0) else Walk((), Fraction(0))

    found = coins_verdicts(LawTarget(made=walking(sometimes)))
    assert found["law.coins"].outcome is Outcome.SKIPPED
    assert found["law.coins"].detail == NOT_ITS_COINS
    reason = "out of time"
    assert coins_verdicts(LawTarget(made=walking(sometimes)))["law.coins"].outcome is Outcome.FAILED
