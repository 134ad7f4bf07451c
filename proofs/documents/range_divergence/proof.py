"""The Gumbel density, and the proof of `SelectionMeasure` for `RangeDivergence`."""

from proofs.documents.printed import RANGE as DOCUMENT
from proofs.documents.range_divergence.triple import NOISE, TRAIT
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Step
from proofs.theory.exponential_mechanism import RANGE
from proofs.theory.one_shot import PEELING, PEELING_STEPS, ROUND_BY_ROUND
from spec.documents.range_divergence.formulas import FORMULAS, a, b, beta, mu
from spec.gumbel import EDGES as GUMBEL_LAW

CHAPTER = chapter(
    DOCUMENT.proof(
        "eq1.where",
        Step(
            FORMULAS["eq1.where"].conclusion,
            "moving x and μ by d leaves z alone, and so does stretching x, μ and β by c; the density scales with 1/c",
            Symbolic(),
        ),
    ),
    DOCUMENT.proof("proof.rv_is_gumbel_rv", TRAIT),
    DOCUMENT.proof("proof.gumbel_rv_has_inverse_cdf", TRAIT, uses=(GUMBEL_LAW.id,)),
    DOCUMENT.proof("proof.random_variable_valid", NOISE, uses=(GUMBEL_LAW.id,)),
    DOCUMENT.proof("proof.one_shot_is_peeling", *PEELING_STEPS, uses=(PEELING.id,)),
    DOCUMENT.proof("proof.peeling_is_composition", *ROUND_BY_ROUND, uses=(PEELING.id,)),
    DOCUMENT.proof("proof.exponential_range", *RANGE.proof.steps),
    DOCUMENT.refuted(
        "eq1", "not_a_density", Balls(({mu: 0, beta: 1, a: -2, b: -1},)), "zero_concentrated_divergence.eq1"
    ),
    DOCUMENT.refuted("definition_1_2", "not_a_density", repaired="zero_concentrated_divergence.definition_1_2"),
    DOCUMENT.refuted("proof.gumbel_rv_follows_definition", "not_a_density", repaired=GUMBEL_LAW.id),
)
