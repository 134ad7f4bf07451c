"""The exact range: is it what an exact search finds, for every k of up to five candidates, and no more?"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from proofs.theory.composition import Race, spread
from spec.maps import exact_range_divergence

HEAVY = 10**6
"""How much heavier some candidates are than others: the range is approached as this grows."""


def races(n: int, k: int) -> Iterator[Race]:
    """Every way to make some of n candidates heavy, and to double the weights of some, but not of all or none."""
    for nearby in combinations_with_replacement((1, HEAVY), n):
        for factors in product((1, 2), repeat=n):
            if len({*factors}) > 1:
                yield Race(tuple(weight * factor for weight, factor in zip(nearby, factors, strict=True)), nearby, k)


@pytest.mark.untraced
@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(2, 6) for k in range(1, n + 1)])
def test_the_range_is_exact(n: int, k: int) -> None:
    """With e^η = 2, is the greatest spread that is found nearly 2^(k - 1 + min(k, n - k)), and never more?"""
    bound = Fraction(2) ** (k - 1 + min(k, n - k))
    found = max(map(spread, races(n, k)))
    assert bound * (1 - Fraction(10, HEAVY)) < found <= bound
    assert 2 ** exact_range_divergence(Fraction(1), Fraction(1), k, n) == bound


@pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 2), (3, 3), (4, 3), (5, 3)])
def test_twice_k_less_one_is_not_exact_among_fewer(n: int, k: int) -> None:
    """Among fewer than 2k candidates, is (2k - 1)·η more than is needed, and (n - 1)·η what the map charges?"""
    eta = Fraction(1, 3)
    assert exact_range_divergence(eta, Fraction(1), k, n) == (n - 1) * eta < (2 * k - 1) * eta
    assert exact_range_divergence(eta, Fraction(1), k) == (2 * k - 1) * eta
    assert exact_range_divergence(eta, Fraction(1), k, 2 * k) == (2 * k - 1) * eta
