"""Whether two laws are farther apart than a claim allows: decided by balls, and exactly where balls cannot."""

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from itertools import chain

from impl.ball import precision
from proofs.engine.divergence.bounds import Bounds, Edge, high_edge, low_edge
from proofs.engine.divergence.measures import BITS, Divergence, divergence, zero_concentrated_divergence
from proofs.engine.divergence.pair import Mass, Pair
from proofs.engine.enclosure import as_product, compare
from proofs.engine.product import Product, without_common
from spec.space import MaxDivergence, Measure, RangeDivergence
from spec.weights import exp_minus

FINER = Fraction(1, 2**64)
_MOST_TERMS = 1 << 20
"""Products of exact weights with more terms than this are not multiplied out."""


class Verdict(Enum):
    """What is known of a claim on two laws."""

    EXCEEDED = "EXCEEDED"
    HELD = "held"
    UNDECIDED = "undecided"


def judge(measure: Measure, of: Pair, claim: Bounds, found: Divergence | None = None) -> Verdict:
    """Tell whether the divergence of the two laws exceeds the claim; it may have been found already.

    A divergence may reach its claim exactly, and no ball decides that: P(y) <= e^c Q(y), and likewise
    P(y) Q(z) <= e^c Q(y) P(z), is then decided in the ring of exact weights.
    """
    verdict = _by_edges((found or divergence(measure, of)).bounds, claim)
    if verdict is not Verdict.UNDECIDED or not of.complete:
        return verdict
    match measure:
        case MaxDivergence():
            return _exactly(claim, chain(_above(of, claim.lower), _above(of.swapped(), claim.lower)))
        case RangeDivergence():
            return _exactly(claim, _apart(of, claim.lower))
        case _:
            return _by_edges(zero_concentrated_divergence(of, FINER).bounds, claim)


def _by_edges(found: Bounds, claim: Bounds) -> Verdict:
    if found.lower > claim.upper:
        return Verdict.EXCEEDED
    return Verdict.HELD if found.upper <= claim.lower else Verdict.UNDECIDED


def _exactly(claim: Bounds, doubtful: Iterable[tuple[Product, Product]]) -> Verdict:
    """Each doubtful quotient is at most e^c, or one is not."""
    if claim.lower != claim.upper or isinstance(claim.lower, float):
        return Verdict.UNDECIDED
    factor = exp_minus(-claim.lower)
    reduced = [without_common(over, under) for over, under in doubtful]
    if any(over.terms * under.terms > _MOST_TERMS for over, under in reduced):
        return Verdict.UNDECIDED
    exceeded = any(compare(over, factor * under.multiplied_out()) > 0 for over, under in reduced)
    return Verdict.EXCEEDED if exceeded else Verdict.HELD


def _above(of: Pair, c: Edge) -> Iterator[tuple[Product, Product]]:
    """P(y) and Q(y), where balls do not show that their quotient is at most e^c."""
    for mass, loss in _losses(of):
        if loss.upper > c:
            yield as_product(mass.p), as_product(mass.q)


def _apart(of: Pair, c: Edge) -> Iterator[tuple[Product, Product]]:
    """P(y) Q(z) and Q(y) P(z), where balls do not show that their quotient is at most e^c."""
    losses = list(_losses(of))
    least, most = min(low.lower for _, low in losses), max(high.upper for _, high in losses)
    lowest = [(z, low) for z, low in losses if most - low.lower > c]
    for y, high in losses:
        for z, low in lowest if high.upper - least > c else ():
            if high.upper - low.lower > c:
                yield as_product(y.p) * as_product(z.q), as_product(y.q) * as_product(z.p)


def _losses(of: Pair) -> Iterator[tuple[Mass, Bounds]]:
    for mass, log in zip(of.masses, of.logs(BITS), strict=True):
        with precision(BITS):
            yield mass, Bounds(low_edge(log.least_loss()), high_edge(log.most_loss()))
