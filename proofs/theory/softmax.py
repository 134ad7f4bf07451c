"""The law p_k = e^(s_k/τ)/Σ_i e^(s_i/τ): a law, in the order of the scores, uniform when hot, greedy when cold.

Notation: w_i = e^(s_i/τ), W = Σ w_i, and p_i = w_i/N with N = W.
"""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from spec.documents import propositions
from spec.documents.shared_formulas import OTHERS, RAISED, WEIGHTS, N, i, iff, j, k, rise, s, share, tau, weight
from spec.logic.formula import (
    Sort,
    Symbol,
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
from spec.logic.proposition import Proposition

TOTAL_SHARE = lemma(
    "softmax.total_share",
    Step(total(i, share(i)).eq(WEIGHTS / N), "divide each term by N", Induction()),
)
ADDS_UP = lemma(
    "softmax.adds_up",
    Step(total(i, share(i)).eq(1), "N is the sum of all weights", Smt(), using=(Instance(TOTAL_SHARE.id),)),
    given=(N.eq(WEIGHTS),),
)
ORDER = lemma(
    "softmax.order",
    Step(iff(share(i) <= share(j), s[i] <= s[j]), "exp is increasing, τ > 0 and N > 0", Smt()),
)
GREATEST = largest(j, s[j])
FAR = weight(k) / WEIGHTS <= exp((s[k] - GREATEST) / tau)
FAR_FROM_THE_TOP = lemma(
    "softmax.far_from_the_top",
    Step(exp(largest(j, s[j] / tau)) <= WEIGHTS, "the greatest weight is part of the sum", Induction()),
    Step(largest(j, s[j] / tau).eq(GREATEST / tau), "τ > 0 keeps the order", Induction()),
    Step((exp((s[k] - GREATEST) / tau) * exp(GREATEST / tau)).eq(weight(k)), "exponents add", Symbolic()),
    Step(FAR, "p_k ≤ w_k/max_j w_j", Smt(), using=(1, 2, 3)),
)
ODDS = lemma(
    "softmax.odds",
    Step((RAISED / OTHERS).eq(exp(rise / tau) * (weight(k) / OTHERS)), "the others do not move", Symbolic()),
    given=(OTHERS > 0,),
)

# Inverse transform sampling: C is the cumulative probability before k, and u the uniform number.
C, p, u, earlier = Symbol("C"), Symbol("p_k", Sort.POSITIVE), Symbol("u"), Symbol("C'")
INVERSE_TRANSFORM = lemma(
    "softmax.inverse_transform",
    Proposition(
        propositions.INVERSE_TRANSFORM,
        "for U uniform on (0, 1), min{k : Σ_{i≤k} p_i ≥ U} = k with probability p_k, for every n; so it is with > for "
        "≥, and there always is one",
    ),
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
    uses=(ADDS_UP.id,),
)

R, count = Symbol("R", Sort.NONNEGATIVE), total(j, 1)
WITHIN_R = every(j, both(s[j] - s[k] <= R, s[k] - s[j] <= R))
HEATED = total(j, weight(j))
CLOSE = both((1 - R / tau) * HEATED <= count * weight(k), (1 - R / tau) * (count * weight(k)) <= HEATED)
NEARLY_UNIFORM = lemma(
    "softmax.nearly_uniform",
    Step(every(j, weight(k).eq(exp((s[k] - s[j]) / tau) * weight(j))), "exponents add", Symbolic()),
    Step(every(j, weight(j).eq(exp((s[j] - s[k]) / tau) * weight(k))), "exponents add", Symbolic()),
    Step(
        every(j, both((1 - R / tau) * weight(j) <= weight(k), (1 - R / tau) * weight(k) <= weight(j))),
        "e^x ≥ 1 + x, where x is at least -R/τ",
        Smt(),
        using=(1, 2),
    ),
    Step(CLOSE, "add up over all candidates: 1 - R/τ ≤ n·p_k ≤ 1/(1 - R/τ)", Induction(), using=(3,)),
    given=(WITHIN_R,),
)

delta, gap = Symbol("δ", Sort.POSITIVE), Symbol("g", Sort.POSITIVE)
top, lower, others = Symbol("c", Sort.POSITIVE), Symbol("m", Sort.NONNEGATIVE), Symbol("rest", Sort.NONNEGATIVE)
COLD_LIMIT = lemma(
    "softmax.cold_limit",
    Proposition(
        ("softmax_cold_limit",),
        "as τ falls to 0, p tends to the uniform law on the candidates of greatest score, for every n",
    ),
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
)

CHAPTER = chapter(TOTAL_SHARE, ADDS_UP, ORDER, FAR_FROM_THE_TOP, ODDS, INVERSE_TRANSFORM, NEARLY_UNIFORM, COLD_LIMIT)
