"""Do domains hold exactly their members, and are distances exact, to the corners of the number types?"""

import math
import subprocess
import sys
from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.draws import TapeDraw
from spec import errors
from spec.draw import Draw
from spec.measurement import Measurement, check_distance
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, MaxDivergence, RangeDistance, VectorDomain, is_infinite

HUGE = 10**400
LARGEST = sys.float_info.max
NAN, INF = math.nan, math.inf


class Five(IntEnum):
    FIVE = 5


class MyFloat(float):
    """A float with ideas of its own."""


class MyList(list[float]):
    """A list with ideas of its own."""


MEMBERS: dict[AtomType, tuple[Atom, ...]] = {
    int: (0, -1, 2**53 + 1, HUGE, -HUGE),
    float: (0.0, -0.0, 5e-324, LARGEST, INF, -INF),
    Fraction: (Fraction(0), Fraction(-1, 3), Fraction(HUGE), Fraction(1, HUGE)),
}
STRANGERS: tuple[object, ...] = (True, False, None, "1", 1j, Five.FIVE, MyFloat(1), np.float64(1), np.int64(1), [1])


@pytest.mark.parametrize("atom", MEMBERS)
def test_a_domain_holds_its_own_type_and_no_other(atom: AtomType) -> None:
    """Are members of the type in, and bools, subclasses and other numbers out, with the type named?"""
    domain = AtomDomain(atom)
    assert all(domain.member(value) for value in MEMBERS[atom])
    others = [value for other, values in MEMBERS.items() if other is not atom for value in values]
    for stranger in (*others, *STRANGERS):
        assert not domain.member(stranger)
        with pytest.raises(errors.WrongAtomType) as caught:
            domain.check(stranger)
        assert str(caught.value) == f"every score must be of type {atom.__name__}"


def test_nan_is_in_only_where_it_is_asked_for() -> None:
    """Is NaN refused by its own error, unless the domain admits it, which only a float domain can?"""
    with pytest.raises(errors.NanScore):
        AtomDomain(float).check(NAN)
    assert AtomDomain(float, nan=True).member(NAN)
    for atom in (int, Fraction):
        with pytest.raises(errors.DomainHasNoNan):
            AtomDomain(atom, nan=True)


@pytest.mark.parametrize("atom", [bool, complex, str, None, 1.0, "float", np.float64, np.dtype(float), [float]])
def test_no_space_is_made_of_anything_else(atom: Any) -> None:
    """Is an unknown type refused by domain and metrics alike, even one that calls itself equal to float?"""
    for make in (AtomDomain, LInfDistance, RangeDistance):
        with pytest.raises(errors.UnknownAtomType):
            make(atom)


def test_vectors_are_lists_or_tuples_of_the_size() -> None:
    """Is a vector refused for what it is, for its size, or for the first element that is no member?"""
    sized, unsized = VectorDomain(AtomDomain(float), 2), VectorDomain(AtomDomain(float))
    assert sized.member([1.0, -INF])
    assert sized.member((1.0, 2.0))
    assert unsized.member([])
    for stranger in ("ab", {1.0: 2.0}, range(2), iter([1.0, 2.0]), np.zeros(2), MyList([1.0, 2.0]), None, 1.0):
        with pytest.raises(errors.NotAVector):
            sized.check(stranger)
    for wrong in ([], [1.0], [1.0, 2.0, 3.0]):
        with pytest.raises(errors.WrongSize, match="exactly 2"):
            sized.check(wrong)
    for bad, error in (([1.0, 1], errors.WrongAtomType), ([1.0, True], errors.WrongAtomType), ([NAN], errors.NanScore)):
        assert not unsized.member(bad)
        with pytest.raises(error):
            unsized.check(bad)


@pytest.mark.parametrize("size", [-1, True, 1.0, "2"])
def test_a_size_is_a_natural_number(size: Any) -> None:
    """Is any other size refused at construction?"""
    with pytest.raises(errors.SizeNotNatural):
        VectorDomain(AtomDomain(int), size)


@pytest.mark.parametrize(
    ("x", "y", "linf", "monotonic", "spread"),
    [
        ((), (), 0, 0, 0),
        ((1,), (4,), 3, 3, 0),
        ((0, 0), (1, -1), 1, INF, 2),
        ((0, 0, 0), (0, 2, 1), 2, 2, 2),
        ((HUGE, 0), (HUGE + 1, 0), 1, 1, 1),
        ((2**53, 2**53 + 1), (2**53 + 1, 2**53), 1, INF, 2),
        ((LARGEST, -LARGEST), (-LARGEST, LARGEST), 2 * Fraction(LARGEST), INF, 4 * Fraction(LARGEST)),
        ((0.1,), (0.3,), Fraction(0.3) - Fraction(0.1), Fraction(0.3) - Fraction(0.1), 0),
        ((0.0, -0.0), (-0.0, 0.0), 0, 0, 0),
        ((5e-324, 0.0), (0.0, 0.0), Fraction(5e-324), Fraction(5e-324), Fraction(5e-324)),
        ((INF, -INF, 1.0), (INF, -INF, 2.0), 1, 1, 1),
        ((INF, 0.0), (LARGEST, 0.0), INF, INF, INF),
        ((INF, 0.0), (-INF, 0.0), INF, INF, INF),
        ((INF, -INF), (0.0, 0.0), INF, INF, INF),
        ((Fraction(1, 3),), (Fraction(1, 7),), Fraction(4, 21), Fraction(4, 21), 0),
        ((1, 2), (1,), INF, INF, INF),
        ((), (1.0,), INF, INF, INF),
        ((HUGE,), (1.5,), HUGE - Fraction(3, 2), HUGE - Fraction(3, 2), 0),
        ((HUGE,), (INF,), INF, INF, INF),
    ],
)
def test_distances_are_exact(x: Sequence[Atom], y: Sequence[Atom], linf: Atom, monotonic: Atom, spread: Atom) -> None:
    """Is every distance the number itself, both ways round: huge, tiny, infinite, or between unequal lengths?"""
    for metric, expected in (
        (LInfDistance(float), linf),
        (LInfDistance(float, monotonic=True), monotonic),
        (RangeDistance(float), spread),
    ):
        assert metric.distance(x, y) == metric.distance(y, x) == expected
        assert type(metric.distance(x, y)) is (float if is_infinite(expected) else Fraction)
        assert metric.close(x, y, expected)
        assert expected == 0 or not metric.close(x, y, 0)


def test_closeness_is_not_rounded() -> None:
    """Is a pair not close if it is farther apart by less than any float can tell?"""
    x, y = (Fraction(0),), (1 + Fraction(1, HUGE),)
    assert not LInfDistance(Fraction).close(x, y, 1.0)
    assert not LInfDistance(Fraction).close(x, y, 1)
    assert LInfDistance(Fraction).close(x, y, 1 + Fraction(1, HUGE))


NUMBERS = st.one_of(st.integers(-3, 3), st.floats(allow_nan=False), st.fractions(max_denominator=5))
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4)


@given(PAIRS)
def test_the_metrics_bound_each_other(pairs: list[tuple[Atom, Atom]]) -> None:
    """Is range at most twice the largest move, at most once if all go one way, and no less after a removal?"""
    x, y = [a for a, _ in pairs], [b for _, b in pairs]
    d, wide = LInfDistance(float).distance(x, y), RangeDistance(float).distance(x, y)
    assert wide <= 2 * d
    assert wide <= LInfDistance(float, monotonic=True).distance(x, y)
    for i in range(len(pairs)):
        assert RangeDistance(float).distance(x[:i] + x[i + 1 :], y[:i] + y[i + 1 :]) <= wide


@given(st.lists(st.fractions(max_denominator=9), min_size=1, max_size=4), st.fractions(max_denominator=9))
def test_moving_all_scores_alike_is_no_distance_in_range(x: list[Fraction], shift: Fraction) -> None:
    """Is the range distance blind to a common shift, and the other one not?"""
    y = [score + shift for score in x]
    assert RangeDistance(Fraction).distance(x, y) == 0
    assert LInfDistance(Fraction).distance(x, y) == abs(shift)


@pytest.mark.parametrize("atom", [int, float, Fraction])
def test_a_distance_is_a_finite_nonnegative_number_of_the_metric(atom: AtomType) -> None:
    """Does each kind of bad distance get its own error?"""
    for good in (0, 3, HUGE, atom(2)):
        assert check_distance(good, atom) is good
    for stranger in (True, None, "1", 1j, np.float64(1), Five.FIVE):
        with pytest.raises(errors.DistanceNotNumber):
            check_distance(stranger, atom)
    for negative in (-1, atom(-1)):
        with pytest.raises(errors.DistanceNegative):
            check_distance(negative, atom)


def test_floats_that_are_no_distances() -> None:
    """Are NaN, infinities and -0.0 refused, and a float where the metric is exact?"""
    for value in (NAN, INF, -INF):
        with pytest.raises(errors.DistanceNotFinite):
            check_distance(value, float)
    with pytest.raises(errors.DistanceNegative):
        check_distance(-0.0, float)
    for atom in (int, Fraction):
        with pytest.raises(errors.DistanceNotNumber):
            check_distance(1.0, atom)
    with pytest.raises(errors.DistanceNotNumber):
        check_distance(Fraction(1), float)


def first_coin(x: object, draw: Draw) -> int:
    return draw.bit()


def measurement() -> Measurement[int]:
    space = VectorDomain(AtomDomain(float), 1), LInfDistance(float), MaxDivergence()
    return Measurement(*space, first_coin, lambda d_in: 2.0 * d_in, lambda: TapeDraw([1]))


def test_a_measurement_checks_before_it_runs() -> None:
    """Is nothing released for a stranger, and are given coins preferred to its own?"""
    assert measurement().invoke([1.0]) == 1
    assert measurement().invoke([1.0], TapeDraw([0])) == 0
    assert measurement().map(2.0) == 4.0
    untouched = TapeDraw([0])
    with pytest.raises(errors.WrongSize):
        measurement().invoke([1.0, 2.0], untouched)
    assert untouched.used == 0
    with pytest.raises(errors.DistanceNegative):
        measurement().map(-1.0)


OPTIMISED = """
import math
from fractions import Fraction
from spec import errors
from tests.spec.test_space import measurement
assert False, "this assertion is switched off"
for work, error in (
    (lambda m: m.invoke([math.nan]), errors.NanScore), (lambda m: m.invoke([True]), errors.WrongAtomType),
    (lambda m: m.invoke("a"), errors.NotAVector), (lambda m: m.invoke([]), errors.WrongSize),
    (lambda m: m.map(math.nan), errors.DistanceNotFinite), (lambda m: m.map(True), errors.DistanceNotNumber),
    (lambda m: m.map(-0.0), errors.DistanceNegative), (lambda m: m.map("1"), errors.DistanceNotNumber),
):
    try:
        work(measurement())
    except error:
        print(error.__name__)
"""


def test_validation_survives_optimisation() -> None:
    """Does `python -O`, which switches assertions and contracts off, leave every refusal in place?"""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-O", "-c", OPTIMISED]
    refused = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split()
    assert len(refused) == 8


def test_errors_are_equal_by_type_and_fields() -> None:
    """Can two runs be told to fail alike?"""
    kinds = [errors.WrongSize(1), errors.WrongSize(2), errors.NanScore(), errors.WrongAtomType("int")]
    assert all(a != b for a, b in product(kinds, kinds) if a is not b)
    assert all(a == b and hash(a) == hash(b) for a, b in pairwise([errors.WrongSize(3), errors.WrongSize(3)]))
    assert errors.NanScore() != "NanScore"
