"""What temperature does to the entropy of the softmax, and what it is for k rounds."""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Step
from spec.documents.noisy_top_k.formulas import d_out, rounds
from spec.documents.shared_formulas import i, sensitivity, tau
from spec.logic.formula import Family, Sort, Symbol, both, every, implies, ln, total

p, q = Family("p", Sort.POSITIVE), Family("q", Sort.POSITIVE)
BELOW = total(i, p[i] * (ln(q[i]) - ln(p[i]))) <= total(i, q[i]) - total(i, p[i])
GIBBS = lemma(
    "entropy.gibbs",
    Step(every(i, (ln(q[i]) - ln(p[i])).eq(ln(q[i] / p[i]))), "a law of logarithms", Symbolic()),
    Step(every(i, p[i] * (ln(q[i]) - ln(p[i])) <= q[i] - p[i]), "ln x ≤ x - 1", Smt(), using=(1,)),
    Step(BELOW, "add up; for two laws both sums on the right are 1", Induction(least=0), using=(2,)),
)

cold, hot = Symbol("1/τ_1", Sort.NONNEGATIVE), Symbol("1/τ_2", Sort.NONNEGATIVE)
mean_p, mean_q, c_1, c_2 = Symbol("Σ p·s"), Symbol("Σ q·s"), Symbol("c_1"), Symbol("c_2")
ENTROPY = lemma(
    "entropy.grows_with_temperature",
    "The entropy -Σ p·ln p of p_i = e^(s_i/τ)/Σ_j e^(s_j/τ) does not fall as τ grows, for every n and all scores",
    Step(
        implies(
            both(
                (cold * mean_p - c_1) - (hot * mean_p - c_2) >= 0,
                (hot * mean_q - c_2) - (cold * mean_q - c_1) >= 0,
            ),
            (cold - hot) * (mean_p - mean_q) >= 0,
        ),
        "p at temperature τ_1 has ln p_i = s_i/τ_1 - c_1, and q at τ_2 likewise. Σ p·ln(p/q) ≥ 0 and "
        "Σ q·ln(q/p) ≥ 0; add them",
        Smt(),
    ),
    Step(
        implies(
            both(
                (cold * mean_p - c_1) - (hot * mean_p - c_2) >= 0,
                (cold - hot) * (mean_p - mean_q) >= 0,
                hot < cold,
            ),
            -(hot * mean_q - c_2) >= -(cold * mean_p - c_1),
        ),
        "so for τ_1 < τ_2 the mean score is not smaller under p, and -Σ q·ln q ≥ -Σ p·ln p",
        Smt(),
    ),
    uses=(GIBBS.id,),
)
RATIO = tau.eq(rounds * sensitivity / d_out)
OF_K_ROUNDS = lemma(
    "temperature.of_k_rounds",
    Step(RATIO, "k rounds at temperature τ cost k·Δ/τ", Smt()),
    given=(rounds >= 1, d_out.eq(rounds * (sensitivity / tau))),
    uses=("peeling.max_divergence",),
)

CHAPTER = chapter(GIBBS, ENTROPY, OF_K_ROUNDS)
