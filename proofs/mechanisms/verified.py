"""What the proof kernel has verified of the code that runs: each promise of `spec`, and the theorems that say it.

Every row is a reading: somebody compared the promise with the theorems (`noisymax readings`). The theorems are about
the translated source, for every input; a promise that several of them make together follows by putting values in.
"""

from collections.abc import Iterator, Mapping

from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Proof
from proofs.kernel.checker import verified
from proofs.mechanisms.permute_and_flip.other_forms import EXPONENTIAL_NOISE
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
from spec.logic.claim import Claim, Kind
from spec.logic.proposition import Proposition

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

PRIVACY_OF_FUNCTIONS: Mapping[Claim, tuple[str, ...]] = {
    permute_and_flip.ZERO_CONCENTRATED_PRIVACY: ("permute_and_flip_private", "permute_and_flip_zero_concentrated"),
    permute_and_flip.ZERO_CONCENTRATED: (
        "permute_and_flip_law",
        "permute_and_flip_private",
        "permute_and_flip_zero_concentrated",
        "pure_implies_tanh",
    ),
    permute_and_flip.MAX_DIVERGENCE: ("permute_and_flip_law", "permute_and_flip_private"),
    permute_and_flip.MAX_DIVERGENCE_PRIVACY: ("permute_and_flip_private",),
    permute_and_flip.RANGE_PRIVACY: ("permute_and_flip_private", "permute_and_flip_range"),
    EXPONENTIAL_NOISE: ("permute_and_flip_is_exponential_noise",),
    FLIP_RANGE: ("permute_and_flip_range", "permute_and_flip_range_reached"),
    exponential_mechanism.MAX_DIVERGENCE_PRIVACY: ("exponential_mechanism_private",),
    exponential_mechanism.ZERO_CONCENTRATED_PRIVACY: ("exponential_mechanism_private",),
    exponential_mechanism.RANGE_PRIVACY: ("exponential_mechanism_private",),
}
PRIVACY: Mapping[Claim, tuple[str, ...]] = {
    noisy_top_k.MAX_DIVERGENCE_PRIVACY: ("noisy_top_k_max_divergence_private",),
    noisy_top_k.ZERO_CONCENTRATED_PRIVACY: ("noisy_top_k_zero_concentrated_private",),
    report_noisy_max_gumbel.PRIVACY: ("report_noisy_max_private",),
    exponential_candidates_gumbel.PRIVACY: ("exponential_candidates_private",),
    range_divergence.PRIVACY: ("range_mechanism_private",),
}

TIGHT_PRIVACY: Mapping[Claim, tuple[str, ...]] = {
    noisy_top_k.MAX_DIVERGENCE_TIGHT_PRIVACY: (
        "tight_map_of_permute_and_flip",
        "tight_map_of_permute_and_flip_zero_concentrated",
    ),
    noisy_top_k.ZERO_CONCENTRATED_TIGHT_PRIVACY: (
        "tight_map_of_gumbel_max_divergence",
        "tight_map_of_gumbel_zero_concentrated",
        "tight_map_of_gumbel_range",
    ),
    report_noisy_max_gumbel.TIGHT_PRIVACY: (
        "tight_map_of_report_noisy_max_max_divergence",
        "tight_map_of_report_noisy_max_zero_concentrated",
        "tight_map_of_report_noisy_max_range",
    ),
    exponential_candidates_gumbel.TIGHT_PRIVACY: (
        "tight_map_of_exponential_candidates_max_divergence",
        "tight_map_of_exponential_candidates_zero_concentrated",
        "tight_map_of_exponential_candidates_range",
    ),
}


def _words(id: str, says: str, *names: str) -> Claim:
    return Claim(id, Kind.CONTRACT, Proposition(names, says))


PROGRAMS = _words(
    "kernel.coin_programs",
    "the probability of a set of answers is a limit, over longer and longer tapes of fair coins, of the share of tapes "
    "on which the program answers within it; a program without coins answers the same on every tape",
    "probabilities_are_limits",
    "evaluation_is_running",
)
MEMBERS = _words(
    "kernel.members",
    "VectorDomain.check accepts exactly the vectors of the size, if one is given, whose scores are all of the type, "
    "and NaN only where it may be; constructors accept exactly domains and metrics of int, float or Fraction",
    "domains_check_members",
    "constructors_accept_sound_domains",
    "metrics_accept_number_types",
)
CLOSE = _words(
    "kernel.close",
    "LInfDistance.close holds exactly if the vectors have one length, no score moves by more than d and, if monotonic, "
    "no two move in opposite directions; RangeDistance.close exactly if no two moves differ by more than d",
    "linf_close_means",
    "range_close_means",
)
EXACT = _words(
    "kernel.exact_scores",
    "exact makes of every score that is a number that number as a fraction, of an infinite one the largest float with "
    "its sign, and refuses NaN; checked_scale accepts exactly finite scales without a minus sign",
    "exact_is_exact",
    "scales_are_checked",
)
ROUNDING = _words(
    "kernel.directed_rounding",
    "inf_cast, inf_add, inf_mul, inf_div and inf_powi answer the least binary64 number that is not below the exact "
    "result, or raise an error if every one is below it; sums of ints and of Fractions are exact; NaN, infinities, "
    "other types, division by 0 and exponents beyond 1024 are errors",
    "inf_cast_rounds_up",
    "inf_add_rounds_up",
    "inf_add_is_exact",
    "inf_mul_rounds_up",
    "inf_div_rounds_up",
    "inf_powi_rounds_up",
    "inf_powi_of_negative_exponents",
    "directed_operations_refuse",
)
MAPS = _words(
    "kernel.maps",
    "what is no distance is refused; every map answers the float that its operations, each rounded up, give, which is "
    "not below the exact loss, 0 at distance 0 and infinite without noise; a result that exceeds every float is an "
    "error, and there is no other",
    "distances_are_checked",
    "noisy_top_k_map",
    "noisy_top_k_map_exact",
    "report_noisy_max_map",
    "report_noisy_max_map_exact",
    "exponential_candidates_map",
    "exponential_candidates_map_exact",
    "range_mechanism_map_exact",
)
TIGHT_MAPS = _words(
    "kernel.tight_maps",
    "the tight maps under max and range divergence answer the least float not below r·η and c·η, or an error if there "
    "is none, where r = min(k, n - 1) and c = k - 1 + min(k, n - k) if n is known, else r = k and c = 2k - 1",
    "tight_losses_round_up",
    "tight_map_exact",
)
MAKERS = _words(
    "kernel.makers",
    "make_noisy_top_k, make_report_noisy_max_gumbel and make_base_exponential_candidates_gumbel answer for all "
    "parameters that make sense and raise an error for all others; their measurements are on the domain, metric and "
    "measure that were asked for",
    "noisy_top_k_is_made",
    "report_noisy_max_is_made",
    "exponential_candidates_is_made",
    "measurements_are_labelled",
)
ROUNDS = _words(
    "kernel.peeled_rounds",
    "k rounds of permute_and_flip, peeled, lose min(k, n - 1)·ε at most under max divergence, min(k, n - 1)·ρ(R(ε)) "
    "under zero-concentrated divergence, and (2k - 1)·R(ε) under range divergence; k rounds of exponential_mechanism "
    "have the law of peeled softmax and lose k·ε, min(k, n - 1)·ρ(ε) and (k - 1 + min(k, n - k))·ε; original_index "
    "names candidates of the whole vector, and all of it answers with probability 1",
    "original_index_names",
    "peel_permute_and_flip_private",
    "peel_permute_and_flip_zero_concentrated",
    "peel_permute_and_flip_range",
    "peel_permute_and_flip_at_0",
    "peel_permute_and_flip_answers",
    "peel_exponential_mechanism_law",
    "peel_exponential_mechanism_private",
    "peel_exponential_mechanism_answers",
)
COMPARISON = _words(
    "kernel.greater_than",
    "of two noisy scores, the first is greater with probability w_a/(w_a + w_b); the comparison answers with "
    "probability 1; and enclosures as they are supposed exist",
    "greater_than_law",
    "greater_than_answers",
    "enclosures_exist",
)
WORDS = (PROGRAMS, MEMBERS, CLOSE, EXACT, ROUNDING, MAPS, TIGHT_MAPS, MAKERS, ROUNDS, COMPARISON)
"""What the words of the promises mean, and what happens on the way: propositions of the kernel about the code."""


PARTS = {
    ROUNDS.id: (permute_and_flip.CODE.id, exponential_mechanism.CODE.id, peeling.CODE.id),
    gumbel.MAX_CODE.id: (COMPARISON.id,),
    gumbel.TOP_K_CODE.id: (COMPARISON.id,),
    noisy_top_k.MAX_DIVERGENCE_PRIVACY.id: (ROUNDS.id,),
}
"""Claims about parts of the code that others speak of."""


def _proofs(rows: Mapping[Claim, tuple[str, ...]], *uses: Claim) -> Iterator[Proof]:
    """The proofs of the rows, which rest on what these words mean."""
    for claim, theorems in rows.items():
        yield verified(claim, *theorems, uses=(*(used.id for used in uses), *PARTS.get(claim.id, ())))


CHAPTER = chapter(
    *WORDS,
    *_proofs({claim: claim.statement.names for claim in WORDS if isinstance(claim.statement, Proposition)}),
    *_proofs(LAWS, PROGRAMS),
    *_proofs(ERRORS, PROGRAMS, MEMBERS, EXACT, MAKERS),
    *_proofs(PRIVACY_OF_FUNCTIONS, PROGRAMS),
    *_proofs(PRIVACY, PROGRAMS, MEMBERS, EXACT, MAKERS, CLOSE, MAPS, ROUNDING),
    *_proofs(TIGHT_PRIVACY, PROGRAMS, MEMBERS, EXACT, MAKERS, CLOSE, TIGHT_MAPS),
)
