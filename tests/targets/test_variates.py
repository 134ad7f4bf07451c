"""Do numbers that are made by inversion have their law, out to the end of their tails?"""

from math import erfc, log, log1p, sqrt

import pytest

from proofs.targets.worker.variates import CELLS, exponential, normal


def test_quantiles_are_those_of_the_law() -> None:
    """Is the number in each cell the quantile of the cell's middle, and are normal numbers symmetric?"""
    assert exponential(CELLS // 2) == pytest.approx(0.6931471805599453, rel=1e-15)
    assert normal(CELLS // 2) == 0
    for part in (3, 7, 1000, 10**9, 2**60, 2**90):
        cell = CELLS // part
        assert normal(cell) == -normal(CELLS - 1 - cell)
        assert erfc(-normal(cell) / sqrt(2)) / 2 == pytest.approx(1 / part, rel=1e-9)
        assert exponential(cell) == pytest.approx(-log1p(-1 / part), rel=1e-12)
        assert exponential(CELLS - 1 - cell) == pytest.approx(log(part), rel=1e-12)


def test_no_tail_ends_where_anybody_looks() -> None:
    """Do numbers rise with their cell, from nearly nothing to 88 and from -13 to 13?"""
    places = [0, 1, CELLS // 2**70, CELLS // 3, CELLS // 2, CELLS - CELLS // 2**70, CELLS - 2, CELLS - 1]
    for invert in (exponential, normal):
        numbers = [invert(place) for place in places]
        assert numbers == sorted(set(numbers))
    assert exponential(CELLS - 1) > 88
    assert exponential(0) < 2**-127
    assert normal(CELLS - 1) > 13
