"""Which claim of the ledger must catch each wrong sampler, and how its first check begins to say so."""

from collections.abc import Callable

from tests.conform.mutants.model import planted
from tests.conform.mutants.samplers import (
    exp1_on_even_k,
    exp1_that_starts_at_two,
    exp1_that_stops_at_ten,
    exp_by_three_terms,
    exp_in_floats,
    exp_with_one_round_more,
    exp_without_its_remainder,
    flip_for_the_least,
    flip_in_a_fixed_order,
    flip_off_by_one,
    flip_out_of_range,
    flip_with_half_the_scale,
    flip_with_replacement,
    flip_with_the_first_of_equals,
    flip_with_the_scale_inverted,
    peel_in_order_of_index,
    peel_one_too_few,
    peel_to_places,
    rational_of_a_float_in_32_bits,
    rational_of_ten_bits,
    rational_of_two_digits,
    rational_that_answers_with_a_number,
    rational_through_a_float,
    rational_with_the_end_included,
    uniform_by_modulo,
    uniform_by_rounding,
    uniform_that_gives_up,
    uniform_through_a_float,
    uniform_with_a_bit_too_few,
    uniform_with_one_coin_used_again,
    uniform_without_its_end,
)

WITNESSES: dict[str, dict[Callable[..., object], str]] = {
    "sample_uniform_uint_below.code": {
        uniform_by_modulo: "at 3: 0 has probability 1/2, not 1/3",
        uniform_with_a_bit_too_few: "at 3: 0 has probability 1/2, not 1/3",
        uniform_with_one_coin_used_again: "at 3: 0 has probability 1, not 1/3",
        uniform_that_gives_up: "at 3: 0 has probability 11/32, not 1/3",
        uniform_through_a_float: "at 3: 0 has probability 11/32, not 1/3",
        uniform_by_rounding: "at 2: 0 has probability 33/64, not 1/2",
        uniform_without_its_end: "at 2: 0 has probability 1, not 1/2",
    },
    "sample_bernoulli_rational.code": {
        rational_with_the_end_included: "at 0: True has probability 1",
        rational_through_a_float: "at 1/3: True has probability 0.33333333333333331483",
        rational_of_ten_bits: "at 1/3: True has probability 171/512",
        rational_of_a_float_in_32_bits: "at 1/3: True has probability 0.333333",
        rational_of_two_digits: "at 1/3: True has probability 0.33000000000000000000",
        rational_that_answers_with_a_number: "at 0: False has probability 0",
    },
    "sample_bernoulli_exp1.code": {
        exp1_on_even_k: "at 0: True has probability 0",
        exp1_that_starts_at_two: "at 1: True has probability 0.632120",
        exp1_that_stops_at_ten: "at 1: True has probability 0.367879",
    },
    "sample_bernoulli_exp.code": {
        exp_without_its_remainder: "at 1: True has probability 1",
        exp_with_one_round_more: "at 0: True has probability 0.367879",
        exp_in_floats: "at 1: True has probability 0.367879",
        exp_by_three_terms: "at 1: True has probability 1/2",
    },
    "permute_and_flip.code": {
        flip_with_replacement: "at (Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)), 1: 0 has probability 0.090030",
        flip_in_a_fixed_order: "at (Fraction(0, 1), Fraction(0, 1)), 1: 0 has probability 1",
        flip_with_the_scale_inverted: "at (Fraction(0, 1), Fraction(0, 1), Fraction(5, 1)), 2/3: 0 has probability",
        flip_for_the_least: "at (Fraction(0, 1), Fraction(1, 1)), 0: 1 has probability 0",
        flip_with_half_the_scale: "at (Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)), 1: 0 has probability 0.008744",
        flip_with_the_first_of_equals: "at (Fraction(3, 1), Fraction(3, 1), Fraction(1, 1)), 0: 1 has probability 0",
        flip_off_by_one: "at (Fraction(0, 1), Fraction(0, 1)), 1: 0 has probability 0",
        flip_out_of_range: "at (Fraction(7, 1),), 1: 0 has probability 1/2, not 1",
    },
    "peeling.code": {
        peel_to_places: "at permute_and_flip, (Fraction(1, 1), Fraction(1, 1)), 2, 2: (0, 1) has probability 0",
        peel_in_order_of_index: "at permute_and_flip, (Fraction(1, 1), Fraction(1, 1)), 2, 2: (0, 1) has probability 1",
        peel_one_too_few: "at permute_and_flip, (Fraction(5, 1),), 1, 1: (0,) has probability 0",
    },
}


MUTANTS = tuple(planted(claim, witness)(bug) for claim, bugs in WITNESSES.items() for bug, witness in bugs.items())
