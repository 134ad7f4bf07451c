"""What the running code does: the published constructor, its map and its law, the sound mechanism, the metrics."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.draws import TapeDraw
from impl.maps import to_range_distance
from impl.published import report_noisy_max_gumbel as published
from impl.published.vocabulary import AtomDomain, Measurement, RangeDistance, VectorDomain, f64
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.documents.witness import COINS, Raised, annotations, outcome, published_source, softmax
from proofs.engine.enclosure import compare
from proofs.mechanisms.maps import up
from spec import errors, space

SLUG = "report_noisy_max_gumbel"
LARGEST = math.nextafter(math.inf, 0)
SCORES = (0.0, -1.0, 1e300, 5e-324, LARGEST, math.inf, -math.inf)
TYPES: tuple[type[int] | type[float] | type[Fraction], ...] = (int, float, Fraction)


def built(scale: float, monotonic: bool = False, nan: bool = False) -> Measurement:
    """The published mechanism."""
    domain, metric = VectorDomain(AtomDomain(float, nan)), RangeDistance(float, monotonic)
    return published.make_report_noisy_max_gumbel(domain, metric, f64(scale), "max")


def releases_an_index(scores: tuple[float, ...]) -> bool:
    """The sound mechanism answers with an index, whichever member it is given, maximising and minimising."""
    domain = space.VectorDomain(space.AtomDomain(float), len(scores))
    for optimize in ("max", "min"):
        mechanism = make_report_noisy_max_gumbel(domain, space.LInfDistance(float), 1.0, optimize)
        if mechanism.invoke(list(scores), TapeDraw(COINS)) not in range(len(scores)):
            return False
    return True


def accepts_exactly_the_nonnegative(scale: float) -> bool:
    """The published constructor refuses the scale exactly if it is negative."""
    return isinstance(outcome(built, scale), Raised) is (scale < 0)


def is_a_number(kind: type[int] | type[float] | type[Fraction]) -> bool:
    """A type of scores has members that compare, add and turn into exact fractions; no other type is accepted."""
    values = [kind(0), kind(1), kind(2) ** 70]
    exact = all(Fraction(value) == value for value in values) and values[0] + values[1] == values[1] < values[2]
    return exact and space.AtomDomain(kind).member(values[1]) and _refuses_text()


def _refuses_text() -> bool:
    try:
        space.AtomDomain(str)  # type: ignore[arg-type]
    except errors.UnknownAtomType:
        return True
    return False


def distances() -> Iterator[int | float | Fraction]:
    """Distances of every type of scores, large and small."""
    yield from (0, 1, 2**53 + 1)
    yield from (0.1, 5e-324, LARGEST)
    yield from (Fraction(1, 3), Fraction(1, 10**400))


def is_a_distance(distance: int | float | Fraction) -> bool:
    """An f64 made from a score's distance is an exact fraction that is not below it."""
    return Fraction(f64.inf_cast(distance)) >= distance


class Asked(NamedTuple):
    """What the published map is asked."""

    d_in: float
    scale: float
    monotonic: bool


def questions() -> Iterator[Asked]:
    """Distances and scales at which rounding shows."""
    numbers = (1.0, 0.1, 3.0, 1e-300, 5e-324, 1e300)
    return (Asked(*asked) for asked in product(numbers, numbers, (False, True)))


def is_the_bound(asked: Asked) -> bool:
    """The published map is (d_in or twice that)/scale, rounded up; an error if that is beyond all floats."""
    found = outcome(built(asked.scale, asked.monotonic).privacy_map, asked.d_in)
    try:
        d_range = up(Fraction(asked.d_in) * (1 if asked.monotonic else 2))
        return found == up(Fraction(d_range) / Fraction(asked.scale))
    except OverflowError:
        return found == Raised("Overflow")


def doubles_unless_monotonic(monotonic: bool) -> bool:
    """The metric has a boolean, and the conversion to a range distance follows it."""
    metric = space.LInfDistance(float, monotonic)
    return metric.monotonic is monotonic and to_range_distance(3.0, metric.monotonic) == (3.0 if monotonic else 6.0)


def is_possible(pair: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """The pair is 1-close under LInfDistance, and privacy_map(1) is a finite d_out."""
    return space.LInfDistance(int).close(*pair, 1) and built(1.0).privacy_map(1.0) == 2.0


def law_does_not_depend_on_the_sign(sign: int) -> bool:
    """P(function(x) = i) is that of argmax_k (x_k/τ - ln(-ln U_k)), for x = (0, 1) and τ = 1."""
    return softmax((0, sign)) == softmax((0, 1))


def metric_is_linf(parameter: str) -> bool:
    """The listing asks for the infinity distance."""
    return annotations(published_source(SLUG))[parameter].startswith("LInfDistance")


def has_no_finite_loss(scale: float) -> bool:
    """The published map raises at this scale, and the sound one is infinite."""
    domain = space.VectorDomain(space.AtomDomain(float), 2)
    sound = make_report_noisy_max_gumbel(domain, space.LInfDistance(float), scale, "max").map(1.0)
    return isinstance(outcome(built(scale).privacy_map, 1.0), Raised) and sound == math.inf


def prefers_the_greatest(sign: int) -> bool:
    """With scores (0, 1) and τ = 1, the index of the greatest is the likelier one."""
    p = softmax((0, sign))
    return compare(p[1], p[0]) > 0
