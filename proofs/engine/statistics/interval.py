"""Bounds on a probability from counts, valid at every time at once.

Null: the event has probability p. By the same mixture as in `evidence`, B(c, n - c) / (p^c (1 - p)^(n - c)) reaches
1/alpha at some n with probability alpha at most; so with probability 1 - alpha the true p is never among those for
which it does. That quotient is quasi-convex in p with its minimum at c/n: what is left is an interval around c/n.
"""

from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import BITS, Cell, log_e_value_of_cell

_HALVINGS = 48


def bounds(count: int, n: int, alpha: FalseAlarmRate) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound on the probability of an event that came `count` times of n."""
    with precision(BITS):
        limit = (1 / ball(alpha)).log()
        seen = Fraction(count, n)
        return _edge(count, n, limit, Fraction(0), seen), _edge(count, n, limit, Fraction(1), seen)


def _edge(count: int, n: int, limit: Ball, out: Fraction, inside: Fraction) -> Fraction:
    """Halve between what is surely ruled out and what is not; the answer is ruled out or the end of [0, 1].

    If the end itself was seen there is nothing between: ln 0 is NaN, which rules nothing out.
    """
    for _ in range(_HALVINGS):
        middle = (out + inside) / 2
        p = ball(middle)
        if log_e_value_of_cell(Cell(None, p, p.log(), ball(1 - middle).log()), count, n) >= limit:
            out = middle
        else:
            inside = middle
    return out
