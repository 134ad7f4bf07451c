"""Among which noises the exponential has the least variance."""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Step
from spec.logic.formula import Family, Sort, Symbol, both, every, exp, implies, ln, total

left = Symbol("P(N > t + δ)/P(N > t)", Sort.POSITIVE)
H, H_later = Symbol("h(y)"), Symbol("h(x)")
tau, delta = Symbol("τ", Sort.POSITIVE), Symbol("δ", Sort.NONNEGATIVE)
x, y = Symbol("x"), Symbol("y")
c, v = Symbol("c", Sort.NONNEGATIVE), Symbol("v", Sort.NONNEGATIVE)

# Pairs of independent samples: weights m_i, squared differences of the noise and of the exponential variable behind it.
i = Symbol("i")
mass, squares, behind = Family("m", Sort.NONNEGATIVE), Family("D", Sort.NONNEGATIVE), Family("E", Sort.NONNEGATIVE)
SPREAD = lemma(
    "noise.spread_keeps_order",
    Step(
        total(i, mass[i] * squares[i]) >= tau * tau * total(i, mass[i] * behind[i]),
        "weigh and add up",
        Induction(least=0),
    ),
    given=(every(i, squares[i] >= tau * tau * behind[i]),),
)
LEAST = lemma(
    "noise.exponential_is_least_at_all_distances",
    "Among the noises with P(N > t + δ) ≥ e^(-δ/τ)·P(N > t) for all t and all δ ≥ 0, which lose at most d/τ at every "
    "distance d at once, exponential noise of scale τ has the least variance, τ²",
    Step(
        implies(left >= exp(-(delta / tau)), -ln(left) <= delta / tau),
        "let h(t) = -ln P(N > t): where t grows by δ, h grows by -ln(P(N > t + δ)/P(N > t)) ≤ δ/τ",
        Smt(),
    ),
    Step(
        implies(H_later - H <= (x - y) / tau, x - y >= tau * (H_later - H)),
        "h(N) is exponential of rate 1; so N is a function of an exponential variable E that spreads any "
        "two of its values by at least τ times their distance",
        Smt(),
    ),
    Step(
        implies(both(v >= 0, c >= tau * v), c * c >= tau * tau * (v * v)),
        "the variance is half the mean squared difference of two independent copies, and squares keep the order",
        Smt(),
    ),
    uses=(SPREAD.id,),
)

CHAPTER = chapter(SPREAD, LEAST)
