"""The discrete Gaussian mechanism under zero-concentrated divergence: a normaliser without a closed form is summed.

The weights of all z beyond 15 sigma add up to less than 2^-150, for every sigma up to 2^10. What is summed lacks less
than the 2^-100 that is added: so the probabilities add up to no more than 1, and lack less than 2^-100.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from math import ceil, inf, nan

from proofs.conform.contract import Contract
from spec.space import ZeroConcentratedDivergence
from spec.weights import ExpRatio, exp_minus


def weight(z: int, sigma: Fraction) -> ExpRatio:
    """e^(-z^2/(2 sigma^2))."""
    return exp_minus(z * z / (2 * sigma * sigma))


def law(x: int, sigma: Fraction) -> Iterator[tuple[int, ExpRatio]]:
    """P(x + z) ~ e^(-z^2/(2 sigma^2)), likely ones first."""
    reach = ceil(15 * sigma)
    total = sum((weight(z, sigma) for z in range(-reach, reach + 1)), start=exp_minus(0) * Fraction(1, 2**100))
    for size in count():
        for z in {size, -size}:
            yield x + z, weight(z, sigma) / total


DISCRETE_GAUSSIAN = Contract(
    name="make_discrete_gaussian",
    valid=[{"sigma": 1.0}, {"sigma": 2.5}, {"sigma": 0.5}],
    refused=[{"sigma": -1.0}, {"sigma": nan}, {"sigma": inf}],
    inputs=(0, 1, -3, 2),
    metric=lambda x, y: abs(x - y),
    distances=(1, 2),
    measure=ZeroConcentratedDivergence(),
    output=int,
    law=law,
    map=lambda d_in, sigma: d_in**2 / (2 * sigma**2),
    scaled_by="sigma",
)
