"""The odds of two candidates under permute-and-flip, and what a neighbour can do to them, for any number of candidates.

Notation: for candidates i and j, D = (x_i - x_j)/scale; w_l = exp((x_l - x_i)/scale) for the others l; μ(t) is
Π_l max(0, 1 - t·w_l) on [0, 1]; b is the mean of t under μ. ε = d_Range/scale, and the neighbour has a prime.
"""

from fractions import Fraction

from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import NEIGHBOURS, OWN_TERMS
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    both,
    every,
    exp,
    greater,
    implies,
    integral,
    product,
    term,
)

other, t, later = Symbol("l"), Symbol("t", Sort.NONNEGATIVE), Symbol("s", Sort.NONNEGATIVE)
w, w_prime, W = Family("w", Sort.POSITIVE), Family("w'", Sort.POSITIVE), Family("W", Sort.POSITIVE)


def left(at: Term, weights: Family) -> Term:
    """Π_l max(0, 1 - t·w_l)."""
    return product(other, greater(0, 1 - at * weights[other]))


FALLS = Claim(
    "permute_and_flip_range.falls",
    Kind.LEMMA,
    Formula(left(later, w) <= left(t, w), given=(t <= later,)),
)
FALLS_PROOF = Proof(
    FALLS.id,
    (
        Step(
            left(later, w) <= left(t, w),
            "each factor falls as t grows, and none is negative",
            Induction(invariant=(term(0) <= left(later, w),), least=0),
        ),
    ),
)
REWEIGHTED = Claim(
    "permute_and_flip_range.reweighted",
    Kind.LEMMA,
    Formula(
        left(t, w_prime) * left(later, W) <= left(later, w_prime) * left(t, W),
        given=(t <= later, every(other, w_prime[other] <= W[other])),
    ),
)
REWEIGHTED_PROOF = Proof(
    REWEIGHTED.id,
    (
        Step(
            left(t, w_prime) * left(later, W) <= left(later, w_prime) * left(t, W),
            "where w' ≤ W, (1 - t·w')/(1 - t·W) does not fall; multiply over the candidates",
            Induction(
                invariant=(
                    both(
                        term(0) <= left(t, w_prime),
                        term(0) <= left(later, w_prime),
                        term(0) <= left(t, W),
                        term(0) <= left(later, W),
                    ),
                ),
                least=0,
            ),
        ),
    ),
)

# The odds of two candidates. I_0 = ∫ μ, I_1 = ∫ t·μ over [0, 1], J_0 and J_1 the same over [1, e^ε].
D, E = Symbol("D", Sort.NONNEGATIVE), Symbol("e^ε", Sort.POSITIVE)
I_0, I_1 = Symbol("I_0", Sort.POSITIVE), Symbol("I_1", Sort.NONNEGATIVE)
J_0, J_1 = Symbol("J_0", Sort.NONNEGATIVE), Symbol("J_1", Sort.NONNEGATIVE)
b, b_prime, b_v = Symbol("b"), Symbol("b'"), Symbol("b_v")
mu_t, mu_s = Symbol("μ(t)", Sort.NONNEGATIVE), Symbol("μ(1 - t)", Sort.NONNEGATIVE)
A_t, A_s, V_t, V_s = (Symbol(name, Sort.NONNEGATIVE) for name in ("μ'(t)", "μ'(s)", "v(t)", "v(s)"))
FOLLOWER = greater(0, 1 - t) * left(t, w)

ODDS = Claim(
    "permute_and_flip_range.odds",
    Kind.LEMMA,
    "If x_i ≥ x_j then P(i)/P(j) = (e^D - b)/(1 - b) with 0 ≤ b ≤ 1/2, and b' ≥ e^-ε·b for a neighbour within ε, for "
    "every n",
)
ODDS_PROOF = Proof(
    ODDS.id,
    (
        Step(
            integral(t, greater(0, 1 - exp(D) * t) * left(exp(D) * t, w), 0, 1).eq(
                exp(-D) * integral(t, FOLLOWER, 0, exp(D))
            ),
            "P(j) in its own terms has the weights e^D·w_l, and e^D for i: stretch the variable by e^D",
            Rule("stretch"),
        ),
        Step(
            both(
                implies(t >= 1, greater(0, 1 - t).eq(0)),
                implies(t <= 1, greater(0, 1 - exp(-D) * t).eq(1 - exp(-D) * t)),
            ),
            "beyond 1 nothing is left, so P(j) = e^-D·(I_0 - I_1); up to 1, j's factor in P(i) is not cut off, so "
            "P(i) = I_0 - e^-D·I_1",
            Smt(),
        ),
        Step(
            implies(
                both(I_1 < I_0, b.eq(I_1 / I_0)),
                ((I_0 - exp(-D) * I_1) / (exp(-D) * (I_0 - I_1))).eq((exp(D) - b) / (1 - b)),
            ),
            "divide both by I_0",
            Smt(),
        ),
        Step(
            implies(both(t <= Fraction(1, 2), mu_s <= mu_t), (1 - 2 * t) * (mu_t - mu_s) >= 0),
            "b ≤ 1/2: μ falls, so (1 - 2t)·(μ(t) - μ(1 - t)) ≥ 0 for t ≤ 1/2, and integrates to I_0 - 2·I_1",
            Smt(),
        ),
        Step(
            implies(both(t <= later, A_t * V_s <= A_s * V_t), (later - t) * (A_s * V_t - A_t * V_s) >= 0),
            "let v have the weights W_l = e^ε·w_l ≥ w'_l, and mean b_v. Integrated over all t < s, this says that "
            "∫ s·μ'·∫ v ≥ ∫ μ'·∫ s·v, so that b' ≥ b_v",
            Smt(),
        ),
        Step(
            implies(
                both(I_1 <= I_0, J_0 <= J_1, b.eq(I_1 / I_0), b_v.eq((1 / E) * ((I_1 + J_1) / (I_0 + J_0)))),
                b_v >= (1 / E) * b,
            ),
            "v is μ, stretched by e^ε: its mean is e^-ε times that of μ over [0, e^ε], where t ≥ 1 beyond 1",
            Smt(),
        ),
    ),
    uses=(OWN_TERMS.id, NEIGHBOURS.id, FALLS.id, REWEIGHTED.id),
)

CHAPTER = Chapter(claims=(FALLS, REWEIGHTED, ODDS), proofs=(FALLS_PROOF, REWEIGHTED_PROOF, ODDS_PROOF))
