"""The three measures of `spec.space` between two exact laws, enclosed from both sides."""

import math
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import precision
from proofs.engine.divergence.bounds import Bounds, exactly, high_edge, low_edge
from proofs.engine.divergence.pair import Pair
from proofs.engine.divergence.renyi import MOST_POINTS, WIDTH, zero_concentrated
from spec.space import MaxDivergence, Measure, RangeDivergence

BITS = 128
NOTHING_KNOWN = Bounds(Fraction(0), math.inf)
"""How far apart two laws are of which no outcome is known."""


@dataclass(frozen=True)
class Divergence:
    """How far apart two laws are, and where: the outcomes that tell them apart best, and alpha under zCDP.

    If `backward`, it is D(Q || P) that is as large.
    """

    bounds: Bounds
    outcomes: tuple[object, ...]
    backward: bool = False
    alpha: Fraction | None = None


def divergence(measure: Measure, of: Pair) -> Divergence:
    """Enclose the measure's own divergence of the two laws."""
    match measure:
        case MaxDivergence():
            return max_divergence(of)
        case RangeDivergence():
            return range_divergence(of)
        case _:
            return zero_concentrated_divergence(of)


def max_divergence(of: Pair, bits: int = BITS) -> Divergence:
    """max over outcomes y of |ln(P(y)/Q(y))|; infinite as soon as one law can do what the other cannot."""
    return _farther(_one_way(of, bits), _one_way(of.swapped(), bits))


def range_divergence(of: Pair, bits: int = BITS) -> Divergence:
    """max_y ln(P(y)/Q(y)) - min_y ln(P(y)/Q(y))."""
    if of.identical():
        return Divergence(exactly(0), ())
    if not of.masses:
        return Divergence(NOTHING_KNOWN, ())
    losses = _losses(of, bits)
    most, least = _greatest(losses), _least(losses)
    lower = max(Fraction(0), losses[most].lower - losses[least].upper)
    upper = max(loss.upper for loss in losses) - min(loss.lower for loss in losses) if of.complete else math.inf
    return Divergence(Bounds(lower, upper), (of.masses[most].outcome, of.masses[least].outcome))


def zero_concentrated_divergence(of: Pair, width: Fraction = WIDTH, most_points: int = MOST_POINTS) -> Divergence:
    """sup over alpha > 1 of D_alpha/alpha, the greater of both directions."""
    ways = []
    for way in (of, of.swapped()):
        found = zero_concentrated(way, width, most_points)
        telling = _one_way(way, BITS).outcomes
        ways.append(Divergence(found.bounds, telling, alpha=found.alpha))
    return _farther(*ways)


def _one_way(of: Pair, bits: int) -> Divergence:
    """max_y ln(P(y)/Q(y)), which is never negative."""
    if of.identical():
        return Divergence(exactly(0), ())
    if not of.masses:
        return Divergence(NOTHING_KNOWN, ())
    losses = _losses(of, bits)
    most = _greatest(losses)
    upper = max(loss.upper for loss in losses) if of.complete else math.inf
    return Divergence(Bounds(max(Fraction(0), losses[most].lower), upper), (of.masses[most].outcome,))


def _farther(forth: Divergence, back: Divergence) -> Divergence:
    """The greater of the two directions."""
    backward = back.bounds.lower > forth.bounds.lower
    best = back if backward else forth
    upper = max(forth.bounds.upper, back.bounds.upper)
    return Divergence(Bounds(best.bounds.lower, upper), best.outcomes, backward, best.alpha)


def _losses(of: Pair, bits: int) -> list[Bounds]:
    logs = of.logs(bits)
    with precision(bits):
        return [Bounds(low_edge(log.least_loss()), high_edge(log.most_loss())) for log in logs]


def _greatest(losses: list[Bounds]) -> int:
    return max(range(len(losses)), key=lambda i: losses[i].lower)


def _least(losses: list[Bounds]) -> int:
    return min(range(len(losses)), key=lambda i: losses[i].upper)
