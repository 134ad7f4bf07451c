"""Why a round of permute-and-flip can be drawn from cells of the exponential mechanism, for any number of candidates.

Notation: p_j = exp((x_j - max x)/scale), W = Σ p_j, G(t) = Π_j (1 - t p_j). Each candidate succeeds with probability
p_j, at a uniform time; permute-and-flip returns the first to succeed; by time t nobody has with probability G(t).
A proposal j comes with probability p_j/W, at a time t = 1 - s; s is V^(1/W) at first, and each further proposal
multiplies it by a fresh V^(1/W). It is accepted with probability a_j = s/(1 - (1 - s) p_j).
"""

from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import lemma, theorem
from proofs.engine.ledger.model import Step
from proofs.kernel.checker import verified
from spec.logic.formula import Family, Sort, Symbol, both, implies, integral, product
from spec.logic.proposition import Proposition
from spec.permute_and_flip import LAW

s, p, W = Symbol("s", Sort.UNIT), Symbol("p", Sort.UNIT), Symbol("W", Sort.POSITIVE)
F, F_t, F_s = Symbol("F"), Symbol("F'(t)"), Symbol("F'(s)")
G, G_t, J, J_t = Symbol("G"), Symbol("G'"), Symbol("J"), Symbol("J'")
H, h_r, p_r, A, c = Symbol("H"), Symbol("h_r"), Symbol("p_r"), Symbol("A"), Symbol("a_r")
j, t, z, p_ = Symbol("j"), Symbol("t"), Symbol("z"), Family("p", Sort.POSITIVE)

THINNING = theorem(
    "fast.thinning",
    Proposition(
        ("first_accepted",),
        "let proposals come one after the other, from s = 1 on: each multiplies s by e^-t, t exponential of rate W, is "
        "j with probability p_j/W, and is accepted with probability s/(1 - (1 - s) p_j). The probability that r is the "
        "first accepted of m proposals tends to p_r ∫ Π_{j≠r} (1 - t p_j) dt, with which permute-and-flip returns r, "
        "as m grows, for every n",
    ),
    Step(
        implies(
            both(
                G > 0,
                F.eq(p_r * J / G),
                G_t.eq(-(G * H)),
                J_t.eq(-(G * h_r)),
                F_t.eq(p_r * (J_t * G - J * G_t) / (G * G)),
            ),
            F_t.eq(F * H - p_r * h_r),
        ),
        "let F(t) = p_r·J(t)/G(t) with J(t) the integral from t to 1 of G(τ)/(1 - τ p_r): the probability, given that "
        "nobody has succeeded by time t, that r is the first. With h_j = 1/(1 - t p_j) and H = Σ p_j h_j, J' = -G h_r "
        "and G' = -G H",
        Smt(),
    ),
    Step(
        implies(
            both(F_s.eq(-F_t), F_t.eq(F * H - p_r * h_r), A.eq(s * H), c.eq(s * h_r)), (s * F_s).eq(p_r * c - A * F)
        ),
        "in s = 1 - t, with acceptances a_j = s h_j and A = Σ p_j a_j: s F'(s) = p_r a_r - A F",
        Smt(),
    ),
    Step(
        implies((s * F_s).eq(p_r * c - A * F), (s * F_s + W * F).eq(p_r * c + (W - A) * F)),
        "the proposals make r the first accepted one with a probability P(s) that solves P(s) s^W = the integral from "
        "0 to s of z^(W-1)·(p_r a_r(z) + (W - A(z)) P(z)) dz: the next s has density W z^(W-1)/s^W, proposes j with "
        "p_j/W, and is turned down with 1 - a_j. Differentiated, this is the same equation, which F solves",
        Smt(),
    ),
    Step(
        implies(both(s <= 1, s > 0), (s / (1 - (1 - s) * 1)).eq(1)),
        "the best has p = 1 and is always accepted: the proposals end with probability 1, so that both equations have "
        "one solution between 0 and 1, and P = F; at s = 1, t = 0, F is the law of permute-and-flip",
        Smt(),
    ),
    uses=(LAW.id,),
)

D, P, S, a, r_cell = Symbol("D"), Symbol("P"), Symbol("S"), Symbol("a"), Symbol("c_r")
d_r, G_s, A_s = Symbol("d_r", Sort.POSITIVE), Symbol("G", Sort.POSITIVE), Symbol("A", Sort.POSITIVE)

FIRST = theorem(
    "fast.first",
    Proposition(
        ("first_to_succeed",),
        "let V = G(s) and U be uniform, G the product of all d_j = 1 - (1 - s) p_j, and select the cell of U on a line "
        "on which j has the length p_j s/d_j: r is selected with the probability p_r ∫ Π_{j≠r} (1 - t p_j) dt with "
        "which permute-and-flip returns r, for every n",
    ),
    Step(
        implies(
            both(D.eq(S), d_r.eq(1 - (1 - s) * a)),
            (D * d_r + P * a).eq(S * d_r + a * P),
        ),
        "the derivative D of P = Π_j d_j by s is S = Σ_j p_j Π_{l≠j} d_l: true without candidates (0 = 0), and kept by "
        "one more, by the product rule",
        Smt(),
    ),
    Step(
        implies(both(G_t.eq(G_s * (A_s / s)), r_cell.eq(p_r * s / d_r)), ((r_cell / A_s) * G_t).eq(p_r * (G_s / d_r))),
        "so G' = G A/s. U hits r with probability c_r/A at the s that V tells; s has the density G', because G grows "
        "from 0 to 1 as s does: the probability of r is the integral of (c_r/A) G' = p_r G/d_r = p_r Π_{j≠r} d_j",
        Smt(),
    ),
    Step(
        integral(t, product(j, 1 - p_[j] + p_[j] * (1 - t)), 0, 1).eq(
            integral(z, product(j, 1 - p_[j] + p_[j] * z), 0, 1)
        ),
        "put s = 1 - t: d_j = 1 - t p_j",
        Rule("reflect"),
    ),
    uses=(LAW.id,),
)

VERIFIED = (verified(THINNING.claim, "first_accepted"), verified(FIRST.claim, "first_to_succeed"))

REJECTION = lemma(
    "fast.rejection",
    Step(
        s * (1 - p) <= s * 1,
        "a_j = s/(1 - (1 - s) p) is at least s, because 1 - (1 - s) p is at most 1",
        Smt(),
    ),
    Step(
        s <= s / (1 - (1 - s) * p),
        "so a proposal other than the best is turned down with probability 1 - s at most",
        Smt(),
    ),
)
