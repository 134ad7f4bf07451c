"""Why the code that compares partially sampled Gumbel numbers has the law of ideal ones."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.ball import Ball, Order, ball, compare
from impl.gumbel import GumbelPSRN, GumbelRV, gumbel_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import AtTheCoins
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.one_shot import PEELING
from spec.gumbel import Edge, surely_above
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, Term, both, implies, ln, term

BITS = 4
SHIFTS = (Fraction(0), Fraction(1), Fraction(-7, 3), Fraction(10**300))
SCALES = (Fraction(1), Fraction(5e-324), Fraction(22, 7))


class Point(NamedTuple):
    """A Gumbel variable and a point u = R/2^r at which its inverse distribution function is asked for."""

    noise: GumbelRV
    numerator: int
    refinements: int


def points() -> Iterator[Point]:
    """All points of up to four bits, for shifts and scales of every size."""
    for shift, scale, bits in product(SHIFTS, SCALES, range(BITS + 1)):
        yield from (Point(GumbelRV(shift, scale), numerator, bits) for numerator in range(2**bits + 1))


def is_enclosed(point: Point) -> bool:
    """F(lower) ≤ u ≤ F(upper), where F(x) = e^(-e^(-(x - shift)/scale)); infinite exactly where u is 0 or 1."""
    u = Fraction(point.numerator, 2**point.refinements)
    low, high = point.noise.inverse_cdf(point.numerator, point.refinements)
    if u in (0, 1):
        return low == high == (float("-inf"), float("inf"))[int(u)]
    return _mass_below(point.noise, low, u) is Order.LESS and _mass_below(point.noise, high, u) is Order.GREATER


def _mass_below(noise: GumbelRV, edge: Edge, u: Fraction) -> Order:
    """How F(edge) compares with u; an irrational number equals no rational edge."""
    assert isinstance(edge, Fraction)
    z = (edge - noise.shift) / noise.scale
    return compare(lambda: (-(-ball(z)).exp()).exp(), lambda: ball(u))


LAW = Claim(
    "GumbelRV.law",
    Kind.CONTRACT,
    "GumbelRV(μ, β) encloses the inverse of the distribution function e^(-e^(-(x - μ)/β)), whose density is "
    "(1/β)·e^(-e^(-z) - z) with z = (x - μ)/β",
)
LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            "At every point asked for, F(lower) ≤ u ≤ F(upper)",
            "decided by balls; F is increasing, so its inverse at u lies between the edges",
            Exhaustive("u of up to 4 bits, shifts up to 1e300, scales from 2^-1074", points, is_enclosed),
        ),
    ),
    uses=("zero_concentrated_divergence.eq1", "zero_concentrated_divergence.definition_1_2"),
)


class Cells(NamedTuple):
    """Two partially sampled numbers."""

    a: GumbelPSRN
    b: GumbelPSRN


def cells() -> Iterator[Cells]:
    """Every pair of cells of up to three bits, at shifts near and far."""
    places = [(numerator, bits) for bits in range(BITS) for numerator in range(2**bits)]
    for distance, first, second in product((0, 1, -3, 10**9), places, places):
        yield Cells(GumbelPSRN(Fraction(distance), Fraction(1), *first), GumbelPSRN(Fraction(0), Fraction(1), *second))


def is_never_wrong(pair: Cells) -> bool:
    """If a is said to be surely above b, then the least value of a is not below the greatest of b."""
    a, b = pair
    if not surely_above(a, b):
        return True
    least, greatest = Fraction(a.numerator, 2**a.refinements), Fraction(b.numerator + 1, 2**b.refinements)
    if least == 0 or greatest == 1:
        return least == 1 or greatest == 0
    if a.shift == b.shift:
        return least >= greatest
    return compare(lambda: _inverse(a, least), lambda: _inverse(b, greatest)) is Order.GREATER


def _inverse(noise: GumbelPSRN, u: Fraction) -> Ball:
    return ball(noise.shift) - ball(noise.scale) * (-ball(u).log()).log()


u, v = Symbol("u", Sort.UNIT), Symbol("v", Sort.UNIT)
mu, beta = Symbol("μ"), Symbol("β", Sort.POSITIVE)
COMPARISON = Claim(
    "GumbelPSRN.comparison",
    Kind.CONTRACT,
    "However the coins that are not drawn yet would fall, a comparison says which of the two samples is greater",
)
COMPARISON_PROOF = Proof(
    COMPARISON.id,
    (
        Step(
            implies(u < v, mu - beta * ln(-ln(u)) < mu - beta * ln(-ln(v))),
            "the inverse distribution function is increasing: a sample lies between the edges of its cell",
            Smt(),
        ),
        Step(
            "What is said to be surely above is, at the worst ends of both cells",
            "the least value of the one against the greatest of the other, by balls",
            Exhaustive("every pair of cells of up to 3 bits, shifts 0, 1, 3 and 1e9 apart", cells, is_never_wrong),
        ),
    ),
    uses=(LAW.id,),
)


def _noises(scale: int, *shifts: int) -> tuple[GumbelRV, ...]:
    return tuple(GumbelRV(Fraction(shift), Fraction(scale)) for shift in shifts)


PAIRS = tuple((x, k) for x in (_noises(1, 0, 1), _noises(2, 3, 3), _noises(1, 10**300, 0)) for k in (0, 1, 3))
TRIPLES = tuple((_noises(1, *shifts), k) for shifts in ((0, 1, 2), (7, 7, 7)) for k in (1, 2))
WITHOUT_NOISE = tuple((_noises(0, 2, 2, 1), k) for k in range(5))

grid, rightward, upward = Symbol("N", Sort.POSITIVE), Symbol("rightward"), Symbol("upward")
h = Symbol("h", Sort.POSITIVE)
"""2^-m, after m rounds."""


def rounds_until(share: Term) -> Term:
    """The sum of (2·2^i - 1)/4^i over i < m, where the share is 2^-m."""
    return Fraction(8, 3) - 4 * share + Fraction(4, 3) * share**2


TERMINATION = Claim(
    "gumbel_numbers.termination",
    Kind.THEOREM,
    "At positive scale a comparison ends with probability 1, after 8/3 rounds of a bit for each sample on average at "
    "most, whatever the scores and up to the precision of edges",
)
TERMINATION_PROOF = Proof(
    TERMINATION.id,
    (
        Step(
            implies(both(rightward <= grid - 1, upward <= grid - 1), 1 + rightward + upward <= 2 * grid - 1),
            "the pairs (U_a, U_b) that tie lie on a rising curve, which passes from cell to cell of an N by N grid by "
            "steps to the right or up, at most N - 1 of each",
            Smt(),
        ),
        Step(
            ((2 / h - 1) * h**2).eq(2 * h - h**2),
            "after m rounds N = 2^m = 1/h: undecided are at most 2N - 1 of N² cells, a share that tends to 0",
            Symbolic(),
        ),
        Step(
            both(rounds_until(term(1)).eq(0), (rounds_until(h / 2) - rounds_until(h)).eq(2 * h - h**2)),
            "the mean number of rounds is the sum of these shares over m ≥ 0: the closed form begins at 0 and grows by "
            "the share of each round",
            Smt(),
        ),
        Step(
            implies(h <= 1, rounds_until(h) <= Fraction(8, 3)),
            "and never exceeds 8/3",
            Smt(),
        ),
    ),
)

CODE = Claim("gumbel_top_k.code", Kind.CONTRACT, "The running code has the promised law")
CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            "Coin by coin, two scores",
            "every execution is walked, bit by bit of each noisy score",
            AtTheCoins(gumbel_top_k, PAIRS, "2 scores: apart, equal, 1e300 apart; k up to 3", Fraction(1, 2**7)),
        ),
        Step(
            "Coin by coin, three scores",
            "every execution is walked, bit by bit of each noisy score",
            AtTheCoins(gumbel_top_k, TRIPLES, "3 scores: apart, equal; k up to 2", Fraction(1, 2**3)),
        ),
        Step(
            "Without noise",
            "there is one execution",
            AtTheCoins(gumbel_top_k, WITHOUT_NOISE, "3 scores, two of them equal, scale 0, k up to 4", Fraction(0)),
        ),
    ),
    uses=(PEELING.id, COMPARISON.id, TERMINATION.id),
)

CHAPTER = Chapter(
    claims=(LAW, COMPARISON, TERMINATION, CODE),
    proofs=(LAW_PROOF, COMPARISON_PROOF, TERMINATION_PROOF, CODE_PROOF),
)
