"""The privacy guarantee itself, on pairs of close vectors: a lower bound on the loss, held against the map.

Every event of a pair has bounds on its two probabilities that hold at all times at once; from the lower one under x and
the upper one under x' follows a lower bound on the loss, whatever the target's law is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, inf, isfinite, sqrt
from typing import Self

from impl.ball import Ball, ball
from proofs.conform.ask import Ask
from proofs.conform.checks.law_cases import PairCase, Scores, pair_cases, size_of
from proofs.conform.clauses import MAP_SOUND, PRIVACY_SAMPLED
from proofs.conform.contract import Contract
from proofs.conform.model import Case, Failure, Verdict, verdict
from proofs.conform.pool import GROWTH, Bench, Stages, costing, indices
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import Budget, FalseAlarmRate
from proofs.engine.statistics.interval import bounds
from proofs.engine.statistics.loss import least_loss
from proofs.targets.target import Answer, Died, Target, Trouble
from spec.space import MaxDivergence, Measure

FIRST_BATCH = 64
FIRST_LOOK = 44
MOST_FAILURES = 3
MARGIN = 4
"""Standard errors by which a loss must seem to exceed a claim before it is bounded in earnest, and drawn more often."""
STAGES_OF_DOUBT = 2

Event = Outcome | None
"""A beginning of the output, or None for an output that is no list of indices."""


@dataclass
class Source:
    """Releases on one vector."""

    setting: Setting
    x: Scores
    seen: Counter[Event] = field(default_factory=Counter)
    draws: int = 0
    cost: float = 0.0
    """What a draw cost lately, in seconds."""


def _once_more(source: Source) -> int:
    """What there must be more of, so that there are GROWTH times as many draws."""
    return (GROWTH - 1) * source.draws


@dataclass(frozen=True)
class Loss:
    """The greatest loss that the draws of a pair prove, and the event that proves it."""

    event: Event
    least: Ball
    probabilities: tuple[Fraction, Fraction]


@dataclass
class Pair:
    """A pair, what its map claims, and what its draws prove."""

    number: int
    case: PairCase
    x: Source
    neighbour: Source
    claimed: Fraction
    alpha: FalseAlarmRate
    loss: Loss | None = None
    suspicion: float = 0.0
    """How much of the claim the loss seems to be: it steers and decides nothing."""

    def weigh(self) -> None:
        """Look for the event that proves the greatest loss, among those that seem to exceed the claim."""
        seeming = max(map(self._seems, self.x.seen))
        self.suspicion = seeming / float(self.claimed) if self.claimed else inf * seeming if seeming else 0.0
        if self.suspicion > 1:
            self.loss = self.proved()

    def proved(self) -> Loss | None:
        """What the event that seems to show the greatest loss proves."""
        return self._loss(max(self.x.seen, key=lambda event: (self._seems(event), str(event))))

    @property
    def exceeded(self) -> bool:
        """The loss is above the claim, for certain of what the bounds say."""
        return self.loss is not None and bool(self.loss.least > ball(self.claimed))

    def _seems(self, event: Event) -> float:
        """The loss, roughly, less a few standard errors."""
        c, d = self.x.seen[event] + 0.5, self.neighbour.seen[event] + 0.5
        p, q = c / (self.x.draws + 1), d / (self.neighbour.draws + 1)
        slack = exp(-MARGIN * sqrt(max(1 / c + 1 / d - p / c - q / d, 0.0)))
        if p * slack <= q:
            return 0.0
        return float(least_loss(self.case.setting.measure, Fraction(p * slack), Fraction(q)).mid())

    def _loss(self, event: Event) -> Loss | None:
        p, _ = bounds(self.x.seen[event], self.x.draws, self.alpha)
        _, q = bounds(self.neighbour.seen[event], self.neighbour.draws, self.alpha)
        return Loss(event, least_loss(self.case.setting.measure, p, q), (p, q)) if p > q else None


def claimed_by_the_map(bench: Bench, case: PairCase, ask: Ask | None = None) -> Fraction | None:
    """What the map says of a pair; a map that fails or promises nothing is the business of its own clauses."""
    made = bench.made(bench.first, case.setting)
    d_out = None if isinstance(made, Trouble) else made.map(case.d_in)
    if isinstance(d_out, Died) and ask is not None:
        ask.died(Case(MAP_SOUND), case.setting, d_out, f"map({case.d_in!r})")
    if isinstance(d_out, bool) or not isinstance(d_out, int | float | Fraction) or not isfinite(d_out):
        return None
    return Fraction(d_out)


class PrivacyCheck:
    """The clause `privacy.sampled`, in two sittings like the law."""

    def __init__(self, bench: Bench, ask: Ask, budget: Budget, rate: Fraction) -> None:
        self._bench = bench
        self._ask = ask
        self._sources: dict[tuple[Setting, Scores], Source] = {}
        spent = budget.spend(rate)
        self._pairs = list(self._planned(spent))
        self._batch = FIRST_BATCH

    def at(self, bench: Bench, ask: Ask) -> Self:
        """The same clause, asked elsewhere: what is drawn there counts here."""
        other = copy(self)
        other._bench, other._ask = bench, ask
        return other

    def glance(self, measure: Measure | None = None) -> bool:
        """Draw a little of the first pairs, or of those under a measure; True if a loss is plainly above its map."""
        first = [pair for pair in self._pairs[:FIRST_LOOK] if measure in (None, pair.case.setting.measure)]
        self._draw(_sources(first), lambda source: FIRST_BATCH * GROWTH)
        self._weigh(first)
        return self.failed

    def draw_the_least(self) -> None:
        """Draw what the effort asks for, unless a map is exceeded before."""
        while not self.failed and (short := [s for s in _sources(self._pairs) if self._lacks(s) > 0]):
            self._draw(short, lambda source: min(self._batch, self._lacks(source)))
            self._weigh(self._pairs)
            self._batch *= GROWTH

    def draw_on(self, seconds: float) -> None:
        """Draw in whole stages, as many as fit into the processor time."""
        stages = Stages(seconds, len(_sources(self._pairs)), self._ask.effort.most // GROWTH)
        while not self.failed:
            chosen = [s for s in _sources(self._pairs) if stages.affords(id(s), s.draws, s.cost)]
            if not chosen:
                break
            self._draw(chosen)
            self._weigh(self._pairs)

    def draw_what_is_suspect(self) -> None:
        """Draw pairs that are suspect."""
        for _ in range(STAGES_OF_DOUBT):
            suspects = [pair for pair in self._pairs if pair.suspicion > 1]
            if suspects and not self.failed:
                self._draw(_sources(suspects))
                self._weigh(suspects)

    def verdict(self) -> Verdict:
        """What came out."""
        drawn = [pair for pair in self._pairs if pair.x.draws and pair.neighbour.draws]
        failures = [self._failure(pair) for pair in self._exceeded[:MOST_FAILURES]]
        return verdict(PRIVACY_SAMPLED, len(drawn), failures, "" if failures else self._closest(drawn))

    @property
    def failed(self) -> bool:
        """Whether a map is exceeded."""
        return bool(self._exceeded)

    @property
    def _exceeded(self) -> list[Pair]:
        return [pair for pair in self._pairs if pair.exceeded]

    @property
    def _draws(self) -> int:
        return sum(source.draws for source in self._sources.values())

    def _planned(self, rate: Fraction) -> Iterator[Pair]:
        cases = list(pair_cases(self._bench.triple))
        for number, case in enumerate(cases):
            if self._ask.only not in (None, number):
                continue
            claimed = claimed_by_the_map(self._bench, case, self._ask)
            if claimed is not None:
                events = 2 * _events(self._bench.triple, case)
                alpha = FalseAlarmRate(rate / len(cases) / events)
                yield Pair(number, case, self._source(case, case.x), self._source(case, case.neighbour), claimed, alpha)

    def _source(self, case: PairCase, x: Scores) -> Source:
        return self._sources.setdefault((case.setting, x), Source(case.setting, x))

    def _lacks(self, source: Source) -> int:
        return self._ask.effort.least(size_of(source.x)) - source.draws

    def _draw(self, sources: Sequence[Source], often: Callable[[Source], int] = _once_more) -> None:
        """Draw so many of each."""

        def draw(target: Target, source: Source) -> Sequence[tuple[Answer, int]]:
            self._ask.go_on(f"{PRIVACY_SAMPLED.name}: {self._draws:,} draws")
            made = self._bench.made(target, source.setting)
            if isinstance(made, Trouble):
                return [(made, 0)]
            more = often(source)
            with costing(target, more, lambda cost: setattr(source, "cost", cost)):
                return made.sample(source.x, more)

        for source, answers in self._bench.each(sources, draw):
            self._take(source, answers)

    def _weigh(self, pairs: Sequence[Pair]) -> None:
        for pair in [pair for pair in pairs if pair in self._pairs]:
            if pair.x.draws and pair.neighbour.draws:
                pair.weigh()
                if pair.exceeded:
                    self._ask.found(self._failure(pair))

    def _take(self, source: Source, answers: Sequence[tuple[Answer, int]]) -> None:
        for answer, count in answers:
            if isinstance(answer, Died) or not count:
                for pair in [pair for pair in self._pairs if source in (pair.x, pair.neighbour)]:
                    if isinstance(answer, Died):
                        self._ask.died(Case(PRIVACY_SAMPLED, pair.number), source.setting, answer)
                    self._pairs.remove(pair)
                return
            for event in _happens(self._bench.triple, source.setting, indices(self._bench.triple, answer)):
                source.seen[event] += count
            source.draws += count

    def _failure(self, pair: Pair) -> Failure:
        assert pair.loss is not None
        case, loss = pair.case, pair.loss
        p, q = (f"{float(bound):.6g}" for bound in loss.probabilities)
        event = "an error or another output"
        if loss.event is not None:
            selects = isinstance(self._bench.triple, Selection)
            event = f"an output that begins with {list(loss.event)}" if selects else f"output {loss.event[0]!r}"
        measure = "max divergence" if case.setting.measure == MaxDivergence() else "zero-concentrated divergence"
        numbers = {
            "d_in": repr(case.d_in),
            "claimed": f"{float(pair.claimed)!r}",
            "loss at least": loss.least.str(6, radius=False),
            "probability at least": p,
            "neighbour's at most": q,
            "draws": f"{pair.x.draws} and {pair.neighbour.draws}",
        }
        words = f"{case.shown}: {event} shows a {measure} of at least"
        witness = f"{words} {numbers['loss at least']}, above the claimed {numbers['claimed']}"
        return Failure(Case(PRIVACY_SAMPLED, pair.number), case.setting, witness, numbers)

    def _closest(self, drawn: Sequence[Pair]) -> str:
        if not drawn:
            return "nothing could be drawn"
        pair = max(drawn, key=lambda pair: pair.suspicion)
        loss = pair.proved()
        shown = loss.least.str(4, radius=False) if loss else "0"
        return f"{self._draws:,} draws; the nearest pair proves a loss of {shown}, claimed {float(pair.claimed):.4g}"


def _sources(pairs: Sequence[Pair]) -> list[Source]:
    """What is drawn for the pairs, each once."""
    return list({id(s): s for pair in pairs for s in (pair.x, pair.neighbour)}.values())


def _events(triple: Contract, case: PairCase) -> int:
    """How many beginnings an output of k of n indices can have, and one for all else."""
    if not isinstance(triple, Selection):
        return len(triple.events(case.setting)) + 1
    n, k, count, orders = len(case.x), case.setting.k, 1, 1
    for m in range(min(k, n)):
        orders *= n - m
        count += orders
    return count


def _happens(triple: Contract, setting: Setting, order: Outcome | None) -> Iterator[Event]:
    if not isinstance(triple, Selection):
        yield order if order in triple.events(setting) else None
        return
    if order is None:
        yield None
        return
    for m in range(len(order)):
        yield order[: m + 1]
