"""Report noisy max: the index of the greatest of integer counts with discrete Laplace noise, the first of equal ones.

The law is that of a coin program, which calls the samplers that are proved here.
"""

from fractions import Fraction
from math import nan

from impl.samplers import sample_bernoulli_exp, sample_bernoulli_rational
from proofs.conform.contract import Contract
from spec.draw import Draw, retry, sampler
from spec.space import LInfDistance, MaxDivergence


def attempt(scale: Fraction, draw: Draw) -> int | None:
    """One attempt at the noise: a sign and a geometric size, of which minus zero does not count."""
    negative = sample_bernoulli_rational(Fraction(1, 2), draw)
    size = 0
    while sample_bernoulli_exp(1 / scale, draw):
        size += 1
    return None if negative and size == 0 else -size if negative else size


@sampler
def noise(scale: Fraction, draw: Draw) -> int:
    """Two-sided geometric noise."""
    return retry(attempt, scale, draw)


def program(x: tuple[int, ...], scale: Fraction, draw: Draw) -> int:
    """The index of the greatest noisy count."""
    noisy = [count + noise(scale, draw) for count in x]
    return noisy.index(max(noisy))


NOISY_MAX_LAPLACE = Contract(
    name="make_noisy_max_laplace",
    valid=[{"scale": 1.0}, {"scale": 0.5}],
    refused=[{"scale": -1.0}, {"scale": nan}],
    inputs=((0, 0), (0, 1), (1, 0), (1, 2)),
    metric=LInfDistance(int),
    distances=(1, 2),
    measure=MaxDivergence(),
    output=int,
    program=program,
    map=lambda d_in, scale: 2 * d_in / scale,
    scaled_by="scale",
)
