"""Is it noticed if releases, or processes, share their coins?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product, repeat
from math import prod
from random import Random
from typing import Any

import pytest

from impl.ball import ball
from proofs.conform.ask import QUICK, STANDARD, Ask, Effort
from proofs.conform.checks.fresh import (
    LENGTH,
    LONG,
    LONGER,
    MANY,
    OBJECTS,
    SHORT,
    SOME_OF,
    check_fresh,
)
from proofs.conform.checks.repeats import Repeats, earlier
from proofs.conform.checks.turns import ALONE, PAIRS, RELEASES
from proofs.conform.contract import Contract
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, Selection
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Made, Raised, Trouble
from tests.support.conform_fakes import LawTarget, Vector
from tests.support.stated_fakes import StatedMade, StatedTarget
from tests.support.target_here import TargetHere
from tests.support.targets import stateful


def fresh(order: Iterator[int], effort: Effort = STANDARD) -> Verdict:
    def listing(x: Vector, count: int) -> list[Answer]:
        return [(next(order) % len(x),) for _ in range(count)]

    def invoking(x: Vector) -> Answer:
        return (next(order) % len(x),)

    target = LawTarget(made=lambda plain: replace(plain, listing=listing, invoking=invoking))
    bench = Bench([target, LawTarget(made=target.made)], NOISY_TOP_K)
    (found,) = check_fresh(bench, Ask(effort=effort), FalseAlarmRate(RUN / 8))
    return found


def batched(stream: Iterator[int], size: int) -> Iterator[list[int]]:
    """Blocks of so many."""
    while True:
        yield list(islice(stream, size))


def mixed(seed: int) -> Iterator[int]:
    """A stream that looks random, by a linear congruence."""
    while True:
        seed = (6364136223846793005 * seed + 1442695040888963407) % 2**64
        yield seed >> 40


def test_coins_are_drawn_anew() -> None:
    """Does a stream of its own pass, and do processes that repeat each other or themselves fail?"""
    assert fresh(mixed(1)).outcome is Outcome.PASSED
    repeated = fresh(chain(range(LENGTH), range(LENGTH), mixed(3)))
    assert [failure.case.id for failure in repeated.failures] == ["law.fresh#0"]
    for period in (1, 2, 3):
        repeating = chain.from_iterable([block] * 2 for block in batched(mixed(5), period))
        sticky = fresh(chain(islice(mixed(5), 2 * LENGTH + OBJECTS), chain.from_iterable(repeating)))
        assert [failure.case.id for failure in sticky.failures][:2] == ["law.fresh#2", "law.fresh#3"]
        assert all(f" {earlier(period)}" in failure.witness for failure in sticky.failures)
    cold = fresh(chain(islice(mixed(5), 2 * LENGTH), repeat(1, OBJECTS), mixed(7)))
    assert [failure.case.id for failure in cold.failures] == ["law.fresh#1"]


def sometimes_again(period: int) -> Iterator[int]:
    """A stream in which every so many times the last number comes again."""
    last = 0
    for place, number in enumerate(mixed(5)):
        last = last if place % period == 0 else number
        yield last


@pytest.mark.parametrize(
    ("period", "failed", "releases"), [(70, True, LONG + LONGER), (40, True, LONG), (400, False, 0)]
)
def test_what_is_seldom_repeated_is_seen_in_more_releases(period: int, failed: bool, releases: int) -> None:
    """Is it seen that every fortieth release repeats the last one, and every seventieth once more are asked for?"""
    found = fresh(sometimes_again(period))
    assert (found.outcome is Outcome.FAILED) is failed
    told = f"of {releases - 1} releases, expected {round((releases - 1) / len(MANY))}"
    assert [told in failure.witness for failure in found.failures] == [True] * failed


def test_a_slow_target_is_released_less_often_for_repeats() -> None:
    """Do few releases of a slow target do at quick effort, more of them where these raise a doubt?"""
    for period, releases in ((5, SHORT), (40, LONG)):
        found = fresh(sometimes_again(period), QUICK)
        (witness,) = [failure.witness for failure in found.failures if failure.case.number == 3]
        assert f"of {releases - 1} releases" in witness
    drawn = mixed(1)
    assert fresh(drawn, QUICK).outcome is Outcome.PASSED
    left = mixed(1)
    assert next(drawn) == next(
        islice(left, 2 * LENGTH + OBJECTS + 4000 + 3 * SHORT + len(PAIRS) * 2 * (RELEASES + ALONE), None)
    )


@pytest.mark.parametrize(
    ("name", "effort"),
    [*((name, QUICK) for name in (*stateful.RIGHT, *stateful.WRONG)), *((name, STANDARD) for name in stateful.SLIGHT)],
)
def test_releases_that_remember_earlier_ones_fail(name: str, effort: Effort) -> None:
    """Is it seen, as quickly as can be, that releases avoid, oppose, deal out, keep or repeat what came before?"""
    targets = [TargetHere(stateful.factory(name)) for _ in range(2)]
    (found,) = check_fresh(Bench(targets, NOISY_TOP_K), Ask(effort=effort), FalseAlarmRate(RUN / 8))
    assert (found.outcome is Outcome.FAILED) is (name not in stateful.RIGHT)


def orders(period: int, x: Vector, count: int) -> list[Answer]:
    """Outputs of five indices, of which every so many is the last one again."""
    drawn = Random(3)
    found: list[Answer] = []
    for number in range(count):
        again = found and number % period == 0
        found.append(found[-1] if again else tuple(drawn.sample(range(len(x)), SOME_OF)))
    return found


@pytest.mark.parametrize(("period", "releases"), [(20, [SHORT]), (100, [LONG]), (200, [LONG]), (10**6, [])])
def test_orders_that_come_again_are_seen_in_few_releases(period: int, releases: list[int]) -> None:
    """Is it seen of a slow target that every twentieth order, or every two hundredth, is the last one again?"""
    target = LawTarget(made=lambda plain: replace(plain, listing=partial(orders, period)))
    (found,) = check_fresh(Bench([target] * 2, NOISY_TOP_K), Ask(only=4, effort=QUICK), FalseAlarmRate(RUN / 8))
    assert [(failure.case.id, failure.setting.k) for failure in found.failures] == [("law.fresh#4", SOME_OF)] * len(
        releases
    )
    assert all(f"of {often - 1} releases" in found.failures[0].witness for often in releases)


@pytest.mark.parametrize("triple", [REPORT_NOISY_MAX_GUMBEL, DISCRETE_LAPLACE])
def test_orders_are_asked_where_several_indices_come_out(triple: Contract) -> None:
    """Is nothing said of orders where one index comes out, or a number?"""
    target = LawTarget(triple=triple) if isinstance(triple, Selection) else StatedTarget(triple)
    (found,) = check_fresh(Bench([target] * 2, triple), Ask(only=4), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED


def test_an_earlier_release_is_told_in_words() -> None:
    """Are one and several releases before told apart?"""
    assert [earlier(1), earlier(7)] == ["the one before it", "the one 7 releases before it"]


def test_what_cannot_be_asked_of_a_series_is_skipped() -> None:
    """Is a target left out that refuses the setting, gives too few outputs or outputs of another shape?"""
    bench = Bench([LawTarget(refuses=lambda setting: True)] * 2, NOISY_TOP_K)
    (found,) = check_fresh(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED

    def odd(x: Vector, count: int) -> list[Answer]:
        return ["no"] * count if len(x) == 2 else [Raised("ValueError", "no")]

    target = LawTarget(made=lambda plain: replace(plain, listing=odd, invoking=lambda x: "no"))
    (found,) = check_fresh(Bench([target, target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED


class RepeatingMade(StatedMade):
    """Repeats every tenth output."""

    def series(self, x: Any, count: int, other: Any = None) -> Sequence[Answer]:
        answers = [*super().series(x, count)]
        answers[10::10] = answers[9:-1:10]
        return answers


class Repeating(StatedTarget):
    """A factory of such."""

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        made = super().make(arguments)
        return RepeatingMade(made.target, made.setting, made.source) if isinstance(made, StatedMade) else made


@pytest.mark.parametrize(("kind", "failed"), [(Repeating, ["law.fresh#3"]), (StatedTarget, [])])
def test_repeats_are_seen_against_a_contract_of_ones_own(kind: type[StatedTarget], failed: list[str]) -> None:
    """Is noise that is used again in every tenth release seen, where outputs are not equally likely?"""
    bench = Bench([kind(DISCRETE_LAPLACE, seed=1), kind(DISCRETE_LAPLACE, seed=2)], DISCRETE_LAPLACE)
    (found,) = check_fresh(bench, Ask(only=3), FalseAlarmRate(RUN / 8))
    assert [failure.case.id for failure in found.failures] == failed


@pytest.mark.parametrize(("evenly", "releases", "least"), [(32, 1000, 5), (32, 8000, 30), (3, 8000, 5), (2, 100, 0)])
def test_how_seldom_a_repeat_would_have_been_seen(evenly: int, releases: int, least: int) -> None:
    """Is what a pass would have seen to repeat told, as it shows in most series that have as much, or nothing?"""
    repeats, threshold = Repeats({(place,): ball(1) / evenly for place in range(evenly)}), 10**13
    part = repeats.least_seen(releases, threshold)
    assert part == (Fraction(1, least) if least else None)
    if part is not None:
        seen = 0
        for seed in range(20):
            drawn = Random(seed)
            cells = [(0,)]
            while len(cells) < releases:
                cells.append(cells[-1] if drawn.random() < part else (drawn.randrange(evenly),))
            seen += bool(repeats.evidence(cells[:-1], cells[1:]) > ball(threshold))
        assert seen >= 18


def test_evidence_of_repeats_has_mean_one() -> None:
    """Is the mean of the evidence 1 over all outputs of a law that is not even, so that it raises no false alarms?"""
    law = {(0,): ball(Fraction(3, 4)), (1,): ball(Fraction(1, 4))}
    mean = ball(0)
    for cells in product(law, repeat=5):
        chance = prod((law[cell] for cell in cells), start=ball(1))
        mean += chance * Repeats(law).evidence(cells[:-1], cells[1:])
    assert mean.overlaps(ball(1))
    assert mean.rad() < 1e-9
