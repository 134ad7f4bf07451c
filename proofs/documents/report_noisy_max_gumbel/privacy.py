"""Lemma 3.2 and the derivation of privacy, line by line, of each pair of neighbours."""

from collections.abc import Iterator

from proofs.documents.printed import REPORT as DOCUMENT
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, result
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.theory.logarithms import a, b, c, d, v
from spec.documents.report_noisy_max_gumbel.formulas import (
    BY_THE_TRICK,
    FACTORED,
    GREATEST_RISE,
    RANGE,
    REWRITTEN,
    SCALED,
    SCALED_PRIME,
    SUM,
    SUM_PRIME,
    scaled,
    weight,
    x,
    x_prime,
)
from spec.documents.shared_formulas import epsilon, i, j, k, moves, s, sensitivity, tau, wins
from spec.logic.claim import Kind
from spec.logic.formula import Sort, Symbol, both, every, exp, implies, largest, ln, smallest, term, total

constant, distance, d_out = Symbol("c"), Symbol("range_distance(d_in)", Sort.NONNEGATIVE), Symbol("d_out")
LOGS = ln(weight(x, i) / weight(x_prime, i))
MOVES = x[i] - x_prime[i]

PAIR: Region = {x: (0, 3), x_prime: (1, 1)}
TRIPLE: Region = {x: (0, 3, -2), x_prime: (1, 1, 5)}

GREATEST_LOSS = lemma(
    "exponential_mechanism.greatest_loss",
    Step(every(i, LOGS.eq(MOVES / tau)), "ln undoes exp, and exponents subtract", Symbolic()),
    Step(
        largest(i, LOGS + constant).eq(largest(i, MOVES) / tau + constant),
        "a constant moves all alike, and τ > 0 keeps the order",
        Induction(),
        using=(1,),
    ),
)
WITHIN = result(
    "report_noisy_max_gumbel.repaired.privacy_step_9",
    Kind.STEP,
    Step(RANGE / tau <= distance / tau, "pairs are neighbours if d_Range bounds them", Smt()),
    given=(RANGE <= distance,),
)
CHAPTER = chapter(GREATEST_LOSS, WITHIN)


def lemma_3_2() -> Iterator[Proof]:
    """Lemma 3.2."""
    positive = Step(SCALED > 0, "a sum of exponentials", Induction())
    greatest = largest(j, epsilon * (x_prime[j] - x[j]) / sensitivity)
    yield DOCUMENT.proof(
        "lemma_3_2.step_1",
        Step(every(i, scaled(x_prime[i]).eq(scaled(x_prime[i] - x[i] + x[i]))), "add and subtract x_i", Symbolic()),
        Step(SCALED_PRIME.eq(REWRITTEN), "in every term", Induction(), using=(1,)),
        Step(both(SCALED > 0, SCALED_PRIME > 0), "sums of exponentials", Induction()),
        DOCUMENT.step("lemma_3_2.step_1", "equal numbers have equal logarithms", Smt(), 2, 3),
    )
    yield DOCUMENT.proof(
        "lemma_3_2.step_2",
        Step(
            every(i, scaled(x_prime[i] - x[i] + x[i]).eq(scaled(x_prime[i] - x[i]) * scaled(x[i]))),
            "exponents add",
            Symbolic(),
        ),
        Step(REWRITTEN.eq(FACTORED), "in every term", Induction(), using=(1,)),
        Step(both(SCALED > 0, REWRITTEN > 0), "sums of exponentials", Induction()),
        DOCUMENT.step("lemma_3_2.step_2", "equal numbers have equal logarithms", Smt(), 2, 3),
    )
    yield DOCUMENT.proof(
        "lemma_3_2.step_3",
        positive,
        Step(FACTORED > 0, "a sum of products of exponentials", Induction()),
        Step(
            FACTORED <= exp(greatest) * SCALED,
            "each first factor is at most the greatest one: with M = max_i r_i, Σ r_i·w_i ≤ M·Σ w_i",
            Induction(invariant=(SCALED > 0,)),
        ),
        Step(
            (epsilon * GREATEST_RISE / sensitivity).eq(greatest),
            "ε > 0 and Δ > 0 keep the order: the greatest exponent is that of the greatest rise",
            Induction(),
        ),
        DOCUMENT.step("lemma_3_2.step_3", "ln is increasing", Smt(), 1, 2, 3, 4),
    )
    yield DOCUMENT.proof(
        "lemma_3_2.step_4",
        positive,
        DOCUMENT.step(
            "lemma_3_2.step_4",
            "the sum cancels, and ln undoes exp",
            Smt(),
            1,
            Instance("logarithm.cancelled", {v: epsilon * GREATEST_RISE / sensitivity, a: SCALED}),
        ),
    )
    lines = tuple(Instance(DOCUMENT.id(f"lemma_3_2.step_{number}")) for number in (1, 2, 3, 4))
    yield DOCUMENT.proof("lemma_3_2", DOCUMENT.step("lemma_3_2", "the four lines together", Smt(), *lines))
    yield DOCUMENT.proof(
        "lemma_3_2",
        DOCUMENT.step(
            "lemma_3_2",
            "in numbers",
            Balls(({**PAIR, epsilon: 1, sensitivity: 2}, {**TRIPLE, epsilon: 3, sensitivity: 1})),
        ),
        title="for two and three candidates",
    )


def privacy() -> Iterator[Proof | Refutation]:
    """The loss, from its definition to the range distance."""
    loss = Symbol("loss")
    positive = Step(both(SUM > 0, SUM_PRIME > 0), "sums of exponentials", Induction())
    yield DOCUMENT.proof(
        "privacy.step_1",
        DOCUMENT.step(
            "privacy.step_1",
            "if P(i) ≤ e^loss·P'(i) for every index i, so for every set of them; single indices are sets, so that even "
            "equality holds",
            Induction(),
        ),
    )
    own, noise, other, other_noise = Symbol("x_k"), Symbol("g_k"), Symbol("x_j"), Symbol("g_j")
    yield DOCUMENT.proof(
        "privacy.step_2",
        Step(
            implies(other + tau * other_noise <= own + tau * noise, other / tau + other_noise <= own / tau + noise),
            "the function takes the greatest of sign·x_k + τ·g_k, g_k = -ln(-ln U_k); if all are divided by τ > 0, the "
            "same index wins",
            Smt(),
        ),
        uses=("report_noisy_max_gumbel.repaired.lemma_3_1", DOCUMENT.id("proof.sign_irrelevant")),
    )
    trick = ln(wins(x, i, k) / wins(x_prime, i, k))
    softmax = ln((weight(x, i) / SUM) / (weight(x_prime, i) / SUM_PRIME))
    yield DOCUMENT.proof(
        "privacy.step_3",
        positive,
        Step(
            trick.eq(softmax),
            "theorem 1.1, for x and for x'",
            Smt(),
            using=(1, *(Instance("gumbel.max", {k: i}, {s: (j, scores[j])}) for scores in (x, x_prime))),
        ),
        DOCUMENT.step("privacy.step_3", "for every i", Rule("equal_inside"), 2),
        uses=(DOCUMENT.id("theorem_1_1"),),
    )
    likelihoods = {a: weight(x, i), c: weight(x_prime, i)}
    cleared = ln(weight(x, i) * SUM_PRIME / (weight(x_prime, i) * SUM))
    yield DOCUMENT.proof(
        "privacy.step_4",
        positive,
        Step(
            softmax.eq(cleared),
            "divisors of divisors multiply",
            Smt(),
            using=(1, Instance("logarithm.double_quotient", {**likelihoods, b: SUM, d: SUM_PRIME})),
        ),
        DOCUMENT.step("privacy.step_4", "for every i", Rule("equal_inside"), 2),
    )
    yield DOCUMENT.proof(
        "privacy.step_5",
        positive,
        Step(
            cleared.eq(LOGS + ln(SUM_PRIME / SUM)),
            "the logarithm of a product",
            Smt(),
            using=(1, Instance("logarithm.fraction_of_products", {**likelihoods, b: SUM_PRIME, d: SUM})),
        ),
        DOCUMENT.step("privacy.step_5", "for every i", Rule("equal_inside"), 2),
    )
    yield DOCUMENT.proof(
        "privacy.step_6",
        DOCUMENT.step(
            "privacy.step_6",
            "only the first logarithm depends on i",
            Smt(),
            Instance(GREATEST_LOSS.id, {constant: ln(SUM_PRIME / SUM)}),
        ),
    )
    yield DOCUMENT.proof(
        "privacy.step_7",
        DOCUMENT.step("privacy.step_7", "in numbers", Balls(({**PAIR, tau: 2}, {**TRIPLE, tau: 1}))),
        title="for two and three candidates",
    )
    yield DOCUMENT.proof(
        "privacy.step_7",
        Step(total(k, exp(term(1) * x[k] / tau)).eq(SUM), "1·x_k = x_k", Induction()),
        Step(total(k, exp(term(1) * x_prime[k] / tau)).eq(SUM_PRIME), "1·x'_k = x'_k", Induction()),
        positive,
        DOCUMENT.step(
            "privacy.step_7",
            "lemma 3.2, where ε = 1 and Δ = τ",
            Smt(),
            1,
            2,
            3,
            Instance(DOCUMENT.id("lemma_3_2"), {epsilon: term(1), sensitivity: tau}),
        ),
    )
    yield DOCUMENT.proof(
        "privacy.step_8",
        Step(largest(j, x_prime[j] - x[j]).eq(-smallest(j, x[j] - x_prime[j])), "max -a_j = -min a_j", Induction()),
        DOCUMENT.step(
            "privacy.step_8",
            "the greatest move less the least is the greatest difference of two moves; it is even equal",
            Smt(),
            1,
            Instance("metrics.range_is_spread", {}, {moves: (i, x[i] - x_prime[i])}),
        ),
    )
    yield DOCUMENT.refuted("privacy.step_9", "factor_two_forgotten", repaired=WITHIN.id)
    lines = tuple(Instance(DOCUMENT.id(f"privacy.step_{number}")) for number in range(3, 9))
    closes = implies(both(loss <= RANGE / tau, RANGE <= distance, d_out >= distance / tau), loss <= d_out)
    yield DOCUMENT.proof(
        "proof.conclusion",
        Step(BY_THE_TRICK <= RANGE / tau, "lines 3 to 8 together", Smt(), using=lines),
        Step(
            closes,
            "d_out is at least the range distance of d_in divided by τ, and that is at least d_Range/τ",
            Smt(),
        ),
        uses=(
            DOCUMENT.id("privacy.step_1"),
            DOCUMENT.id("privacy.step_2"),
            WITHIN.id,
            DOCUMENT.id("proof.map_matches_bound"),
            "metrics.range_is_spread",
            "metrics.range_at_most_twice_linf",
            "metrics.range_at_most_linf_if_all_rise",
            "metrics.range_at_most_linf_if_all_fall",
        ),
    )
    yield DOCUMENT.proof(
        "postcondition.2",
        Step(
            closes,
            "for scale > 0: the loss of every output is at most d_Range/τ, and the map is at least that",
            Smt(),
        ),
        Step(
            implies(both(distance.eq(0), loss <= distance / tau), loss <= 0),
            "at distance 0 the map is 0, and so is the loss; at scale 0 and any other distance the map is an error",
            Smt(),
        ),
        uses=(DOCUMENT.id("proof.conclusion"), "report_noisy_max_gumbel.repaired.scale_positive"),
    )
