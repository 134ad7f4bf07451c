"""The discrete Laplace mechanism: an integer, and two-sided geometric noise. Its law never ends."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from math import inf, nan

from proofs.conform.contract import Contract
from spec.space import MaxDivergence
from spec.weights import ONE, ExpRatio, exp_minus


def law(x: int, scale: Fraction) -> Iterator[tuple[int, ExpRatio]]:
    """P(x + z) = (1 - e^(-1/scale)) / (1 + e^(-1/scale)) * e^(-|z|/scale), likely ones first."""
    ratio = exp_minus(1 / scale)
    centre = (ONE - ratio) / (ONE + ratio)
    yield x, centre
    for z in count(1):
        weight = centre * exp_minus(z / scale)
        yield x + z, weight
        yield x - z, weight


DISCRETE_LAPLACE = Contract(
    name="make_discrete_laplace",
    valid=[{"scale": 1.0}, {"scale": 2.0}, {"scale": 0.5}, {"scale": 3.7}],
    refused=[{"scale": -1.0}, {"scale": nan}, {"scale": inf}],
    inputs=(0, 1, -2, 10),
    metric=lambda x, y: abs(x - y),
    distances=(1, 2, 3),
    measure=MaxDivergence(),
    output=int,
    law=law,
    map=lambda d_in, scale: d_in / scale,
    scaled_by="scale",
)
