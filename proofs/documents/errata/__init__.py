"""What is wrong in the five documents, each with a witness that runs."""

from collections.abc import Mapping

from proofs.documents.errata import across_documents, shared_text
from proofs.documents.exponential_candidates_gumbel import errata as exponential_candidates_gumbel
from proofs.documents.noisy_top_k import errata as noisy_top_k
from proofs.documents.range_divergence import errata as range_divergence
from proofs.documents.report_noisy_max_gumbel import errata as report_noisy_max_gumbel
from proofs.documents.zero_concentrated_divergence import errata as zero_concentrated_divergence
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Erratum, Refutation

ERRATA: tuple[Erratum, ...] = (
    *report_noisy_max_gumbel.ERRATA,
    *range_divergence.ERRATA,
    *zero_concentrated_divergence.ERRATA,
    *exponential_candidates_gumbel.ERRATA,
    *noisy_top_k.ERRATA,
    *across_documents.ERRATA,
    *shared_text.ERRATA,
)

DEPARTURES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "report_noisy_max_gumbel": (
        ("report_noisy_max_gumbel.which_metric",),
        ("report_noisy_max_gumbel.empty_vector",),
        ("report_noisy_max_gumbel.scale_unchecked", "noisy_top_k.minus_zero"),
        ("report_noisy_max_gumbel.infinite_score",),
        ("report_noisy_max_gumbel.no_loss_without_noise",),
        ("report_noisy_max_gumbel.output_metric",),
    ),
    "range_divergence": (
        ("noisy_top_k.missing_method",),
        ("range_divergence.range_does_not_add",),
    ),
    "zero_concentrated_divergence": (
        ("zero_concentrated_divergence.no_noisy_top_k", "zero_concentrated_divergence.returns_no_index"),
        ("noisy_top_k.map_arity", "noisy_top_k.rounds_counted_twice"),
        ("zero_concentrated_divergence.pure_map_sold_as_zcdp",),
    ),
    "exponential_candidates_gumbel": (
        ("exponential_candidates_gumbel.empty_vector", "exponential_candidates_gumbel.first_wins"),
        ("exponential_candidates_gumbel.negative_temperature",),
        ("exponential_candidates_gumbel.inverted_temperature",),
        ("exponential_candidates_gumbel.first_wins",),
        ("exponential_candidates_gumbel.types_at_odds",),
        ("report_noisy_max_gumbel.output_metric", "exponential_candidates_gumbel.types_at_odds"),
    ),
    "noisy_top_k": (),
}
"""For each document, the errata behind `# E1`, `# E2` and so on in its sound mechanism."""

IN_ALL = {
    "underflow": "prose.underflow",
    "not_exponential": "prose.exponentially_more_likely",
    "ties_stay": "prose.cold_one_hot",
    "shift_rescues": "prose.shift_underflows",
}
FALSE: Mapping[str, tuple[str, ...]] = {
    "report_noisy_max_gumbel.infinite_score": ("postcondition", "postcondition.1"),
    "report_noisy_max_gumbel.scale_may_be_zero": ("proof.scale_positive",),
    "report_noisy_max_gumbel.factor_two_forgotten": ("privacy.step_9",),
    "report_noisy_max_gumbel.direction_forgotten": ("lemma_3_1",),
    "report_noisy_max_gumbel.centre": ("proof.gumbel_centre",),
    "report_noisy_max_gumbel.minus_lambda": ("lemma_1_4.step_2", "lemma_1_4.step_3"),
    "range_divergence.range_does_not_add": ("postcondition.3", "theorem_1_1"),
    "range_divergence.not_a_density": ("eq1", "definition_1_2", "proof.gumbel_rv_follows_definition"),
    "zero_concentrated_divergence.returns_no_index": ("postcondition.1", "theorem_1_1"),
    "exponential_candidates_gumbel.lemma_4_1_sign": ("lemma_4_1",),
    "exponential_candidates_gumbel.wrong_direction": ("privacy.step_5",),
    "exponential_candidates_gumbel.temperature_above": ("privacy.step_1",),
    "exponential_candidates_gumbel.certain_event": ("theorem_2_1.step_2", "theorem_2_1.step_4"),
    "exponential_candidates_gumbel.minus_lambda": ("lemma_2_4.step_2", "lemma_2_4.step_3"),
    "noisy_top_k.temperature_of_k": ("eq3",),
    "noisy_top_k.delta_defined": ("prose.delta_defined_later",),
    "noisy_top_k.entropy": ("postcondition.1",),
    "noisy_top_k.nan_distance": ("proof.privacy_map_preconditions",),
    **{f"{slug}.{name}": (claim,) for slug in shared_text.ALL for name, claim in IN_ALL.items()},
    **{f"{slug}.not_always_two": ("prose.linf_factor_two",) for slug in shared_text.OLDER},
}
"""The statements that are false as printed, by erratum; every other erratum leaves its statements undecided."""


CHAPTER = Chapter(
    errata=ERRATA,
    refutations=tuple(
        Refutation(f"{erratum.document}.{claim}", erratum.id)
        for erratum in ERRATA
        for claim in FALSE.get(erratum.id, ())
    ),
)
