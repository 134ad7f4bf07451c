"""The law p_k = e^(s_k/τ)/Σ_i e^(s_i/τ): a law, in the order of the scores, uniform when hot, greedy when cold.

Notation: w_i = e^(s_i/τ), W = Σ w_i, and p_i = w_i/N with N = W.
"""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Instance, Proof, Step
from spec.documents.shared_formulas import OTHERS, RAISED, WEIGHTS, N, i, iff, j, k, rise, s, share, tau, weight
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    Formula,
    Sort,
    Symbol,
    Term,
    both,
    every,
    exp,
    implies,
    integral,
    largest,
    no,
    term,
    total,
)


def claim(id: str, conclusion: Term | str, *given: Term) -> Claim:
    """A lemma of this chapter."""
    statement = conclusion if isinstance(conclusion, str) else Formula(conclusion, given)
    return Claim(f"softmax.{id}", Kind.LEMMA, statement)


TOTAL_SHARE = claim("total_share", total(i, share(i)).eq(WEIGHTS / N))
ADDS_UP = claim("adds_up", total(i, share(i)).eq(1), N.eq(WEIGHTS))
IN_ORDER = iff(share(i) <= share(j), s[i] <= s[j])
ORDER = claim("order", IN_ORDER)
FAR = weight(k) / WEIGHTS <= exp((s[k] - largest(j, s[j])) / tau)
FAR_FROM_THE_TOP = claim("far_from_the_top", FAR)
HAS_ODDS = (RAISED / OTHERS).eq(exp(rise / tau) * (weight(k) / OTHERS))
ODDS = claim("odds", HAS_ODDS, OTHERS > 0)

# Inverse transform sampling: C is the cumulative probability before k, and u the uniform number.
C, p, u, earlier = Symbol("C"), Symbol("p_k", Sort.POSITIVE), Symbol("u"), Symbol("C'")
INVERSE_TRANSFORM = claim(
    "inverse_transform",
    "For U uniform on (0, 1), min{k : Σ_{i≤k} p_i ≥ U} = k with probability p_k, for every n; so is it with > for ≥",
)
INVERSE_TRANSFORM_PROOF = Proof(
    INVERSE_TRANSFORM.id,
    (
        Step(
            implies(both(earlier <= C, C < u, u <= C + p), both(no(earlier >= u), C + p >= u)),
            "cumulative probabilities increase; so for U in (C, C + p_k], C being that before k, k is the first with "
            "cumulative probability at least U",
            Smt(),
        ),
        Step(
            implies(both(earlier <= C, C <= u, u < C + p), both(no(earlier > u), C + p > u)),
            "and for U in [C, C + p_k) the first with a greater one",
            Smt(),
        ),
        Step(
            integral(u, term(1), C, C + p).eq(p),
            "a uniform number lies in an interval, with ends or without, with the probability of its length",
            Symbolic(),
        ),
    ),
    uses=(ADDS_UP.id,),
)

R, count = Symbol("R", Sort.NONNEGATIVE), total(j, 1)
WITHIN_R = every(j, both(s[j] - s[k] <= R, s[k] - s[j] <= R))
HEATED = total(j, weight(j))
CLOSE = both((1 - R / tau) * HEATED <= count * weight(k), (1 - R / tau) * (count * weight(k)) <= HEATED)
NEARLY_UNIFORM = claim("nearly_uniform", CLOSE, WITHIN_R)
NEARLY_UNIFORM_PROOF = Proof(
    NEARLY_UNIFORM.id,
    (
        Step(every(j, weight(k).eq(exp((s[k] - s[j]) / tau) * weight(j))), "exponents add", Symbolic()),
        Step(every(j, weight(j).eq(exp((s[j] - s[k]) / tau) * weight(k))), "exponents add", Symbolic()),
        Step(
            every(j, both((1 - R / tau) * weight(j) <= weight(k), (1 - R / tau) * weight(k) <= weight(j))),
            "e^x ≥ 1 + x, where x is at least -R/τ",
            Smt(),
            using=(1, 2),
        ),
        Step(CLOSE, "add up over all candidates: 1 - R/τ ≤ n·p_k ≤ 1/(1 - R/τ)", Induction(), using=(3,)),
    ),
)

delta, gap = Symbol("δ", Sort.POSITIVE), Symbol("g", Sort.POSITIVE)
top, lower, others = Symbol("c", Sort.POSITIVE), Symbol("m", Sort.NONNEGATIVE), Symbol("rest", Sort.NONNEGATIVE)
COLD_LIMIT = claim(
    "cold_limit", "As τ falls to 0, p tends to the uniform law on the candidates of greatest score, for every n"
)
COLD_LIMIT_PROOF = Proof(
    COLD_LIMIT.id,
    (
        Step((exp(-(gap / tau)) * exp(gap / tau)).eq(1), "exponents add", Symbolic()),
        Step(
            exp(-(gap / tau)) <= tau / (tau + gap),
            "relative to the greatest score, a candidate that is g below it has weight e^(-g/τ), and e^x ≥ 1 + x",
            Smt(),
            using=(1,),
        ),
        Step(
            implies(
                both(top >= 1, others <= lower * (tau / (tau + gap))),
                both(1 / (top + others) <= 1 / top, 1 / top - lower * (tau / (tau + gap)) <= 1 / (top + others)),
            ),
            "each of the c candidates of greatest score has probability 1/(c + rest), the rest being the weight of the "
            "m others",
            Smt(),
        ),
        Step(
            implies(tau <= delta * gap, tau / (tau + gap) <= delta),
            "as τ falls, τ/(τ + g) falls below any δ > 0: what the others have goes to 0, what each top one has to 1/c",
            Smt(),
        ),
    ),
)

GREATEST = largest(j, s[j])
CHAPTER = Chapter(
    claims=(
        TOTAL_SHARE,
        ADDS_UP,
        ORDER,
        FAR_FROM_THE_TOP,
        ODDS,
        INVERSE_TRANSFORM,
        NEARLY_UNIFORM,
        COLD_LIMIT,
    ),
    proofs=(
        Proof(
            TOTAL_SHARE.id,
            (Step(total(i, share(i)).eq(WEIGHTS / N), "divide each term by N", Induction()),),
        ),
        Proof(
            ADDS_UP.id,
            (
                Step(
                    total(i, share(i)).eq(1),
                    "N is the sum of all weights",
                    Smt(),
                    using=(Instance(TOTAL_SHARE.id),),
                ),
            ),
        ),
        Proof(ORDER.id, (Step(IN_ORDER, "exp is increasing, τ > 0 and N > 0", Smt()),)),
        Proof(
            FAR_FROM_THE_TOP.id,
            (
                Step(exp(largest(j, s[j] / tau)) <= WEIGHTS, "the greatest weight is part of the sum", Induction()),
                Step(largest(j, s[j] / tau).eq(GREATEST / tau), "τ > 0 keeps the order", Induction()),
                Step(
                    (exp((s[k] - GREATEST) / tau) * exp(GREATEST / tau)).eq(weight(k)),
                    "exponents add",
                    Symbolic(),
                ),
                Step(FAR, "p_k ≤ w_k/max_j w_j", Smt(), using=(1, 2, 3)),
            ),
        ),
        Proof(ODDS.id, (Step(HAS_ODDS, "the others do not move", Symbolic()),)),
        INVERSE_TRANSFORM_PROOF,
        NEARLY_UNIFORM_PROOF,
        COLD_LIMIT_PROOF,
    ),
)
