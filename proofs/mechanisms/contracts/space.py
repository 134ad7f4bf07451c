"""Domains and metrics. The moves are the differences x_i - x'_i, which are all that the metrics look at."""

import math
from fractions import Fraction

from spec import errors
from spec.space import AtomDomain, LInfDistance, RangeDistance, VectorDomain, largest_move, of_one_sign, spread

LINF = LInfDistance(int)
MONOTONIC = LInfDistance(int, monotonic=True)
RANGE = RangeDistance(int)


def distances_are_taken_of_the_moves(x: list[int], y: list[int]) -> None:
    """d_inf(x, x') is the largest move, d_Range(x, x') the spread of the moves."""
    assert len(x) == len(y) <= 2
    moves = [a - b for a, b in zip(x, y, strict=True)]
    assert LINF.distance(x, y) == largest_move(moves)
    assert RANGE.distance(x, y) == spread(moves)


def monotonic_moves_have_one_sign(x: list[int], y: list[int]) -> None:
    """The monotonic d_inf is the largest move if all moves have one sign, and infinite if not."""
    assert len(x) == len(y) <= 2
    moves = [a - b for a, b in zip(x, y, strict=True)]
    assert MONOTONIC.distance(x, y) == (largest_move(moves) if of_one_sign(moves) else math.inf)


def range_distance_is_at_most_twice_linf(moves: list[int]) -> None:
    """d_Range <= 2 d_inf."""
    assert len(moves) <= 3
    linf = largest_move(moves)
    assert spread(moves) <= 2 * linf


def range_distance_is_at_most_linf_if_monotonic(moves: list[int]) -> None:
    """d_Range <= d_inf if all moves have one sign."""
    assert len(moves) <= 3
    assert of_one_sign(moves)
    linf = largest_move(moves)
    assert spread(moves) <= linf


def removing_a_candidate_increases_no_linf_distance(moves: list[int]) -> None:
    """d_inf(x without i, x' without i) <= d_inf(x, x'), for every i."""
    assert len(moves) <= 3
    linf = largest_move(moves)
    assert all(largest_move(moves[:i] + moves[i + 1 :]) <= linf for i in range(len(moves)))


def removing_a_candidate_increases_no_range_distance(moves: list[int]) -> None:
    """d_Range(x without i, x' without i) <= d_Range(x, x'), for every i."""
    assert len(moves) <= 3
    range_ = spread(moves)
    assert all(spread(moves[:i] + moves[i + 1 :]) <= range_ for i in range(len(moves)))


def distances_are_symmetric(x: list[int], y: list[int]) -> None:
    """d(x, x') = d(x', x), for both metrics."""
    assert len(x) <= 2
    assert len(y) <= 2
    linf, range_ = LINF.distance(x, y), RANGE.distance(x, y)
    assert LINF.distance(y, x) == linf
    assert RANGE.distance(y, x) == range_


def linf_distance_is_zero_only_between_equals(x: list[int], y: list[int]) -> None:
    """d_inf(x, x') = 0 iff x = x'."""
    assert len(x) <= 2
    assert len(y) <= 2
    equal = tuple(x) == tuple(y)
    assert (LINF.distance(x, y) == 0) == equal


def different_lengths_are_infinitely_far_apart(x: list[int], y: list[int]) -> None:
    """d(x, x') = inf for both metrics, if x and x' have different lengths."""
    assert len(x) != len(y)
    linf, range_ = LINF.distance(x, y), RANGE.distance(x, y)
    assert linf == math.inf
    assert range_ == math.inf


def sized_domain_holds_its_size_alone(x: list[int], size: int) -> None:
    """x is a member of the vectors of that size iff it is that long."""
    assert len(x) <= 4
    assert size >= 0
    domain = VectorDomain(AtomDomain(int), size)
    assert domain.member(x) == (len(x) == size)


def unsized_domain_holds_every_size(x: list[int]) -> None:
    """Every vector of ints is a member."""
    assert len(x) <= 4
    domain = VectorDomain(AtomDomain(int))
    assert domain.member(x)


def domain_of_ints_holds_no_bool(x: list[int | bool]) -> None:
    """A vector with a boolean in it is not a member; one without is."""
    assert len(x) <= 3
    domain = VectorDomain(AtomDomain(int))
    assert domain.member(x) == all(type(score) is not bool for score in x)


def no_int_is_of_another_domain(score: int) -> None:
    """An int is a member of the ints, and neither of the floats nor of the fractions."""
    assert type(score) is int
    ints, floats, fractions = AtomDomain(int), AtomDomain(float), AtomDomain(Fraction)
    assert ints.member(score)
    assert not floats.member(score)
    assert not fractions.member(score)


def only_natural_sizes_make_a_domain(size: int) -> None:
    """A negative size is refused with the designed error, any other taken."""
    assert type(size) is int
    try:
        VectorDomain(AtomDomain(int), size)
        refused = False
    except errors.SizeNotNatural:
        refused = True
    assert refused == (size < 0)
