"""How far apart the losses of two candidates can be under permute-and-flip, for any number of candidates.

Notation as in `odds.py`: P(i)/P(j) = (e^D - b)/(1 - b), where D = (x_i - x_j)/scale ≥ 0.
"""

from fractions import Fraction
from itertools import product

from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.drawn import OneIn
from proofs.engine.enclosure import compare
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import NEARBY_SCOPE, nearby
from proofs.mechanisms.permute_and_flip.odds import ODDS
from spec.logic.claim import Claim, Kind
from spec.logic.closeness import Scores
from spec.logic.formula import Formula, Sort, Symbol, both, exp, implies, term
from spec.logic.proposition import Proposition
from spec.permute_and_flip import law_of_permute_and_flip
from spec.space import RangeDistance
from spec.weights import exp_minus, rational

D, b, b_prime = Symbol("D", Sort.NONNEGATIVE), Symbol("b"), Symbol("b'")

# The two ways in which a pair of candidates may move. A = e^D, B = e^-D', root² = e^ε.
A, B, root = Symbol("A", Sort.POSITIVE), Symbol("B", Sort.POSITIVE), Symbol("e^(ε/2)", Sort.POSITIVE)
HALVES = (term(0) <= b, b <= Fraction(1, 2), term(0) <= b_prime, b_prime <= Fraction(1, 2), root >= 1)
CROSSING = Claim(
    "permute_and_flip_range.crossing",
    Kind.LEMMA,
    Formula(
        (A - b) / (1 - b) * ((B - b_prime) / (1 - b_prime)) <= (2 * root - 1) ** 2,
        given=(*HALVES, A >= 1, B >= 1, A * B <= root**2),
    ),
)
CROSSING_PROOF = Proof(
    CROSSING.id,
    (
        Step((A - b) / (1 - b) <= 2 * A - 1, "it grows with b, up to b = 1/2", Smt()),
        Step((B - b_prime) / (1 - b_prime) <= 2 * B - 1, "and so does this with b'", Smt()),
        Step(
            both((A - b) / (1 - b) >= 1, (B - b_prime) / (1 - b_prime) >= 1),
            "both are at least 1",
            Smt(),
        ),
        Step(
            (A - b) / (1 - b) * ((B - b_prime) / (1 - b_prime)) <= (2 * A - 1) * (2 * B - 1),
            "multiply",
            Smt(),
            using=(1, 2, 3),
        ),
        Step(
            (2 * A - 1) * (2 * B - 1) <= (2 * root - 1) ** 2,
            "(2A - 1)·(2B - 1) = 4AB - 2(A + B) + 1, where AB ≤ e^ε and A + B ≥ 2·√(AB)",
            Smt(),
        ),
        Step(
            (A - b) / (1 - b) * ((B - b_prime) / (1 - b_prime)) <= (2 * root - 1) ** 2,
            "the two together",
            Smt(),
            using=(4, 5),
        ),
    ),
)
Y = Symbol("Y", Sort.POSITIVE)
STAYING = Claim(
    "permute_and_flip_range.staying",
    Kind.LEMMA,
    Formula(
        (A - b) / (1 - b) <= (2 * root - 1) ** 2 * ((Y - b_prime) / (1 - b_prime)),
        given=(*HALVES, A >= 1, Y >= 1, A <= root**2 * Y, b <= root**2 * b_prime),
    ),
)
STAYING_PROOF = Proof(
    STAYING.id,
    (
        Step(
            (A - b) / (1 - b) <= (root**2 * Y - b) / (1 - b),
            "A ≤ e^ε·Y",
            Smt(),
        ),
        Step(
            (root**2 * Y - b) * (1 - b_prime) <= (root**2 - b) * (Y - b_prime),
            "(1 - b')/(Y - b') falls with b' ≥ e^-ε·b: at the least b' it is (e^ε - b)/(e^ε·Y - b)",
            Smt(),
        ),
        Step(
            (root**2 * Y - b) / (1 - b) <= (root**2 - b) / (1 - b) * ((Y - b_prime) / (1 - b_prime)),
            "divide by (1 - b)·(1 - b')",
            Smt(),
            using=(2,),
        ),
        Step(
            (root**2 - b) / (1 - b) <= (2 * root - 1) ** 2,
            "(e^ε - b)/(1 - b) ≤ 2·e^ε - 1, which is (2·e^(ε/2) - 1)² less 2·(e^(ε/2) - 1)²",
            Smt(),
        ),
        Step(
            (A - b) / (1 - b) <= (2 * root - 1) ** 2 * ((Y - b_prime) / (1 - b_prime)),
            "all together; (Y - b')/(1 - b') is positive",
            Smt(),
            using=(1, 3, 4),
        ),
    ),
)

RANGE = Claim(
    "permute_and_flip.range",
    Kind.THEOREM,
    Proposition(
        ("permute_and_flip_range", "permute_and_flip_range_reached"),
        "if x, x' are within range distance d then the losses of any two candidates under permute_and_flip, the code "
        "that runs, differ by at most R(ε) = 2·ln(2·e^(ε/2) - 1), ε = d/scale, for every n; two candidates reach it",
    ),
)
c = Symbol("c", Sort.POSITIVE)
RANGE_PROOF = Proof(
    RANGE.id,
    (
        Step(
            implies(both(c >= 1, A <= 1, B >= 1), A <= c * B),
            "let odds be P(i)/P(j) and odds' the neighbour's. If x_i ≤ x_j and x'_i ≥ x'_j then odds ≤ 1 ≤ odds'",
            Smt(),
        ),
        Step(
            implies(both(A * B <= c, B > 0), A <= c * (1 / B)),
            "if i is ahead on the one side and j on the other, odds = (A - b)/(1 - b) and 1/odds' = (B - b')/(1 - "
            "b') with A·B = e^(D - D') ≤ e^ε: the product is at most (2·e^(ε/2) - 1)². If i is ahead on both sides, "
            "odds ≤ (2·e^(ε/2) - 1)²·odds'; if j is, the same with x and x' exchanged",
            Smt(),
        ),
        Step(
            ((1 - exp(-D) / 2) / (exp(-D) / 2)).eq(2 * exp(D) - 1),
            "two candidates, D = ε/2 = -D': ∫ t dt = 1/2, so P(i)/P(j) = 2·e^D - 1 on the one side and its inverse "
            "on the other",
            Symbolic(),
        ),
    ),
    uses=(ODDS.id, CROSSING.id, STAYING.id),
)


def is_within_the_range(case: Scores) -> bool:
    """P(i)·P'(j) ≤ (2·e^(ε/2) - 1)²·P'(i)·P(j) for all i and j, in the ring of exponential sums."""
    laws = [dict(law_of_permute_and_flip(scores, case.scale)) for scores in (case.x, case.x_prime)]
    epsilon = Fraction(RangeDistance(Fraction).distance(case.x, case.x_prime)) / case.scale
    root = rational(2) * exp_minus(-epsilon / 2) - rational(1)
    return all(
        compare(laws[0][i] * laws[1][j], root * root * laws[1][i] * laws[0][j]) <= 0
        for i, j in product(range(len(case.x)), repeat=2)
    )


INSTANCES = Proof(
    RANGE.id,
    (
        Step(
            "On exact laws no two losses differ by more",
            "decided as the sign of an exponential sum",
            Exhaustive(NEARBY_SCOPE, OneIn(3, nearby), is_within_the_range),
        ),
    ),
    title="instances",
)

CHAPTER = Chapter(
    claims=(CROSSING, STAYING, RANGE),
    proofs=(CROSSING_PROOF, STAYING_PROOF, RANGE_PROOF, INSTANCES),
)
