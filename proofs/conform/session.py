"""A conformance run: every clause of a triple, put to a target, as often as the effort says."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
from proofs.conform.checks.tails import check_tails
from proofs.conform.clauses import LAW_SAMPLED, LIVES, PRIVACY_SAMPLED
from proofs.conform.contract import Contract
from proofs.conform.model import Verdict, verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import Selection
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.targets.target import Target

T = TypeVar("T", bound=Contract)
ExactCheck = Callable[[Target, Ask], Iterator[Verdict]]

LAW_RATE, PRIVACY_RATE, FRESH_RATE, WALK_RATE = RUN / 2, RUN / 4, RUN / 8, RUN / 8
MOST_DEATHS = 5


@dataclass(frozen=True)
class Spending:
    """What an effort asks, and the processor time in which it adds draws, for the law and for the guarantee."""

    asked: Effort
    seconds: float


EFFORTS = {
    "quick": Spending(asking.QUICK, 6.0),
    "standard": Spending(asking.STANDARD, 60.0),
    "deep": Spending(asking.DEEP, 800.0),
}


def conform(
    targets: Sequence[Target],
    triple: Contract,
    ask: Ask,
    seconds: float,
    share: int = 1,
    tolerated: str | None = None,
) -> Iterator[Verdict]:
    """Put every clause that is asked for to the target; `targets` are processes of the same one.

    False alarms: 1e-9/share in all. Every clause is asked all its cases, and every law drawn as often as the effort
    says. Each sampled clause is drawn more often, in stages that fit into the seconds of processor time, if it has not
    failed: what became of other clauses has no part in it.
    Another law than the promised one is only noted if its name is `tolerated`.
    """
    bench, budget = Bench(targets, triple), Budget(RUN / share)
    sampled: list[LawCheck | PrivacyCheck] = []
    if ask.wanted(PRIVACY_SAMPLED):
        sampled.append(PrivacyCheck(bench, ask, budget, PRIVACY_RATE / share))
    if ask.wanted(LAW_SAMPLED):
        sampled.append(LawCheck(bench, ask, budget, LAW_RATE / share, tolerated))
    walked, fresh = budget.spend(WALK_RATE / share), budget.spend(FRESH_RATE / share)
    yield from _exact(bench, ask, walked, fresh, sampled)
    for target in targets:
        target.renew()  # one that keeps random bits in store may have kept some that were not random
    for check in sampled:
        check.draw_the_least()
        check.draw_on(seconds)
        yield check.verdict()
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
        maps.check_maps,
        maps.check_map_refuses,
        outputs.check_scale_zero,
        outputs.check_ties,
        outputs.check_shape,
    )
    return [*(partial(_asked_of, triple, check) for check in known), *(partial(_asked_of, triple, c) for c in always)]


def _asked_of(
    triple: T, check: Callable[[Target, T, Ask], Iterator[Verdict]], target: Target, ask: Ask
) -> Iterator[Verdict]:
    return check(target, triple, ask)


def _exact(
    bench: Bench, ask: Ask, walked: FalseAlarmRate, fresh: FalseAlarmRate, sampled: list[LawCheck | PrivacyCheck]
) -> Iterator[Verdict]:
    """What is exact, after a glance at what sampling shows at once."""
    first, second, *others = exact_checks(bench.triple)
    for ask_of in (first, second):
        yield from ask_of(bench.first, ask)
    for check in sampled:
        check.glance()
    for ask_of in others:
        yield from ask_of(bench.first, ask)
    yield from check_privacy_at_the_coins(bench, ask, FalseAlarmRate(walked / 3))
    yield from check_tails(bench, ask, FalseAlarmRate(walked / 3))
    yield from check_law_at_the_coins(bench, ask, FalseAlarmRate(walked / 3))
    yield from check_fresh(bench, ask, fresh)
