"""Why the code that compares partially sampled Gumbel numbers has the law of ideal ones."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from impl.gumbel import GumbelRV, gumbel_top_k
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import AtTheCoins
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.one_shot import PEELING
from spec.gumbel import COMPARISON, EDGES, ENCLOSES, MAX_CODE, TOP_K_CODE
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, Term, both, implies, ln, term
from spec.partial_samples import Cell, Comparison, Dyadic, Point

BITS = 4
SHIFTS = (Fraction(0), Fraction(1), Fraction(-7, 3), Fraction(10**300))
SCALES = (Fraction(1), Fraction(5e-324), Fraction(22, 7))

# Law: a comparison ends, the edges enclose the samples, and no answer is taken back.

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


def points() -> Iterator[Point]:
    """All points of up to four bits, for shifts and scales of every size."""
    for shift, scale, bits in product(SHIFTS, SCALES, range(BITS + 1)):
        yield from (Point(shift, scale, numerator, bits) for numerator in range(2**bits + 1))


EDGES_PROOF = Proof(
    EDGES.id,
    (
        Step(
            EDGES.promise,
            "decided by balls; F is increasing, so its inverse at u lies between the edges",
            Instances("u of up to 4 bits, shifts up to 1e300, scales from 2^-1074", points),
        ),
    ),
    uses=("zero_concentrated_divergence.eq1", "zero_concentrated_divergence.definition_1_2"),
)


def cells() -> Iterator[Comparison]:
    """Every pair of cells of up to three bits, at shifts near and far; and every tape of four coins from the first."""
    places = [(numerator, bits) for bits in range(BITS) for numerator in range(2**bits)]
    for distance, first, second in product((0, 1, -3, 10**9), places, places):
        yield Comparison(Cell(Fraction(distance), *first), Cell(Fraction(0), *second), Fraction(1))
    for distance, scale, coins in product((0, 1, -3), (0, 1), product((0, 1), repeat=4)):
        yield Comparison(Cell(Fraction(distance), 0, 0), Cell(Fraction(0), 0, 0), Fraction(scale), coins)


u, v = Symbol("u", Sort.UNIT), Symbol("v", Sort.UNIT)
mu, beta = Symbol("μ"), Symbol("β", Sort.POSITIVE)
COMPARISON_PROOF = Proof(
    COMPARISON.id,
    (
        Step(
            implies(u < v, mu - beta * ln(-ln(u)) < mu - beta * ln(-ln(v))),
            "the inverse distribution function is increasing: a sample lies between the edges of its cell",
            Smt(),
        ),
        Step(
            COMPARISON.promise,
            "the least value of the one against the greatest of the other, by balls",
            Instances("every pair of cells of up to 3 bits, shifts 0, 1, 3 and 1e9 apart; every 4 coins", cells),
        ),
    ),
    uses=(EDGES.id,),
)

FEW, MOST = 8, 4096
DRAWN = 24
"""So many points are drawn, of bits that are log-uniform up to the most."""


def dyadics() -> Iterator[Dyadic]:
    """Every point of few bits; then the ends, the middle and the neighbours of both, and points that are drawn."""
    for bits in range(1, FEW + 1):
        yield from (Dyadic(numerator, bits) for numerator in range(1, 1 << bits))
    chance = Random(0)
    drawn = [round(2 ** chance.uniform(3, 12)) for _ in range(DRAWN)]
    for bits in (*drawn, 64, 1024, MOST):
        top = 1 << bits
        for numerator in (1, top // 2 - 1, top // 2, top - 1, chance.randrange(1, top)):
            yield Dyadic(numerator, bits)


ENCLOSES_PROOF = Proof(
    ENCLOSES.id,
    (
        Step(
            ENCLOSES.promise,
            "by balls of higher precision, which tell both edges from the quantile; beyond these points one trusts "
            "that balls enclose",
            Instances(f"every point of up to {FEW} bits; ends, middle and drawn points of up to {MOST} bits", dyadics),
        ),
    ),
)

# Errors

# None of its own: an error would have a probability, and the law gives it none.

# Privacy

# None of its own: mechanisms that select by these numbers have privacy claims.

# Instances


def _noises(scale: int, *shifts: int) -> tuple[GumbelRV, ...]:
    return tuple(GumbelRV(Fraction(shift), Fraction(scale)) for shift in shifts)


PAIRS = tuple((x, k) for x in (_noises(1, 0, 1), _noises(2, 3, 3), _noises(1, 10**300, 0)) for k in (0, 1, 3))
TRIPLES = tuple((_noises(1, *shifts), k) for shifts in ((0, 1, 2), (7, 7, 7)) for k in (1, 2))
WITHOUT_NOISE = tuple((_noises(0, 2, 2, 1), k) for k in range(5))
UNSAMPLED = tuple((tuple(noise.unsampled for noise in x),) for x, _ in (*PAIRS[::3], *TRIPLES[::2]))

TOP_K_PROOF = Proof(
    TOP_K_CODE.id,
    (
        Step(
            TOP_K_CODE.promise,
            "coin by coin, two scores: every execution is walked, bit by bit of each noisy score",
            AtTheCoins(gumbel_top_k, PAIRS, "2 scores: apart, equal, 1e300 apart; k up to 3", Fraction(1, 2**7)),
        ),
        Step(
            TOP_K_CODE.promise,
            "coin by coin, three scores: every execution is walked, bit by bit of each noisy score",
            AtTheCoins(gumbel_top_k, TRIPLES, "3 scores: apart, equal; k up to 2", Fraction(1, 2**3)),
        ),
        Step(
            TOP_K_CODE.promise,
            "without noise there is one execution",
            AtTheCoins(gumbel_top_k, WITHOUT_NOISE, "3 scores, two of them equal, scale 0, k up to 4", Fraction(0)),
        ),
    ),
    uses=(PEELING.id, COMPARISON.id, TERMINATION.id),
)
MAX_PROOF = Proof(
    MAX_CODE.id,
    (
        Step(
            MAX_CODE.promise,
            "coin by coin: every execution is walked, bit by bit of each noisy score",
            AtTheCoins(gumbel_max, UNSAMPLED, "2 and 3 scores: apart, equal, 1e300 apart", Fraction(1, 2**3)),
        ),
    ),
    uses=("gumbel.max", COMPARISON.id),
)

CHAPTER = Chapter(
    claims=(ENCLOSES, EDGES, COMPARISON, TERMINATION, TOP_K_CODE, MAX_CODE),
    proofs=(ENCLOSES_PROOF, EDGES_PROOF, COMPARISON_PROOF, TERMINATION_PROOF, TOP_K_PROOF, MAX_PROOF),
)
