"""Renyi divergences, and the supremum of D_alpha/alpha over every alpha > 1, enclosed.

K(a) = ln sum_y P(y)^a Q(y)^(1-a) is convex with K(0) <= 0 = K(1), D_a = K(a)/(a - 1), and f(a) = D_a/a. On [a, b]
K lies below its chord, which is B/x - A/(x - 1) times x(x - 1) with A, B >= 0; so f <= (sqrt B - sqrt A)^2 there, or
at most f(a) or f(b) where that quotient is monotone. D_a does not decrease: f <= D_b/a on [a, b], also if a is 1, and
f <= D_inf/a from a on. As a falls to 1, f tends to the relative entropy.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from impl.ball import Ball, ball, lower, precision, upper
from proofs.engine.divergence.bounds import Bounds, Edge, exactly, low_edge
from proofs.engine.divergence.pair import Logs, Pair

WIDTH = Fraction(1, 1024)
MOST_POINTS = 1024
_PRECISIONS = (128, 256, 512, 1024)
_NO_BETTER = Fraction(63, 64)
"""If more bits lower the bound by less than this, it is points that lack, not bits."""
_SAMPLED = tuple(1 + Fraction(2) ** e for e in range(-6, 11))


@dataclass(frozen=True)
class Supremum:
    """sup over alpha > 1 of D_alpha(P || Q)/alpha, and the alpha (1: in the limit) that comes closest."""

    bounds: Bounds
    alpha: Fraction


def renyi_divergence(of: Pair, alpha: Fraction, bits: int = _PRECISIONS[0]) -> Bounds:
    """Enclose D_alpha(P || Q) for alpha > 1, and the relative entropy for alpha = 1."""
    if not of.complete:
        return Bounds(_least(of.logs(bits), alpha, bits), math.inf)
    curve = _Curve(of.logs(bits), bits)
    if curve.escapes:
        return exactly(math.inf)
    with precision(bits):
        found = curve.relative_entropy if alpha == 1 else curve.K(alpha) / ball(alpha - 1)
        return Bounds(max(Fraction(0), lower(found)), upper(found))


def zero_concentrated(of: Pair, width: Fraction = WIDTH, most: int = MOST_POINTS) -> Supremum:
    """Enclose the supremum, at most `width` of it wide unless more than `most` points would be needed."""
    if of.identical():
        return Supremum(exactly(0), Fraction(1))
    if not of.complete:
        bits = _PRECISIONS[0]
        logs = of.logs(bits)
        least = ((_least(logs, alpha, bits) / alpha, alpha) for alpha in _SAMPLED)
        best, at = max(least, key=lambda reached: reached[0])
        return Supremum(Bounds(best, math.inf), at)
    before: Edge = math.inf
    for bits in _PRECISIONS:
        curve = _Curve(of.logs(bits), bits)
        if curve.escapes:
            return Supremum(exactly(math.inf), Fraction(1))
        found = _narrowed(curve, width, most)
        if _narrow(found.bounds, width) or found.bounds.upper >= before * _NO_BETTER:
            break
        before = found.bounds.upper
    return found


def _least(logs: Sequence[Logs], alpha: Fraction, bits: int) -> Edge:
    """A lower bound on D_alpha where probabilities are known only in part: terms rise with P(y) and fall with Q(y).

    At alpha = 1 the last quotient is one by 0, of which nothing is known.
    """
    seen = [log for log in logs if log.p_low.is_finite()]
    if not all(log.q_high.is_finite() for log in seen):
        return math.inf
    with precision(bits):
        a = ball(alpha)
        terms = [(a * log.p_low + (1 - a) * log.q_high).exp() for log in seen]
        return max(Fraction(0), low_edge(sum(terms, start=ball(0)).log() / (a - 1)))


class _Curve:
    """The cumulant K of the loss, at any alpha, with this many bits."""

    def __init__(self, logs: list[Logs], bits: int) -> None:
        self.bits = bits
        self.points = [(log.p_low, log.q_low) for log in logs if log.p_low.is_finite()]
        self.escapes = any(not q.is_finite() for _, q in self.points)

    def K(self, alpha: Fraction) -> Ball:
        a = ball(alpha)
        b = 1 - a
        return sum(((a * p + b * q).exp() for p, q in self.points), start=ball(0)).log()

    @cached_property
    def relative_entropy(self) -> Ball:
        return sum((p.exp() * (p - q) for p, q in self.points), start=ball(0))

    @cached_property
    def greatest_loss(self) -> Fraction:
        return max(upper(p - q) for p, q in self.points)


class _Stretch(NamedTuple):
    """f is at most `most` on [a, b], and K runs from `left` to `right`; the last stretch has no b.

    They are ordered by their bounds, the greatest first. (No two of them begin at the same a.)
    """

    order: Fraction
    a: Fraction
    b: Fraction | None
    left: Ball
    right: Ball

    @property
    def most(self) -> Fraction:
        return -self.order


def _narrowed(curve: _Curve, width: Fraction, most: int) -> Supremum:
    """Split the stretch with the greatest bound until that bound is within `width` of a value that is reached."""
    with precision(curve.bits):
        end = Fraction(2)
        K_end = curve.K(end)
        entropy = max(Fraction(0), lower(curve.relative_entropy))
        best, at = max((entropy, Fraction(1)), (lower(K_end / 2), end))
        stretches = [_between(Fraction(1), end, ball(0), K_end), _last(curve, end, K_end)]
        heapq.heapify(stretches)
        for _ in range(most):
            top = stretches[0]
            if _narrow(Bounds(best, top.most), width):
                break
            middle = 2 * top.a if top.b is None else (top.a + top.b) / 2
            K = curve.K(middle)
            value = lower(K / ball(middle * (middle - 1)))
            if value > best:
                best, at = value, middle
            heapq.heapreplace(stretches, _between(top.a, middle, top.left, K))
            beyond = _last(curve, middle, K) if top.b is None else _between(middle, top.b, K, top.right)
            heapq.heappush(stretches, beyond)
        return Supremum(Bounds(best, stretches[0].most), at)


def _narrow(bounds: Bounds, width: Fraction) -> bool:
    return bounds.upper <= bounds.lower * (1 + width)


def _last(curve: _Curve, a: Fraction, K: Ball) -> _Stretch:
    return _Stretch(-curve.greatest_loss / a, a, None, K, K)


def _between(a: Fraction, b: Fraction, K_a: Ball, K_b: Ball) -> _Stretch:
    """Bound f on [a, b] by the chord; at a = 1, where f is 0/0, neither of the comparisons can hold."""
    slope = (K_b - K_a) / ball(b - a)
    A, B = ball(a - 1) * slope - K_a, ball(a) * slope - K_a
    bound = upper(K_b / ball(a * (b - 1)))
    if B * ball((b - 1) ** 2) < A * ball(b**2) or B * ball((a - 1) ** 2) > A * ball(a**2):
        bound = min(bound, max(upper(K_a / ball(a * (a - 1))), upper(K_b / ball(b * (b - 1)))))
    else:
        root = ball(upper(B)).sqrt() - ball(max(Fraction(0), lower(A))).sqrt()
        bound = min(bound, upper(root**2))
    return _Stretch(-bound, a, b, K_a, K_b)
