"""What catches a mutant: the clauses of a conformance run, in this process, and the search for the worst pair."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from proofs.conform.ask import Ask, Effort
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.construction import check_accepts, check_refuses
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.fresh import check_fresh, check_steady
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import law_cases, pair_cases
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.checks.outputs import check_scale_zero, check_shape, check_ties
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import Selection
from proofs.engine.divergence import exactly
from proofs.engine.law import by_contract
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.targets.target import Target
from proofs.worst.search import Effort as Search
from proofs.worst.search import Worst, search
from proofs.worst.subject import Subject
from spec.space import AtomDomain, LInfDistance, Measure, VectorDomain
from tests.support.target_here import TargetHere

Factory = Callable[..., object]
Check = Callable[[Target, Selection, Ask], Iterator[Verdict]]

DETERMINED: dict[str, Check] = {
    "construction.refuses": check_refuses,
    "construction.accepts": check_accepts,
    "errors.close": check_errors,
    "errors.printed": check_errors,
    "map.refuses": check_map_refuses,
    "map.sound": check_maps,
    "map.printed": check_maps,
    "map.least": check_maps,
    "map.steady": check_steady,
    "output.shape": check_shape,
    "output.scale_zero": check_scale_zero,
    "output.ties": check_ties,
}
"""Clauses in which chance has no part, once every release has the same coins."""

FEW = Effort(cases=60, maps=520, tries=3, draws=100_000)
FEWER = replace(FEW, cases=24)
"""How much is asked of errors, of which each takes many releases."""


def determined(clause: str, factory: Factory, triple: Selection) -> Verdict:
    """A clause in which chance has no part."""
    found = DETERMINED[clause](TargetHere(factory, repeats=True), triple, _ask(clause))
    return next(verdict for verdict in found if verdict.clause.name == clause)


def at_the_coins(clause: str, factory: Factory, triple: Selection, cases: Sequence[int]) -> Iterator[Verdict]:
    """The clause `law.coins` or `privacy.coins`, case by case."""
    check = check_law_at_the_coins if clause == "law.coins" else check_privacy_at_the_coins
    for number in cases:
        yield from check(Bench([TargetHere(factory)], triple), _ask(clause, number), FalseAlarmRate(RUN / 8))


def sampled(clause: str, factory: Factory, triple: Selection, number: int, draws: int = FEW.draws) -> Verdict:
    """One case of `law.sampled` or `privacy.sampled`, until it is rejected or there were so many draws."""
    asked = replace(_ask(clause, number), effort=replace(FEW, draws=draws))
    kind = LawCheck if clause == "law.sampled" else PrivacyCheck
    check = kind(Bench([TargetHere(factory)], triple), asked, Budget(RUN), RUN)
    check.glance()
    check.draw_the_least()
    return check.verdict()


def fresh(factory: Factory, triple: Selection) -> Verdict:
    """The clause `law.fresh`, on two mechanisms that know nothing of each other."""
    (found,) = check_fresh(
        Bench([TargetHere(factory), TargetHere(factory)], triple), _ask("law.fresh"), Budget(RUN).spend(RUN)
    )
    return found


def number_of(clause: str, triple: Selection, witness: str) -> int:
    """The number of the first case that the witness is about."""
    if clause == "law.sampled":
        headings = [f"on {case.shown}: " for case in law_cases(triple)]
    else:
        headings = [f"{case.shown}: " for case in pair_cases(triple)]
    return next(number for number, heading in enumerate(headings) if witness.startswith(heading))


def worst_pair(factory: Factory, metric: LInfDistance, measure: Measure, n: int, k: int, tries: Search) -> Worst:
    """The pair of neighbours at distance 1 whose exact laws at scale 1 are farthest apart, of `make_noisy_top_k`."""

    def made(n: int, k: int) -> Any:
        return factory(VectorDomain(AtomDomain(Fraction), n), metric, measure, k, 1.0, False)

    subject = Subject(
        law=lambda x, k: by_contract(made(len(x), k).invoke, list(x)),
        claim=lambda d_in, n, k: exactly(made(n, k).map(d_in)),
        measure=measure,
        metric=metric,
    )
    return search(subject, Fraction(1), n, k, tries)


def told(worst: Worst) -> str:
    """The smallest pair that violates the claim, in one line."""
    if worst.smallest is None:
        return "none"
    at, claimed, loss = worst.smallest.at, worst.smallest.claimed.lower, worst.smallest.achieved.bounds.lower
    x, y = ([str(score) for score in scores] for scores in (at.x, at.y))
    return f"[{', '.join(x)}] and [{', '.join(y)}], k = {at.k}: a loss of {float(loss):.6g}, above {float(claimed):.6g}"


def _ask(clause: str, number: int | None = None) -> Ask:
    effort = FEWER if clause.startswith("errors") else FEW
    return Ask(frozenset({clause}), number, effort)
