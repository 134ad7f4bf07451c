"""`RangeDivergence` as printed and as it is sound, run on the corners of their parameters."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.published.range_divergence import RangeDivergence
from impl.published.vocabulary import FBig, GumbelRV, f64, usize
from impl.range_divergence import RangeDivergence as Sound
from proofs.documents.running import Signature, accepts
from proofs.engine.enclosure import compare
from spec.gumbel import InverseCDF, law_of_gumbel_top_k
from spec.space import RangeDistance
from spec.weights import ExpRatio, exp_minus

Measure = type[RangeDivergence] | type[Sound]


def measures() -> Iterator[Measure]:
    """The listing as printed, and the sound one."""
    yield from (RangeDivergence, Sound)


def noise_is_gumbel(measure: Measure) -> bool:
    """RV is GumbelRV, one class for all calls, and an InverseCDF."""
    return measure.RV is GumbelRV and issubclass(measure.RV, InverseCDF)


def random_variable_types() -> Iterator[Signature]:
    """random_variable, as transcribed."""
    yield Signature(RangeDivergence.random_variable, {"shift": FBig, "scale": FBig, "return": GumbelRV})


def privacy_map_types() -> Iterator[Signature]:
    """privacy_map, as transcribed."""
    yield Signature(RangeDivergence.privacy_map, {"d_in": f64, "scale": f64, "k": usize, "return": f64})


def is_never_null(number: float) -> bool:
    """Whatever becomes an FBig is a finite number, equal to itself."""
    try:
        exact = FBig(number)
    except (OverflowError, ValueError):
        return not math.isfinite(number)
    return exact == exact == number


def scale_of_noise_is_checked(scale: float) -> bool:
    """Noise of every positive scale can be asked for, and of no negative one."""
    if not math.isfinite(scale) or scale == 0:
        return True
    return accepts(lambda: Sound.random_variable(Fraction(0), Fraction(scale))) is (scale > 0)


def distance_is_checked(d_in: float) -> bool:
    """The map takes every distance, and neither NaN nor a negative number."""
    return accepts(lambda: Sound.privacy_map(d_in, 1e300, 1)) is (0 <= d_in < math.inf)


def scale_is_checked(scale: float) -> bool:
    """The map takes every finite scale that is not negative, and neither NaN nor a negative one."""
    return accepts(lambda: Sound.privacy_map(0.0, scale, 1)) is (0 <= scale < math.inf)


def noises() -> Iterator[tuple[Fraction, Fraction]]:
    """Shifts and positive scales of every size."""
    numbers = (Fraction(0), Fraction(5e-324), Fraction(1), Fraction(1, 3), Fraction(1e300))
    yield from product((*numbers, *(-number for number in numbers)), numbers[1:])


def is_valid(noise: tuple[Fraction, Fraction]) -> bool:
    """random_variable returns a GumbelRV of the shift and the scale that it was given."""
    shift, scale = noise
    found = [measure.random_variable(shift, scale) for measure in measures()]
    return all(type(rv) is GumbelRV and (rv.shift, rv.scale) == (shift, scale) for rv in found)


class Pair(NamedTuple):
    """Two score vectors and the number of indices released."""

    x: tuple[int, ...]
    other: tuple[int, ...]
    k: int


def pairs() -> Iterator[Pair]:
    """Up to four equal scores, of which the first few are raised by 1: fewest scores first."""
    for n in range(1, 5):
        for raised in range(n + 1):
            yield from (Pair((1,) * raised + (0,) * (n - raised), (0,) * n, k) for k in range(1, n + 1))


def map_bounds_the_range(pair: Pair) -> bool:
    """The losses of no two outcomes differ by more than the printed map says, at scale 1."""
    d_in = f64(RangeDistance(int).distance(pair.x, pair.other))
    bound = exp_minus(-Fraction(RangeDivergence.privacy_map(d_in, f64(1.0), pair.k)))
    laws = [_law(scores, pair.k) for scores in (pair.x, pair.other)]
    ratios = [laws[0][order] / laws[1][order] for order in laws[0]]
    return all(compare(p, bound * q) <= 0 for p in ratios for q in ratios)


def _law(scores: tuple[int, ...], k: int) -> dict[object, ExpRatio]:
    return dict(law_of_gumbel_top_k([RangeDivergence.random_variable(FBig(s), FBig(1)) for s in scores], k))
