"""Lines of the document as they should be, and the privacy that they prove."""

from proofs.documents.printed import EXPONENTIAL, REPORT
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, result
from proofs.engine.ledger.model import Instance, Step
from spec.documents.exponential_candidates_gumbel.formulas import (
    GREATEST_FALL,
    LOSS,
    MOVED,
    OWN,
    RANGE,
    SCALED_LOSS,
    SUM,
    SUM_PRIME,
    s,
    s_prime,
    scaled,
    weight,
)
from spec.documents.report_noisy_max_gumbel.formulas import x, x_prime
from spec.documents.shared_formulas import epsilon, i, j, k, moves, sensitivity, tau
from spec.logic.claim import Kind
from spec.logic.formula import Sort, Symbol, both, every, exp, largest, ln, smallest, total

AS_THERE = {x: (i, s[i]), x_prime: (i, s_prime[i])}
"""How the scores of the later document are written in this one."""

POSITIVE = Step(both(SUM > 0, SUM_PRIME > 0), "sums of exponentials", Induction())
LEMMA = result(
    "exponential_candidates_gumbel.repaired.lemma_4_1",
    Kind.STEP,
    Step(
        ln(SUM_PRIME / SUM) >= -(epsilon * GREATEST_FALL / sensitivity),
        "the five lines of the lemma together, with the sign of the last",
        Smt(),
        using=tuple(Instance(EXPONENTIAL.id(f"lemma_4_1.step_{number}")) for number in (1, 2, 3, 4, 5)),
    ),
)
FIRST = result(
    "exponential_candidates_gumbel.repaired.privacy_step_1",
    Kind.STEP,
    Step(every(i, weight(s, i).eq(scaled(s[i]))), "s_i/τ = ε·s_i/Δ", Symbolic()),
    Step(every(i, weight(s_prime, i).eq(scaled(s_prime[i]))), "s'_i/τ = ε·s'_i/Δ", Symbolic()),
    Step(total(i, weight(s, i)).eq(SUM), "in every term", Induction(), using=(1,)),
    Step(total(i, weight(s_prime, i)).eq(SUM_PRIME), "in every term", Induction(), using=(2,)),
    POSITIVE,
    Step(LOSS.eq(SCALED_LOSS), "the same numbers throughout", Smt(), using=(1, 2, 3, 4, 5)),
    given=(tau.eq(sensitivity / epsilon),),
)
GREATEST_RISE = largest(j, s_prime[j] - s[j])
FIFTH = result(
    "exponential_candidates_gumbel.repaired.privacy_step_5",
    Kind.STEP,
    Step(
        MOVED <= OWN + epsilon * GREATEST_RISE / sensitivity,
        "an upper bound: lemma 3.2 of the later document",
        Smt(),
        using=(Instance(REPORT.id("lemma_3_2"), {}, AS_THERE),),
    ),
)
SPREAD = Instance("metrics.range_is_spread", {}, {moves: (i, s[i] - s_prime[i])})
LINES = tuple(Instance(EXPONENTIAL.id(f"privacy.step_{number}")) for number in (2, 3, 4))
OWN_MOVE = Step(s[k] - s_prime[k] <= GREATEST_FALL, "no score falls by more than the greatest fall", Induction())
BY_RANGE = result(
    "exponential_candidates_gumbel.repaired.privacy",
    Kind.STEP,
    OWN_MOVE,
    Step(GREATEST_RISE.eq(-smallest(j, s[j] - s_prime[j])), "max -a_j = -min a_j", Induction()),
    Step(
        SCALED_LOSS <= epsilon * RANGE / sensitivity,
        "lines 2 to 4, and the fifth repaired; the greatest fall less the least is d_Range",
        Smt(),
        using=(1, 2, SPREAD, *LINES, Instance(FIFTH.id)),
    ),
)
PRIVATE = result(
    "exponential_candidates_gumbel.repaired.m_is_private",
    Kind.STEP,
    Step(
        SCALED_LOSS <= epsilon,
        "neighbours are within Δ of each other",
        Smt(),
        using=(Instance(BY_RANGE.id), Instance(EXPONENTIAL.id("privacy.step_7"))),
    ),
    given=(RANGE <= sensitivity,),
    uses=(FIRST.id, "softmax.inverse_transform"),
)
mass, nearby = Symbol("P(M(s) ∈ K)", Sort.POSITIVE), Symbol("P(M(s') ∈ K)", Sort.POSITIVE)
EIGHTH = result(
    "exponential_candidates_gumbel.repaired.eq7_implies_eq8",
    Kind.STEP,
    Step(ln(mass / nearby) <= epsilon, "divide by a positive probability, and take ln", Smt()),
    given=(mass <= exp(epsilon) * nearby,),
)
CHAPTER = chapter(LEMMA, FIRST, FIFTH, BY_RANGE, PRIVATE, EIGHTH)
