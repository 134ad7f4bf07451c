"""What a bounded loss implies under zero-concentrated divergence: ε·tanh(ε/2), which randomized response reaches.

Notation: |ln(P/Q)| ≤ ε and α = 1 + r. The worst law lives on two points, with ratios e^-ε and e^ε; its moment is
(e^((1 + 2r)·ε) + 1)/((e^ε + 1)·e^(r·ε)). tanh(ε/2) is written (e^ε - 1)/(e^ε + 1).
"""

from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Instance, Step
from proofs.theory.calculus import rising
from proofs.theory.concentration.chord import CHORDS, SUMMED
from spec.logic.formula import Sort, Symbol, both, exp, function, implies, ln, term
from spec.logic.proposition import Proposition

r, e = Symbol("r", Sort.POSITIVE), Symbol("ε", Sort.POSITIVE)
far = exp((1 + 2 * r) * e)
tanh_half = (exp(e) - 1) / (exp(e) + 1)
GAP = (r**2 + r) * (e * tanh_half) - ln(far + 1) + ln(exp(e) + 1) + r * e
"""(α - 1)·α·ε·tanh(ε/2), less the logarithm of the moment."""
SLOPE = (2 * r + 1) * (e * tanh_half) - 2 * e * far / (far + 1) + e
BEND = 2 * (e * tanh_half) - 4 * e**2 * far / (far + 1) ** 2


Z, E = Symbol("Z", Sort.POSITIVE), Symbol("E", Sort.POSITIVE)
NEARER = lemma(
    "pure_zcdp.logistic_slope_falls",
    Step(Z * (E + 1) ** 2 <= E * (Z + 1) ** 2, "(Z - E)·(1 - Z·E) ≤ 0", Smt()),
    Step(Z / (Z + 1) ** 2 <= E / (E + 1) ** 2, "divide by both squares", Smt(), using=(1,)),
    given=(E >= 1, Z >= E),
)
BENDS = lemma(
    "pure_zcdp.bends_up",
    Step(both(exp(e) >= 1, far >= exp(e)), "ε > 0 and r > 0", Smt()),
    Step(
        far / (far + 1) ** 2 <= exp(e) / (exp(e) + 1) ** 2,
        "Z/(Z + 1)² falls from Z = 1 on",
        Linear(),
        using=(1, Instance("pure_zcdp.logistic_slope_falls", {Z: far, E: exp(e)})),
    ),
    Step(term(0) <= exp(2 * e) - 1 - 2 * e * exp(e), "sinh ε ≥ ε, times 2·e^ε", Differentiation()),
    Step(exp(2 * e).eq(exp(e) * exp(e)), "exponents add", Symbolic()),
    Step(
        (2 * (e * tanh_half) - 4 * e**2 * (exp(e) / (exp(e) + 1) ** 2)).eq(
            2 * e / (exp(e) + 1) ** 2 * (exp(2 * e) - 1 - 2 * e * exp(e))
        ),
        "over one denominator",
        Symbolic(),
    ),
    Step(
        term(0) <= 2 * e / (exp(e) + 1) ** 2 * (exp(2 * e) - 1 - 2 * e * exp(e)),
        "a product of nonnegative numbers",
        Smt(),
        using=(3,),
    ),
    Step(
        4 * e**2 * far / (far + 1) ** 2 <= 4 * e**2 * (exp(e) / (exp(e) + 1) ** 2),
        "multiply by 4·ε²",
        Smt(),
        using=(2,),
    ),
    Step(term(0) <= BEND, "all together", Linear(), using=(5, 6, 7)),
)
RISES = lemma("pure_zcdp.rises", *rising(r, SLOPE, BEND, "by the lemma before", Instance("pure_zcdp.bends_up")))
BOUND = lemma("pure_zcdp.bound", *rising(r, GAP, SLOPE, "by the lemma before", Instance("pure_zcdp.rises")))

m, M, a = exp(-e), exp(e), 1 + r
WORST = (far + 1) / ((exp(e) + 1) * exp(r * e))
moment, alpha, price = Symbol("Σ Q·(P/Q)^α", Sort.POSITIVE), Symbol("α"), Symbol("ε·tanh(ε/2)", Sort.NONNEGATIVE)
THEOREM = theorem(
    "pure_zcdp.theorem",
    Proposition(
        ("pure_implies_tanh", "tanh_is_best"),
        "for all positive laws P, Q on finitely many outcomes and ε > 0: if |ln(P/Q)| ≤ ε then D_α(P‖Q) ≤ "
        "α·ε·tanh(ε/2) for every α > 1; and no smaller constant will do: for each ε two laws on two outcomes have "
        "D_α(P‖Q) ≥ ε·tanh(ε/2) for every α > 1",
    ),
    Step(
        ((M - 1) * exp(a * -e) + (1 - m) * exp(a * e)).eq((M - m) * WORST),
        "(M - m)·Σ Q·(P/Q)^α ≤ (M - 1)·m^α + (1 - m)·M^α for m = e^-ε and M = e^ε; divided by M - m, this is the "
        "moment of a law on two points",
        Symbolic(),
    ),
    Step(
        ln(WORST).eq(ln(far + 1) - ln(exp(e) + 1) - r * e),
        "whose logarithm is at most (r² + r)·ε·tanh(ε/2) = (α - 1)·α·ε·tanh(ε/2)",
        Symbolic(),
    ),
    Step(
        implies(both(alpha > 1, ln(moment) <= (alpha - 1) * alpha * price), ln(moment) / (alpha - 1) <= alpha * price),
        "D_α is the logarithm of the moment over α - 1",
        Smt(),
    ),
    Step(tanh_half.eq(function("tanh", e / 2)), "the hyperbolic tangent", Symbolic()),
    Step(
        (exp(e) / (1 + exp(e)) * e + 1 / (1 + exp(e)) * -e).eq(e * tanh_half),
        "randomized response, P = (e^ε, 1)/(1 + e^ε) against the same in the other order, has Σ P·ln(P/Q) = "
        "ε·tanh(ε/2), to which D_α/α tends as α falls to 1",
        Symbolic(),
    ),
    uses=(CHORDS.id, SUMMED.id, BOUND.id, "tight_zcdp.is_approached"),
)

CHAPTER = chapter(NEARER, BENDS, RISES, BOUND, THEOREM)
