"""The Gumbel-max trick: its theorem and the three lemmas, line by line."""

from collections.abc import Iterator
from fractions import Fraction

from proofs.checkers.evaluated import Evaluated
from proofs.checkers.smt import Induction, Smt
from proofs.checkers.symbolic import Symbolic
from proofs.enclosure import compare
from proofs.errata.witness import digits, show
from proofs.gumbel import QUADRANT, mu, rate, u
from proofs.gumbel_sections.printed import Printed
from proofs.ledger.ledger import Chapter
from proofs.ledger.model import Erratum, Instance, Proof, Refutation, Severity, Step
from proofs.logarithms import a, b
from spec.claim import Claim, Kind
from spec.documents.formulas.gumbel_max import (
    OTHER_RATE,
    QUANTILE,
    WEIGHTS,
    WINS,
    G,
    N,
    U,
    Z,
    gumbel_density,
    i,
    iff,
    j,
    k,
    rate_1,
    rate_2,
    s,
    share,
    tau,
    x_1,
    y,
)
from spec.formula import Formula, Sort, Symbol, both, every, exp, implies, integral, largest, ln, smallest
from spec.weights import ONE, ExpRatio, exp_minus, rational

WHERE = "proofs/gumbel_sections/trick.py"
GREATEST = largest(i, G[i])

IS_GREATEST = Claim(
    "argmax.is_greatest", Kind.LEMMA, Formula(G[k].eq(GREATEST), given=(every(i, G[i] <= G[k]),)), WHERE
)
NONE_GREATER = Claim("argmax.no_other_is_greater", Kind.LEMMA, Formula(implies(G[k].eq(GREATEST), G[j] <= G[k])), WHERE)
CHAIN = Claim("gumbel.chain_of_lines", Kind.LEMMA, Formula(WINS.eq(share(k) / (share(k) + OTHER_RATE))), WHERE)

CHAPTER = Chapter(
    claims=(IS_GREATEST, NONE_GREATER, CHAIN),
    proofs=(
        Proof(
            IS_GREATEST.id,
            (Step(G[k].eq(GREATEST), "where nothing is greater stands the maximum", Induction()),),
        ),
        Proof(
            NONE_GREATER.id,
            (
                Step(G[j] <= GREATEST, "nothing exceeds the maximum", Induction()),
                Step(implies(G[k].eq(GREATEST), G[j] <= G[k]), "so nothing exceeds what equals it", Smt(), using=(1,)),
            ),
        ),
    ),
)
c = Symbol("c")
won, won_nearby = Symbol("P(K = k)", Sort.POSITIVE), Symbol("P(K' = k)", Sort.POSITIVE)
p, q, distance = Symbol("p_k", Sort.POSITIVE), Symbol("p'_k", Sort.POSITIVE), Symbol("d_Range/τ")
NO_TIES = Step(
    integral(y, gumbel_density(y, mu), c, c).eq(0),
    "that a noisy score equals another one, at c, has probability 0: ties have no say",
    Symbolic(),
)
LOGS_OF_LEAST = Step(
    smallest(i, ln(Z[i] / N)).eq(ln(smallest(i, Z[i]) / N)),
    "ln(z/N) increases in z, so it is least where z is",
    Induction(invariant=(smallest(i, Z[i]) > 0,)),
)
SIGNS = Step(largest(i, -ln(Z[i] / N)).eq(-smallest(i, ln(Z[i] / N))), "max_i -a_i = -min_i a_i", Induction())


def lines_of_the_theorem(document: Printed) -> Iterator[Proof]:
    """Those lines that both documents print alike."""
    yield document.proof(
        "theorem_~_1.step_1",
        NO_TIES,
        Step(
            implies(G[k].eq(GREATEST), G[j] <= G[k]),
            "K = k says that no G_j is above G_k; that is so if G_k is the maximum, and only then",
            Smt(),
            using=(Instance(NONE_GREATER.id),),
        ),
        uses=(IS_GREATEST.id,),
    )
    yield document.proof(
        "theorem_~_1.step_5",
        document.step("theorem_~_1.step_5", "the least of all is the lesser of Z_k and the least other one", Smt()),
    )
    yield document.proof(
        "theorem_~_1.step_6",
        document.step(
            "theorem_~_1.step_6",
            "the least of the others has the survival function of their joint rate",
            Smt(),
            Instance("gumbel.race_against_one"),
        ),
        uses=("exponential.minimum",),
    )
    yield document.same("theorem_~_1.step_7", "gumbel.race_won", "the race of two, of which one has the joint rate")
    yield document.proof(
        "theorem_~_1.step_8",
        document.step(
            "theorem_~_1.step_8",
            "p_k + Σ_{i≠k} p_i = (w_k + Σ_{i≠k} w_i)/N = 1",
            Smt(),
            Instance("gumbel.shares"),
            Instance("gumbel.own_and_others"),
        ),
    )
    yield document.same("theorem_~_1", "gumbel.max", "the theorem, proved in two ways")


def lines_as_meant(document: Printed) -> Iterator[Proof]:
    """The lines that only the later document prints as they are meant, and its whole chain."""
    yield document.proof(
        "theorem_~_1.step_2",
        Step(GREATEST.eq(largest(i, -ln(Z[i] / N))), "the same numbers have the same maximum", Induction()),
        document.step("theorem_~_1.step_2", "G_i = -log(Z_i/N), variable by variable", Smt(), 1),
        uses=(document.id("lemma_~_2"),),
    )
    yield document.proof("theorem_~_1.step_3", SIGNS, document.step("theorem_~_1.step_3", "turn the signs", Smt(), 1))
    yield document.proof(
        "theorem_~_1.step_4",
        LOGS_OF_LEAST,
        Step(smallest(i, Z[i]) > 0, "the least of positive numbers", Induction()),
        document.step("theorem_~_1.step_4", "ln(z/N) takes no value twice", Smt(), 1, 2),
    )
    yield Proof(
        CHAIN.id,
        (
            Step(
                WINS.eq(share(k) / (share(k) + OTHER_RATE)),
                "lines 1 to 5 are one substitution, as G_k is the greatest where Z_k is the least; then lines 6 and 7",
                Smt(),
                using=(
                    Instance("gumbel.becomes_a_race"),
                    Instance(document.id("theorem_~_1.step_6")),
                    Instance(document.id("theorem_~_1.step_7")),
                ),
            ),
        ),
        tuple(document.id(f"theorem_~_1.step_{number}") for number in range(1, 6)),
    )
    yield document.proof(
        "theorem_~_1",
        Step(WEIGHTS > 0, "a sum of exponentials", Smt(), using=(Instance("gumbel.weights_are_positive"),)),
        document.step(
            "theorem_~_1",
            "line 8, at N = Σ w_i",
            Smt(),
            1,
            Instance(CHAIN.id, {N: WEIGHTS}),
            Instance(document.id("theorem_~_1.step_8"), {N: WEIGHTS}),
        ),
        title="by its own lines",
    )


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
    yield document.proof(
        "prose.gumbel_private",
        Step(
            implies(both(won.eq(p), won_nearby.eq(q), p / q <= exp(distance)), won / won_nearby <= exp(distance)),
            "K has the law p of the softmax, and p_k/p'_k ≤ e^(d_Range/τ) for every k and every pair of score vectors",
            Smt(),
        ),
        uses=("gumbel.max", "exponential_mechanism.max_divergence"),
    )


def differentials() -> str:
    """Evaluate the printed double integral, λ_1 = λ_2 = 1."""
    text = (
        "λ_1 = λ_2 = 1: the inner integral, over x_1 from x_1, is e^-x_1·e^-x_2, and the outer one, over x_2, e^-x_1: "
    )
    return show(exp_minus(1) != rational(Fraction(1, 2)), f"{text}at x_1 = 1 it is e^-1, not 1/2")


def called_pdf(minus_log: ExpRatio = exp_minus(-1)) -> str:  # noqa: B008
    """Look for a density that is negative; `minus_log` is -log U."""
    text = (
        f"-log U = {digits(minus_log)}, s_k = 0: s_k - log(-log U) is negative, at -log U = e it is -1; no density is"
    )
    return show(compare(minus_log, ONE) > 0, text)


def errata(document: Printed) -> tuple[Erratum, ...]:
    """What is wrong in these lines and is not noted elsewhere."""
    race, transform = document.id("lemma_~_4.step_1"), document.id("lemma_~_2.step_1")
    return (
        Erratum(
            document.id("differentials"),
            document.slug,
            (race,),
            Severity.TYPO,
            "P(X_1 ≤ X_2) is a double integral that ends in dx_1 dx_2, the inner one from x_1 on",
            "with dx_1 first, the inner integral is over x_1 from x_1, and an x_1 is left over",
            "write dx_2 dx_1",
            differentials,
        ),
        Erratum(
            document.id("called_pdf"),
            document.slug,
            (transform,),
            Severity.TYPO,
            "s_k/τ - log(-log U_k) is the Gumbel PDF",
            "it is the inverse of the Gumbel distribution function, at U_k",
            "say so",
            called_pdf,
        ),
    )
