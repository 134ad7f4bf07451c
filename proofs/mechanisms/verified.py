"""What the proof kernel has verified of the code that runs: each promise of `spec`, and the theorems that say it.

Every row is a reading: somebody compared the promise with the theorems (`noisymax readings`). The theorems are about
the translated source, for every input; a promise that several of them make together follows by putting values in.
"""

from collections.abc import Mapping

from proofs.engine.ledger.constructors import chapter
from proofs.kernel.checker import verified
from proofs.mechanisms.permute_and_flip.range import RANGE as FLIP_RANGE
from spec import (
    exponential_candidates_gumbel,
    exponential_mechanism,
    gumbel,
    noisy_top_k,
    peeling,
    permute_and_flip,
    range_divergence,
    report_noisy_max_gumbel,
    samplers,
)
from spec.logic.claim import Claim

FLIP = ("permute_and_flip_law", "permute_and_flip_at_0", "permute_and_flip_answers")
SOFTMAX = ("exponential_mechanism_law", "exponential_mechanism_at_0", "exponential_mechanism_answers")

LAWS: Mapping[Claim, tuple[str, ...]] = {
    samplers.UNIFORM_LAW: ("uniform_law",),
    samplers.UNIFORM_CODE: ("uniform_law",),
    samplers.RATIONAL_LAW: ("bernoulli_rational_law",),
    samplers.RATIONAL_CODE: ("bernoulli_rational_law",),
    samplers.EXP1_LAW: ("bernoulli_exp1_law",),
    samplers.EXP1_CODE: ("bernoulli_exp1_law",),
    samplers.EXP_LAW: ("bernoulli_exp_law",),
    samplers.EXP_CODE: ("bernoulli_exp_law",),
    permute_and_flip.LAW: FLIP,
    permute_and_flip.CODE: FLIP,
    exponential_mechanism.CODE: SOFTMAX,
    peeling.CODE: ("peel_law",),
    gumbel.MAX_CODE: ("gumbel_max_law", "gumbel_max_at_0", "gumbel_max_answers"),
    gumbel.TOP_K_CODE: ("gumbel_top_k_law", "gumbel_top_k_at_0", "gumbel_top_k_answers"),
    noisy_top_k.MAX_DIVERGENCE_LAW: ("noisy_top_k_max_divergence_law", "peel_law", *FLIP),
    noisy_top_k.ZERO_CONCENTRATED_LAW: ("noisy_top_k_zero_concentrated_law", "noisy_top_k_at_0"),
    report_noisy_max_gumbel.LAW: ("report_noisy_max_law",),
    exponential_candidates_gumbel.LAW: ("exponential_candidates_law",),
}
ERRORS: Mapping[Claim, tuple[str, ...]] = {
    noisy_top_k.MAX_DIVERGENCE_ERRORS: ("noisy_top_k_max_divergence_answers",),
    noisy_top_k.ZERO_CONCENTRATED_ERRORS: ("noisy_top_k_zero_concentrated_answers",),
    report_noisy_max_gumbel.ERRORS: ("report_noisy_max_answers",),
    exponential_candidates_gumbel.ERRORS: ("exponential_candidates_answers",),
}
"""An error on some coins, or no answer on endless ones, would take probability away from the answers."""

PRIVACY: Mapping[Claim, tuple[str, ...]] = {
    permute_and_flip.MAX_DIVERGENCE: ("permute_and_flip_law", "permute_and_flip_private"),
    permute_and_flip.MAX_DIVERGENCE_PRIVACY: ("permute_and_flip_private",),
    permute_and_flip.RANGE_PRIVACY: ("permute_and_flip_private", "permute_and_flip_range"),
    FLIP_RANGE: ("permute_and_flip_range", "permute_and_flip_range_reached"),
    exponential_mechanism.MAX_DIVERGENCE_PRIVACY: ("exponential_mechanism_private",),
    exponential_mechanism.ZERO_CONCENTRATED_PRIVACY: ("exponential_mechanism_private",),
    exponential_mechanism.RANGE_PRIVACY: ("exponential_mechanism_private",),
    noisy_top_k.MAX_DIVERGENCE_PRIVACY: ("noisy_top_k_max_divergence_private",),
    noisy_top_k.ZERO_CONCENTRATED_PRIVACY: ("noisy_top_k_zero_concentrated_private",),
    report_noisy_max_gumbel.PRIVACY: ("report_noisy_max_private",),
    exponential_candidates_gumbel.PRIVACY: ("exponential_candidates_private",),
    range_divergence.PRIVACY: ("range_mechanism_private",),
}

CHAPTER = chapter(*(verified(claim, *theorems) for rows in (LAWS, ERRORS, PRIVACY) for claim, theorems in rows.items()))
