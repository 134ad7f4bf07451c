"""How far scores move: the two metrics, their worst cases, and when these are reached; for any n.

Notation: m_i = x_i - x'_i is how far the i-th score moved; max_ij |m_i - m_j| is the range distance.
"""

from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Instance, Proof, Step
from spec.documents.shared_formulas import i, iff, j, k, moves, size, spread
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    either,
    every,
    greater,
    largest,
    smallest,
)

a, b, c, bound = Symbol("a"), Symbol("b"), Symbol("c"), Symbol("D", Sort.NONNEGATIVE)
above, below = Symbol("above"), Symbol("below")
other = Family("m'")


def lemma(id: str, conclusion: Term, *steps: Step, given: tuple[Term, ...] = ()) -> tuple[Claim, Proof]:
    """A claim on the metrics and its proof, of which the conclusion is the last step."""
    return Claim(f"metrics.{id}", Kind.LEMMA, Formula(conclusion, given)), Proof(f"metrics.{id}", steps)


RANGE = largest(i, largest(j, absolute(moves[i] - moves[j])))
HIGHEST, LOWEST = largest(j, moves[j]), smallest(j, moves[j])
FURTHEST = largest(j, absolute(c - moves[j])).eq(greater(HIGHEST - c, c - LOWEST))
EXTREMES = largest(i, greater(above - moves[i], moves[i] - below)).eq(
    greater(above - smallest(i, moves[i]), largest(i, moves[i]) - below)
)
FROM_EACH = greater(HIGHEST - moves[i], moves[i] - LOWEST)

LEMMAS = (
    lemma("furthest", FURTHEST, Step(FURTHEST, "furthest from any c is the greatest or the least", Induction())),
    lemma("extremes", EXTREMES, Step(EXTREMES, "one of two distances is greatest at the ends", Induction())),
    lemma(
        "range_is_spread",
        RANGE.eq(spread),
        Step(
            largest(j, absolute(moves[i] - moves[j])).eq(FROM_EACH),
            "furthest from m_i is the greatest or the least",
            Smt(),
            using=(Instance("metrics.furthest", {c: moves[i]}),),
        ),
        Step(RANGE.eq(largest(i, FROM_EACH)), "for every i", Rule("equal_inside"), using=(1,)),
        Step(
            largest(i, FROM_EACH).eq(greater(HIGHEST - LOWEST, HIGHEST - LOWEST)),
            "and the greatest of these distances is that from one end to the other",
            Smt(),
            using=(Instance("metrics.extremes", {above: HIGHEST, below: LOWEST}),),
        ),
        Step(RANGE.eq(spread), "so the largest difference of moves is that of the extreme ones", Smt(), using=(2, 3)),
    ),
    lemma(
        "no_move_exceeds_linf",
        absolute(moves[k]) <= size,
        Step(absolute(moves[k]) <= size, "no |m_k| exceeds the greatest", Induction()),
    ),
    lemma(
        "linf_is_the_least_bound",
        size <= bound,
        Step(size <= bound, "what bounds every |m_i| bounds the greatest", Induction()),
        given=(every(i, absolute(moves[i]) <= bound),),
    ),
    lemma(
        "linf_triangle",
        largest(i, absolute(moves[i] + other[i])) <= size + largest(i, absolute(other[i])),
        Step(
            largest(i, absolute(moves[i] + other[i])) <= size + largest(i, absolute(other[i])),
            "two moves of a score change it by at most the sum",
            Induction(),
        ),
    ),
    lemma(
        "spread_triangle",
        largest(i, moves[i] + other[i]) - smallest(i, moves[i] + other[i])
        <= spread + (largest(i, other[i]) - smallest(i, other[i])),
        Step(
            largest(i, moves[i] + other[i]) - smallest(i, moves[i] + other[i])
            <= spread + (largest(i, other[i]) - smallest(i, other[i])),
            "the greatest sum is at most the sum of the greatest, the least at least that of the least",
            Induction(
                invariant=(
                    largest(i, moves[i] + other[i]) <= largest(i, moves[i]) + largest(i, other[i]),
                    smallest(i, moves[i] + other[i]) >= smallest(i, moves[i]) + smallest(i, other[i]),
                )
            ),
        ),
    ),
    lemma("spread_is_nonnegative", spread >= 0, Step(spread >= 0, "the least is not above the greatest", Induction())),
    lemma(
        "two_moves",
        OPPOSITE := both(
            absolute(a - b) <= 2 * bound,
            iff(
                absolute(a - b).eq(2 * bound),
                either(both(a.eq(bound), b.eq(-bound)), both(a.eq(-bound), b.eq(bound))),
            ),
        ),
        Step(OPPOSITE, "two moves of at most D differ by 2·D exactly if they are D and -D", Smt()),
        given=(absolute(a) <= bound, absolute(b) <= bound),
    ),
    lemma(
        "two_moves_in_one_direction",
        ONE_IS_ZERO := both(
            absolute(a - b) <= greater(absolute(a), absolute(b)),
            iff(absolute(a - b).eq(greater(absolute(a), absolute(b))), either(a.eq(0), b.eq(0))),
        ),
        Step(ONE_IS_ZERO, "two moves in one direction differ by all of the larger exactly if one is 0", Smt()),
        given=(a * b >= 0,),
    ),
)
CHAPTER = Chapter(claims=tuple(claim for claim, _ in LEMMAS), proofs=tuple(proof for _, proof in LEMMAS))
