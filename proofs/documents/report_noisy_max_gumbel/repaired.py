"""What is true where the document is not: errors, scale, noise and law of the function."""

from itertools import product

from proofs.documents.report_noisy_max_gumbel.running import (
    LARGEST,
    SCORES,
    accepts_exactly_the_nonnegative,
    has_no_finite_loss,
    releases_an_index,
)
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, result
from proofs.engine.ledger.model import Step
from proofs.kernel.checker import verified
from spec.documents.propositions import TRICK
from spec.documents.report_noisy_max_gumbel.formulas import score
from spec.documents.shared_formulas import gumbel_cdf, iff, tau
from spec.documents.shared_formulas import y as at
from spec.gumbel import COMPARISON, EDGES
from spec.logic.claim import Kind
from spec.logic.formula import Symbol, both, exp, greater, implies, no
from spec.logic.proposition import Proposition

ERRORS = result(
    "report_noisy_max_gumbel.repaired.postcondition_1",
    Kind.POSTCONDITION,
    "on a domain without NaN whose known size is positive, with infinite scores taken as the largest finite ones, "
    "no member causes an error",
    Step(
        "The sound mechanism releases an index from every corner member",
        "infinite, huge and subnormal scores, up to two of them",
        Exhaustive(
            "1 or 2 scores, infinities among them, both directions",
            lambda: (scores for n in (1, 2) for scores in product(SCORES, repeat=n)),
            releases_an_index,
        ),
    ),
)
SCALES = result(
    "report_noisy_max_gumbel.repaired.scale_positive",
    Kind.PROSE,
    "the constructor demands scale ≥ 0, and the derivation scale > 0; at scale 0 the map has no finite value",
    Step(
        "The published constructor refuses a scale exactly if it is negative",
        "scales on both sides of 0",
        Exhaustive(
            "scales of both signs, zero among them",
            lambda: (-1.0, -5e-324, 0.0, 5e-324, 1.0, LARGEST),
            accepts_exactly_the_nonnegative,
        ),
    ),
    Step(
        "At scale 0 the published map raises, and the sound one returns infinity",
        "no finite loss bounds a choice without noise",
        Exhaustive("d_in = 1, scale 0", lambda: (0.0,), has_no_finite_loss),
    ),
)
CENTRE = lemma(
    "report_noisy_max_gumbel.repaired.gumbel_centre",
    Step(
        exp(-exp(-((tau * at - score) / tau))).eq(gumbel_cdf(at, score / tau)),
        "P(G/τ ≤ y) = P(G ≤ τ·y): what line 24 samples, divided by τ, is centred at s_k/τ",
        Symbolic(),
    ),
)
own, noise, other, other_noise = Symbol("sign·x_k"), Symbol("g_k"), Symbol("sign·x_j"), Symbol("g_j")
kept, best, next_one = Symbol("kept"), Symbol("max so far"), Symbol("next")
FOLDED = implies(
    kept.eq(best),
    both(
        implies(kept > next_one, kept.eq(greater(best, next_one))),
        implies(no(kept > next_one), next_one.eq(greater(best, next_one))),
    ),
)
LAW = lemma(
    "report_noisy_max_gumbel.repaired.lemma_3_1",
    Proposition(
        ("report_noisy_max_law", *TRICK),
        "P(function(x) = i) = P(argmax_k (sign·x_k/τ - ln(-ln U_k)) = i) for τ > 0, where sign is +1 or -1: both have "
        "the law of the softmax",
    ),
    Step(
        iff(other + tau * other_noise <= own + tau * noise, other / tau + other_noise <= own / tau + noise),
        "line 24 samples sign·x_k + τ·g_k with g_k = -ln(-ln U_k); to divide all by τ > 0 does not change which is the "
        "greatest",
        Smt(),
    ),
    Step(FOLDED, "lines 27 to 29 keep the greatest so far", Smt()),
    uses=("gumbel.inverse_transform", CENTRE.id, EDGES.id, COMPARISON.id),
)
ORDERED = result(
    "report_noisy_max_gumbel.repaired.selects_greatest",
    Kind.PROSE,
    Proposition(
        ("report_noisy_max_law",),
        "index i is the likelier the greater sign·x_i is: the greatest score when maximising, the least when "
        "minimising: its probability is in proportion to e^(sign·x_i/τ)",
    ),
    Step(
        iff(exp(other / tau) <= exp(own / tau), other <= own),
        "the likelihood of i is e^(sign·x_i/τ), and exp is increasing",
        Smt(),
    ),
    uses=(LAW.id, "gumbel.max", "softmax.order"),
)
CHAPTER = chapter(
    ERRORS,
    SCALES,
    LAW,
    CENTRE,
    ORDERED,
    verified(LAW.claim, "report_noisy_max_law", *TRICK),
    verified(ORDERED.claim, "report_noisy_max_law"),
)
