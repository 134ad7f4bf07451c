"""Domains and metrics. The moves are the differences x_i - x'_i, which are all that the metrics look at."""

import math
from fractions import Fraction

from spec import errors
from spec.space import (
    AtomDomain,
    LInfDistance,
    RangeDistance,
    VectorDomain,
    largest_move,
    of_one_sign,
    spread,
)

LINF = LInfDistance(int)
RANGE = RangeDistance(int)


def distances_are_taken_of_the_moves(x: list[int], y: list[int]) -> None:
    """d_inf(x, x') is the largest move, d_Range(x, x') the spread of the moves."""
    assert len(x) == len(y) <= 2
    moves = [Fraction(a - b) for a, b in zip(x, y, strict=True)]
    assert LINF.distance(x, y) == largest_move(moves)
    assert RANGE.distance(x, y) == spread(moves)


def range_distance_is_at_most_twice_linf(moves: list[int]) -> None:
    """d_Range <= 2 d_inf."""
    assert len(moves) <= 3
    exact = [Fraction(move) for move in moves]
    assert spread(exact) <= 2 * largest_move(exact)


def range_distance_is_at_most_linf_if_monotonic(moves: list[int]) -> None:
    """d_Range <= d_inf if all moves have one sign."""
    assert len(moves) <= 3
    assert of_one_sign([Fraction(move) for move in moves])
    exact = [Fraction(move) for move in moves]
    assert spread(exact) <= largest_move(exact)


def removing_a_candidate_increases_no_linf_distance(moves: list[int], i: int) -> None:
    """d_inf(x without i, x' without i) <= d_inf(x, x')."""
    assert 0 <= i < len(moves) <= 3
    exact = [Fraction(move) for move in moves]
    assert largest_move(exact[:i] + exact[i + 1 :]) <= largest_move(exact)


def removing_a_candidate_increases_no_range_distance(moves: list[int], i: int) -> None:
    """d_Range(x without i, x' without i) <= d_Range(x, x')."""
    assert 0 <= i < len(moves) <= 3
    exact = [Fraction(move) for move in moves]
    assert spread(exact[:i] + exact[i + 1 :]) <= spread(exact)


def distances_are_symmetric(x: list[int], y: list[int]) -> None:
    """d(x, x') = d(x', x), for both metrics."""
    assert len(x) <= 2
    assert len(y) <= 2
    assert LINF.distance(x, y) == LINF.distance(y, x)
    assert RANGE.distance(x, y) == RANGE.distance(y, x)


def linf_distance_is_zero_only_between_equals(x: list[int], y: list[int]) -> None:
    """d_inf(x, x') = 0 iff x = x'."""
    assert len(x) <= 2
    assert len(y) <= 2
    assert (LINF.distance(x, y) == 0) == (tuple(x) == tuple(y))


def different_lengths_are_infinitely_far_apart(x: list[int], y: list[int]) -> None:
    """d(x, x') = inf for both metrics, if x and x' have different lengths."""
    assert len(x) != len(y)
    assert len(x) <= 4
    assert len(y) <= 4
    assert LINF.distance(x, y) == math.inf
    assert RANGE.distance(x, y) == math.inf


def sized_domain_holds_its_size_alone(x: list[int], size: int) -> None:
    """x is a member of the vectors of that size iff it is that long."""
    assert len(x) <= 4
    assert 0 <= size <= 4
    assert VectorDomain(AtomDomain(int), size).member(x) == (len(x) == size)


def unsized_domain_holds_every_size(x: list[int]) -> None:
    """Every vector of ints is a member."""
    assert len(x) <= 4
    assert VectorDomain(AtomDomain(int)).member(x)


def domain_of_ints_holds_no_bool(x: list[int | bool]) -> None:
    """A vector with a boolean in it is not a member; one without is."""
    assert len(x) <= 3
    assert VectorDomain(AtomDomain(int)).member(x) == all(type(score) is not bool for score in x)


def no_int_is_of_another_domain(score: int) -> None:
    """An int is a member of the ints, and neither of the floats nor of the fractions."""
    assert type(score) is int
    assert AtomDomain(int).member(score)
    assert not AtomDomain(float).member(score)
    assert not AtomDomain(Fraction).member(score)


def only_natural_sizes_make_a_domain(size: int) -> None:
    """A negative size is refused with the designed error, any other taken."""
    assert type(size) is int
    try:
        VectorDomain(AtomDomain(int), size)
        refused = False
    except errors.SizeNotNatural:
        refused = True
    assert refused == (size < 0)
