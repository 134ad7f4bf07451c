"""What takes long to check, as declared: a quick audit leaves it out, and a whole one begins with it.

Seconds are those of one quiet core. They are typed in, so that what a quick audit consists of depends on no clock.
"""

from fnmatch import fnmatchcase

from proofs.engine.ledger.ledger import Task

LONG = 0.5
"""Seconds from which on a check is left out by a quick audit."""

ENGINES = {"coins": 1.5, "crosshair": 1.5, "statistics": 1.5}
"""Engines all of whose checks take long."""

CLAIMS = {
    "gumbel_top_k.code": 8.0,
    "fast.law": 7.0,
    "permute_and_flip.code": 3.5,
    "GumbelPSRN.comparison": 3.0,
    "fast.margins": 3.0,
    "maps.zero_concentrated_map": 3.0,
    "RangeDivergence.map": 2.5,
    "maps.max_divergence_map": 2.5,
    "make_noisy_top_k.*.privacy": 2.0,
    "RangeDivergence.privacy": 1.5,
    "directed.inf_add": 1.5,
    "directed.inf_div": 1.5,
    "directed.inf_mul": 1.5,
    "fast.fixed": 1.5,
    "gumbel_max.code": 1.5,
    "inverse_transform.code": 1.5,
    "make_noisy_top_k.*.errors": 1.5,
    "exponential.race*": 1.0,
    "fast.thrift": 1.0,
    "peeling.code": 1.0,
    "permute_and_flip.zero_concentrated": 1.0,
    "report_noisy_max_gumbel.lemma_3_1": 1.0,
    "sample_bernoulli_exp.code": 1.0,
    "sample_bernoulli_exp1.law": 1.0,
    "sample_bernoulli_rational.code": 1.0,
    "tight_maps.*": 1.0,
    "tightness.verdicts": 1.0,
    "zero_concentrated_divergence.definition_1_2": 1.0,
    "zero_concentrated_divergence.eq1": 1.0,
    "RangeDivergence.law": 0.5,
    "directed.inf_powi": 0.5,
    "exponential_mechanism.*": 0.5,
    "gumbel.becomes_a_race": 0.5,
    "gumbel.race_against_one": 0.5,
    "make_inverse_transform.errors": 0.5,
    "make_noisy_top_k.*.law": 0.5,
    "noise_forms.uniform_choice": 0.5,
    "noisy_top_k.proof.*error*": 0.5,
    "peeling.max_divergence": 0.5,
    "permute_and_flip.max_divergence": 0.5,
    "permute_and_flip.range": 0.5,
    "range_divergence.postcondition.3": 0.5,
    "range_divergence.theorem_1_1": 0.5,
    "rho.tangent": 0.5,
    "softmax.nearly_uniform": 0.5,
    "tight_bounds.at_most_the_pure_bound": 0.5,
    "tight_bounds.pure_slope_from_below": 0.5,
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
