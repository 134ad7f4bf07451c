"""A mechanism with half the loss that it has in its map."""

from dataclasses import replace

from impl import noisy_top_k
from spec.measurement import Measurement
from spec.space import LInfDistance, Measure, VectorDomain


def make_noisy_top_k(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> Measurement[list[int]]:
    sound = noisy_top_k.make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, negate)
    return replace(sound, privacy_map=lambda d_in: sound.privacy_map(d_in) / 2)
