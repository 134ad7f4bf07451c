"""Privacy maps, tested: draws of running code on two close inputs, against the loss that the map allows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from impl.ball import Ball, ball, lower
from impl.draws import SystemDraw
from proofs.engine.checkers.statistical import rounded_up
from proofs.engine.enclosure import as_ratio, enclose_positive
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import BITS
from proofs.engine.statistics.interval import bounds
from proofs.engine.statistics.loss import least_loss, sure_counts
from proofs.engine.statistics.power import POWER
from proofs.engine.statistics.sequential import FIRST_LOOK
from spec.draw import Draw
from spec.logic.claim import Statement
from spec.space import Atom, Measure, RangeDivergence
from spec.weights import ZERO, Law


@dataclass(frozen=True)
class SampledLoss:
    """Test that two close inputs lose no more than a map answers, on coins of the operating system.

    Null: the outputs in `event` and, of a range, those not in it, show no greater loss than `allowed()`. Reject once
    the loss that follows from the bounds on the probabilities of the event, on x from below and on x' from above,
    exceeds it: the bounds hold at all times at once, but for a chance of alpha. A rejection leaves the statement OPEN.
    """

    release: Callable[[Sequence[Atom], Draw], object]
    allowed: Callable[[], float]
    measure: Measure
    x: tuple[Atom, ...]
    x_prime: tuple[Atom, ...]
    event: Callable[[Any], bool]
    law: Callable[[Sequence[Atom]], Law]
    alpha: FalseAlarmRate
    max_draws: int
    checker: str = field(default="statistics", init=False)

    def run(self, statement: Statement) -> Finding:
        """Test the sentence that says that no more is lost."""
        if not isinstance(statement, str):
            return Finding(Status.OPEN, "statistics test samplers and can read neither a formula nor a promise")
        allowed = ball(Fraction(self.allowed()))
        draw, drawn, counts = SystemDraw(), 0, [0, 0]
        for look in self._looks():
            for place, scores in enumerate((self.x, self.x_prime)):
                counts[place] += sum(self.event(self.release(scores, draw)) for _ in range(look - drawn))
            drawn = look
            loss = self._shown(counts[0], counts[1], drawn)
            if loss is not None and loss > allowed:
                return Finding(Status.OPEN, f"REJECTED after {drawn} draws on either side: {self._seen(counts, loss)}")
        return Finding(
            Status.TESTED,
            f"not rejected in {drawn} draws on either side; null: no more is lost than {self.allowed():.6g}, the map; "
            "rule: reject once the loss that bounds on the probabilities of an event prove exceeds it, alpha = "
            f"{rounded_up(self.alpha)}; a map of less than {self._smallest_effect()} is rejected with power "
            f"{float(POWER)} (proven bounds)",
        )

    def _shown(self, on_x: int, on_x_prime: int, draws: int) -> Ball | None:
        """The least loss that the counts prove, if they prove any."""
        half = FalseAlarmRate(self.alpha / 2)
        p, q = bounds(on_x, draws, half)[0], bounds(on_x_prime, draws, half)[1]
        if p <= q:
            return None
        loss = least_loss(self.measure, p, q)
        return loss + least_loss(self.measure, 1 - q, 1 - p) if self.measure == RangeDivergence() else loss

    def _smallest_effect(self) -> str:
        """The loss that is proved but for a chance of 1/100, if the draws have the law that is promised."""
        p, q = (self._probability(scores) for scores in (self.x, self.x_prime))
        unseen = (1 - POWER) / 2
        low, high = sure_counts(p, self.max_draws, unseen)[0], sure_counts(q, self.max_draws, unseen)[1]
        loss = self._shown(low, high, self.max_draws)
        return "0" if loss is None else f"{float(lower(loss)):.3g}"

    def _probability(self, scores: Sequence[Atom]) -> Fraction:
        weights = [as_ratio(weight) for outcome, weight in self.law(scores) if self.event(outcome)]
        return lower(enclose_positive(sum(weights, ZERO), BITS))

    def _seen(self, counts: Sequence[int], loss: Ball | None) -> str:
        proved = "none" if loss is None else loss.str(3, radius=False)
        return f"the event came {counts[0]} and {counts[1]} times, loss proved {proved}, map {self.allowed():.6g}"

    def _looks(self) -> Iterator[int]:
        look = FIRST_LOOK
        while look < self.max_draws:
            yield look
            look += look
        yield self.max_draws
