"""What takes long to check, as declared: a quick audit leaves it out, and a whole one begins with it.

Seconds are those of one quiet core. They are typed in, so that what a quick audit consists of depends on no clock.
"""

from fnmatch import fnmatchcase

from proofs.engine.ledger.ledger import Task

LONG = 0.5
"""Seconds from which on a check is left out by a quick audit."""

ENGINES = {"crosshair": 3.0, "coins": 2.0, "statistics": 0.5}
"""Engines all of whose checks take long."""

CLAIMS = {
    "gumbel_top_k.code": 12.0,
    "RangeDivergence.*": 8.0,
    "directed.inf_*": 5.0,
    "make_*": 5.0,
    "rho.*": 2.5,
    "maps.*_map": 2.0,
    "permute_and_flip.zero_concentrated": 2.0,
    "tight_bounds.*": 2.0,
    "gumbel_max.code": 1.5,
    "noisy_top_k.proof.*error*": 1.5,
    "permute_and_flip.range": 1.0,
    "pure_zcdp.*": 1.0,
    "report_noisy_max_gumbel.lemma_1_3*": 1.0,
    "report_noisy_max_gumbel.lemma_3_1": 1.0,
    "exponential_candidates_gumbel.lemma_2_3.step_1": 0.5,
    "tight_maps.*": 1.0,
    "tightness.verdicts": 1.0,
    "zero_concentrated_divergence.definition_1_2": 1.0,
    "zero_concentrated_divergence.eq1": 1.0,
    "GumbelPSRN.comparison": 3.0,
    "gumbel.becomes_a_race": 0.5,
    "gumbel.max": 0.5,
    "noise_forms.uniform_choice": 0.5,
    "peeling.max_divergence": 0.5,
    "range_divergence.postcondition.3": 0.5,
    "range_divergence.theorem_1_1": 0.5,
}
"""Claims, by the beginning and the end of their ids, whose checks take long."""


def seconds(task: Task) -> float:
    """What a check takes, as its claim, its engine or itself declares."""
    of_claim = [cost for pattern, cost in CLAIMS.items() if fnmatchcase(task.place.claim, pattern)]
    own = float(getattr(task.check, "seconds_hint", 0.0))
    return max(own, ENGINES.get(task.check.checker, 0.0), *of_claim, 0.0)


def is_long(task: Task) -> bool:
    """Whether a quick audit leaves the check out."""
    return seconds(task) >= LONG
