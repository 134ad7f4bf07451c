"""The listing of `make_noisy_top_k` and the sound constructor, run on every corner of their parameters."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeVar

from impl.draws import TapeDraw
from impl.noisy_top_k import TOP_K_MEASURES
from impl.noisy_top_k import make_noisy_top_k as sound
from impl.published import noisy_top_k as listing
from impl.published.vocabulary import (
    LInfDistance,
    MaxDivergence,
    Measurement,
    MethodDomain,
    Number,
    Refused,
    TopKMeasureAsCalled,
    VectorDomain,
    f64,
    i32,
)
from proofs.documents.running import accepts
from proofs.engine.checkers.laws import side_by_side
from proofs.engine.enclosure import sign
from proofs.engine.law import by_contract
from proofs.mechanisms.noisy_top_k.max_divergence import neighbours
from spec import space
from spec.errors import EntropyExhausted, Overflow
from spec.logic.release import Neighbours
from spec.maps import scale_is_finite_and_nonnegative
from spec.measurement import Measurement as SoundMeasurement
from spec.top_k_measure import TopKMeasure
from spec.weights import ZERO, exp_minus

NUMBERS = (0.0, -0.0, 5e-324, 0.1, 1.0, -1.0, 3.0, 1e300, math.inf, -math.inf, math.nan)


class Settings(NamedTuple):
    """What the constructor is given; `nan` tells whether the domain holds NaN."""

    scale: float
    k: int
    monotonic: bool
    nan: bool = False

    def printed(self) -> Measurement:
        """What the listing returns."""
        domain, metric = VectorDomain(MethodDomain(f64, self.nan)), LInfDistance(f64, self.monotonic)
        return listing.make_noisy_top_k(domain, metric, MaxDivergence(), self.k, f64(self.scale), False)

    def sound(self, measure: space.Measure) -> SoundMeasurement[list[int]]:
        """What the sound constructor returns."""
        domain = space.VectorDomain(space.AtomDomain(float, self.nan))
        return sound(domain, space.LInfDistance(float, self.monotonic), measure, self.k, self.scale, False)


def settings() -> Iterator[Settings]:
    """Every corner of binary64 as a scale, k up to 3, monotonic or not, with and without NaN."""
    return (Settings(*chosen) for chosen in product(NUMBERS, range(4), (False, True), (False, True)))


def positive_settings() -> Iterator[Settings]:
    """The settings that lines 9 and 16 let through, but for scale 0."""
    return (chosen for chosen in settings() if 0 < chosen.scale < math.inf and not chosen.nan)


def lets_through_what_selection_requires(chosen: Settings) -> bool:
    """Lines 9 and 16 refuse a domain with NaN and a scale that is not finite and nonnegative, and nothing else."""
    try:
        chosen.printed()
    except Refused:
        return chosen.nan or not scale_is_finite_and_nonnegative(chosen.scale) or math.copysign(1, chosen.scale) < 0
    return not chosen.nan and scale_is_finite_and_nonnegative(chosen.scale)


def owes_nothing(chosen: Settings) -> bool:
    """Under either measure: a designed error, or a measurement that releases from any member."""
    measures = (space.MaxDivergence(), space.ZeroConcentratedDivergence())
    return all(_refused_or_released(chosen, measure) for measure in measures)


def _refused_or_released(chosen: Settings, measure: space.Measure) -> bool:
    if not accepts(lambda: chosen.sound(measure)):
        return chosen.nan or not scale_is_finite_and_nonnegative(chosen.scale) or math.copysign(1, chosen.scale) < 0
    try:
        released = chosen.sound(measure).invoke([0.0, math.inf, 3.0], TapeDraw((0, 1, 1, 0, 1, 0, 0, 1) * 64))
    except EntropyExhausted:
        return False
    return len(released) == chosen.k


def no_distance_costs_nothing(chosen: Settings) -> bool:
    """Line 29: at d_in = 0 the printed map returns 0, whatever the scale."""
    return not _is_built(chosen) or chosen.printed().privacy_map(f64(0.0)) == 0


def no_noise_costs_all(chosen: Settings) -> bool:
    """Line 32: at scale 0 and d_in > 0 it returns infinity, which bounds every loss."""
    return not (_is_built(chosen) and chosen.scale == 0) or all(
        chosen.printed().privacy_map(f64(d_in)) == math.inf for d_in in (5e-324, 1.0, 1e300)
    )


def _is_built(chosen: Settings) -> bool:
    return not chosen.nan and math.copysign(1, chosen.scale) > 0 and math.isfinite(chosen.scale)


def map_is_k_rounds(chosen: Settings) -> bool:
    """The printed map is at least k·d/scale, d being d_in or twice that; an overflow is an error."""
    return all(_covers(chosen, d_in) for d_in in (5e-324, 0.1, 1.0, 3.0))


def _covers(chosen: Settings, d_in: float) -> bool:
    try:
        d_out = chosen.printed().privacy_map(f64(d_in))
    except Overflow:
        return True
    d = Fraction(d_in) * (1 if chosen.monotonic else 2)
    return Fraction(d_out) >= chosen.k * d / Fraction(chosen.scale)


def printed_is_private(pair: Neighbours) -> bool:
    """P(y) ≤ e^map(1)·P'(y) for the law of the listing, with the permute-and-flip that it calls."""
    mechanism = _settings(pair).printed()
    grows = exp_minus(-Fraction(mechanism.privacy_map(f64(1.0))))
    law, nearby = (
        by_contract(mechanism.function, [float(score) for score in scores]) for scores in (pair.x, pair.x_prime)
    )
    return all(sign(p - grows * q) <= 0 for _, p, q in side_by_side(law, nearby, ZERO))


def a_few_neighbours() -> Iterator[Neighbours]:
    """Neighbours whose scores are not negated."""
    return (pair for pair in neighbours() if not pair.parameters[-1] and len(pair.x) == 2)


def _settings(pair: Neighbours) -> Settings:
    """The parameters that the listing and the sound constructor share."""
    _, metric, _, k, scale, _ = pair.parameters
    assert isinstance(metric, space.LInfDistance)
    assert isinstance(k, int)
    assert isinstance(scale, float)
    return Settings(scale, k, metric.monotonic)


def runs_dry_and_equal_scores_do_not(scores: tuple[float, ...]) -> bool:
    """On the tape of one coin, 0, these scores run out of entropy, and as many equal ones do not."""
    return _runs_dry(scores) and not _runs_dry((0.0,) * len(scores))


def _runs_dry(scores: tuple[float, ...]) -> bool:
    """The sound mechanism runs out of entropy on a tape of the one coin 0."""
    try:
        Settings(1.0, 1, False).sound(space.MaxDivergence()).invoke(list(scores), TapeDraw((0,)))
    except EntropyExhausted:
        return True
    return False


def distance_is_refused(d_in: float) -> bool:
    """The sound map takes exactly the finite d_in ≥ 0 without a minus sign."""
    mechanism = Settings(1e300, 1, False).sound(space.MaxDivergence())
    return accepts(lambda: mechanism.map(d_in)) is (0 <= d_in < math.inf and math.copysign(1, d_in) > 0)


def bounds(_: object) -> bool:
    """The type variables of the transcription are bounded by the traits; the sound measures implement the trait."""
    mo, tia = listing.MO, listing.TIA
    assert isinstance(mo, TypeVar)
    assert isinstance(tia, TypeVar)
    traits = mo.__bound__ is TopKMeasureAsCalled and tia.__bound__ is Number
    return traits and all(issubclass(measure, TopKMeasure) for measure in TOP_K_MEASURES.values())


def numbers(_: object) -> bool:
    """The types of scores have what the listing asks of a Number."""
    return all(hasattr(number, name) for number in (f64, i32) for name in ("inf_add", "as_integer_ratio"))
