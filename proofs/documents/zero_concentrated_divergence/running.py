"""`ZeroConcentratedDivergence` as printed and as it is sound, run on the corners of their parameters."""

import inspect
import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import get_type_hints

from impl.draws import TapeDraw
from impl.gumbel import GumbelRV, gumbel_top_k
from impl.noisy_top_k import TOP_K_MEASURES
from impl.published.vocabulary import f64, usize
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence as Sound
from proofs.documents.running import FLOATS, Signature, accepts
from spec.space import ZeroConcentratedDivergence as Space
from spec.top_k_measure import TopKMeasure


def privacy_map_types() -> Iterator[Signature]:
    """privacy_map, as transcribed."""
    yield Signature(ZeroConcentratedDivergence.privacy_map, {"d_in": f64, "scale": f64, "k": usize, "return": f64})


def scale_of_noise_is_checked(scale: float) -> bool:
    """The sound selection takes every finite scale ≥ 0, and neither NaN nor a negative one."""
    return accepts(lambda: Sound.noisy_top_k([], scale, 0, False, TapeDraw(()))) is (0 <= scale < math.inf)


def scores_are_checked(score: float) -> bool:
    """The sound selection takes every score but NaN."""
    return accepts(lambda: Sound.noisy_top_k([score], 1.0, 0, False, TapeDraw(()))) is not math.isnan(score)


def distance_is_checked(d_in: float) -> bool:
    """The sound map takes every positive distance, and neither NaN nor a negative number."""
    return d_in == 0 or accepts(lambda: Sound.privacy_map(d_in, 1e300)) is (0 < d_in < math.inf)


def scale_is_checked(scale: float) -> bool:
    """The sound map takes every positive scale, and neither NaN nor a negative one."""
    return scale == 0 or accepts(lambda: Sound.privacy_map(5e-324, scale)) is (0 < scale < math.inf)


def map_is_the_quotient(k: int) -> bool:
    """For k = 1 the printed map returns d_in/scale, rounded up."""
    numbers = [number for number in FLOATS if 0 < number < math.inf and number >= 1e-300]
    asked = [(d_in, scale) for d_in in numbers for scale in numbers if d_in / scale < math.inf]
    return all(
        ZeroConcentratedDivergence.privacy_map(f64(d_in), f64(scale), k) >= f64(d_in).inf_div(f64(scale))
        for d_in, scale in asked
    )


def sound_types() -> Iterator[type[TopKMeasure]]:
    """The measure that make_noisy_top_k runs."""
    yield TOP_K_MEASURES[Space]


def has_noisy_top_k(measure: type[TopKMeasure]) -> bool:
    """It defines noisy_top_k, with the types of the trait."""
    own = inspect.unwrap(measure.noisy_top_k)
    return "noisy_top_k" in vars(measure) and get_type_hints(own) == get_type_hints(
        inspect.unwrap(TopKMeasure.noisy_top_k)
    )


def contracts() -> Iterator[tuple[tuple[GumbelRV, ...], int]]:
    """Noises of one and of two scales, natural and negative k."""
    noises = tuple(GumbelRV(Fraction(0), Fraction(scale)) for scale in (1, 2))
    yield from product(((), noises[:1], noises), (-1, 0))


def is_enforced(asked: tuple[tuple[GumbelRV, ...], int]) -> bool:
    """gumbel_top_k takes noises of one scale and a natural k, and refuses all else."""
    noises, k = asked
    return accepts(lambda: gumbel_top_k(noises, k, TapeDraw(()))) is (len(noises) < 2 and k >= 0)
