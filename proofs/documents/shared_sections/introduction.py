"""The introduction: the naive mechanism, its law, and what temperature does to it."""

from collections.abc import Iterator

from proofs.documents.printed import Printed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from spec.documents.shared_formulas import WEIGHTS, N, epsilon, i, moves, rise, s, sensitivity, share, spread, tau
from spec.logic.formula import Sort, Symbol, absolute, exp, greater, implies, largest, lesser, smallest, term, total

PRIVACY = (
    "exponential_mechanism.range",
    "exponential_mechanism.max_divergence",
    "exponential_mechanism.max_divergence_is_approached",
)
"""The loss of a pair has range d_Range/τ exactly, is at most its range, and comes as near to it as one likes."""

D = Symbol("d", Sort.POSITIVE)
cold, hot, delta = Symbol("τ_1", Sort.POSITIVE), Symbol("τ_2", Sort.POSITIVE), Symbol("δ", Sort.POSITIVE)
weak, strong = Symbol("ε_1", Sort.POSITIVE), Symbol("ε_2", Sort.POSITIVE)
R, lead = Symbol("R", Sort.NONNEGATIVE), Symbol("s_i - s_j", Sort.POSITIVE)
score = Symbol("s_k")


def the_law(document: Printed) -> Iterator[Proof | Refutation]:
    """The naive mechanism, equations (1) and (2)."""
    yield document.proof(
        "prose.postprocessing",
        document.step(
            "prose.postprocessing", "an answer has the summed probabilities of all indices that lead to it", Induction()
        ),
    )
    yield document.proof(
        "prose.naive_law",
        Step(
            total(i, share(i)).eq(WEIGHTS / N),
            "with N = Σ_i w_i the p_i add up to 1, and they are in the order of the scores",
            Smt(),
            using=(Instance("softmax.total_share"),),
        ),
        uses=("softmax.adds_up", "softmax.order"),
    )
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
    yield document.proof(
        "prose.normalisation",
        Step(
            WEIGHTS > 0,
            "the likelihoods have a positive sum to be divided by, and k is selected with probability p_k",
            Induction(),
        ),
        uses=(document.id("eq2"), "softmax.inverse_transform"),
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
            Step(
                implies(cold < hot, D / hot < D / cold),
                "the range of the loss is d_Range/τ for each pair; the greatest loss of pairs within d is d/τ, that is "
                "approached and not exceeded; both fall as τ grows (in one direction, the loss of one pair may rise)",
                Smt(),
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
        Step(
            implies(weak < strong, exp(weak * lead / sensitivity) < exp(strong * lead / sensitivity)),
            "p_i/p_j = e^(ε·(s_i - s_j)/Δ), which for s_i > s_j grows with ε",
            Smt(),
        ),
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
    )
    yield document.proof(
        "prose.factor_in_metric",
        Step(
            (greater(1, -1) - lesser(1, -1)).eq(2 * greater(absolute(term(1)), absolute(term(-1)))),
            "moves (1, -1) have range distance 2 and infinity distance 1; no moves have more than the double, and none "
            "in one direction more than the single",
            Smt(),
        ),
        uses=(
            "metrics.range_at_most_twice_linf",
            "metrics.range_at_most_linf_if_all_rise",
            "metrics.range_at_most_linf_if_all_fall",
        ),
    )
