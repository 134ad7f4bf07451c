"""Vectors of the discrete samplers."""

from fractions import Fraction

from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.vectors.model import PlannedCall, cases


def digits(p: Fraction, count: int) -> str:
    """The first binary digits of p, 0 <= p < 1: the tape that keeps a comparison with p open longest."""
    return f"{p.numerator * 2**count // p.denominator:0{count}b}"


_THIRD = Fraction(1, 3)
_WIDE = _THIRD + Fraction(1, 3 * 10**30)
_ONE = "01"  # what lets the coin of e^-1 show True soonest

ATTEMPT = cases(
    "attempt_uniform_uint_below",
    attempt_uniform_uint_below,
    [
        ("one", {"n": 1}, "", "only 0 is below 1: no coin is tossed"),
        ("two", {"n": 2}, "1", "a power of two takes as many coins as it has zeros, not one more"),
        ("eight", {"n": 8}, "111", "a power of two never turns down"),
        ("first_coin_weighs_most", {"n": 6}, "100", "the last coin first would make it 1"),
        ("greatest", {"n": 6}, "101", "n - 1 is accepted"),
        ("n_itself", {"n": 6}, "110", "n is turned down; taking it modulo n would make 0 too frequent"),
        ("all_ones", {"n": 6}, "111", "so is every value above n"),
        ("rest_of_the_tape", {"n": 2}, "0111", "coins that are not needed stay on the tape"),
        ("beyond_64_bits", {"n": 2**64 + 1}, "1" + "0" * 64, "65 coins: a machine word would overflow"),
        ("beyond_64_bits_turned_down", {"n": 2**64 + 1}, "1" * 65, "turned down, and not wrapped around"),
        ("dry", {"n": 6}, "10", "a coin is missing: no answer, not one from two coins"),
    ],
)
UNIFORM = cases(
    "sample_uniform_uint_below",
    sample_uniform_uint_below,
    [
        ("one", {"n": 1}, "", "no choice, no coin"),
        ("three", {"n": 3}, "10", "accepted at once"),
        ("four", {"n": 4}, "11", "a power of two"),
        ("one_refusal", {"n": 3}, "1101", "3 is turned down and the next two coins make 1"),
        ("two_refusals", {"n": 5}, "111101100", "7 and 5 are turned down before 4"),
        ("fresh_coins", {"n": 5}, "101010", "after 5 three fresh coins make 2; keeping the last two would make 1 or 3"),
        ("rest_of_the_tape", {"n": 3}, "0011", "nothing is read behind the accepted value"),
        ("beyond_64_bits", {"n": 10**20}, f"{12345678901234567890:067b}", "67 coins, an answer beyond 2^63"),
        ("dry", {"n": 3}, "11", "turned down, and nothing left to try again with"),
        ("dry_within", {"n": 3}, "111", "the second attempt lacks a coin"),
    ],
)
RATIONAL = cases(
    "sample_bernoulli_rational",
    sample_bernoulli_rational,
    [
        ("zero", {"p": Fraction(0)}, "", "certain: no coin"),
        ("one", {"p": Fraction(1)}, "", "certain: no coin"),
        ("half_true", {"p": Fraction(1, 2)}, "0", "the coin is a digit of U, and U < 1/2 is True: 0 shows True"),
        ("half_false", {"p": Fraction(1, 2)}, "1", "U >= 1/2: False, and no second coin"),
        ("third_false", {"p": _THIRD}, "1", "U >= 1/2 > 1/3: one coin decides"),
        ("third_true", {"p": _THIRD}, "00", "U < 1/4 < 1/3: two coins decide"),
        ("third_late_false", {"p": _THIRD}, "011", "U follows 1/3 = 0.0101... for two digits, then exceeds it"),
        ("third_late_true", {"p": _THIRD}, "01010100", "U follows 1/3 for seven digits, then falls below it"),
        ("two_thirds", {"p": Fraction(2, 3)}, "0", "the mirror image: U < 1/2 < 2/3"),
        ("dyadic_true", {"p": Fraction(3, 8)}, "010", "3/8 is the upper edge of the cell of U, which U never is"),
        ("dyadic_false", {"p": Fraction(3, 8)}, "011", "3/8 is the lower edge of the cell: U < p fails, no coin more"),
        ("tiny_true", {"p": Fraction(1, 2**60)}, "0" * 60, "as unlikely as 2^-60: 53 bits of U are not enough"),
        ("tiny_false", {"p": Fraction(1, 2**60)}, "0" * 59 + "1", "its neighbour, which is False"),
        ("nearly_one_false", {"p": 1 - Fraction(1, 2**60)}, "1" * 60, "p must not be rounded to 1"),
        ("nearly_one_true", {"p": 1 - Fraction(1, 2**60)}, "1" * 59 + "0", "its neighbour, which is True"),
        ("wide", {"p": _WIDE}, digits(_THIRD, 128), "1/3 and p part after 100 digits: p must be exact"),
        (
            "long_tie",
            {"p": _THIRD},
            digits(_THIRD, 199) + "0",
            "U stays next to 1/3 for 199 coins, then falls below it",
        ),
        ("dry", {"p": _THIRD}, "0101", "still undecided where the tape ends: no answer"),
    ],
)
EXP1 = cases(
    "sample_bernoulli_exp1",
    sample_bernoulli_exp1,
    [
        ("zero", {"x": Fraction(0)}, "", "e^0 = 1: True without a coin"),
        ("one_false", {"x": Fraction(1)}, "1", "1/1 needs no coin, 1/2 says no: k = 2 is even"),
        ("one_true", {"x": Fraction(1)}, _ONE, "1/1, 1/2 yes, 1/3 no: k = 3 is odd"),
        ("half_true", {"x": Fraction(1, 2)}, "1", "the first coin says no: k = 1 is odd"),
        ("half_false", {"x": Fraction(1, 2)}, "01", "1/2 yes, 1/4 no: k = 2; forgetting to divide by k asks 1/2 again"),
        (
            "third_says_no",
            {"x": Fraction(1)},
            "0011",
            "1/2 yes, 1/3 no after three coins; 1/2 once more would say yes, then no",
        ),
        ("deep", {"x": Fraction(1)}, "000001", "1/2, 1/3, 1/4 yes, 1/5 no: k = 5"),
        ("deeper", {"x": Fraction(1)}, "0" * 14 + "1", "the terms go on beyond k = 5: 1/8 says no"),
        (
            "tiny",
            {"x": Fraction(1, 2**40)},
            "0" * 40 + "1",
            "2^-40 yes, 2^-41 no: a float of 1 - e^-x would do badly here",
        ),
        ("dry", {"x": Fraction(1)}, "0", "1/2 says yes and 1/3 has no coin"),
    ],
)
EXP = cases(
    "sample_bernoulli_exp",
    sample_bernoulli_exp,
    [
        ("zero", {"x": Fraction(0)}, "", "certain: no coin"),
        ("one", {"x": Fraction(1)}, _ONE, "nothing is taken off at exactly 1; e^-1 * e^-0 would log two calls"),
        ("above_one_false", {"x": Fraction(3, 2)}, "1", "the first factor says no: the second is not asked"),
        ("above_one_true", {"x": Fraction(3, 2)}, _ONE + "1", "the whole unit first, then the rest of 1/2"),
        ("rest_false", {"x": Fraction(3, 2)}, _ONE + "01", "the unit says yes, the rest no"),
        ("two", {"x": Fraction(2)}, _ONE * 2, "the rest is 1, not 0"),
        ("many_units", {"x": Fraction(10, 3)}, _ONE * 3 + "1", "three units and a rest of 1/3"),
        ("thousand", {"x": Fraction(1000)}, "1", "one coin can decide against e^-1000; the float exp(-1000) is 0"),
        ("dry", {"x": Fraction(2)}, _ONE, "the second factor has no coins"),
    ],
)
CASES: tuple[PlannedCall, ...] = (*ATTEMPT, *UNIFORM, *RATIONAL, *EXP1, *EXP)
