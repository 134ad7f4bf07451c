"""A conformance run: every clause of a triple, put to a target, within the time that the effort allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from proofs.conform import ask as asking
from proofs.conform.ask import Ask, Effort
from proofs.conform.bench import Bench, Clock
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.construction import check_accepts, check_refuses
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.fresh import check_fresh
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.checks.outputs import check_scale_zero, check_shape, check_ties
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.clauses import LAW_SAMPLED, LIVES, PRIVACY_SAMPLED
from proofs.conform.model import Outcome, Verdict, verdict
from proofs.conform.target import Target
from proofs.conform.triples import Selection
from proofs.statistics.budget import RUN, Budget

LAW_RATE, PRIVACY_RATE, FRESH_RATE = RUN / 2, RUN / 4, RUN / 8
GLANCE = 1.5
"""Seconds of sampling before anything else: what is plainly wrong shows at once."""

MOST_DEATHS = 5
CURTAILED = 2.0
"""Seconds of sampling for each clause that is left once another has failed."""


@dataclass(frozen=True)
class Spending:
    """What an effort asks, and the seconds that it may take."""

    asked: Effort
    seconds: float


EFFORTS = {
    "quick": Spending(replace(asking.QUICK, seconds=1.5), 18.0),
    "standard": Spending(replace(asking.STANDARD, seconds=6.0), 100.0),
    "deep": Spending(replace(asking.DEEP, seconds=60.0), 1150.0),
}


def conform(
    targets: Sequence[Target],
    triple: Selection,
    ask: Ask,
    seconds: float,
    keep_going: bool = False,
    share: int = 1,
    tolerated: str | None = None,
) -> Iterator[Verdict]:
    """Put every clause that is asked for to the target, the quickest first; `targets` are processes of the same one.

    False alarms: 1e-9/share in all. Once a clause has failed, sampling for the others is cut short unless `keep_going`.
    Another law than the promised one is only noted if its name is `tolerated`.
    """
    clock, bench, budget = Clock(seconds, ask.clock), Bench(targets, triple), Budget(RUN / share)
    law = LawCheck(bench, ask, budget, LAW_RATE / share, tolerated) if ask.wanted(LAW_SAMPLED) else None
    privacy = PrivacyCheck(bench, ask, budget, PRIVACY_RATE / share) if ask.wanted(PRIVACY_SAMPLED) else None
    failed = False
    for found in _before(bench, ask, budget, FRESH_RATE / share, clock, law, privacy):
        failed = failed or found.outcome is Outcome.FAILED
        yield found
    for check, part in ((law, Fraction(3, 5)), (privacy, Fraction(1))):
        if check is not None:
            found = check.finish(min(CURTAILED, clock.left) if failed and not keep_going else clock.left * float(part))
            failed = failed or found.outcome is Outcome.FAILED
            yield found
    if ask.wanted(LIVES) and ask.only is None:
        yield verdict(LIVES, max(len(ask.deaths), 1), ask.deaths[:MOST_DEATHS])


def _before(
    bench: Bench,
    ask: Ask,
    budget: Budget,
    rate: Fraction,
    clock: Clock,
    law: LawCheck | None,
    privacy: PrivacyCheck | None,
) -> Iterator[Verdict]:
    """All but the long sampling, begun with a glance at what sampling shows at once."""
    yield from check_accepts(bench.first, bench.triple, ask)
    yield from check_refuses(bench.first, bench.triple, ask)
    plain = [check.glance(GLANCE) for check in (law, privacy) if check is not None]
    for check in (check_shape, check_scale_zero, check_ties, check_map_refuses, check_maps, check_errors):
        yield from check(bench.first, bench.triple, ask)
    yield from check_fresh(bench, ask, budget, rate)
    part = min(CURTAILED, clock.left) if any(plain) else clock.left / 8
    yield from check_law_at_the_coins(bench, ask, part)
    yield from check_privacy_at_the_coins(bench, ask, part)
