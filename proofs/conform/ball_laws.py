"""The laws of selection in balls: what `triples.law` says exactly, fast enough for hundreds of cases."""

from collections.abc import Sequence
from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Indices, Noise

BITS = 128

Probabilities = dict[Outcome, Ball]
"""Each outcome that can come, with its probability."""


def enclosed_law(noise: Noise, y: Sequence[Fraction], scale: Fraction, k: int) -> Probabilities:
    """The law of the k best of y, best first; at scale 0 the best themselves, of equal ones the last first."""
    order = sorted(range(len(y)), key=lambda i: (y[i], i), reverse=True)
    if scale == 0:
        return {tuple(order[:k]): ball(1)}
    with precision(BITS):
        rounds = _Rounds(noise, [ball((score - y[order[0]]) / scale).exp() for score in y], y)
        return dict(rounds.extended((), ball(1), min(k, len(y))))


class _Rounds:
    """Peeling: each round selects among what is left, whatever the order in which the others went."""

    def __init__(self, noise: Noise, weights: Sequence[Ball], y: Sequence[Fraction]) -> None:
        self._weights = weights
        self._y = y
        self._share = _softmax if noise == "gumbel" else _permute_and_flip
        self._known: dict[frozenset[int], dict[int, Ball]] = {}

    def extended(self, taken: Indices, weight: Ball, more: int) -> list[tuple[Indices, Ball]]:
        if not more:
            return [(taken, weight)]
        return [
            found
            for index, share in self._round(frozenset(taken)).items()
            for found in self.extended((*taken, index), weight * share, more - 1)
        ]

    def _round(self, taken: frozenset[int]) -> dict[int, Ball]:
        if taken not in self._known:
            left = [i for i in range(len(self._y)) if i not in taken]
            best = max(left, key=lambda i: self._y[i])
            top = self._weights[best]
            weights = [ball(1) if self._y[i] == self._y[best] else self._weights[i] / top for i in left]
            first = {self._y[i]: place for place, i in reversed([*enumerate(left)])}
            shares = {score: self._share(weights, place) for score, place in first.items()}
            self._known[taken] = {i: shares[self._y[i]] for i in left}  # equal scores have equal shares
        return self._known[taken]


def _softmax(weights: Sequence[Ball], r: int) -> Ball:
    return weights[r] / sum(weights, start=ball(0))


def _permute_and_flip(weights: Sequence[Ball], r: int) -> Ball:
    """P(r) = p_r times the integral over t in [0, 1] of the product over j != r of 1 - t p_j."""
    return weights[r] * _integral([w for j, w in enumerate(weights) if j != r])


def _integral(others: Sequence[Ball]) -> Ball:
    coefficients = [ball(1)]
    for weight in others:
        shifted = [ball(0), *(c * weight for c in coefficients)]
        coefficients = [a - b for a, b in zip([*coefficients, ball(0)], shifted, strict=True)]
    return sum((c / (power + 1) for power, c in enumerate(coefficients)), start=ball(0))
