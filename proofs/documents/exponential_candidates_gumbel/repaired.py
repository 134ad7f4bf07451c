"""Lines of the document as they should be, and the privacy that they prove."""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Instance, Proof, Step
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
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol, both, every, exp, largest, ln, smallest, total

SLUG = "exponential_candidates_gumbel"
LATER = "report_noisy_max_gumbel"
AS_THERE = {x: (i, s[i]), x_prime: (i, s_prime[i])}
GREATEST_RISE = largest(j, s_prime[j] - s[j])


def repaired(id: str, formula: Formula) -> Claim:
    """A line of the document, as it should be."""
    return Claim(f"{SLUG}.repaired.{id}", Kind.STEP, formula)


LEMMA = repaired("lemma_4_1", Formula(ln(SUM_PRIME / SUM) >= -(epsilon * GREATEST_FALL / sensitivity)))
FIRST = repaired("privacy_step_1", Formula(LOSS.eq(SCALED_LOSS), given=(tau.eq(sensitivity / epsilon),)))
FIFTH = repaired("privacy_step_5", Formula(MOVED <= OWN + epsilon * GREATEST_RISE / sensitivity))
BY_RANGE = repaired("privacy", Formula(SCALED_LOSS <= epsilon * RANGE / sensitivity))
PRIVATE = repaired("m_is_private", Formula(SCALED_LOSS <= epsilon, given=(RANGE <= sensitivity,)))
mass, nearby = Symbol("P(M(s) ∈ K)", Sort.POSITIVE), Symbol("P(M(s') ∈ K)", Sort.POSITIVE)
EIGHTH = repaired("eq7_implies_eq8", Formula(ln(mass / nearby) <= epsilon, given=(mass <= exp(epsilon) * nearby,)))

POSITIVE = Step(both(SUM > 0, SUM_PRIME > 0), "sums of exponentials", Induction())
SPREAD = Instance("metrics.range_is_spread", {}, {moves: (i, s[i] - s_prime[i])})
LINES = tuple(Instance(f"{SLUG}.privacy.step_{number}") for number in (2, 3, 4))
OWN_MOVE = Step(s[k] - s_prime[k] <= GREATEST_FALL, "no score falls by more than the greatest fall", Induction())
CHAPTER = Chapter(
    claims=(LEMMA, FIRST, FIFTH, BY_RANGE, PRIVATE, EIGHTH),
    proofs=(
        Proof(
            LEMMA.id,
            (
                Step(
                    ln(SUM_PRIME / SUM) >= -(epsilon * GREATEST_FALL / sensitivity),
                    "the five lines of the lemma together, with the sign of the last",
                    Smt(),
                    using=tuple(Instance(f"{SLUG}.lemma_4_1.step_{number}") for number in (1, 2, 3, 4, 5)),
                ),
            ),
        ),
        Proof(
            FIRST.id,
            (
                Step(every(i, weight(s, i).eq(scaled(s[i]))), "s_i/τ = ε·s_i/Δ", Symbolic()),
                Step(every(i, weight(s_prime, i).eq(scaled(s_prime[i]))), "s'_i/τ = ε·s'_i/Δ", Symbolic()),
                Step(total(i, weight(s, i)).eq(SUM), "in every term", Induction(), using=(1,)),
                Step(total(i, weight(s_prime, i)).eq(SUM_PRIME), "in every term", Induction(), using=(2,)),
                POSITIVE,
                Step(LOSS.eq(SCALED_LOSS), "the same numbers throughout", Smt(), using=(1, 2, 3, 4, 5)),
            ),
        ),
        Proof(
            FIFTH.id,
            (
                Step(
                    MOVED <= OWN + epsilon * GREATEST_RISE / sensitivity,
                    "an upper bound: lemma 3.2 of the later document",
                    Smt(),
                    using=(Instance(f"{LATER}.lemma_3_2", {}, AS_THERE),),
                ),
            ),
        ),
        Proof(
            BY_RANGE.id,
            (
                OWN_MOVE,
                Step(GREATEST_RISE.eq(-smallest(j, s[j] - s_prime[j])), "max -a_j = -min a_j", Induction()),
                Step(
                    SCALED_LOSS <= epsilon * RANGE / sensitivity,
                    "lines 2 to 4, and the fifth repaired; the greatest fall less the least is d_Range",
                    Smt(),
                    using=(1, 2, SPREAD, *LINES, Instance(FIFTH.id)),
                ),
            ),
        ),
        Proof(
            PRIVATE.id,
            (
                Step(
                    SCALED_LOSS <= epsilon,
                    "neighbours are within Δ of each other",
                    Smt(),
                    using=(Instance(BY_RANGE.id), Instance(f"{SLUG}.privacy.step_7")),
                ),
            ),
            uses=(FIRST.id, "softmax.inverse_transform"),
        ),
        Proof(EIGHTH.id, (Step(ln(mass / nearby) <= epsilon, "divide by a positive probability, and take ln", Smt()),)),
    ),
)
