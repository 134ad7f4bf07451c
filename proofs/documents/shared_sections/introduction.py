"""The introduction: the naive mechanism, its law, and what temperature does to it."""

from collections.abc import Iterator

from proofs.documents.printed import Printed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.theory import exponential_mechanism
from spec.documents.shared_formulas import (
    WEIGHTS,
    N,
    epsilon,
    i,
    j,
    moves,
    rise,
    s,
    sensitivity,
    share,
    size,
    spread,
    tau,
)
from spec.documents.shared_readings import MOVED, cold, hot, odds, strong, weak
from spec.logic.formula import Sort, Symbol, Term, exp, implies, largest, smallest, total

PRIVACY = (
    "exponential_mechanism.range",
    "exponential_mechanism.max_divergence",
    "exponential_mechanism.max_divergence_is_approached",
)
"""The loss of a pair has range d_Range/τ exactly, is at most its range, and comes as near to it as one likes."""

delta, R = Symbol("δ", Sort.POSITIVE), Symbol("R", Sort.NONNEGATIVE)
score = Symbol("s_k")


def at(temperature: Symbol, name: str) -> dict[Symbol, Term]:
    """The temperature, and the normalisers there."""
    return {
        exponential_mechanism.tau: temperature,
        exponential_mechanism.W: Symbol(f"W_{name}", Sort.POSITIVE),
        exponential_mechanism.W_prime: Symbol(f"W'_{name}", Sort.POSITIVE),
    }


def naive_law(document: Printed) -> Iterator[Proof]:
    """The likelihoods, normalised, are a law in the order of the scores."""
    yield document.proof(
        "prose.naive_law",
        document.step(
            "prose.naive_law",
            "with N = Σ_i w_i the p_i add up to 1, and they are in the order of the scores",
            Smt(),
            Instance("softmax.adds_up"),
            Instance("softmax.order"),
        ),
    )
    yield document.proof(
        "prose.normalisation",
        document.step(
            "prose.normalisation",
            "the likelihoods have a positive sum to be divided by; divided by it, they add up to 1",
            Smt(),
            Instance("gumbel.weights_are_positive"),
            Instance("softmax.adds_up"),
        ),
        uses=(document.id("eq2"),),
    )


def the_law(document: Printed) -> Iterator[Proof | Refutation]:
    """The naive mechanism, equations (1) and (2)."""
    yield document.proof(
        "prose.postprocessing",
        document.step(
            "prose.postprocessing", "an answer has the summed probabilities of all indices that lead to it", Induction()
        ),
    )
    yield from naive_law(document)
    yield document.proof(
        "prose.inverse_transform",
        Step(
            total(i, share(i)).eq(WEIGHTS / N),
            "the cumulative probabilities end at 1 > U, so that some k is selected; each k with probability p_k",
            Smt(),
            using=(Instance("softmax.total_share"),),
        ),
        uses=("softmax.inverse_transform", "softmax.adds_up"),
    )
    yield document.refuted("eq1", "argmin", repaired="softmax.inverse_transform")
    yield document.proof(
        "eq2",
        document.step("eq2", "the multiple of the likelihoods that adds up to 1", Smt()),
    )
    yield document.refuted(
        "prose.exponentially_more_likely", "not_exponential", Balls(({s: (0, 0), tau: 1, rise: 1},)), "softmax.odds"
    )


def temperature(document: Printed) -> Iterator[Proof | Refutation]:
    """What τ, ε and Δ have to do with each other."""
    yield document.proof(
        "prose.temperature_calibrates",
        document.step("prose.temperature_calibrates", "the normaliser cancels, and exponents subtract", Symbolic()),
    )
    yield document.proof(
        "prose.hot_uniform",
        Step(
            implies(tau >= R * (1 + delta) / delta, 1 - R / tau >= 1 / (1 + delta)),
            "scores that differ by at most R have 1 - R/τ ≤ n·p_k ≤ 1/(1 - R/τ), which comes within any δ > 0 of 1",
            Smt(),
        ),
        uses=("softmax.nearly_uniform",),
    )
    for item in ("prose.hot_private", "prose.cold_less_private"):
        yield document.proof(
            item,
            Step(MOVED / hot < MOVED / cold, "d_Range/τ falls as τ grows", Smt()),
            document.step(
                item,
                "the range of the loss is d_Range/τ for each pair (in one direction, the loss of one pair may rise)",
                Smt(),
                1,
                *(Instance("exponential_mechanism.range", at(tau, name)) for tau, name in ((cold, "1"), (hot, "2"))),
            ),
            uses=PRIVACY,
        )
    yield document.refuted("prose.cold_one_hot", "ties_stay", repaired="softmax.cold_limit")
    yield document.proof(
        "eq3",
        document.step("eq3", "pairs within Δ have a loss of at most Δ/τ, and that is to be ε", Smt()),
        uses=PRIVACY,
    )
    yield document.proof(
        "prose.epsilon_cools", document.step("prose.epsilon_cools", "a larger divisor, as Δ > 0", Smt())
    )
    yield document.proof(
        "prose.epsilon_distinguishes",
        *(
            Step(odds(at).eq(exp(at * (s[i] - s[j]) / sensitivity)), "the normaliser cancels", Symbolic())
            for at in (weak, strong)
        ),
        Step(
            exp(weak * (s[i] - s[j]) / sensitivity) < exp(strong * (s[i] - s[j]) / sensitivity),
            "for s_i > s_j the exponent grows with ε",
            Smt(),
        ),
        document.step("prose.epsilon_distinguishes", "so do the odds of the better candidate", Linear(), 1, 2, 3),
        uses=(document.id("prose.temperature_calibrates"), document.id("eq3")),
    )
    yield document.proof(
        "prose.normalised_sensitivity",
        Step(
            (score / (sensitivity / epsilon)).eq(epsilon * (score / sensitivity)),
            "with τ = Δ/ε, s_k/τ is ε times the score divided by the sensitivity",
            Symbolic(),
        ),
        Step(
            (largest(i, moves[i] / sensitivity) - smallest(i, moves[i] / sensitivity)).eq(spread / sensitivity),
            "and scores divided by Δ move apart by 1/Δ of what they did: at most 1",
            Induction(
                invariant=(
                    largest(i, moves[i] / sensitivity).eq(largest(i, moves[i]) / sensitivity),
                    smallest(i, moves[i] / sensitivity).eq(smallest(i, moves[i]) / sensitivity),
                )
            ),
        ),
        document.step("prose.normalised_sensitivity", "both together", Smt(), 1, 2),
    )
    yield document.proof(
        "prose.factor_in_metric",
        Step(largest(i, moves[i]) <= size, "no move exceeds its own size", Induction()),
        Step(-smallest(i, moves[i]) <= size, "and none its opposite", Induction()),
        document.step(
            "prose.factor_in_metric",
            "no moves have more than the double range distance, and none in one direction more than the single",
            Smt(),
            1,
            2,
            Instance("metrics.range_at_most_twice_linf"),
        ),
    )
