"""The lemmas of the Gumbel-max trick, line by line, and what is said of the trick in words."""

from collections.abc import Iterator

from proofs.documents.printed import Printed
from proofs.documents.shared_sections.metric import private
from proofs.documents.shared_sections.trick import GREATEST, IS_GREATEST, NONE_GREATER
from proofs.engine.checkers.evaluated import Evaluated
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.theory.exponential_variables import QUADRANT, u
from proofs.theory.gumbel_max import mu
from proofs.theory.logarithms import a, b
from spec.documents.shared_formulas import QUANTILE, G, N, U, i, iff, j, k, rate, rate_1, rate_2, s, share, tau, x_1, y
from spec.documents.shared_readings import least, x, x_prime
from spec.logic.formula import both, exp, implies, ln


def lines_of_the_lemmas(document: Printed) -> Iterator[Proof | Refutation]:
    """Lemmas 2 to 4: the pointwise identity, the minimum, the race."""
    transform = "lemma_~_2"
    chain = tuple(Instance(document.id(f"{transform}.step_{number}")) for number in (2, 3, 4, 5, 6))
    logs = {a: share(k) * N, b: -ln(U)}
    yield document.proof(
        transform,
        Step(QUANTILE.eq(-ln((-ln(U) / share(k)) / N)), "lines 2 to 6", Smt(), using=chain),
        Step(share(k) > 0, "a positive rate", Smt()),
        document.step(
            transform,
            "and Z_k = -log(U_k)/p_k is exponential of rate p_k: P(Z_k ≥ z) = P(U_k ≤ e^(-p_k·z)) = e^(-p_k·z), as U_k "
            "is uniform",
            Smt(),
            1,
            2,
            Instance("exponential.from_uniform", {u: U, rate: share(k)}),
        ),
        uses=(document.id(f"{transform}.step_1"),),
    )
    yield document.proof(
        f"{transform}.step_1",
        document.step(f"{transform}.step_1", "the distribution function of G_k, at this number, is U_k", Symbolic()),
        uses=("gumbel.inverse_transform",),
    )
    yield document.proof(f"{transform}.step_2", document.step(f"{transform}.step_2", "ln(e^x) = x", Symbolic()))
    yield document.proof(f"{transform}.step_3", document.step(f"{transform}.step_3", "p_k·N = e^(s_k/τ)", Symbolic()))
    for number, law in ((4, "logarithm.quotient"), (5, "logarithm.reciprocal")):
        yield document.proof(
            f"{transform}.step_{number}",
            Step(both(-ln(U) > 0, share(k) * N > 0), "U_k < 1, and weights are positive", Smt()),
            document.step(f"{transform}.step_{number}", "a law of logarithms", Smt(), 1, Instance(law, logs)),
        )
    yield document.proof(
        f"{transform}.step_6", document.step(f"{transform}.step_6", "put Z_k for -log(U_k)/p_k", Symbolic())
    )
    minimum = "lemma_~_3"
    yield document.refuted(minimum, "dependent", repaired="exponential.minimum_of_two")
    yield document.proof(
        f"{minimum}.step_1",
        QUADRANT,
        document.step(f"{minimum}.step_1", "the integral of a product over a quadrant factors", Symbolic()),
    )
    yield document.proof(f"{minimum}.step_2", document.step(f"{minimum}.step_2", "integrate the densities", Symbolic()))
    yield document.proof(f"{minimum}.step_3", document.step(f"{minimum}.step_3", "exponents add", Symbolic()))
    yield document.proof(f"{minimum}.step_4", document.step(f"{minimum}.step_4", "integrate the density", Symbolic()))
    race, ones = "lemma_~_4", {rate_1: 1, rate_2: 1}
    yield document.refuted(race, "dependent", repaired="exponential.race")
    yield document.refuted(f"{race}.step_1", "differentials", Evaluated({**ones, x_1: 1}), "exponential.race.iterated")
    yield document.refuted(
        f"{race}.step_2", "minus_lambda", Evaluated({**ones, rate: 1, x_1: 1}), "exponential.race.inner"
    )
    yield document.refuted(f"{race}.step_3", "minus_lambda", Evaluated({**ones, rate: 1}), "exponential.race.outer")


def eq4_and_prose(document: Printed) -> Iterator[Proof]:
    """Equation (4), and what is said of the trick in words."""
    at = {mu: s[k] / tau, u: U}
    yield document.proof(
        "eq4",
        document.step(
            "lemma_~_2.step_1", "s_k/τ - log(-log u_k) is where the distribution function of G_k is u_k", Symbolic()
        ),
        Step(
            implies(G[k].eq(GREATEST), G[j] <= G[k]),
            "M(s) is the index of the greatest of them, which is K; ties have probability 0",
            Smt(),
            using=(Instance(NONE_GREATER.id),),
        ),
        uses=("gumbel.inverse_transform", IS_GREATEST.id),
    )
    yield document.proof(
        "prose.gumbel_inverse_transform",
        Step(
            iff(QUANTILE <= y, U <= exp(-exp(-(y - s[k] / tau)))),
            "P(s_k/τ - log(-log U_k) ≤ y) = P(U_k ≤ F(y)) = F(y), as U_k is uniform, and F has the Gumbel density, of "
            "mass 1",
            Smt(),
            using=(Instance("gumbel.inverse_transform", at),),
        ),
        uses=("gumbel.density", "gumbel.normalisation", "gumbel.inverse", document.id("eq4")),
    )
    won, won_nearby = (Instance("gumbel.max", {}, {s: (i, scores[i])}) for scores in (x, x_prime))
    yield document.proof(
        "prose.gumbel_private",
        *private(least),
        document.step(
            "prose.gumbel_private",
            "K has the law p of the softmax, and p_k/p'_k ≤ e^(d_Range/τ) for every k and every pair of score vectors",
            Smt(),
            7,
            won,
            won_nearby,
        ),
    )
