"""Theorem 2.1 where it is misprinted, lemma 4.1, and the derivation of privacy, line by line."""

from collections.abc import Iterator

from proofs.documents.exponential_candidates_gumbel.repaired import (
    AS_THERE,
    BY_RANGE,
    EIGHTH,
    FIFTH,
    FIRST,
    LEMMA,
    OWN_MOVE,
    POSITIVE,
    PRIVATE,
    SPREAD,
)
from proofs.documents.printed import EXPONENTIAL as DOCUMENT
from proofs.documents.printed import REPORT
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.theory.logarithms import a, b, c, d, v
from spec.documents.exponential_candidates_gumbel.formulas import (
    FACTORED,
    GREATEST_FALL,
    LEAST_RISE,
    OWN,
    SUM,
    SUM_PRIME,
    s,
    s_prime,
    scaled,
)
from spec.documents.shared_formulas import N, Z, epsilon, i, j, k, moves, sensitivity, tau
from spec.logic.formula import Sort, Symbol, exp, implies, largest, ln, smallest


def theorem_2_1() -> Iterator[Proof | Refutation]:
    """The lines of theorem 2.1 with k for i under the maximum, and what the mechanism selects."""
    yield DOCUMENT.proof(
        "prose.selects_greatest",
        DOCUMENT.step(
            "prose.selects_greatest",
            "the index released is k with probability p_k, the smaller the further s_k is below the greatest score",
            Smt(),
            Instance("softmax.far_from_the_top"),
        ),
        uses=("gumbel.max", "softmax.order"),
    )
    yield DOCUMENT.refuted("theorem_2_1.step_2", "certain_event", repaired=REPORT.id("theorem_1_1.step_2"))
    log = ln(Z[k] / N)
    yield DOCUMENT.proof(
        "theorem_2_1.step_3",
        Step(largest(i, -log).eq(-log), "the maximum of one number", Induction()),
        Step(smallest(i, log).eq(log), "the minimum of one number", Induction()),
        DOCUMENT.step("theorem_2_1.step_3", "as printed, both events are certain", Smt(), 1, 2),
    )
    yield DOCUMENT.refuted("theorem_2_1.step_4", "certain_event", repaired=REPORT.id("theorem_1_1.step_4"))


def lemma_4_1() -> Iterator[Proof | Refutation]:
    """Lemma 4.1, whose proof is right and whose statement lacks a sign."""
    least = smallest(j, epsilon * (s_prime[j] - s[j]) / sensitivity)
    yield DOCUMENT.refuted(
        "lemma_4_1", "lemma_4_1_sign", Balls(({s: (1, 0), s_prime: (0, 0), epsilon: 1, sensitivity: 1},)), LEMMA.id
    )
    for number, because in ((1, "add and subtract s_i, in every term"), (2, "exponents add, in every term")):
        there = Instance(REPORT.id(f"lemma_3_2.step_{number}"), {}, AS_THERE)
        yield DOCUMENT.proof(
            f"lemma_4_1.step_{number}", DOCUMENT.step(f"lemma_4_1.step_{number}", because, Smt(), there)
        )
    yield DOCUMENT.proof(
        "lemma_4_1.step_3",
        POSITIVE,
        Step(FACTORED > 0, "a sum of products of exponentials", Induction()),
        Step(
            FACTORED >= exp(least) * SUM, "each first factor is at least the least one", Induction(invariant=(SUM > 0,))
        ),
        Step(
            (epsilon * LEAST_RISE / sensitivity).eq(least),
            "ε > 0 and Δ > 0 keep the order: the least exponent is that of the least rise",
            Induction(),
        ),
        DOCUMENT.step("lemma_4_1.step_3", "ln is increasing", Smt(), 1, 2, 3, 4),
    )
    yield DOCUMENT.proof(
        "lemma_4_1.step_4",
        POSITIVE,
        DOCUMENT.step(
            "lemma_4_1.step_4",
            "the sum cancels, and ln undoes exp",
            Smt(),
            1,
            Instance("logarithm.cancelled", {v: epsilon * LEAST_RISE / sensitivity, a: SUM}),
        ),
    )
    yield DOCUMENT.proof(
        "lemma_4_1.step_5",
        Step(LEAST_RISE.eq(-GREATEST_FALL), "min -a_j = -max a_j", Induction()),
        DOCUMENT.step("lemma_4_1.step_5", "multiply by ε/Δ", Smt(), 1),
    )


def privacy() -> Iterator[Proof | Refutation]:
    """The derivation of privacy, line by line."""
    at_one: Region = {s: (1, 0), s_prime: (0, 0), epsilon: 1, sensitivity: 1}
    factors = {a: scaled(s[k]), c: scaled(s_prime[k])}
    yield DOCUMENT.refuted("privacy.step_1", "temperature_above", Balls(({**at_one, tau: 2},)), FIRST.id)
    yield DOCUMENT.proof(
        "privacy.step_2",
        POSITIVE,
        DOCUMENT.step(
            "privacy.step_2",
            "factors may be grouped at will",
            Smt(),
            1,
            Instance("logarithm.regrouped", {**factors, b: SUM, d: SUM_PRIME}),
        ),
    )
    yield DOCUMENT.proof(
        "privacy.step_3",
        POSITIVE,
        DOCUMENT.step(
            "privacy.step_3",
            "the logarithm of a product",
            Smt(),
            1,
            Instance("logarithm.product", {a: scaled(s[k]), b: scaled(s_prime[k]), c: SUM_PRIME, d: SUM}),
        ),
    )
    yield DOCUMENT.proof(
        "privacy.step_4",
        Step(ln(scaled(s[k]) / scaled(s_prime[k])).eq(OWN), "ln undoes exp, and exponents subtract", Symbolic()),
        DOCUMENT.step("privacy.step_4", "add the other logarithm", Smt(), 1),
    )
    yield DOCUMENT.refuted("privacy.step_5", "wrong_direction", Balls((at_one,)), FIFTH.id)
    yield DOCUMENT.proof(
        "privacy.step_6",
        OWN_MOVE,
        DOCUMENT.step(
            "privacy.step_6",
            "the left side is at most 0, the right side at least 0",
            Smt(),
            1,
            SPREAD,
            Instance("metrics.spread_is_nonnegative", {}, {moves: (i, s[i] - s_prime[i])}),
        ),
    )
    yield DOCUMENT.proof("privacy.step_7", DOCUMENT.step("privacy.step_7", "neighbours are within Δ", Smt()))


def differential_privacy() -> Iterator[Proof | Refutation]:
    """Differential privacy, equations (7) and (8), and what the derivation is said to show."""
    more, more_nearby = Symbol("P(M(s) = k)", Sort.POSITIVE), Symbol("P(M(s') = k)", Sort.POSITIVE)
    sums = (DOCUMENT.id("prose.postprocessing"),)
    every_set = DOCUMENT.step(
        "prose.dp_definition",
        "(7) for every single outcome gives (7) for every set K; and single outcomes are sets: the definition bounds "
        "the loss of every outcome, as max divergence does",
        Induction(),
    )
    yield DOCUMENT.proof("prose.dp_definition", every_set)
    yield DOCUMENT.proof(
        "eq7",
        Step(
            implies(ln(more / more_nearby) <= epsilon, more <= exp(epsilon) * more_nearby),
            "with τ = Δ/ε, the loss of every outcome is at most ε; then so for every set of them",
            Smt(),
        ),
        uses=(PRIVATE.id, *sums),
    )
    yield DOCUMENT.refuted("prose.eq7_implies_eq8", "empty_event", repaired=EIGHTH.id)
    yield DOCUMENT.proof(
        "eq8",
        every_set,
        DOCUMENT.step("eq8", "for sets K that are not empty, which the softmax gives a positive probability", Smt(), 1),
        uses=(DOCUMENT.id("eq7"), EIGHTH.id),
    )
    yield DOCUMENT.refuted("proof.m_is_private", "wrong_direction", repaired=PRIVATE.id)
    yield DOCUMENT.refuted("prose.tighter_analysis", "wrong_direction", repaired=BY_RANGE.id)
    for item in ("proof.symmetric_distance_compatible", "proof.inf_difference_compatible"):
        yield DOCUMENT.refuted(item, "other_metrics", repaired="metrics.spread_triangle")
