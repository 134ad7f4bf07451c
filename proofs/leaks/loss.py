"""How far apart two exact laws are, in each of the privacy measures."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from impl.ball import Ball, ball, lower, precision
from proofs.engine.enclosure import enclose_positive
from spec.space import Measure, RangeDivergence, ZeroConcentratedDivergence
from spec.weights import ExpRatio

BITS = 128
DIGITS = 4

Outcome = TypeVar("Outcome", bound=Hashable)
Probability = Fraction | ExpRatio


@dataclass(frozen=True)
class Loss:
    """A divergence, enclosed in a ball; without one it is infinite: something possible is impossible on the other."""

    enclosure: Ball | None

    @property
    def at_least(self) -> Fraction | None:
        """A rational that the loss is not below; None for infinity."""
        return None if self.enclosure is None else max(lower(self.enclosure), Fraction(0))

    def over(self, promised: float) -> "Loss":
        """How many times a finite, positive promise this is."""
        with precision(BITS):
            return self if self.enclosure is None else Loss(self.enclosure / ball(Fraction(promised)))

    def __str__(self) -> str:
        if self.enclosure is None:
            return "inf"
        return self.enclosure.str(DIGITS, radius=False) if self.at_least else "0"


def loss(measure: Measure, p: Mapping[Outcome, Probability], q: Mapping[Outcome, Probability]) -> Loss:
    """The divergence of two laws, the greater of both directions; neither has outcomes of probability 0.

    Bound, with L = ln(p/q): max |L| for max divergence, max L - min L for range divergence, both exactly. For
    zero-concentrated divergence the mean of L, which D_alpha/alpha comes to as alpha falls to 1: at most the loss.
    """
    if p.keys() != q.keys():
        return Loss(None)
    with precision(BITS):
        weights = {outcome: (_enclosed(p[outcome]), _enclosed(q[outcome])) for outcome in p}
        logs = {outcome: (a / b).log() for outcome, (a, b) in weights.items()}
        highest, lowest = reduce(Ball.max, logs.values()), reduce(Ball.min, logs.values())
        match measure:
            case RangeDivergence():
                return Loss(highest - lowest)
            case ZeroConcentratedDivergence():
                there = sum((weights[outcome][0] * log for outcome, log in logs.items()), start=ball(0))
                back = sum((-weights[outcome][1] * log for outcome, log in logs.items()), start=ball(0))
                return Loss(there.max(back))
            case _:
                return Loss(highest.max(-lowest))


def _enclosed(probability: Probability) -> Ball:
    return enclose_positive(probability, BITS)
