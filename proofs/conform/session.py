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
from proofs.conform.clauses import LAW_COINS, LAW_FRESH, LAW_SAMPLED, LIVES, ORDER, PRIVACY_SAMPLED
from proofs.conform.contract import Contract
from proofs.conform.lanes import side_by_side
from proofs.conform.model import Outcome, Verdict, verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import Selection
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.targets.target import Target
from spec.space import Measure

T = TypeVar("T", bound=Contract)
CheckAt = Callable[[Bench, Ask], Iterator[Verdict]]

LAW_RATE, PRIVACY_RATE, FRESH_RATE, WALK_RATE = RUN / 2, RUN / 4, RUN / 8, RUN / 8
MOST_DEATHS = 5
DRAWERS = 2
"""So many processes are kept to draw in: nothing is walked or replaced there, and they are new."""


@dataclass(frozen=True)
class Spending:
    """What an effort asks, and the processor time in which it adds draws, for the law and for the guarantee."""

    asked: Effort
    seconds: float


EFFORTS = {
    "quick": Spending(asking.QUICK, 2.0),
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
    """Put every clause that is asked for to the target; `targets` are processes of it, the last two to draw in.

    False alarms: 1e-9/share in all. Every clause is asked all its cases, and every law drawn as often as the effort
    says. Each sampled clause is drawn more often, in stages that fit into the seconds of processor time, if it has not
    failed, and then what is in doubt, unless the law was walked and differs.
    Another law than the promised one is only noted if its name is `tolerated`.
    """
    walking, drawing = Bench(targets[:-DRAWERS] or targets, triple), Bench(targets[-DRAWERS:], triple)
    budget = Budget(RUN / share)
    sampled: list[LawCheck | PrivacyCheck] = []
    if ask.wanted(PRIVACY_SAMPLED):
        sampled.append(PrivacyCheck(walking, ask, budget, PRIVACY_RATE / share))
    if ask.wanted(LAW_SAMPLED):
        sampled.append(LawCheck(walking, ask, budget, LAW_RATE / share, tolerated))
    walked, fresh = budget.spend(WALK_RATE / share), budget.spend(FRESH_RATE / share)
    yield from _first_look(walking, ask, sampled)
    lanes = [
        [partial(check, alone) for check in lane]
        for alone, lane in walking.alone(_exact_lanes(triple, FalseAlarmRate(walked / 3), sampled))
    ]
    draws = [partial(check, drawing) for check in _draws(ask, fresh, sampled, seconds)]
    if len(targets) > DRAWERS:
        lanes.append(draws)
    else:
        lanes[0] += draws
    differs = False
    for found in side_by_side(lanes, ask):
        differs |= found.clause is LAW_COINS and found.outcome is Outcome.FAILED
        yield found
    for check in (check.at(drawing, ask) for check in sampled):
        if not differs:
            check.draw_what_is_suspect()
        yield check.verdict()
    if ask.wanted(LIVES) and ask.only is None:
        deaths = sorted(ask.deaths, key=lambda death: (ORDER[death.case.clause.name], death.case.number or 0))
        yield verdict(LIVES, max(len(deaths), 1), deaths[:MOST_DEATHS])


def _first_look(bench: Bench, ask: Ask, sampled: Sequence[LawCheck | PrivacyCheck]) -> Iterator[Verdict]:
    """What the factory makes, and a glance at what sampling shows at once, the law first."""
    for check in exact_checks(bench.triple)[0]:
        yield from check(bench, ask)
    for glancing in reversed(sampled):
        glancing.glance(bench.triple.measures[0])


def _exact_lanes(
    triple: Contract, alpha: FalseAlarmRate, sampled: Sequence[LawCheck | PrivacyCheck]
) -> tuple[list[CheckAt], ...]:
    """What is exact, in lanes.

    Other measures than the first may be slow to release under: a glance at them is one lane's, while maps are asked.
    """
    _, mapped, released = exact_checks(triple)
    glances = [partial(_glance, check, measure) for measure in triple.measures[1:] for check in reversed(sampled)]
    losses, tails, laws = (
        partial(check, alpha=alpha) for check in (check_privacy_at_the_coins, check_tails, check_law_at_the_coins)
    )
    return [*mapped, losses], [*glances, *released, tails], [laws]


def _draws(
    ask: Ask, alpha: FalseAlarmRate, sampled: Sequence[LawCheck | PrivacyCheck], seconds: float
) -> list[CheckAt]:
    """What is drawn in new processes: whether releases are independent, and all laws as often as the effort says."""
    if not sampled and not ask.wanted(LAW_FRESH):
        return []
    return [_renew, partial(check_fresh, alpha=alpha), *(partial(_draw, check, seconds) for check in sampled)]


def _renew(bench: Bench, ask: Ask) -> Iterator[Verdict]:
    """A target that keeps random bits in store may have kept some that were not random."""
    bench.renew()
    yield from ()


def _draw(check: LawCheck | PrivacyCheck, seconds: float, bench: Bench, ask: Ask) -> Iterator[Verdict]:
    drawn = check.at(bench, ask)
    drawn.draw_the_least()
    drawn.draw_on(seconds)
    yield from ()


def _glance(check: LawCheck | PrivacyCheck, measure: Measure, bench: Bench, ask: Ask) -> Iterator[Verdict]:
    check.at(bench, ask).glance(measure)
    yield from ()


def exact_checks(triple: Contract) -> tuple[list[CheckAt], list[CheckAt], list[CheckAt]]:
    """What is asked without walks or samples: of the factory, of the map, and of releases.

    Of private selection more is known than is stated.
    """
    if not isinstance(triple, Selection):
        return (
            _asked_of(triple, stated.check_accepts, stated.check_refuses),
            _asked_of(triple, stated.check_maps, stated.check_map_refuses, check_steady),
            _asked_of(triple, stated.check_shape, check_errors),
        )
    return (
        _asked_of(triple, construction.check_accepts, construction.check_refuses),
        _asked_of(triple, maps.check_maps, maps.check_map_refuses, check_steady),
        _asked_of(triple, outputs.check_scale_zero, outputs.check_ties, outputs.check_shape, check_errors),
    )


def _asked_of(triple: T, *checks: Callable[[Target, T, Ask], Iterator[Verdict]]) -> list[CheckAt]:
    return [partial(_asked, triple, check) for check in checks]


def _asked(
    triple: T, check: Callable[[Target, T, Ask], Iterator[Verdict]], bench: Bench, ask: Ask
) -> Iterator[Verdict]:
    return check(bench.first, triple, ask)
