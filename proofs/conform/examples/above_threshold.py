"""Above threshold: the first index whose noisy count reaches a noisy threshold, or None; a coin program."""

from fractions import Fraction
from math import nan

from proofs.conform.contract import Contract
from proofs.conform.examples.noisy_max_laplace import noise
from spec.draw import Draw, sampler
from spec.space import LInfDistance, MaxDivergence


@sampler
def reaches(gap: int, scale: Fraction, draw: Draw) -> bool:
    """Whether the noise is not below the gap; only these two answers are followed any further."""
    return noise(scale, draw) >= gap


def program(x: tuple[int, ...], scale: Fraction, threshold: int, draw: Draw) -> int | None:
    """Noise once for the threshold, and twice as large for every count."""
    level = threshold + noise(scale, draw)
    return next((index for index, count in enumerate(x) if reaches(level - count, 2 * scale, draw)), None)


ABOVE_THRESHOLD = Contract(
    name="make_above_threshold",
    valid=[{"scale": 1.0, "threshold": 1}, {"scale": 2.0, "threshold": 0}],
    refused=[{"scale": -1.0}, {"scale": nan}],
    inputs=((0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0), (2, 1, 0)),
    metric=LInfDistance(int),
    distances=(1,),
    measure=MaxDivergence(),
    output=lambda y: y is None or type(y) is int,
    program=program,
    map=lambda d_in, scale: 2 * d_in / scale,
    scaled_by="scale",
)
