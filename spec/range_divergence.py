"""`SelectionMeasure` for `RangeDivergence`: what its methods require and ensure beyond the trait.

Promised, to whoever selects with `RangeDivergence.noisy_top_k(x, scale, k, negate)` from scores x without NaN, on
independent fair coins:

law      the indices are drawn one after the other, each as the exponential mechanism would among what is left;
errors   no scores cause an error: the law leaves none any probability;
privacy  if two lists of scores, of this size if it is given, are within range distance d_in and
         `privacy_map(d_in, scale, k, size)` answers m, the losses ln(P(y)/P'(y)) of any two outputs differ by m at
         most, the float m, rounding included.
"""

import math
from fractions import Fraction
from typing import Any

from spec import errors, space
from spec.directed import BINARY64
from spec.draw import Draw
from spec.logic.claim import Claim, Kind
from spec.logic.promise import HasLaw, Keeps, NotAbout, Refusal
from spec.logic.release import Maker, Private, Tape
from spec.maps import ALMOST, exact_range_divergence, k_is_natural, scale_is_finite_and_nonnegative
from spec.measurement import Measurement
from spec.noisy_top_k import law_of_rounds_of_gumbel_noise
from spec.permute_and_flip import scale_is_nonnegative
from spec.space import AtomDomain, AtomType, RangeDistance, VectorDomain
from spec.top_k_measure import NOISY_TOP_K, d_in_is_finite, noise_is_as_asked_for
from spec.triple import Triple, triple_of


def result_is_not_below_all_rounds(d_in: float, scale: float, k: int, size: int | None, result: float) -> bool:
    """Result >= c·d_in/scale, where c = 2k - 1 if the size n is unknown, else k - 1 + min(k, n - k)."""
    return scale == 0 or result >= exact_range_divergence(Fraction(d_in), Fraction(scale), k, size)


def no_round_costs_nothing(scale: float, k: int, result: float) -> bool:
    """Result = 0 if k = 0 < scale."""
    return scale == 0 or k > 0 or result == 0


def no_noise_promises_nothing(scale: float, result: float) -> bool:
    """Result = inf if scale = 0, and nowhere else."""
    return (scale == 0) is math.isinf(result)


RANGE_RANDOM_VARIABLE = Triple(
    name="RangeDivergence.random_variable",
    cite=("range_divergence.postcondition.2",),
    requires=(scale_is_nonnegative,),
    ensures=(noise_is_as_asked_for,),
)
RANGE_TOP_K = Triple(
    name="RangeDivergence.noisy_top_k",
    cite=("range_divergence.proof.one_shot_is_peeling",),
    requires=NOISY_TOP_K.requires,
    ensures=NOISY_TOP_K.ensures,
    law=law_of_rounds_of_gumbel_noise,
)
RANGE_ROUNDS = Triple(
    name="RangeDivergence.privacy_map",
    cite=("range_divergence.postcondition.3",),
    requires=(d_in_is_finite, scale_is_finite_and_nonnegative, k_is_natural),
    ensures=(result_is_not_below_all_rounds, no_round_costs_nothing, no_noise_promises_nothing),
)


def d_in_is_negative(d_in: float) -> bool:
    """d_in < 0."""
    return d_in < 0


def loss_is_nearly_above_the_largest_float(d_in: float, scale: float, k: int) -> bool:
    """scale > 0 and max(2k - 1, 1)·max(d_in/scale, 1)·(1 + 2^-50) > the largest float."""
    if scale == 0:
        return False
    loss = max(2 * k - 1, 1) * max(Fraction(d_in) / Fraction(scale), Fraction(1))
    return loss * ALMOST > BINARY64.largest


def selection(code: Any, T: AtomType, scale: float, k: int, negate: bool, size: int | None) -> Measurement[list[int]]:
    """The methods of `code` as a measurement on vectors of T; distances are floats, as the map takes them."""
    if triple_of(code.noisy_top_k) != RANGE_TOP_K or triple_of(code.privacy_map) != RANGE_ROUNDS:
        raise NotAbout("the methods do not carry the triples of range divergence")

    def function(x: list[Any], draw: Draw) -> list[int]:
        released: list[int] = code.noisy_top_k(x, scale, k, negate, draw)
        return released

    def privacy_map(d_in: float) -> float:
        loss: float = code.privacy_map(d_in, scale, k, size)
        return loss

    domain, metric = VectorDomain(AtomDomain(T), size), RangeDistance(float)
    return Measurement(domain, metric, space.RangeDivergence(), function, privacy_map, lambda: Tape(()))


TOP_K_HAS_LAW = HasLaw("impl.range_divergence.RangeDivergence.noisy_top_k", RANGE_TOP_K)
MAP_KEEPS = Keeps(
    "impl.range_divergence.RangeDivergence.privacy_map",
    RANGE_ROUNDS,
    ("d_in", "scale", "k", "size"),
    (
        Refusal(errors.DistanceNegative, d_in_is_negative),
        Refusal(errors.Overflow, loss_is_nearly_above_the_largest_float, always=False),
    ),
)
MAKER = Maker(
    "impl.range_divergence.RangeDivergence",
    ("T", "scale", "k", "negate", "size"),
    space.RangeDivergence(),
    assemble=selection,
    where="invoke(x) is noisy_top_k(x, scale, k, negate), map(d_in) is privacy_map(d_in, scale, k, size), the domain "
    "holds all vectors of T without NaN, of this size if it is given, and the metric is the range distance",
)

LAW = Claim("RangeDivergence.law", Kind.CONTRACT, TOP_K_HAS_LAW)
MAP = Claim("RangeDivergence.map", Kind.CONTRACT, MAP_KEEPS)
PRIVACY = Claim("RangeDivergence.privacy", Kind.PRIVACY, Private(MAKER))
