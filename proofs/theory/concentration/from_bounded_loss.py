"""What a bounded loss implies under zero-concentrated divergence: ε·tanh(ε/2), which randomized response reaches.

Notation: |ln(P/Q)| ≤ ε and α = 1 + r. The worst law lives on two points, with ratios e^-ε and e^ε; its moment is
(e^((1 + 2r)·ε) + 1)/((e^ε + 1)·e^(r·ε)). tanh(ε/2) is written (e^ε - 1)/(e^ε + 1).
"""

from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Check, Instance, Proof, Step
from proofs.theory.concentration.chord import CHORDS, SUMMED
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol, Term, both, derivative, exp, function, implies, limit, ln, term

r, e = Symbol("r", Sort.POSITIVE), Symbol("ε", Sort.POSITIVE)
far = exp((1 + 2 * r) * e)
tanh_half = (exp(e) - 1) / (exp(e) + 1)
GAP = (r**2 + r) * (e * tanh_half) - ln(far + 1) + ln(exp(e) + 1) + r * e
"""(α - 1)·α·ε·tanh(ε/2), less the logarithm of the moment."""
SLOPE = (2 * r + 1) * (e * tanh_half) - 2 * e * far / (far + 1) + e
BEND = 2 * (e * tanh_half) - 4 * e**2 * far / (far + 1) ** 2


def lemma(name: str, *steps: Step, given: tuple[Term, ...] = ()) -> tuple[Claim, Proof]:
    """What the last step says, proved by the steps."""
    conclusion = steps[-1].statement
    assert isinstance(conclusion, Term)
    claim = Claim(f"pure_zcdp.{name}", Kind.LEMMA, Formula(conclusion, given))
    return claim, Proof(claim.id, steps)


def rising(f: Term, slope: Term, check: Check, *using: Instance) -> tuple[Step, ...]:
    """0 ≤ f, as f falls to 0 with r and its slope is nonnegative."""
    return (
        Step(limit(r, f).eq(0), "at r = 0 nothing is left", Symbolic()),
        Step(derivative(r, f).eq(slope), "differentiate by r", Symbolic()),
        Step(term(0) <= slope, "by the lemma before", check, using=using),
        Step(term(0) <= f, "what starts at 0 and rises is nonnegative", Rule("rises"), using=(1, 2, 3)),
    )


Z, E = Symbol("Z", Sort.POSITIVE), Symbol("E", Sort.POSITIVE)
NEARER = lemma(
    "logistic_slope_falls",
    Step(Z * (E + 1) ** 2 <= E * (Z + 1) ** 2, "(Z - E)·(1 - Z·E) ≤ 0", Smt()),
    Step(Z / (Z + 1) ** 2 <= E / (E + 1) ** 2, "divide by both squares", Smt(), using=(1,)),
    given=(E >= 1, Z >= E),
)
BENDS = lemma(
    "bends_up",
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
RISES = lemma("rises", *rising(SLOPE, BEND, Linear(), Instance("pure_zcdp.bends_up")))
BOUND = lemma("bound", *rising(GAP, SLOPE, Linear(), Instance("pure_zcdp.rises")))

m, M, a = exp(-e), exp(e), 1 + r
WORST = (far + 1) / ((exp(e) + 1) * exp(r * e))
moment, alpha, price = Symbol("Σ Q·(P/Q)^α", Sort.POSITIVE), Symbol("α"), Symbol("ε·tanh(ε/2)", Sort.NONNEGATIVE)
THEOREM = Claim(
    "pure_zcdp.theorem",
    Kind.THEOREM,
    "If |ln(P/Q)| ≤ ε then D_α(P‖Q) ≤ α·ε·tanh(ε/2) for every α > 1, for laws on any number of outcomes; and no "
    "smaller constant will do",
)
THEOREM_STEPS = (
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
)
THEOREM_PROOF = Proof(
    THEOREM.id, THEOREM_STEPS, uses=(CHORDS[0].id, SUMMED[0].id, BOUND[0].id, "tight_zcdp.is_approached")
)

LEMMAS = (NEARER, BENDS, RISES, BOUND)
CHAPTER = Chapter(
    claims=(*(claim for claim, _ in LEMMAS), THEOREM),
    proofs=(*(proof for _, proof in LEMMAS), THEOREM_PROOF),
)
