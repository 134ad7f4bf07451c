"""The privacy loss that draws prove: from bounds on the probabilities of an event under two inputs."""

from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.engine.statistics.evidence import BITS
from spec.space import Measure, ZeroConcentratedDivergence

ORDERS = tuple(Fraction(a) for a in ("9/8", "3/2", "2", "3", "5", "9"))
"""Renyi orders at which a loss under zero-concentrated divergence is looked for, besides the limit 1."""


def least_loss(measure: Measure, p: Fraction, q: Fraction) -> Ball:
    """The loss at least, when an event has probability p or more on one side and q or less on the other, p > q."""
    with precision(BITS):
        if measure != ZeroConcentratedDivergence():
            return ball(p / q).log()
        kl = ball(p) * ball(p / q).log() + (ball(1 - p) * ball((1 - p) / (1 - q)).log() if p < 1 else ball(0))
        return max([kl, *(_renyi(p, q, a) / ball(a) for a in ORDERS)], key=lambda loss: float(loss.mid()))


def _renyi(p: Fraction, q: Fraction, a: Fraction) -> Ball:
    def part(u: Fraction, v: Fraction) -> Ball:
        return (ball(a) * ball(u).log() + ball(1 - a) * ball(v).log()).exp() if u else ball(0)

    return (part(p, q) + part(1 - p, 1 - q)).log() / ball(a - 1)
