"""Items of the documents that are stated in the language of the proof kernel: which definitions say what they say.

An item in prose is read as the theorems that a mathematician would write for it. What it says in words stays beside
them, and somebody has compared the two (`noisymax readings`).
"""

from collections.abc import Mapping

INVERSE_TRANSFORM = ("first_is_least", "inverse_transform_selects", "inverse_transform_of_softmax")
"""The first candidate whose cumulative probability reaches a uniform number, or exceeds it: what it is, and its law."""
TRICK = ("lemma_1_2_gumbel", "theorem_1_1")
"""-ln(-ln U) is Gumbel noise, and the greatest noisy score has the law of the softmax."""
ARGMAX = ("gumbel_scores_do_not_tie", "argmax_is_maximum")
"""Ties have probability 0; but for them, the argmax is k when the score of k is the maximum."""
ONE_SHOT = ("one_shot_is_peeling", "gumbel_top_k_law")
"""For the mathematics, and for the code that runs."""
COMPOSED = ("peel_law", "peel_exponential_mechanism_law", "composition")

PROPOSITIONS: Mapping[str, tuple[str, ...]] = {
    "report_noisy_max_gumbel.prose.inverse_transform": INVERSE_TRANSFORM,
    "report_noisy_max_gumbel.eq4": TRICK,
    "report_noisy_max_gumbel.prose.hot_uniform": ("softmax_hot_limit",),
    "report_noisy_max_gumbel.prose.gumbel_inverse_transform": TRICK,
    "report_noisy_max_gumbel.prose.tighter_analysis": ("exponential_mechanism_exact_range", "report_noisy_max_private"),
    "report_noisy_max_gumbel.theorem_1_1.step_1": ARGMAX,
    "report_noisy_max_gumbel.privacy.step_2": ("report_noisy_max_law", *TRICK),
    "report_noisy_max_gumbel.postcondition.2": ("report_noisy_max_private",),
    "report_noisy_max_gumbel.proof.conclusion": ("report_noisy_max_private",),
    "report_noisy_max_gumbel.proof.returns_argmax": ("lemma_3_1",),
    "report_noisy_max_gumbel.proof.law_of_argmax": ("report_noisy_max_law", "lemma_3_1", "theorem_1_1"),
    "exponential_candidates_gumbel.prose.inverse_transform": INVERSE_TRANSFORM,
    "exponential_candidates_gumbel.eq4": TRICK,
    "exponential_candidates_gumbel.prose.hot_uniform": ("softmax_hot_limit",),
    "exponential_candidates_gumbel.prose.gumbel_inverse_transform": TRICK,
    "exponential_candidates_gumbel.theorem_2_1.step_1": ARGMAX,
    "exponential_candidates_gumbel.eq7": ("exponential_mechanism_law", "exponential_mechanism_private"),
    "noisy_top_k.prose.inverse_transform": INVERSE_TRANSFORM,
    "noisy_top_k.eq1": INVERSE_TRANSFORM,
    "noisy_top_k.eq4": TRICK,
    "noisy_top_k.prose.permute_and_flip_law": ("permute_and_flip_is_exponential_noise",),
    "noisy_top_k.prose.exponential_for_max_divergence": (
        "noisy_top_k_max_divergence_law",
        "peel_law",
        "permute_and_flip_is_exponential_noise",
    ),
    "noisy_top_k.prose.gumbel_one_shot": ONE_SHOT,
    "noisy_top_k.prose.one_shot_needs_no_peeling": ONE_SHOT,
    "noisy_top_k.prose.privacy_by_composition": (
        "composition",
        "peel_permute_and_flip_private",
        "peel_exponential_mechanism_private",
    ),
    "range_divergence.proof.exponential_range": ("exponential_mechanism_exact_range", "exponential_mechanism_private"),
    "range_divergence.proof.one_shot_is_peeling": ONE_SHOT,
    "range_divergence.proof.peeling_is_composition": COMPOSED,
    "zero_concentrated_divergence.proof.one_shot_is_peeling": ONE_SHOT,
    "zero_concentrated_divergence.proof.peeling_is_composition": COMPOSED,
}
