"""What is changed, and which tests are meant to notice: those first that are quick and about it."""

QUICK = ("-k", "not at_the_coins and not runs_out")
"""Leaves out of test_mechanisms.py what takes seconds."""

TESTS: dict[str, tuple[str, ...]] = {
    "impl/samplers.py": ("test_samplers.py", "test_draws.py"),
    "impl/permute_and_flip.py": ("test_draws.py", "test_triple.py", "test_selection.py"),
    "impl/peeling.py": ("test_draws.py", "test_triple.py", "test_selection.py"),
    "impl/directed.py": ("test_directed.py",),
    "impl/maps.py": ("test_maps.py",),
    "impl/gumbel.py": ("test_draws.py", "test_gumbel.py", "-k", "not three and not maximum"),
    "impl/noisy_top_k.py": (
        "test_mutation_survivors.py",
        "test_top_k_measure.py",
        "test_bad_input.py",
        "test_mechanisms.py",
        *QUICK,
    ),
    "impl/parameters.py": ("test_bad_input.py", "test_mechanisms.py", *QUICK),
    "impl/scores.py": ("test_bad_input.py", "test_mechanisms.py", *QUICK),
    "impl/draws.py": ("test_draws.py", "test_triple.py"),
    "impl/ball.py": ("test_balls.py", "test_ball_checker.py"),
    "impl/inverse_transform.py": (
        "test_mutation_survivors.py",
        "test_draws.py",
        "test_inverse_transform.py",
    ),
    "impl/max_divergence.py": ("test_top_k_measure.py", "test_mechanisms.py", *QUICK),
    "impl/zero_concentrated_divergence.py": (
        "test_mutation_survivors.py",
        "test_top_k_measure.py",
        "test_mechanisms.py",
        *QUICK,
    ),
    "impl/range_divergence.py": ("test_mutation_survivors.py", "test_top_k_measure.py", "test_mechanisms.py", *QUICK),
    "impl/report_noisy_max_gumbel.py": (
        "test_mutation_survivors.py",
        "test_bad_input.py",
        "test_mechanisms.py",
        *QUICK,
    ),
    "impl/exponential_candidates_gumbel.py": (
        "test_mutation_survivors.py",
        "test_bad_input.py",
        "test_mechanisms.py",
        *QUICK,
    ),
    "impl/tight_maps.py": ("test_tight_maps.py",),
    "proofs/law/outcome.py": ("test_mutation_survivors.py", "test_law.py", "test_law_attacks.py"),
    "proofs/law/tree.py": ("test_mutation_survivors.py", "test_law.py", "test_law_attacks.py"),
    "proofs/law/measure.py": ("test_mutation_survivors.py", "test_law.py", "test_law_attacks.py"),
    "proofs/statistics/budget.py": ("test_statistical.py",),
    "proofs/statistics/sequential.py": ("test_statistical.py",),
    "proofs/statistics/evidence.py": ("test_statistical.py",),
    "proofs/statistics/power.py": ("test_power.py", "test_statistical.py"),
    "proofs/statistics/interval.py": ("test_conform_law.py",),
    "proofs/divergence/bounds.py": ("test_divergence_edges.py", "test_divergence.py"),
    "proofs/divergence/measures.py": ("test_divergence_edges.py", "test_divergence.py"),
    "proofs/divergence/pair.py": ("test_divergence_edges.py", "test_divergence.py"),
    "proofs/divergence/renyi.py": ("test_renyi.py", "test_divergence.py"),
    "proofs/divergence/verdict.py": ("test_divergence_edges.py", "test_divergence.py"),
    "proofs/enclosure.py": ("test_enclosure.py", "test_balls.py", "test_weights.py"),
    "proofs/checkers/assumed.py": (
        "test_mutation_survivors.py",
        "test_small_checkers.py",
    ),
    "proofs/checkers/evaluated.py": (
        "test_mutation_survivors.py",
        "test_small_checkers.py",
    ),
    "proofs/checkers/exhaustive.py": (
        "test_mutation_survivors.py",
        "test_exhaustive.py",
    ),
    "proofs/checkers/linear.py": (
        "test_mutation_survivors.py",
        "test_small_checkers.py",
    ),
    "proofs/checkers/differentiation.py": (
        "test_mutation_survivors.py",
        "test_small_checkers.py",
    ),
    "proofs/checkers/statistical.py": (
        "test_mutation_survivors.py",
        "test_statistical.py",
    ),
    "proofs/checkers/rules.py": (
        "test_mutation_survivors.py",
        "test_rules.py",
    ),
    "proofs/checkers/balls.py": (
        "test_ball_checker.py",
        "test_mutation_survivors.py",
        "test_balls.py",
        "test_small_checkers.py",
    ),
    "proofs/checkers/laws.py": ("test_mutation_survivors.py", "test_selection.py", "test_planted_discrete.py"),
    "proofs/checkers/smt.py": (
        "test_mutation_survivors.py",
        "test_smt.py",
    ),
    "proofs/checkers/symbolic.py": (
        "test_mutation_survivors.py",
        "test_symbolic.py",
    ),
    "proofs/checkers/harness.py": ("test_harness_stops.py", "test_crosshair.py"),
    "proofs/checkers/crosshair.py": (
        "test_mutation_survivors.py",
        "test_crosshair.py",
    ),
    "proofs/checkers/crosshair_child.py": ("test_crosshair_child.py", "test_crosshair.py"),
}
