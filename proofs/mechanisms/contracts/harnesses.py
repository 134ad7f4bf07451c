"""The functions of asserts that CrossHair follows, each with the seconds that it is expected to take."""

from collections.abc import Mapping

from proofs.engine.checkers.crosshair.checker import Confirmed
from proofs.mechanisms.contracts import directed, gumbel, peeling, permute_and_flip, samplers, space

_CHECKS = (
    Confirmed(space.distances_are_taken_of_the_moves, 2),
    Confirmed(space.monotonic_moves_have_one_sign, 3),
    Confirmed(space.range_distance_is_at_most_twice_linf, 2),
    Confirmed(space.range_distance_is_at_most_linf_if_monotonic, 2),
    Confirmed(space.removing_a_candidate_increases_no_linf_distance, 4),
    Confirmed(space.removing_a_candidate_increases_no_range_distance, 2),
    Confirmed(space.distances_are_symmetric, 3),
    Confirmed(space.linf_distance_is_zero_only_between_equals, 2),
    Confirmed(space.different_lengths_are_infinitely_far_apart, 1),
    Confirmed(space.sized_domain_holds_its_size_alone, 1),
    Confirmed(space.unsized_domain_holds_every_size, 1),
    Confirmed(space.domain_of_ints_holds_no_bool, 1),
    Confirmed(space.no_int_is_of_another_domain, 1),
    Confirmed(space.only_natural_sizes_make_a_domain, 1),
    Confirmed(directed.exponent_is_the_floor_of_the_logarithm, 2),
    Confirmed(directed.rounding_up_takes_the_next_number, 4),
    Confirmed(directed.close_vectors_are_within_the_mapped_distance, 2),
    Confirmed(peeling.original_index_undoes_the_removals, 2),
    Confirmed(peeling.peeling_returns_what_was_selected, 3),
    Confirmed(permute_and_flip.permute_and_flip_returns_an_index, 5),
    Confirmed(permute_and_flip.no_scale_selects_the_last_of_the_greatest, 1),
    Confirmed(samplers.attempt_is_below_n_or_turned_down, 1),
    Confirmed(samplers.no_two_tapes_give_one_integer, 1),
    Confirmed(samplers.bernoulli_decides_p_above_u, 3),
    Confirmed(samplers.exp1_answers_by_the_parity_of_its_heads, 3),
    Confirmed(samplers.exp_multiplies_coins_whose_exponents_add_up, 2),
    Confirmed(gumbel.refining_appends_the_coin, 2),
)

HARNESSES: Mapping[str, Confirmed] = {
    f"{check.function.__module__.rpartition('.')[2]}.{check.function.__name__}": check for check in _CHECKS
}
"""By claim: the module that the harness is about, and the harness's own name."""
