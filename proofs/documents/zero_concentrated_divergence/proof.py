"""The Gumbel density, and the proof of `TopKMeasure` for `ZeroConcentratedDivergence`: a loose but sound map."""

from proofs.documents.printed import CONCENTRATED as DOCUMENT
from proofs.documents.zero_concentrated_divergence.errata import returns_no_index
from proofs.documents.zero_concentrated_divergence.running import contracts, is_enforced
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Step, Witnessed
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE
from proofs.theory.one_shot import PEELING, PEELING_STEPS, ROUND_BY_ROUND
from spec.documents.zero_concentrated_divergence.formulas import FORMULAS
from spec.gumbel import TOP_K_CODE as CODE
from spec.logic.formula import Family, Sort, Symbol, both, every, exp, implies, ln, total
from spec.noisy_top_k import ZERO_CONCENTRATED_LAW as LAW

# A divergence of every order is at most the greatest loss. Over the outcomes: Q_i, and L_i = ln(P_i/Q_i).
i, alpha, greatest = Symbol("i"), Symbol("α"), Symbol("ε")
q, L = Family("Q", Sort.POSITIVE), Family("L")
MOMENT, MASS = total(i, q[i] * exp(alpha * L[i])), total(i, q[i] * exp(L[i]))
BELOW_MAX = lemma(
    "divergence.moment_at_most_max",
    Step(
        every(i, exp(alpha * L[i]).eq(exp((alpha - 1) * L[i]) * exp(L[i]))),
        "(P/Q)^α = (P/Q)^(α - 1)·(P/Q)",
        Symbolic(),
    ),
    Step(every(i, (alpha - 1) * L[i] <= (alpha - 1) * greatest), "α > 1, and no loss exceeds ε", Smt()),
    Step(
        every(i, exp(alpha * L[i]) <= exp((alpha - 1) * greatest) * exp(L[i])),
        "exp is increasing",
        Smt(),
        using=(1, 2),
    ),
    Step(
        MOMENT <= exp((alpha - 1) * greatest) * MASS,
        "weigh with Q and add up; Σ Q·e^L = Σ P = 1",
        Induction(least=0),
        using=(3,),
    ),
    given=(alpha > 1, every(i, L[i] <= greatest)),
)
moment, epsilon = Symbol("Σ Q·(P/Q)^α", Sort.POSITIVE), Symbol("ε", Sort.NONNEGATIVE)
PURE_IS_CONCENTRATED = (
    Step(
        implies(both(alpha > 1, ln(moment) <= (alpha - 1) * epsilon), ln(moment) / (alpha - 1) <= alpha * epsilon),
        "the loss of one release is at most ε = d_in/scale, so that Σ Q·(P/Q)^α ≤ e^((α - 1)·ε), and D_α ≤ ε ≤ α·ε: "
        "the exponential mechanism is ε-zCDP, which is what ε-CDP has to mean here",
        Smt(),
    ),
)

CHAPTER = chapter(
    BELOW_MAX,
    DOCUMENT.proof(
        "definition_1_2",
        Step(FORMULAS["definition_1_2"].conclusion, "the density has mass 1", Symbolic()),
    ),
    DOCUMENT.proof(
        "eq1",
        Step(
            FORMULAS["eq1"].conclusion,
            "over any interval it integrates to what the distribution function e^(-e^(-z)) gains there",
            Symbolic(),
        ),
    ),
    DOCUMENT.proof(
        "eq1.where",
        Step(
            FORMULAS["eq1.where"].conclusion,
            "moving x and μ by d leaves z alone, and so does stretching x, μ and β by c; the density scales with 1/c",
            Symbolic(),
        ),
    ),
    DOCUMENT.proof(
        "proof.gumbel_noisy_max_preconditions",
        Step(
            "What gumbel_top_k requires is one scale for all noises, and a natural k",
            "that is what selection needs, by whichever name; both are enforced at every call",
            Exhaustive("noises of one and of two scales, k = -1 and 0", contracts, is_enforced),
        ),
        uses=(CODE.id, LAW.id),
    ),
    DOCUMENT.proof("proof.one_shot_is_peeling", *PEELING_STEPS, uses=(PEELING.id,)),
    DOCUMENT.proof("proof.peeling_is_composition", *ROUND_BY_ROUND, uses=(PEELING.id,)),
    DOCUMENT.proof("proof.exponential_cdp", *PURE_IS_CONCENTRATED, uses=(BELOW_MAX.id, MAX_DIVERGENCE.id)),
    DOCUMENT.refuted("proof.random_variable_postcondition", "undefined_names", Witnessed(returns_no_index), LAW.id),
)
