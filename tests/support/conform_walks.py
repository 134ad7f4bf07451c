"""Walks of targets without a process, and what the checks at the coins say of them."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import floor

from impl.ball import lower
from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Trouble, Walk
from tests.support.conform_fakes import LawMade, LawTarget, Vector, as_scores

Walker = Callable[[LawMade, Vector], Walk | Trouble]


def exactly(plain: LawMade, x: Vector) -> Walk:
    """The promised law, every probability rounded down to a multiple of 2^-30."""
    exact = plain.triple.promised(plain.setting, as_scores(x)).branches
    masses = [Fraction(floor(lower(enclose(weight, 128)) * 2**30), 2**30) for _, weight in exact]
    outcomes: list[Answer] = [order if plain.triple.indices else order[0] for order, _ in exact]
    return Walk(tuple(zip(outcomes, masses, strict=True)), 1 - sum(masses, start=Fraction(0)))


def walking(walker: Walker) -> Callable[[LawMade], LawMade]:
    return lambda plain: replace(plain, walking=walker)


def coins_verdicts(target: LawTarget) -> dict[str, Verdict]:
    bench, ask, alpha = Bench([target], target.triple), Ask(), FalseAlarmRate(RUN / 8)
    found = [*check_law_at_the_coins(bench, ask, alpha), *check_privacy_at_the_coins(bench, ask, alpha)]
    return {verdict.clause.name: verdict for verdict in found}
