"""What a bounded range of the privacy loss implies, for laws on any number of outcomes.

Notation: L = ln(P(y)/Q(y)) lies in [a, b], η = b - a, and K(t) = ln Σ_y Q(y)·e^(t·L(y)).
"""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Step
from spec.logic.formula import Family, Sort, Symbol, Term, both, every, implies, total
from spec.logic.proposition import Proposition

i, a, b = Symbol("i"), Symbol("a"), Symbol("b")
v, L = Family("v", Sort.POSITIVE), Family("L")
MASS, MEAN, SQUARE = total(i, v[i]), total(i, v[i] * L[i]), total(i, v[i] * L[i] ** 2)

VARIANCE = lemma(
    "bounded_range.variance",
    Step(
        SQUARE <= (a + b) * MEAN - a * b * MASS,
        "sum v_i·(b - L_i)·(L_i - a) ≥ 0 over all outcomes",
        Induction(),
    ),
    Step(MASS > 0, "a sum of positive weights", Induction()),
    Step(
        SQUARE * MASS <= ((a + b) * MEAN - a * b * MASS) * MASS,
        "multiply by the mass",
        Smt(),
        using=(1, 2),
    ),
    Step(
        SQUARE * MASS - MEAN**2 <= MASS**2 * ((b - a) ** 2 / 4),
        "the right side less m² is (b·V - m)·(m - a·V), and a product is at most the square of half the sum",
        Smt(),
        using=(3,),
    ),
    given=(every(i, both(a <= L[i], L[i] <= b)),),
)

eta, t, alpha = Symbol("η", Sort.NONNEGATIVE), Symbol("t"), Symbol("α")
S0, S1, S2 = Symbol("S", Sort.POSITIVE), Symbol("S'"), Symbol("S''")
K, curvature = Symbol("K(α)"), Symbol("K''")
g0, g1, g_alpha = Symbol("g(0)"), Symbol("g(1)"), Symbol("g(α)")


def parabola(at: Term) -> Term:
    """(η²/8)·t·(t - 1)."""
    return (eta**2 / 8) * at * (at - 1)


ZERO_CONCENTRATED = theorem(
    "bounded_range.zero_concentrated",
    Proposition(
        ("bounded_range_implies_eighth",),
        "for all positive laws P, Q on finitely many outcomes: if ln(P/Q) lies in an interval of length η then "
        "D_α(P‖Q) ≤ α·η²/8 for every α > 1",
    ),
    Step(
        ((S2 * S0 - S1 * S1) / S0**2).eq(S2 / S0 - (S1 / S0) ** 2),
        "with S = Σ Q·e^(tL): K' = S'/S, and K'' = (S''·S - S'²)/S² is the variance of L under weights Q·e^(tL)",
        Symbolic(),
    ),
    Step(
        implies((S2 * S0 - S1 * S1) <= S0**2 * (eta**2 / 4), (S2 * S0 - S1 * S1) / S0**2 <= eta**2 / 4),
        "that variance is at most η²/4",
        Smt(),
    ),
    Step(
        implies(curvature <= eta**2 / 4, curvature - eta**2 / 4 <= 0),
        "g(t) = K(t) - (η²/8)·t·(t - 1) has g'' = K'' - η²/4 ≤ 0: it is concave",
        Smt(),
    ),
    Step(
        both(parabola(t * 0).eq(0), parabola(t * 0 + 1).eq(0)),
        "g(0) = ln Σ Q = 0 and g(1) = ln Σ P = 0",
        Smt(),
    ),
    Step(
        implies(
            both(alpha > 1, g0.eq(0), g1.eq(0), g1 >= (1 - 1 / alpha) * g0 + (1 / alpha) * g_alpha),
            g_alpha <= 0,
        ),
        "a concave function lies above its chord from 0 to α, at 1 in particular; so g(α) ≤ 0",
        Smt(),
    ),
    Step(
        implies(both(alpha > 1, K - parabola(alpha) <= 0), K / (alpha - 1) <= alpha * (eta**2 / 8)),
        "D_α = K(α)/(α - 1)",
        Smt(),
    ),
    uses=(VARIANCE.id,),
)

CHAPTER = chapter(VARIANCE, ZERO_CONCENTRATED)
