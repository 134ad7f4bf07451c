"""A conformance run: every clause of a triple, put to a target, within the time that the effort allows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from proofs.conform import ask as asking
from proofs.conform.ask import Ask, Effort
from proofs.conform.checks import construction, maps, outputs, stated
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.fresh import check_fresh, check_steady
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.clauses import LAW_SAMPLED, LIVES, PRIVACY_SAMPLED
from proofs.conform.contract import Contract
from proofs.conform.model import Outcome, Verdict, verdict
from proofs.conform.pool import Bench, Clock
from proofs.conform.triples import Selection
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.targets.target import Target

T = TypeVar("T", bound=Contract)
ExactCheck = Callable[[Target, Ask], Iterator[Verdict]]

LAW_RATE, PRIVACY_RATE, FRESH_RATE, WALK_RATE = RUN / 2, RUN / 4, RUN / 8, RUN / 8
GLANCE = 1.2
"""Seconds of sampling before anything else: what is plainly wrong shows at once."""

MOST_DEATHS = 5
SIMPLE = 100
"""The cases of a clause below this number are simple ones: to fail on them is plain."""

CURTAILED = 1.0
"""Seconds of sampling for a clause once it, or another, has failed."""


@dataclass(frozen=True)
class Spending:
    """What an effort asks, and the seconds that it may take; a round of questions may take a twentieth of them."""

    asked: Effort
    seconds: float

    def among(self, runs: int) -> "Spending":
        """The same effort for several runs together."""
        seconds = self.seconds / runs
        return Spending(replace(self.asked, seconds=seconds / 20), seconds)


EFFORTS = {
    "quick": Spending(asking.QUICK, 18.0).among(1),
    "standard": Spending(asking.STANDARD, 100.0).among(1),
    "deep": Spending(asking.DEEP, 1150.0).among(1),
}


def conform(
    targets: Sequence[Target],
    triple: Contract,
    ask: Ask,
    seconds: float,
    keep_going: bool = False,
    share: int = 1,
    tolerated: str | None = None,
) -> Iterator[Verdict]:
    """Put every clause that is asked for to the target, the quickest first; `targets` are processes of the same one.

    False alarms: 1e-9/share in all. Once a clause plainly fails, the others get a quick look only, unless `keep_going`.
    Another law than the promised one is only noted if its name is `tolerated`.
    """
    clock, bench, budget = Clock(seconds, ask.clock), Bench(targets, triple), Budget(RUN / share)
    sampled: list[LawCheck | PrivacyCheck] = []
    if ask.wanted(LAW_SAMPLED):
        sampled.append(LawCheck(bench, ask, budget, LAW_RATE / share, tolerated))
    if ask.wanted(PRIVACY_SAMPLED):
        sampled.append(PrivacyCheck(bench, ask, budget, PRIVACY_RATE / share))
    budget.spend(WALK_RATE / share)
    hurried = False
    for found in _verdicts(bench, ask, budget.spend(FRESH_RATE / share), clock, sampled):
        if _plain(found) and not keep_going and not hurried:
            hurried, ask.effort = True, EFFORTS["quick"].among(2).asked
            clock.hurry(2 * CURTAILED)
        yield found
    if ask.wanted(LIVES) and ask.only is None:
        yield verdict(LIVES, max(len(ask.deaths), 1), ask.deaths[:MOST_DEATHS])


def exact_checks(triple: Contract) -> list[ExactCheck]:
    """What is asked without sampling laws, construction first; of private selection more is known than is stated."""
    always: tuple[Callable[[Target, Contract, Ask], Iterator[Verdict]], ...] = (check_steady, check_errors)
    if not isinstance(triple, Selection):
        general = (stated.check_accepts, stated.check_refuses, stated.check_map_refuses, stated.check_maps)
        return [partial(_asked_of, triple, check) for check in (*general, stated.check_shape, *always)]
    known = (
        construction.check_accepts,
        construction.check_refuses,
        maps.check_map_refuses,
        maps.check_maps,
        outputs.check_scale_zero,
        outputs.check_ties,
        outputs.check_shape,
    )
    return [*(partial(_asked_of, triple, check) for check in known), *(partial(_asked_of, triple, c) for c in always)]


def _asked_of(
    triple: T, check: Callable[[Target, T, Ask], Iterator[Verdict]], target: Target, ask: Ask
) -> Iterator[Verdict]:
    return check(target, triple, ask)


def _plain(found: Verdict) -> bool:
    """Whether a clause fails on a simple case, which come first: a corner must not hide what else is wrong."""
    return found.outcome is Outcome.FAILED and any((f.case.number or 0) < SIMPLE for f in found.failures)


def _verdicts(
    bench: Bench, ask: Ask, alpha: FalseAlarmRate, clock: Clock, sampled: list[LawCheck | PrivacyCheck]
) -> Iterator[Verdict]:
    """What is exact, between a glance at what sampling shows at once and all the sampling that there is time for."""
    first, second, *others = exact_checks(bench.triple)
    yield from first(bench.first, ask)
    yield from second(bench.first, ask)
    plain = [check for check in sampled if check.glance(min(GLANCE, clock.left))]
    for check in plain:
        yield check.finish(CURTAILED)
    for ask_of in others:
        yield from ask_of(bench.first, ask)
    yield from check_fresh(bench, ask, alpha)
    yield from check_law_at_the_coins(bench, ask, clock.left / 8)
    yield from check_privacy_at_the_coins(bench, ask, clock.left / 8)
    bench.first.renew()  # a target that keeps random bits in store may have kept some that were not random
    left = [check for check in sampled if check not in plain]
    for done, check in enumerate(left):
        yield check.finish(max(clock.left / (len(left) - done), clock.seconds / 10))
