"""Laws of several indices that come of usual mistakes: only the first index is as permute-and-flip selects it.

Under Gumbel noise the first two of them are no mistakes: there, too, they have the law of rounds.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial

from impl.ball import Ball, ball, precision
from proofs.conform.ball_laws import BITS, Probabilities, enclosed_law
from proofs.conform.promised_law import Outcome

MOST = 5
"""Of so many scores at most all orders are gone through."""

Mistake = Callable[[Sequence[Fraction], Fraction, int], Probabilities]


def drawn_once(y: Sequence[Fraction], scale: Fraction, k: int) -> Probabilities:
    """Exponential noise is drawn once for all indices: the k greatest noisy scores, in their order.

    With w_j = e^(score/scale), a noisy score is above c with probability w_j t, t = e^-c, as long as that is at most 1.
    So the chance that the order begins as wanted, and all in it are above c, is one polynomial in t up to some edge.
    """
    with precision(BITS):
        weights = _weights(y, scale)
        return {order: _in_order(weights, order) for order in permutations(range(len(y)), min(k, len(y)))}


def _in_order(weights: Sequence[Ball], order: Outcome) -> Ball:
    below, others = [ball(1)], [weight for i, weight in enumerate(weights) if i not in order]
    for weight in others:
        below = [a - b for a, b in zip([*below, ball(0)], [ball(0), *(c * weight for c in below)], strict=True)]
    greatest = max(others, key=lambda weight: float(weight.mid()), default=ball(0))
    for i in reversed(order):
        greatest = max(greatest, weights[i], key=lambda weight: float(weight.mid()))
        rising = [ball(0), *(weights[i] * c / power for power, c in enumerate(below, start=1))]
        at_the_edge = sum((c / greatest**power for power, c in enumerate(rising)), start=ball(0))
        below = [at_the_edge - rising[0], *(-c for c in rising[1:])]
    return below[0]


def drawn_again(y: Sequence[Fraction], scale: Fraction, k: int) -> Probabilities:
    """Nobody is taken away: an index that came before is drawn again, from all scores."""
    with precision(BITS):
        first = {order[0]: share for order, share in enclosed_law("permute-and-flip", y, scale, 1).items()}
        return {order: _one_by_one(first, order) for order in permutations(first, min(k, len(y)))}


def _one_by_one(first: dict[int, Ball], order: Outcome) -> Ball:
    probability = ball(1)
    for place, i in enumerate(order):
        left = sum((share for j, share in first.items() if j not in order[:place]), start=ball(0))
        probability *= first[i] / left
    return probability


def in_one_order(y: Sequence[Fraction], scale: Fraction, k: int) -> Probabilities:
    """The scores are shuffled once for all indices, and flipped for each of them from the beginning."""
    with precision(BITS):
        weights, found = _weights(y, scale), Probabilities()
        for shuffled in permutations(range(len(y))):
            for order, probability in _flipped(weights, shuffled, min(k, len(y))):
                found[order] = found.get(order, ball(0)) + probability / factorial(len(y))
        return found


def _flipped(weights: Sequence[Ball], shuffled: Outcome, k: int) -> Iterator[tuple[Outcome, Ball]]:
    if not k:
        yield (), ball(1)
        return
    best = max((weights[i] for i in shuffled), key=lambda weight: float(weight.mid()))
    none_before = ball(1)
    for place, i in enumerate(shuffled):
        share = weights[i] / best
        for order, probability in _flipped(weights, shuffled[:place] + shuffled[place + 1 :], k - 1):
            yield (i, *order), none_before * share * probability
        none_before *= 1 - share


def _weights(y: Sequence[Fraction], scale: Fraction) -> list[Ball]:
    return [ball((score - max(y)) / scale).exp() for score in y]


MISTAKES: dict[str, Mistake] = {
    "noise drawn once for all indices": drawn_once,
    "repeats drawn again, nobody taken away": drawn_again,
    "one order of all scores for all indices": in_one_order,
}
