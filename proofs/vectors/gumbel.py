"""Vectors of partially sampled Gumbel numbers, compared and ranked."""

from fractions import Fraction

from impl.gumbel import GumbelPSRN, GumbelRV, greater_than, gumbel_top_k
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.vectors.model import PlannedCall, cases
from spec.gumbel import surely_above


def sample(shift: Fraction | int | str, bits: str = "", scale: Fraction | int | str = 1) -> GumbelPSRN:
    """A sample of which these bits are drawn."""
    return GumbelPSRN(Fraction(shift), Fraction(scale), int(bits or "0", 2), len(bits))


def noises(*shifts: Fraction | int | str, k: int, scale: Fraction | int | str = 1) -> dict[str, object]:
    """Parameters of `gumbel_top_k`."""
    return {"x": tuple(GumbelRV(Fraction(shift), Fraction(scale)) for shift in shifts), "k": k}


def samples(*shifts: Fraction | int | str, scale: Fraction | int | str = 1) -> dict[str, object]:
    """Parameters of `gumbel_max`."""
    return {"x": tuple(sample(shift, scale=scale) for shift in shifts)}


def two(a: GumbelPSRN, b: GumbelPSRN) -> dict[str, object]:
    """Parameters of `greater_than`."""
    return {"a": a, "b": b}


GREATER_THAN = cases(
    "greater_than",
    greater_than,
    [
        ("b_is_refined_first", two(sample(0), sample(0)), "01", "of equals b gets the first coin: U_b < 1/2 <= U_a"),
        ("a_is_refined_second", two(sample(0), sample(0)), "10", "the mirror image"),
        (
            "common_edge",
            two(sample(0), sample(0)),
            "1101",
            "cells that touch decide between equal shifts: no coin more",
        ),
        ("shift_decides", two(sample(0), sample(1)), "001", "b is one coin ahead and above"),
        ("shift_overcome", two(sample(0), sample(1)), "0101", "a has the smaller shift and more luck"),
        ("shift_overcome_late", two(sample(0), sample(1)), "01110", "the edges of 2 and 3 bits tell"),
        ("greater_shift_same_cell", two(sample(1), sample(0)), "0011", "one cell, and the edges are far enough apart"),
        ("unequal_bits", two(sample(0, "101"), sample(1)), "00", "b, which knows less, gets all coins"),
        ("caught_up", two(sample(0, "101"), sample(0)), "10101", "b catches up, then b and a take turns"),
        ("known_already", two(sample(0, "1"), sample(0, "0")), "", "decided by coins drawn before: none is needed"),
        ("monotone", two(sample("1/3", "1"), sample("1/3", "0")), "", "at equal shifts edges coincide and bits decide"),
        (
            "close_shifts",
            two(sample(0), sample(Fraction(1, 10**6))),
            "1111000000010",
            "cells that touch do not decide against a greater shift: one coin more",
        ),
        (
            "same_coins",
            two(sample(0), sample(Fraction(1, 10**4))),
            "1100" * 9,
            "equal coins: the shift decides, once cells are narrower than it",
        ),
        ("scale", two(sample(0, scale="1/4"), sample(1, scale="1/4")), "00001", "a small scale: shifts weigh more"),
        (
            "large_scale",
            two(sample(0, scale=10**20), sample(1, scale=10**20)),
            "010",
            "a large scale: coins weigh more",
        ),
        ("large_shift", two(sample(0), sample(10**40)), "10", "no float holds the edge of b beside its shift"),
        ("scale_zero", two(sample(2, scale=0), sample(1, scale=0)), "", "without noise, the shifts"),
        ("scale_zero_tie", two(sample(2, scale=0), sample(2, scale=0)), "", "equals are not greater"),
        ("dry", two(sample(0), sample(0)), "0000", "a tie so far: no answer"),
    ],
    (surely_above,),
)
GUMBEL_TOP_K = cases(
    "gumbel_top_k",
    gumbel_top_k,
    [
        ("none", noises(1, 2, k=0), "", "nothing is asked for, nothing is compared"),
        ("no_scores", noises(k=3), "", "nothing is there"),
        ("single", noises(7, k=1), "", "one candidate: no comparison"),
        ("in_order", noises(0, 1, 2, k=2), "0011", "the best and the second best"),
        ("second_overtakes", noises(0, 1, 2, k=2), "100110", "the second best score is noisily best"),
        (
            "coins_are_kept",
            noises(0, 1, 2, k=2),
            "010001",
            "the second place is decided by coins of the first comparison",
        ),
        ("all", noises(0, 1, 2, k=3), "1000011", "the last one left is not compared"),
        ("tie", noises(3, 3, k=2), "1110", "of two equals, the one with more luck"),
        ("more_than_there_are", noises(3, 3, k=9), "01", "all indices, and no error"),
        ("scale_zero", noises(100, 0, 150, 50, k=4, scale=0), "", "without noise, in order"),
        ("scale_zero_ties", noises(1, 3, 3, 1, k=4, scale=0), "", "without noise, of equal scores the last first"),
        ("five", noises("1/2", "-3", 0, "7/3", 2, k=3, scale="3/2"), "0110100110010", "a longer run"),
        ("dry", noises(0, 1, 2, k=2), "0100", "the first comparison lacks a coin: nothing is released"),
    ],
    (greater_than,),
)
GUMBEL_MAX = cases(
    "gumbel_max",
    gumbel_max,
    [
        ("single", samples(7), "", "one candidate: no comparison"),
        ("best", samples(0, 1, 2), "0011", "the best so far meets the next one"),
        ("middle", samples(0, 1, 2), "10001", "1 keeps its coins when it meets 2"),
        ("worst", samples(0, 1, 2), "010100000", "the worst score is noisily best"),
        ("tie", samples(3, 3), "1110", "of two equals, the one with more luck"),
        ("scale", samples(0, 1, 2, scale="1/8"), "11101000", "little noise"),
        ("scale_zero", samples(1, 3, 3, 2, scale=0), "", "without noise the last of the greatest, and no coin"),
        ("five", samples("1/2", "-3", 0, "7/3", 2, scale="3/2"), "01101001100", "a longer run"),
        ("dry", samples(0, 1, 2), "100", "the last comparison lacks coins"),
    ],
    (greater_than,),
)
CASES: tuple[PlannedCall, ...] = (*GREATER_THAN, *GUMBEL_TOP_K, *GUMBEL_MAX)
