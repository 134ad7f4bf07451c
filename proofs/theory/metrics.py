"""How far scores move: the two metrics, how they bound each other, and when their worst cases are reached; for any n.

Notation: m_i = x_i - x'_i is how far the i-th score moved; max_ij |m_i - m_j| is the range distance.
"""

from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from spec.documents.shared_formulas import i, iff, j, k, moves, size, spread
from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
    absolute,
    both,
    either,
    every,
    greater,
    largest,
    lesser,
    smallest,
    term,
)

# The range distance and the infinity distance.
HIGHEST, LOWEST = largest(i, moves[i]), smallest(i, moves[i])
RANGE_AT_MOST_TWICE = lemma(
    "metrics.range_at_most_twice_linf",
    Step(
        spread <= 2 * size,
        "no move exceeds the largest |m_i| in either direction",
        Induction(invariant=(both(-size <= LOWEST, HIGHEST <= size),)),
    ),
)
RANGE_AT_MOST_ONCE_UP = lemma(
    "metrics.range_at_most_linf_if_all_rise",
    Step(
        spread <= size,
        "the smallest move is at least 0 and the largest at most the largest |m_i|",
        Induction(invariant=(both(term(0) <= LOWEST, HIGHEST <= size),)),
    ),
    given=(every(i, moves[i] >= 0),),
)
RANGE_AT_MOST_ONCE_DOWN = lemma(
    "metrics.range_at_most_linf_if_all_fall",
    Step(
        spread <= size,
        "the largest move is at most 0 and the smallest at least minus the largest |m_i|",
        Induction(invariant=(both(-size <= LOWEST, HIGHEST <= 0),)),
    ),
    given=(every(i, moves[i] <= 0),),
)
high, low, new = Symbol("high"), Symbol("low"), Symbol("m_new")
REMOVAL = lemma(
    "metrics.removal_does_not_increase_range",
    Step(
        high - low <= greater(high, new) - lesser(low, new),
        "one candidate more can only widen the range of the moves; so one less cannot",
        Smt(),
    ),
)
PAIRS_WITHIN_SPREAD = lemma(
    "metrics.range_bounds_every_pair",
    Step(
        moves[j] - moves[k] <= spread,
        "every move lies between the smallest and the largest",
        Induction(invariant=(both(moves[j] <= HIGHEST, LOWEST <= moves[k]),)),
    ),
)

# The largest difference of two moves is that of the extreme ones.
c, above, below = Symbol("c"), Symbol("above"), Symbol("below")
RANGE = largest(i, largest(j, absolute(moves[i] - moves[j])))
TOP, BOTTOM = largest(j, moves[j]), smallest(j, moves[j])
FROM_EACH = greater(TOP - moves[i], moves[i] - BOTTOM)
FURTHEST = lemma(
    "metrics.furthest",
    Step(
        largest(j, absolute(c - moves[j])).eq(greater(TOP - c, c - BOTTOM)),
        "furthest from any c is the greatest or the least",
        Induction(),
    ),
)
EXTREMES = lemma(
    "metrics.extremes",
    Step(
        largest(i, greater(above - moves[i], moves[i] - below)).eq(greater(above - LOWEST, HIGHEST - below)),
        "one of two distances is greatest at the ends",
        Induction(),
    ),
)
RANGE_IS_SPREAD = lemma(
    "metrics.range_is_spread",
    Step(
        largest(j, absolute(moves[i] - moves[j])).eq(FROM_EACH),
        "furthest from m_i is the greatest or the least",
        Smt(),
        using=(Instance("metrics.furthest", {c: moves[i]}),),
    ),
    Step(RANGE.eq(largest(i, FROM_EACH)), "for every i", Rule("equal_inside"), using=(1,)),
    Step(
        largest(i, FROM_EACH).eq(greater(TOP - BOTTOM, TOP - BOTTOM)),
        "and the greatest of these distances is that from one end to the other",
        Smt(),
        using=(Instance("metrics.extremes", {above: TOP, below: BOTTOM}),),
    ),
    Step(RANGE.eq(spread), "so the largest difference of moves is that of the extreme ones", Smt(), using=(2, 3)),
)

# Both are distances, and the infinity distance is the least bound on the moves.
bound, other = Symbol("D", Sort.NONNEGATIVE), Family("m'")
NO_MOVE_EXCEEDS_LINF = lemma(
    "metrics.no_move_exceeds_linf",
    Step(absolute(moves[k]) <= size, "no |m_k| exceeds the greatest", Induction()),
)
LINF_IS_THE_LEAST_BOUND = lemma(
    "metrics.linf_is_the_least_bound",
    Step(size <= bound, "what bounds every |m_i| bounds the greatest", Induction()),
    given=(every(i, absolute(moves[i]) <= bound),),
)
LINF_TRIANGLE = lemma(
    "metrics.linf_triangle",
    Step(
        largest(i, absolute(moves[i] + other[i])) <= size + largest(i, absolute(other[i])),
        "two moves of a score change it by at most the sum",
        Induction(),
    ),
)
SPREAD_TRIANGLE = lemma(
    "metrics.spread_triangle",
    Step(
        largest(i, moves[i] + other[i]) - smallest(i, moves[i] + other[i])
        <= spread + (largest(i, other[i]) - smallest(i, other[i])),
        "the greatest sum is at most the sum of the greatest, the least at least that of the least",
        Induction(
            invariant=(
                largest(i, moves[i] + other[i]) <= HIGHEST + largest(i, other[i]),
                smallest(i, moves[i] + other[i]) >= LOWEST + smallest(i, other[i]),
            )
        ),
    ),
)
SPREAD_IS_NONNEGATIVE = lemma(
    "metrics.spread_is_nonnegative", Step(spread >= 0, "the least is not above the greatest", Induction())
)

# Two moves a and b: when the worst cases are reached.
a, b = Symbol("a"), Symbol("b")
TWO_MOVES = lemma(
    "metrics.two_moves",
    Step(
        both(
            absolute(a - b) <= 2 * bound,
            iff(
                absolute(a - b).eq(2 * bound),
                either(both(a.eq(bound), b.eq(-bound)), both(a.eq(-bound), b.eq(bound))),
            ),
        ),
        "two moves of at most D differ by 2·D exactly if they are D and -D",
        Smt(),
    ),
    given=(absolute(a) <= bound, absolute(b) <= bound),
)
TWO_MOVES_IN_ONE_DIRECTION = lemma(
    "metrics.two_moves_in_one_direction",
    Step(
        both(
            absolute(a - b) <= greater(absolute(a), absolute(b)),
            iff(absolute(a - b).eq(greater(absolute(a), absolute(b))), either(a.eq(0), b.eq(0))),
        ),
        "two moves in one direction differ by all of the larger exactly if one is 0",
        Smt(),
    ),
    given=(a * b >= 0,),
)

CHAPTER = chapter(
    RANGE_AT_MOST_TWICE,
    RANGE_AT_MOST_ONCE_UP,
    RANGE_AT_MOST_ONCE_DOWN,
    REMOVAL,
    PAIRS_WITHIN_SPREAD,
    FURTHEST,
    EXTREMES,
    RANGE_IS_SPREAD,
    NO_MOVE_EXCEEDS_LINF,
    LINF_IS_THE_LEAST_BOUND,
    LINF_TRIANGLE,
    SPREAD_TRIANGLE,
    SPREAD_IS_NONNEGATIVE,
    TWO_MOVES,
    TWO_MOVES_IN_ONE_DIRECTION,
)
