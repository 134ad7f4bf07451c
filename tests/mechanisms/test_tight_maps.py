"""Do the tight maps return the least float not below what is proved, and does nothing else pass for them?"""

import inspect
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.tight_maps import (
    concentrated_loss,
)
from spec import errors
from spec.measurement import Measurement
from spec.space import (
    Atom,
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.tight_maps import (
    rounds_with_a_choice,
)

MAX, ZCDP, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
SPACE = VectorDomain(AtomDomain(float)), LInfDistance(float, monotonic=True)


def release(measure: Measure, k: int = 1, scale: float = 1.0, size: int | None = None) -> Measurement[list[int]]:
    return make_noisy_top_k(VectorDomain(AtomDomain(float), size), SPACE[1], measure, k, scale, False)


@pytest.mark.parametrize(
    ("noise", "d_in", "k", "measure", "d_out"),
    [
        (ZCDP, 1.0, 1, None, 0.12330156148224454),
        (ZCDP, 4.0, 1, None, 1.6698496335093191),
        (ZCDP, 8.0, 1, None, 4.922907541018818),
        (ZCDP, 1.0, 3, ZCDP, 0.36990468444673363),
        (ZCDP, 1.0, 3, MAX, 3.0),
        (ZCDP, 1.0, 3, RANGE, 5.0),
        (MAX, 1.0, 3, None, 3.0),
        (MAX, 1.0, 1, ZCDP, 0.33341211347403893),
        (MAX, 4.0, 2, ZCDP, 5.2223311349691794),
        (ZCDP, 1e-10, 1, None, 1.2500000000000001e-21),
        (ZCDP, 1e5, 1, None, 99987.48707453503),
        (ZCDP, 5e-324, 1, None, 5e-324),
    ],
)
def test_values_that_must_come_out(noise: Measure, d_in: float, k: int, measure: Measure | None, d_out: float) -> None:
    """Is the tight loss at scale 1 the known one, bit for bit?"""
    assert release(noise, k).tight_map(d_in, measure) == d_out


def test_edges() -> None:
    """Does nothing cost 0, no noise infinity, and too much the same error that the classical map raises?"""
    for noise in (MAX, ZCDP):
        for measure in (MAX, ZCDP):
            assert release(noise, 2, 0.0).tight_map(0.0, measure).hex() == "0x0.0p+0"
            assert release(noise, 0, 0.0).tight_map(1.0, measure).hex() == "0x0.0p+0"
            assert release(noise, 2, 0.0).tight_map(5e-324, measure) == math.inf
            assert release(noise, 1, 0.0, size=1).tight_map(1.0, measure) == 0.0
            for d_in, scale, k in ((1.7e308, 1e-10, 1), (1.7e308, 1.0, 2)):
                with pytest.raises(errors.Overflow):
                    release(noise, k, scale).map(d_in)
                with pytest.raises(errors.Overflow):
                    release(noise, k, scale).tight_map(d_in, measure)


@pytest.mark.parametrize("d_in", [-1.0, -0.0, math.nan, math.inf, "1", Fraction(1), True, None])
def test_distances_are_checked_as_by_the_map(d_in: object) -> None:
    """Does the tight map refuse what the map refuses, by the same error?"""
    found = []
    for ask in (release(MAX).map, release(MAX).tight_map):
        with pytest.raises(errors.DistanceError) as refused:
            ask(d_in)
        found.append(refused.value)
    assert found[0] == found[1]


def test_other_measures() -> None:
    """Is a measure refused of which nothing is proved, and a mechanism without a tight map left with its own?"""
    with pytest.raises(errors.NotASpace, match="measure is not one"):
        release(MAX).tight_map(1.0, RANGE)
    plain = make_inverse_transform(VectorDomain(AtomDomain(float), 3), SPACE[1], 3.0)
    plain = replace(plain, tight_privacy_map=None)
    assert plain.tight_map(1.0) == plain.tight_map(1.0, MAX) == plain.map(1.0)
    with pytest.raises(errors.NotASpace):
        plain.tight_map(1.0, ZCDP)


def test_no_float_between_distance_and_loss() -> None:
    """Is an exact distance taken exactly, where the classical map rounds its double up?"""
    third = make_noisy_top_k(VectorDomain(AtomDomain(Fraction)), LInfDistance(Fraction), ZCDP, 1, 3.0, False)
    assert third.tight_map(Fraction(1, 7)) == inspect.unwrap(concentrated_loss)(Fraction(2, 21), 1)
    top = release(MAX, 3, 3.0)
    assert top.tight_map(1.0) == 1.0 < top.map(1.0)


def test_last_candidate_is_free() -> None:
    """Is a round not counted that has one candidate left, where the number of candidates is known?"""
    assert [rounds_with_a_choice(3, size) for size in (None, 3, 4, 9)] == [3, 2, 3, 3]
    assert [rounds_with_a_choice(0, size) for size in (None, 0, 1)] == [0, 0, 0]
    assert release(MAX, 3, size=3).tight_map(1.0) == 2.0 < release(MAX, 3, size=3).map(1.0)


def test_exact_distances() -> None:
    """Are integers and fractions beyond the floats mapped, as long as the loss is a float?"""
    distance: Atom = 2**1030
    wide = make_noisy_top_k(VectorDomain(AtomDomain(int)), LInfDistance(int, True), ZCDP, 1, 2.0**1000, False)
    assert 2.0**30 - 30 < wide.tight_map(distance) < 2.0**30
    with pytest.raises(errors.Overflow):
        wide.map(distance)
