"""Targets that take their coins as an argument: their law over fair coins, exactly, without a sample.

A walk of the coin tree gives every outcome a probability in [seen, seen + missing]. What lies outside for certain is no
matter of chance: these clauses raise no false alarm.
"""

from collections.abc import Iterator
from fractions import Fraction

from impl.ball import Ball, ball
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.bench import Bench, Clock, indices
from proofs.conform.checks.privacy import claimed_by_the_map, least_loss
from proofs.conform.clauses import LAW_COINS, PRIVACY_COINS
from proofs.conform.families import LawCase, PairCase, Scores, law_cases, pair_cases
from proofs.conform.model import Clause, Verdict, verdict
from proofs.conform.target import Died, Trouble, Walk
from proofs.conform.triples import Indices, Selection, Setting
from proofs.conform.worker.walking import NOT_ITS_COINS
from proofs.enclosure import compare, enclose
from spec.weights import ZERO, ExpRatio

MISSING = Fraction(1, 2**40)
LARGEST = 4
"""Candidates of the largest vectors that are walked: beyond, the trees grow faster than what they tell."""

SLICES = 6
"""Every walk may take a sixth of the time that is left: the simple cases, which come first, are walked farthest."""

TELLING = Fraction(1, 4)
"""A walk that misses more than this tells nothing."""

_BITS = 128


def check_law_at_the_coins(bench: Bench, ask: Ask, seconds: float) -> Iterator[Verdict]:
    """`law.coins`, within the seconds."""
    cases = [case for case in law_cases(bench.triple) if len(case.x) <= LARGEST]
    asked = Round(ask, [LAW_COINS], len(cases), len(cases))
    clock, walks = Clock(seconds, ask.clock), _Walks(bench, asked)
    least: list[Fraction] = []
    for number in asked:
        if not clock.left:
            break
        case = cases[number]
        try:
            walk = walks.walk(number, case.setting, case.x, clock.left / SLICES)
        except Skip:
            continue
        asked.count(LAW_COINS)
        least.append(walk.missing)
        found = _difference(bench.triple, case, walk)
        if found is not None:
            words, numbers = found
            asked.fail(LAW_COINS, number, case.setting, f"on {case.shown}: {words}", numbers)
    scope = f"of every law all but {float(min(least)):.2g} to {float(max(least)):.2g} was walked" if least else ""
    yield from _told(asked, walks, LAW_COINS, scope)


def check_privacy_at_the_coins(bench: Bench, ask: Ask, seconds: float) -> Iterator[Verdict]:
    """`privacy.coins`, within the seconds."""
    cases = [case for case in pair_cases(bench.triple) if len(case.x) <= LARGEST - 1 and case.setting.k <= 2]
    asked = Round(ask, [PRIVACY_COINS], len(cases), len(cases))
    clock, walks = Clock(seconds, ask.clock), _Walks(bench, asked)
    for number in asked:
        if not clock.left:
            break
        case = cases[number]
        try:
            share = clock.left / SLICES / 2
            walk = walks.walk(number, case.setting, case.x, share)
            other = walks.walk(number, case.setting, case.neighbour, share)
        except Skip:
            continue
        claimed = claimed_by_the_map(bench, case)
        if claimed is None:
            continue
        asked.count(PRIVACY_COINS)
        found = _loss(bench.triple, case, walk, other)
        if found is not None and found[1] > ball(claimed):
            event, loss = found
            numbers = {
                "d_in": repr(case.d_in),
                "claimed": repr(float(claimed)),
                "loss at least": loss.str(8, radius=False) if loss.is_finite() else "infinity",
            }
            words = f"{case.shown}: output {list(event)} shows a loss of at least {numbers['loss at least']}"
            asked.fail(PRIVACY_COINS, number, case.setting, f"{words}, above the claimed {float(claimed)!r}", numbers)
    scope = f"of every law all but {float(most):.2g} at most was walked" if (most := walks.most_missing) else ""
    yield from _told(asked, walks, PRIVACY_COINS, scope)


def _told(asked: Round, walks: "_Walks", clause: Clause, scope: str) -> Iterator[Verdict]:
    if walks.foreign:
        yield from (verdict(found, 0, [], walks.why) for found in asked.clauses)
    else:
        yield from asked.verdicts({clause: scope or walks.why})


class _Walks:
    """Walks of one target, each vector walked once."""

    def __init__(self, bench: Bench, asked: Round) -> None:
        self._bench = bench
        self._asked = asked
        self._known: dict[tuple[Setting, Scores], Walk] = {}
        self.why = ""
        self.most_missing = Fraction(0)
        self.foreign = False
        """Some walk found other randomness than the coins: then no walk tells what the law is."""

    def walk(self, number: int, setting: Setting, x: Scores, seconds: float) -> Walk:
        """Walk the coin tree of one vector; skip the case if the target takes no coins or the walk tells nothing."""
        if (setting, x) not in self._known:
            made = self._bench.made(self._bench.first, setting)
            if isinstance(made, Trouble) or not made.takes_draw:
                self.why = "the target does not take its coins as an argument"
                raise Skip
            walk = made.walk(x, MISSING, max(seconds, 0.2))
            if isinstance(walk, Died):
                self._asked.heard(number, setting, walk)
            if isinstance(walk, Trouble):
                raise Skip
            self._known[setting, x] = walk
        found = self._known[setting, x]
        self.foreign = self.foreign or found.reason == NOT_ITS_COINS
        if found.missing > TELLING:
            self.why = found.reason
            raise Skip
        self.most_missing = max(self.most_missing, found.missing)
        return found


def _seen(triple: Selection, walk: Walk) -> dict[Indices | None, Fraction]:
    """The walked mass of each output; None stands for errors and whatever else is no output."""
    merged: dict[Indices | None, Fraction] = {}
    for answer, mass in walk.branches:
        order = indices(triple, answer)
        merged[order] = merged.get(order, Fraction(0)) + mass
    return merged


def _difference(triple: Selection, case: LawCase, walk: Walk) -> tuple[str, dict[str, str]] | None:
    """The first outcome whose promised probability lies outside its enclosure."""
    seen = _seen(triple, walk)
    promised: dict[Indices | None, ExpRatio] = dict(triple.law(case.setting, case.x))
    for order in sorted({*seen, *promised}, key=lambda order: (order is None, order or ())):
        mass, law = seen.get(order, Fraction(0)), promised.get(order, ZERO)
        if compare(law, mass) < 0 or compare(law, mass + walk.missing) > 0:
            exactly = enclose(law, _BITS).str(12, radius=False)
            numbers = {"seen": _short(mass), "missing": _short(walk.missing), "promised": exactly}
            what = "something that is no output" if order is None else f"output {list(order)}"
            words = f"{what} has probability {numbers['seen']}, up to {numbers['missing']} more, not {exactly}"
            return words, numbers
    return None


def _loss(triple: Selection, case: PairCase, walk: Walk, other: Walk) -> tuple[Indices, Ball] | None:
    """The output that proves the greatest loss between two walked laws."""
    neighbour = _seen(triple, other)
    losses = []
    for order, mass in _seen(triple, walk).items():
        most = neighbour.get(order, Fraction(0)) + other.missing
        if order is not None and mass > most:
            losses.append((order, least_loss(case.setting.measure, mass, most) if most else Ball.pos_inf()))
    return max(losses, key=lambda found: float(found[1].mid()), default=None)


def _short(mass: Fraction) -> str:
    return str(mass) if mass.denominator < 10**6 else f"{float(mass):.12g}"
