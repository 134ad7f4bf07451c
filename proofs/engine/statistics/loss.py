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


def sure_counts(p: Fraction, draws: int, unseen: Fraction) -> tuple[int, int]:
    """A count that an event of probability p falls below, and one that it exceeds, with probability `unseen` at most.

    Law (Chernoff): P(count <= m) <= e^(-n kl(m/n, p)) for m <= n p, and likewise above; kl(a, p) is the Kullback
    divergence of coins, which grows with the distance of a from p.
    """
    with precision(BITS):
        needed = -ball(unseen).log()
        low, high = int(p * draws), -int(-p * draws // 1)
        while low > 0 and not draws * _kl(Fraction(low, draws), p) >= needed:
            low -= 1
        while high < draws and not draws * _kl(Fraction(high, draws), p) >= needed:
            high += 1
        return low, high


def _kl(a: Fraction, p: Fraction) -> Ball:
    return sum((ball(u) * ball(u / v).log() for u, v in ((a, p), (1 - a, 1 - p)) if u), start=ball(0))
