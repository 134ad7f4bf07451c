"""What is said of the function itself: its conditions, its noise, its law, its map."""

from collections.abc import Iterator

from proofs.documents.printed import REPORT as DOCUMENT
from proofs.documents.report_noisy_max_gumbel import running
from proofs.documents.report_noisy_max_gumbel.repaired import CENTRE, ERRORS, FOLDED, LAW, ORDERED, SCALES
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Proof, Refutation, Step
from spec.documents.report_noisy_max_gumbel.formulas import score, x, x_prime
from spec.documents.shared_formulas import i, moves, tau
from spec.documents.shared_formulas import y as at
from spec.logic.formula import Symbol, both, implies, largest, smallest

loss, d_range, d_inf = Symbol("loss"), Symbol("d_Range"), Symbol("d_∞")


def conditions() -> Iterator[Proof | Refutation]:
    """Preconditions, postconditions, and what the constructor demands."""
    yield DOCUMENT.refuted(
        "prose.selects_greatest",
        "selects_least",
        Exhaustive("sign = +1, then sign = -1", lambda: (+1, -1), running.prefers_the_greatest),
        ORDERED.id,
    )
    yield DOCUMENT.proof(
        "precondition.tia",
        Step(
            "Scores are integers, floats or fractions, each of which is a number with an exact fraction",
            "every type of scores that a domain accepts",
            Exhaustive("int, float, Fraction", lambda: running.TYPES, running.is_a_number),
        ),
    )
    yield DOCUMENT.proof(
        "precondition.qo",
        Step(
            "A distance between scores, cast to a float, is an exact fraction and not below the distance",
            "integers, floats and fractions, large and small",
            Exhaustive(
                "distances of every type of scores",
                running.distances,
                running.is_a_distance,
            ),
        ),
    )
    yield DOCUMENT.refuted("postcondition", "infinite_score", repaired=ERRORS.id)
    yield DOCUMENT.refuted("postcondition.1", "empty_vector", repaired=ERRORS.id)
    yield DOCUMENT.refuted("proof.domain_non_null", "infinite_score", repaired=ERRORS.id)
    yield DOCUMENT.refuted("proof.scale_positive", "scale_may_be_zero", repaired=SCALES.id)
    yield DOCUMENT.refuted(
        "prose.uses_linf",
        "which_metric",
        Exhaustive("the listing's own type of input_metric", lambda: ("input_metric",), running.metric_is_linf),
        "metrics.range_at_most_twice_linf",
    )
    yield DOCUMENT.proof(
        "prose.metric_stores_monotonic",
        Step(
            "LInfDistance has a boolean; with it a distance is a range distance as it is, without it doubled",
            "both of its values",
            Exhaustive("monotonic and not", lambda: (False, True), running.doubles_unless_monotonic),
        ),
    )
    yield DOCUMENT.refuted(
        "prose.range_meaning", "difference_of_what", Balls(({x: (0, 1), x_prime: (0, 1)},)), "metrics.range_is_spread"
    )
    yield DOCUMENT.proof(
        "prose.tighter_analysis",
        Step(
            implies(both(loss <= d_range / tau, d_range <= 2 * d_inf), loss <= 2 * d_inf / tau),
            "the loss is at most d_Range/τ, which is never more than 2·d_∞/τ, and half of it where scores move in one "
            "direction",
            Smt(),
        ),
        uses=(
            DOCUMENT.id("proof.conclusion"),
            "metrics.range_is_spread",
            "metrics.range_at_most_twice_linf",
            "metrics.range_at_most_linf_if_all_rise",
        ),
    )


def noise_and_law() -> Iterator[Proof | Refutation]:
    """Lemma 3.1 and its proof, the hypotheses of the derivation, the map."""
    yield DOCUMENT.refuted(
        "lemma_3_1",
        "direction_forgotten",
        Exhaustive("x = (0, 1), sign = +1, then -1", lambda: (+1, -1), running.law_does_not_depend_on_the_sign),
        LAW.id,
    )
    yield DOCUMENT.refuted("proof.gumbel_centre", "centre", Balls(({score: 1, tau: 2, at: 1},)), CENTRE.id)
    yield DOCUMENT.proof(
        "proof.sign_irrelevant",
        DOCUMENT.step(
            "proof.sign_irrelevant",
            "turned moves have the same range, on which alone the bound depends",
            Induction(
                invariant=(
                    largest(i, -moves[i]).eq(-smallest(i, moves[i])),
                    smallest(i, -moves[i]).eq(-largest(i, moves[i])),
                )
            ),
        ),
    )
    yield DOCUMENT.proof(
        "proof.gumbel_additive",
        DOCUMENT.step(
            "proof.gumbel_additive", "at scale 1: the distribution function at μ - ln(-ln U) is U", Symbolic()
        ),
        uses=("gumbel.inverse_transform",),
    )
    yield DOCUMENT.proof(
        "proof.returns_argmax",
        Step(FOLDED, "lines 27 to 29 keep the greatest of those seen, and return its index alone", Smt()),
        uses=("argmax.is_greatest", "argmax.no_other_is_greater"),
    )
    yield DOCUMENT.proof(
        "proof.law_of_argmax",
        Step(FOLDED, "the index returned is that of the greatest; ties have probability 0", Smt()),
        uses=(DOCUMENT.id("proof.returns_argmax"), DOCUMENT.id("theorem_1_1.step_1")),
    )
    yield DOCUMENT.proof(
        "proof.hypothesis",
        Step(
            "There are pairs to speak of: (0, 0) and (1, 0) are 1-close, and privacy_map(1) = 2 at scale 1",
            "an assumption is not true or false, but it must be possible",
            Exhaustive("x = (0, 0), x' = (1, 0)", lambda: (((0, 0), (1, 0)),), running.is_possible),
        ),
    )
    yield DOCUMENT.proof(
        "proof.map_matches_bound",
        Step(
            "The published map is the range distance of d_in divided by the scale, each rounded up",
            "distances and scales at which rounding shows",
            Exhaustive("6 distances, 6 scales, monotonic and not", running.questions, running.is_the_bound),
        ),
    )
