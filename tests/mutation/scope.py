"""What is changed, and which tests are meant to notice: those first that are quick and about it."""

QUICK = ("-k", "not at_the_coins and not runs_out")
"""Leaves out of test_mechanisms.py what takes seconds."""

TWINS = ("impl/test_fast.py", "impl/test_fast_extremes.py", "mechanisms/test_fast.py", "-k", "not margins_hold")
"""Leaves out of test_fast.py what takes half a minute."""
RACES = ("impl/test_race.py", "impl/test_fast_extremes.py", "mechanisms/test_races.py")

TESTS: dict[str, tuple[str, ...]] = {
    "impl/samplers.py": ("mechanisms/test_drawn.py", "mechanisms/test_samplers.py", "impl/test_draws.py"),
    "impl/permute_and_flip.py": (
        "mechanisms/test_drawn.py",
        "impl/test_draws.py",
        "spec/test_triple.py",
        "mechanisms/test_selection.py",
    ),
    "impl/peeling.py": (
        "mechanisms/test_drawn.py",
        "impl/test_draws.py",
        "spec/test_triple.py",
        "mechanisms/test_selection.py",
    ),
    "impl/exponential_mechanism.py": ("mechanisms/test_drawn.py", "mechanisms/test_selection.py"),
    "impl/directed.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_directed.py",
    ),
    "impl/maps.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_maps.py",
    ),
    "impl/gumbel.py": (
        "mechanisms/test_drawn.py",
        "impl/test_draws.py",
        "mechanisms/test_gumbel.py",
        "-k",
        "not three and not maximum",
    ),
    "impl/noisy_top_k.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "mechanisms/test_top_k_measure.py",
        "mechanisms/test_bad_input.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/parameters.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_bad_input.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/scores.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_bad_input.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/registry.py": ("impl/test_registry.py", "command/test_names.py"),
    "impl/draws.py": ("mechanisms/test_drawn.py", "impl/test_draws.py", "spec/test_triple.py"),
    "impl/ball.py": ("impl/test_balls.py", "engine/test_ball_checker.py"),
    "impl/inverse_transform.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "impl/test_draws.py",
        "mechanisms/test_inverse_transform.py",
    ),
    "impl/max_divergence.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_top_k_measure.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/zero_concentrated_divergence.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "mechanisms/test_top_k_measure.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/range_divergence.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "mechanisms/test_top_k_measure.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/report_noisy_max_gumbel.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "mechanisms/test_bad_input.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/exponential_candidates_gumbel.py": (
        "mechanisms/test_drawn.py",
        "mutation/test_survivors.py",
        "mechanisms/test_bad_input.py",
        "mechanisms/test_mechanisms.py",
        *QUICK,
    ),
    "impl/tight_maps.py": (
        "mechanisms/test_drawn.py",
        "mechanisms/test_tight_maps.py",
    ),
    "impl/fast/scores.py": TWINS,
    "impl/fast/arrays.py": TWINS,
    "impl/fast/line.py": TWINS,
    "impl/fast/table.py": TWINS,
    "impl/fast/rows.py": TWINS,
    "impl/fast/selection.py": TWINS,
    "impl/fast/field.py": RACES,
    "impl/fast/race.py": RACES,
    "impl/fast/race_by_balls.py": RACES,
    "proofs/engine/law/outcome.py": ("mutation/test_survivors.py", "engine/test_law.py", "engine/test_law_attacks.py"),
    "proofs/engine/law/tree.py": ("mutation/test_survivors.py", "engine/test_law.py", "engine/test_law_attacks.py"),
    "proofs/engine/law/coins.py": ("mutation/test_survivors.py", "engine/test_law.py", "engine/test_law_attacks.py"),
    "proofs/engine/law/contract.py": ("mutation/test_survivors.py", "engine/test_law.py", "engine/test_law_attacks.py"),
    "proofs/engine/law/cost.py": ("engine/test_cost.py",),
    "proofs/engine/law/nearly.py": ("mutation/test_survivors.py", "engine/test_nearly.py"),
    "proofs/engine/statistics/budget.py": ("engine/test_statistical.py",),
    "proofs/engine/statistics/sequential.py": ("engine/test_statistical.py",),
    "proofs/engine/statistics/evidence.py": ("engine/test_statistical.py",),
    "proofs/engine/statistics/power.py": ("engine/test_power.py", "engine/test_statistical.py"),
    "proofs/engine/statistics/loss.py": ("engine/test_sampled_loss.py", "conform/test_privacy.py"),
    "proofs/engine/statistics/interval.py": ("conform/test_privacy.py",),
    "proofs/engine/divergence/bounds.py": ("engine/test_divergence_edges.py", "engine/test_divergence.py"),
    "proofs/engine/divergence/measures.py": ("engine/test_divergence_edges.py", "engine/test_divergence.py"),
    "proofs/engine/divergence/pair.py": ("engine/test_divergence_edges.py", "engine/test_divergence.py"),
    "proofs/engine/divergence/renyi.py": ("engine/test_renyi.py", "engine/test_divergence.py"),
    "proofs/engine/divergence/verdict.py": ("engine/test_divergence_edges.py", "engine/test_divergence.py"),
    "proofs/engine/enclosure.py": ("engine/test_enclosure.py", "impl/test_balls.py", "spec/test_weights.py"),
    "proofs/engine/checkers/assumed.py": (
        "mutation/test_survivors.py",
        "engine/test_small_checkers.py",
    ),
    "proofs/engine/checkers/evaluated.py": (
        "mutation/test_survivors.py",
        "engine/test_small_checkers.py",
    ),
    "proofs/engine/checkers/exhaustive.py": (
        "mutation/test_survivors.py",
        "engine/test_exhaustive.py",
    ),
    "proofs/engine/checkers/instances.py": ("mechanisms/test_drawn.py",),
    "proofs/engine/checkers/linear.py": (
        "mutation/test_survivors.py",
        "engine/test_small_checkers.py",
    ),
    "proofs/engine/checkers/differentiation.py": (
        "mutation/test_survivors.py",
        "engine/test_small_checkers.py",
    ),
    "proofs/engine/checkers/statistical.py": (
        "mutation/test_survivors.py",
        "engine/test_statistical.py",
        "engine/test_sampled_loss.py",
    ),
    "proofs/engine/checkers/sampled_loss.py": ("mutation/test_survivors.py", "engine/test_sampled_loss.py"),
    "proofs/engine/checkers/rules.py": (
        "mutation/test_survivors.py",
        "engine/test_rules.py",
    ),
    "proofs/engine/checkers/balls.py": (
        "engine/test_ball_checker.py",
        "mutation/test_survivors.py",
        "impl/test_balls.py",
        "engine/test_small_checkers.py",
    ),
    "proofs/engine/checkers/laws.py": (
        "mutation/test_survivors.py",
        "mechanisms/test_selection.py",
        "mechanisms/test_planted_discrete.py",
    ),
    "proofs/engine/checkers/smt.py": (
        "mutation/test_survivors.py",
        "engine/test_smt.py",
    ),
    "proofs/engine/checkers/symbolic.py": (
        "mutation/test_survivors.py",
        "engine/test_symbolic.py",
    ),
    "proofs/engine/checkers/crosshair/harness.py": ("engine/test_harness_stops.py", "engine/test_crosshair.py"),
    "proofs/engine/checkers/crosshair/checker.py": (
        "mutation/test_survivors.py",
        "engine/test_crosshair.py",
    ),
    "proofs/engine/checkers/crosshair/child.py": ("engine/test_crosshair_child.py", "engine/test_crosshair.py"),
}
