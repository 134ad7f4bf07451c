"""Rounding up and the map that it serves, on integers and small fractions."""

from fractions import Fraction

from impl.directed import floor_log2, round_up
from impl.maps import to_range_distance
from spec.directed import Format, power_of_two
from spec.space import largest_move, of_one_sign, spread

SMALL = Format(precision=2, least_exponent=-1, greatest_exponent=2)


def exponent_is_the_floor_of_the_logarithm(x: int) -> None:
    """2^e <= x < 2^(e+1)."""
    assert 1 <= x < 1024
    e = floor_log2(Fraction(x))
    assert power_of_two(e) <= x < power_of_two(e + 1)


def rounding_up_takes_the_next_number(numerator: int, denominator: int) -> None:
    """The result is a number of the format, not below x, and the number before it is below x."""
    assert 1 <= denominator <= 2
    assert -4 * denominator <= numerator <= 4 * denominator
    x = Fraction(numerator, denominator)
    rounded = round_up(x, SMALL)
    assert rounded >= x
    assert SMALL.holds(rounded)
    before = SMALL.before(rounded)
    assert before is None or before < x


def close_vectors_are_within_the_mapped_distance(moves: list[int], d_in: int, monotonic: bool) -> None:
    """d_inf <= d_in implies d_Range <= to_range_distance(d_in), monotonic or not."""
    assert len(moves) <= 2
    assert largest_move(moves) <= d_in
    assert not monotonic or of_one_sign(moves)
    d_range = to_range_distance(Fraction(d_in), monotonic)
    assert spread(moves) <= d_range
