"""How the metrics bound each other, for score vectors of any length."""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Family, Formula, Symbol, absolute, both, every, greater, largest, lesser, smallest, term

i = Symbol("i")
m = Family("m")
"""m_i = x_i - x'_i: how far the i-th score moved."""
high, low, new = Symbol("high"), Symbol("low"), Symbol("m_new")

SIZE = largest(i, absolute(m[i]))
SPREAD = largest(i, m[i]) - smallest(i, m[i])

RANGE_AT_MOST_TWICE = Claim("metrics.range_at_most_twice_linf", Kind.LEMMA, Formula(SPREAD <= 2 * SIZE))
RANGE_AT_MOST_ONCE_UP = Claim(
    "metrics.range_at_most_linf_if_all_rise",
    Kind.LEMMA,
    Formula(SPREAD <= SIZE, given=(every(i, m[i] >= 0),)),
)
RANGE_AT_MOST_ONCE_DOWN = Claim(
    "metrics.range_at_most_linf_if_all_fall",
    Kind.LEMMA,
    Formula(SPREAD <= SIZE, given=(every(i, m[i] <= 0),)),
)
REMOVAL = Claim(
    "metrics.removal_does_not_increase_range",
    Kind.LEMMA,
    Formula(high - low <= greater(high, new) - lesser(low, new)),
)
PAIRS_WITHIN_SPREAD = Claim(
    "metrics.range_bounds_every_pair",
    Kind.LEMMA,
    Formula(m[Symbol("j")] - m[Symbol("k")] <= SPREAD),
)

CHAPTER = Chapter(
    claims=(
        RANGE_AT_MOST_TWICE,
        RANGE_AT_MOST_ONCE_UP,
        RANGE_AT_MOST_ONCE_DOWN,
        REMOVAL,
        PAIRS_WITHIN_SPREAD,
    ),
    proofs=(
        Proof(
            RANGE_AT_MOST_TWICE.id,
            (
                Step(
                    SPREAD <= 2 * SIZE,
                    "no move exceeds the largest |m_i| in either direction",
                    Induction(invariant=(both(-SIZE <= smallest(i, m[i]), largest(i, m[i]) <= SIZE),)),
                ),
            ),
        ),
        Proof(
            RANGE_AT_MOST_ONCE_UP.id,
            (
                Step(
                    SPREAD <= SIZE,
                    "the smallest move is at least 0 and the largest at most the largest |m_i|",
                    Induction(invariant=(both(term(0) <= smallest(i, m[i]), largest(i, m[i]) <= SIZE),)),
                ),
            ),
        ),
        Proof(
            RANGE_AT_MOST_ONCE_DOWN.id,
            (
                Step(
                    SPREAD <= SIZE,
                    "the largest move is at most 0 and the smallest at least minus the largest |m_i|",
                    Induction(invariant=(both(-SIZE <= smallest(i, m[i]), largest(i, m[i]) <= 0),)),
                ),
            ),
        ),
        Proof(
            REMOVAL.id,
            (
                Step(
                    high - low <= greater(high, new) - lesser(low, new),
                    "one candidate more can only widen the range of the moves; so one less cannot",
                    Smt(),
                ),
            ),
        ),
        Proof(
            PAIRS_WITHIN_SPREAD.id,
            (
                Step(
                    m[Symbol("j")] - m[Symbol("k")] <= SPREAD,
                    "every move lies between the smallest and the largest",
                    Induction(
                        invariant=(both(m[Symbol("j")] <= largest(i, m[i]), smallest(i, m[i]) <= m[Symbol("k")]),)
                    ),
                ),
            ),
        ),
    ),
)
