"""Targets whose coins are known: their law over fair coins, exactly, without a sample.

A walk of the coin tree gives every outcome a probability in [seen, seen + missing]. What lies outside for certain is no
matter of chance: where the target takes its coins as an argument, these clauses raise no false alarm. Where it borrows
them from the standard library, it may have others too, and each walk has a doubt, with a false alarm once in 10^13.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from impl.ball import Ball, ball, lower, upper
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.checks.law_cases import LawCase, PairCase, Scores, law_cases, pair_cases, size_of
from proofs.conform.checks.privacy import claimed_by_the_map, least_loss
from proofs.conform.clauses import LAW_COINS, PRIVACY_COINS
from proofs.conform.contract import Contract
from proofs.conform.model import Clause, Verdict, verdict
from proofs.conform.pool import Bench, Clock, indices
from proofs.conform.power import Look, power_of
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Setting
from proofs.engine.enclosure import compare, enclose
from proofs.targets.target import Died, Trouble, Walk
from proofs.targets.worker.walking import NOT_ITS_COINS
from spec.weights import ZERO

MISSING = Fraction(1, 2**40)
LARGEST = 4
"""Candidates of the largest vectors that are walked: beyond, the trees grow faster than what they tell."""

SLICES = 6
"""Every walk may take a sixth of the time that is left: the simple cases, which come first, are walked farthest."""

TELLING = Fraction(1, 4)
"""A walk that misses more than this tells nothing."""

UNCONFIRMED, NO_DOUBT = Fraction(1), Fraction(0)
NEARLY, FINE = Fraction(9, 10), 500
"""A doubt of this part of a difference leaves some of it; of this part of a probability, most of the loss it proves."""

_BITS = 128


def check_law_at_the_coins(bench: Bench, ask: Ask, seconds: float) -> Iterator[Verdict]:
    """`law.coins`, within the seconds."""
    cases = [case for case in law_cases(bench.triple) if size_of(case.x) <= LARGEST]
    asked = Round(ask, [LAW_COINS], len(cases), len(cases))
    clock = Clock(seconds, ask.clock)
    walks = _Walks(bench, asked, clock)
    looks: list[Look] = []
    for number in asked:
        if not clock.left:
            break
        case = cases[number]
        try:
            walk = walks.walk(number, case.setting, case.x)
            asked.count(LAW_COINS)
            looks.append((case, walk.missing + walk.doubt))
            found = _difference(bench.triple, case, walk)
            if found is not None and walk.doubt:
                walk = walks.confirmed(number, case.setting, case.x, found.excess * NEARLY)
                found = _difference(bench.triple, case, walk, walk.doubt)
        except Skip:
            continue
        if found is not None:
            asked.fail(LAW_COINS, number, case.setting, f"on {case.shown}: {found.words}", found.numbers)
    closest = min((variation for _, variation in looks), default=Fraction(1))
    for told in _told(asked, walks, LAW_COINS):
        yield replace(told, power=power_of(bench.triple, looks, closest)) if told.cases else told


def check_privacy_at_the_coins(bench: Bench, ask: Ask, seconds: float) -> Iterator[Verdict]:
    """`privacy.coins`, within the seconds."""
    cases = [case for case in pair_cases(bench.triple) if size_of(case.x) <= LARGEST - 1 and case.setting.k <= 2]
    asked = Round(ask, [PRIVACY_COINS], len(cases), len(cases))
    clock = Clock(seconds, ask.clock)
    walks = _Walks(bench, asked, clock)
    for number in asked:
        if not clock.left:
            break
        case = cases[number]
        claimed = claimed_by_the_map(bench, case)
        if claimed is None:
            continue
        try:
            walk, other = (walks.walk(number, case.setting, x) for x in (case.x, case.neighbour))
            asked.count(PRIVACY_COINS)
            found = _loss(bench.triple, case, walk, other)
            if found is not None and found.loss > ball(claimed) and walk.doubt + other.doubt:
                doubt = found.least / FINE
                walk, other = (walks.confirmed(number, case.setting, x, doubt) for x in (case.x, case.neighbour))
                found = _loss(bench.triple, case, walk, other, max(walk.doubt, other.doubt))
        except Skip:
            continue
        if found is not None and found.loss > ball(claimed):
            numbers = {
                "d_in": repr(case.d_in),
                "claimed": repr(float(claimed)),
                "loss at least": found.loss.str(8, radius=False) if found.loss.is_finite() else "infinity",
            }
            words = f"{case.shown}: output {list(found.event)} shows a loss of at least {numbers['loss at least']}"
            asked.fail(PRIVACY_COINS, number, case.setting, f"{words}, above the claimed {float(claimed)!r}", numbers)
    yield from _told(asked, walks, PRIVACY_COINS)


def _told(asked: Round, walks: "_Walks", clause: Clause) -> Iterator[Verdict]:
    if walks.foreign:
        yield from (verdict(found, 0, [], walks.why) for found in asked.clauses)
    else:
        yield from asked.verdicts({clause: walks.scope or walks.why})


class _Walks:
    """Walks of one target, each vector walked once."""

    def __init__(self, bench: Bench, asked: Round, clock: Clock) -> None:
        self._bench = bench
        self._asked = asked
        self._clock = clock
        self._known: dict[tuple[Setting, Scores], Walk] = {}
        self._missing: list[float] = []
        self.why = ""
        self.foreign = False
        """Some walk found other randomness than the coins: then no walk tells what the law is."""

    def walk(self, number: int, setting: Setting, x: Scores) -> Walk:
        """Walk the coin tree of one vector; skip the case if there is no tree or the walk tells nothing."""
        if (setting, x) not in self._known:
            self._known[setting, x] = self._walked(number, setting, x, self._clock.left / SLICES, UNCONFIRMED)
        found = self._known[setting, x]
        if found.missing > TELLING:
            self.why = found.reason
            raise Skip
        self._missing.append(float(found.missing))
        return found

    def confirmed(self, number: int, setting: Setting, x: Scores, doubt: Fraction) -> Walk:
        """Walk again, with so little doubt that a difference remains one: it is worth as much time as all the rest."""
        return self._walked(number, setting, x, self._clock.seconds, doubt)

    def _walked(self, number: int, setting: Setting, x: Scores, seconds: float, doubt: Fraction) -> Walk:
        made = self._bench.made(self._bench.first, setting)
        if isinstance(made, Trouble) or not made.has_coins:
            self.why = "the target does not show its coins"
            raise Skip
        walk = made.walk(x, MISSING, max(seconds, 0.2), doubt)
        if isinstance(walk, Died):
            self._asked.heard(number, setting, walk)
        if isinstance(walk, Trouble):
            raise Skip
        if walk.reason == NOT_ITS_COINS:
            self.foreign, self.why = True, walk.reason
        return walk

    @property
    def scope(self) -> str:
        """How much of the laws was walked."""
        least, most = min(self._missing, default=1.0), max(self._missing, default=1.0)
        return f"of every law all but {least:.2g} to {most:.2g} was walked" if self._missing else ""


def _seen(triple: Contract, walk: Walk) -> dict[Outcome | None, Fraction]:
    """The walked mass of each output; None stands for errors and whatever else is no output."""
    merged: dict[Outcome | None, Fraction] = {}
    for answer, mass in walk.branches:
        order = indices(triple, answer)
        merged[order] = merged.get(order, Fraction(0)) + mass
    return merged


@dataclass(frozen=True)
class _Difference:
    """An outcome whose promised probability lies outside its enclosure, and by how much at least."""

    words: str
    numbers: dict[str, str]
    excess: Fraction


def _difference(triple: Contract, case: LawCase, walk: Walk, doubt: Fraction = NO_DOUBT) -> _Difference | None:
    """The first outcome whose promised probability lies outside its enclosure."""
    seen = _seen(triple, walk)
    law_of_all = triple.promised(case.setting, case.x)
    promised = law_of_all.weights()
    for order in sorted({*seen, *promised}, key=lambda order: (order is None, str(order))):
        mass, law = seen.get(order, Fraction(0)), promised.get(order, ZERO)
        low, high = mass - doubt - law_of_all.above(order), mass + walk.missing + doubt
        if compare(law, low) < 0 or compare(law, high) > 0:
            exactly = enclose(law, _BITS)
            numbers = {"seen": _short(mass), "missing": _short(walk.missing), "promised": exactly.str(12, radius=False)}
            what = "something that is no output" if order is None else f"output {list(order)}"
            words = f"{what} has probability {numbers['seen']}, up to {numbers['missing']} more"
            if doubt:
                numbers["doubt"] = f"{float(doubt):.2g}"
                words += f", give or take {numbers['doubt']}"
            return _Difference(
                f"{words}, not {numbers['promised']}", numbers, max(low - upper(exactly), lower(exactly) - high)
            )
    return None


@dataclass(frozen=True)
class _Loss:
    """An output that proves a loss, and its least probability where it is likelier."""

    event: Outcome
    loss: Ball
    least: Fraction


def _loss(triple: Contract, case: PairCase, walk: Walk, other: Walk, doubt: Fraction = NO_DOUBT) -> _Loss | None:
    """The output that proves the greatest loss between two walked laws."""
    neighbour = _seen(triple, other)
    losses = []
    for order, mass in _seen(triple, walk).items():
        least, most = mass - doubt, neighbour.get(order, Fraction(0)) + other.missing + doubt
        if order is not None and least > most:
            loss = least_loss(case.setting.measure, least, most) if most else Ball.pos_inf()
            losses.append(_Loss(order, loss, least))
    return max(losses, key=lambda found: float(found.loss.mid()), default=None)


def _short(mass: Fraction) -> str:
    return str(mass) if mass.denominator < 10**6 else f"{float(mass):.12g}"
