"""What a sequential test would have seen: deviations that it detects with probability at least 0.99, proved.

With N draws at most, K outcomes and q the true law, of which anything outside the null is rejected at sight:

Total variation. Let s = sqrt(K/N)/2 + sqrt(ln 100/(2N)). The mean distance of the frequencies from q is
at most the first term (Cauchy-Schwarz over K + 1 cells), and they exceed it by the second with
probability at most 1/100 (McDiarmid). Otherwise they are at least TV(p, q) - s away from p; then by
Pinsker and the regret of the mixture, E_N >= 1/alpha as soon as 2N (TV(p, q) - s)^2 >= ln(2/alpha) +
regret.

One outcome. ln of B/(p^c (1-p)^(N-c)) is convex in the count c, so once it is above ln(2K/alpha), at a
count h that is too high, it stays there. The count of an outcome of probability q_j is below h with
probability at most exp(-N kl((h-1)/N, q_j)) (Chernoff), where kl(a, q) = a ln(a/q) + (1-a)
ln((1-a)/(1-q)).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from impl.ball import Ball, ball, lower, precision, upper
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import BITS, Null, log_e_value_of_cell, log_regret

POWER = Fraction(99, 100)
_HALVINGS = 20
"""A detectable probability is located to within 2^-20; the bound is the upper end."""


@dataclass(frozen=True)
class Detectable:
    """Upper bounds on the least deviations that are rejected with probability at least POWER.

    Any law that is so far from the null in total variation; any law that makes some outcome likelier by more than
    that. There is none if there are too few draws: an outcome of probability p becomes likelier by 1 - p at most.
    """

    total_variation: Fraction
    likelier: Fraction


def detectable(null: Null, alpha: FalseAlarmRate, draws: int) -> Detectable:
    """Compute both bounds for a test that stops after this many draws."""
    with precision(BITS):
        size, outside = len(null.cells), least_probability(draws)
        unseen = -ball(1 - POWER).log()
        likelier = max(_likelier(null, place, alpha, unseen, draws) for place in range(size))
        return Detectable(least_total_variation(size, alpha, draws), max(likelier, outside))


def least_probability(draws: int) -> Fraction:
    """The least probability of an event that is seen, at least once among so many draws, with probability POWER."""
    with precision(BITS):
        return upper(1 - (ball(1 - POWER).log() / draws).exp())


def least_total_variation(size: int, alpha: FalseAlarmRate, draws: int) -> Fraction:
    """The least total variation from a null on so many outcomes that is rejected with probability POWER."""
    if size == 1:
        return least_probability(draws)
    with precision(BITS):
        unseen = -ball(1 - POWER).log()
        needed = ball(2 / alpha).log() + log_regret(size, draws)
        distance = (needed / (2 * draws)).sqrt() + (ball(size) / draws).sqrt() / 2 + (unseen / (2 * draws)).sqrt()
        return min(upper(distance), Fraction(1))


def telling_count(null: Null, place: int, alpha: FalseAlarmRate, draws: int) -> int | None:
    """Find a count from which on one cell alone makes the test reject after so many draws, if any."""
    cell = null.cells[place]
    threshold = ball(2 * len(null.cells) / alpha).log()
    low, high = floor(lower(cell.probability) * draws), draws
    if not (log_e_value_of_cell(cell, low, draws) < threshold <= log_e_value_of_cell(cell, high, draws)):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if log_e_value_of_cell(cell, middle, draws) >= threshold:
            high = middle
        else:
            low = middle
    return high


def _likelier(null: Null, place: int, alpha: FalseAlarmRate, unseen: Ball, draws: int) -> Fraction:
    """How much likelier the outcome must become; all that is left up to one, if nothing is sure to show."""
    p = lower(null.cells[place].probability)
    count = telling_count(null, place, alpha, draws)
    if count is None:
        return 1 - p
    seen = Fraction(count - 1, draws)
    low, high = seen, Fraction(1)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if draws * _divergence(seen, middle) >= unseen:
            high = middle
        else:
            low = middle
    return high - p


def _divergence(a: Fraction, q: Fraction) -> Ball:
    """kl(a, q) for 0 <= a < q < 1."""
    rest = ball(1 - a) * (ball(1 - a) / ball(1 - q)).log()
    return rest + ball(a) * ball(a / q).log() if a else rest
