"""Targets whose coins are known: their law over fair coins, and the loss between close vectors, without a sample.

Every case is walked first, with nothing believed; then those that differ are confirmed, the greatest difference first.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count

from impl.ball import ball
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.checks.differences import Difference, farthest, seems, told
from proofs.conform.checks.law_cases import LawCase, PairCase, Scores, each_kind_first, law_cases, pair_cases, size_of
from proofs.conform.checks.led import too_likely
from proofs.conform.checks.privacy import claimed_by_the_map
from proofs.conform.checks.walked import Walks, most_promised
from proofs.conform.checks.walked_law import WHOLE, WORTH_TELLING, WalkedLaw
from proofs.conform.checks.walked_loss import Loss, greatest_loss, leeway_of, seems_lost, told_loss, told_nearest
from proofs.conform.clauses import LAW_COINS, PRIVACY_COINS
from proofs.conform.contract import Contract
from proofs.conform.model import Clause, Verdict, verdict
from proofs.conform.pool import Bench
from proofs.conform.power import Look, least_looked_at, power_of
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.targets.worker.certifying import EXACT, SWEPT, SWEPT_FARTHER, WATCHED

LARGEST, FEW_LARGER = 3, 2
"""Candidates of the largest vectors that are walked, but for a few that have one more."""

BOUNDS = 40_000
"""More bounds than are ever used: each gets so small a part of the false alarms."""

TAKEN = 48
"""n plays without a deviation bound one by less than this over n."""
LEAST_PLAYS, FEW_PLAYS, MOST_PLAYS, ALL_PLAYS = 2_000, 60_000, 400_000, 1_200_000
"""Plays that confirm one difference: at least, gladly where it cannot be cut to the cell, and at most; and all of a
clause."""
THOROUGH = 2
"""Cases that are learnt to the cell even where nothing differs, with every cell of a draw among few tried."""
MOST_EXACTLY = 4
"""Vectors of a clause that are learnt to the cell because something differs."""
ENOUGH, TRIED = 1, 8
"""So many confirmed differences are as good as all of them, and so many that cannot be confirmed as good as none."""


def check_law_at_the_coins(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`law.coins`."""
    cases = _small(bench.triple, law_cases(bench.triple))
    asked = Round(ask, [LAW_COINS], len(cases), ask.effort.cases // 8, each_kind_first(cases))
    walks = Walks(bench, ask, LAW_COINS, FalseAlarmRate(alpha / BOUNDS), farther=1)
    walks.all((cases[number].setting, cases[number].x) for number in asked.numbers)
    suspects = []
    looks: dict[int, Look] = {}
    thorough: list[int] = []
    for number in asked:
        try:
            walk = walks.walk(cases[number].setting, cases[number].x)
        except Skip:
            seeded = walks.seeded(cases[number].setting, cases[number].x)
            if seeded:
                asked.count(LAW_COINS)
                asked.fail(LAW_COINS, number, cases[number].setting, f"on {cases[number].shown}: {seeded}")
            continue
        asked.count(LAW_COINS)
        if walk.plays or not walk.folded:
            looks[number] = cases[number], walk.visible
        suspects.append((farthest(bench.triple, cases[number], walk, certain=False), number))
        if walk.alpha is not None and len(thorough) < THOROUGH:
            thorough.append(number)
    if not walks.are_certain:
        suspects.sort(key=lambda suspect: (-suspect[0].excess, suspect[1]))
    doubted = [(number, found) for found, number in suspects if found.excess > 0][:TRIED]
    excess = {number: found.excess for number, found in doubted}
    failed: set[int] = set()
    settled: set[int] = set()
    for number, walk in [] if walks.foreign else _believed(walks, cases, doubted, thorough):
        case = cases[number]
        found = farthest(bench.triple, case, walk, certain=True)
        if found.excess > 0 and number not in failed:
            failed.add(number)
            words, numbers = told(bench.triple, found, walk)
            asked.fail(LAW_COINS, number, case.setting, f"on {case.shown}: {words}", numbers)
        if walk.is_exact or walk.plays * excess.get(number, Fraction(0)) >= TAKEN:
            settled.add(number)
        if walk.folded or number not in looks:
            looks[number] = case, walk.visible
        walks.is_in_doubt |= found.doubt and found.excess <= 0
        if asked.has_enough(LAW_COINS, ENOUGH):
            break
    for number, _ in [] if failed or walks.foreign else doubted:
        case, rare = cases[number], None
        with suppress(Skip):
            rare = too_likely(bench.triple, case, walks.walk(case.setting, case.x), walks)
        if rare is not None:
            failed.add(number)
            words, numbers = rare.told(bench.triple)
            asked.fail(LAW_COINS, number, case.setting, f"on {case.shown}: {words}", numbers)
            break
    if not failed:
        left = [(n, found) for found, n in suspects if found.excess > 0 and n not in settled and not found.unfound]
        told_of = [(n, found) for n, found in left if n in excess and found.excess >= WORTH_TELLING]
        walks.unconfirmed = next((seems(cases[n], found) for n, found in told_of), "")
        looks.update({n: (cases[n], max(looks[n][1], 2 * found.excess)) for n, found in left if n in looks})
    seen = [*looks.values()]
    for found_out in _verdicts(asked, walks, LAW_COINS):
        power = power_of(bench.triple, seen, least_looked_at(bench.triple, seen)) if found_out.cases and seen else None
        yield replace(found_out, power=power)


def _believed(
    walks: Walks, cases: Sequence[LawCase], doubted: Iterable[tuple[int, Difference]], thorough: Sequence[int]
) -> Iterator[tuple[int, WalkedLaw]]:
    """Laws that may be believed, with the numbers of their cases: where much differs, and of a few in any case."""
    budget, ways = _Plays(), dict(zip(thorough, (SWEPT_FARTHER, SWEPT), strict=False))
    for number, found in doubted:
        case, way = cases[number], ways.get(number, EXACT)
        with suppress(Skip):
            walk = walks.walk(case.setting, case.x)
            if walk.alpha is not None:
                (walk,) = _confirmed(walks, case.setting, [case.x], TAKEN / found.excess, budget, found.unfound, way)
            yield number, walk
    for number, way in ways.items():
        with suppress(Skip):
            yield number, walks.exactly(cases[number].setting, cases[number].x, way)


def _verdicts(asked: Round, walks: Walks, clause: Clause, more: str = "") -> Iterator[Verdict]:
    if walks.foreign:
        yield from (verdict(found, 0, [], walks.foreign) for found in asked.clauses)
    else:
        yield from asked.verdicts({clause: "; ".join(filter(None, (walks.scope, more)))})


def _small(triple: Contract, cases: Iterable[LawCase]) -> list[LawCase]:
    """The cases that are walked, in their order: none that may be refused. A contract states no more than it means."""
    larger, any_size = count(1), not isinstance(triple, Selection)
    return [
        case
        for case in cases
        if not case.may_be_refused
        and (any_size or size_of(case.x) <= LARGEST or (size_of(case.x) == LARGEST + 1 and next(larger) <= FEW_LARGER))
    ]


@dataclass
class _Plays:
    """Plays that are left to confirm differences with, and vectors that may be learnt to the cell."""

    left: int = ALL_PLAYS
    exactly: int = MOST_EXACTLY


def _confirmed(
    walks: Walks,
    setting: Setting,
    vectors: Sequence[Scores],
    plays: Fraction,
    budget: _Plays,
    unfound: bool,
    way: str = EXACT,
) -> list[WalkedLaw]:
    """The laws after so many plays, or learnt to the cell if that takes fewer; what cannot be confirmed is skipped.

    An output that was `unfound` may be lost among states that look alike: then the program's states are watched. That
    it is rare is told by plays, if there are enough.
    """
    most = min(MOST_PLAYS, budget.left)
    folded = [walks.walk(setting, x) for x in vectors]
    few = WHOLE if all(law.whole for law in folded) else FEW_PLAYS
    if few < plays and budget.exactly >= len(vectors):
        budget.exactly -= len(vectors)
        if unfound:
            watched = _exact(walks, setting, vectors, WATCHED)
            if any(len(law.masses) > len(before.masses) for law, before in zip(watched, folded, strict=False)):
                return watched
        if not unfound or most < plays:
            exact = _exact(walks, setting, vectors, way)
            if exact:
                return exact
    if plays > most:
        raise Skip
    enough = max(int(plays) + 1, LEAST_PLAYS)
    budget.left -= enough * len(vectors)
    return [walks.walk(setting, x, enough) for x in vectors]


def _exact(walks: Walks, setting: Setting, vectors: Sequence[Scores], way: str) -> list[WalkedLaw]:
    """The laws of all these vectors if they can be learnt to the cell."""
    with suppress(Skip):
        laws = [walks.exactly(setting, x, way) for x in vectors]
        if all(law.is_exact for law in laws):
            return laws
    return []


def check_privacy_at_the_coins(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`privacy.coins`."""
    cases = [case for case in pair_cases(bench.triple) if _is_small(bench.triple, case)]
    asked = Round(ask, [PRIVACY_COINS], len(cases), ask.effort.cases // 25)
    walks = Walks(bench, ask, PRIVACY_COINS, FalseAlarmRate(alpha / BOUNDS))
    walks.all((cases[number].setting, x) for number in asked.numbers for x in cases[number].both)
    suspects = []
    pairs: list[tuple[Loss | None, Fraction]] = []
    for number in asked:
        case = cases[number]
        claimed = claimed_by_the_map(bench, case, ask)
        if claimed is None:
            continue
        try:
            walk, other = (walks.walk(case.setting, x) for x in case.both)
        except Skip:
            continue
        asked.count(PRIVACY_COINS)
        pairs.append((_proved(bench, case, walk, other), claimed))
        found = greatest_loss(case, walk, other, certain=False)
        if found is not None and found.loss > ball(claimed):
            suspects.append((found, leeway_of(found.event, walk, other, claimed), claimed, number))
    budget = _Plays()
    if not walks.are_certain:
        suspects.sort(key=lambda suspect: -suspect[1])
    for found, leeway, claimed, number in [] if walks.foreign else suspects[:TRIED]:
        if asked.has_enough(PRIVACY_COINS, ENOUGH):
            break
        case = cases[number]
        try:
            walk, other = (walks.walk(case.setting, x) for x in case.both)
            if walk.alpha is not None:
                unfound = not other.mass(found.event)
                walk, other = _confirmed(walks, case.setting, case.both, TAKEN / leeway, budget, unfound)
        except Skip:
            continue
        proved = _proved(bench, case, walk, other)
        if proved is not None and proved.loss > ball(claimed):
            asked.fail(PRIVACY_COINS, number, case.setting, *told_loss(bench.triple, case, proved, claimed))
    if not asked.has_enough(PRIVACY_COINS, 1):
        told = (seems_lost(cases[number], found, claimed) for found, _, claimed, number in suspects)
        walks.unconfirmed = next(filter(None, told), "")
    yield from _verdicts(asked, walks, PRIVACY_COINS, told_nearest(pairs))


def _proved(bench: Bench, case: PairCase, walk: WalkedLaw, other: WalkedLaw) -> Loss | None:
    promised = most_promised(bench.triple, case.setting, case.neighbour)
    return greatest_loss(case, walk, other, certain=True, promised=promised)


def _is_small(triple: Contract, case: PairCase) -> bool:
    return not isinstance(triple, Selection) or (size_of(case.x) <= LARGEST and case.setting.k <= 2)
