"""What the page shows in pictures: exact laws on two neighbouring score vectors, and losses against the maps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from impl.registry import MECHANISMS, Mechanism, Setting, measure_name
from proofs.engine.divergence import Bounds, divergence, pair
from proofs.engine.enclosure import Weight, as_ratio, enclose
from proofs.engine.law import by_contract
from proofs.worst.maps import BY_RANGE, MAPS, Map, Question
from proofs.worst.search import Effort
from proofs.worst.subject import Metric, is_monotonic

X, X_PRIME = (Fraction(2), Fraction(1), Fraction(0)), (Fraction(1), Fraction(2), Fraction(0))
"""Neighbours at distance 1, whose scores move in opposite directions."""
DISTANCE = Fraction(1)
SCALE = 2.0
DISTANCES = tuple(map(Fraction, (1, 2, 3, 4)))
INDICES = (1, 2, 3)
SCORES = 4
_EFFORT = Effort(laws=240, confirmed=1, shrinking=0)
_BITS = 128
_DIGITS = 6


@dataclass(frozen=True)
class Outcome:
    """An output with its probabilities on both vectors: exactly, and in decimals."""

    output: str
    exactly: tuple[str, str]
    decimals: tuple[str, str]
    shares: tuple[float, float]


@dataclass(frozen=True)
class Laws:
    """The laws of a mechanism on both vectors, how far apart they are, and what the map allows."""

    mechanism: str
    measure: str
    outcomes: tuple[Outcome, ...]
    apart: float
    allowed: float
    command: str


@dataclass(frozen=True)
class Series:
    """What a map says, or what is achieved, at each point of an axis."""

    kind: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Plot:
    """All maps of a mechanism under a measure against what is achieved, over d_in or over k."""

    mechanism: str
    measure: str
    moves: str
    axis: str
    points: tuple[Fraction, ...]
    series: tuple[Series, ...]
    exceeded: tuple[str, ...]


@cache
def laws() -> tuple[Laws, ...]:
    """One pair of laws a mechanism."""
    return tuple(_laws(mechanism) for mechanism in MECHANISMS.values())


def _laws(mechanism: Mechanism) -> Laws:
    k = 2 if mechanism.indices else 1
    made = mechanism.make(Setting(k=k, measure=mechanism.measures[0], T=Fraction, size=len(X)))
    on_x, on_x_prime = (by_contract(made.invoke, list(x)) for x in (X, X_PRIME))
    masses = pair(on_x, on_x_prime)
    apart = divergence(made.output_measure, masses)
    outcomes = [_outcome(str(mass.outcome), mass.p, mass.q) for mass in masses.masses]
    d_in = DISTANCE if "monotonic" in mechanism.varies else 2 * DISTANCE
    scores = ",".join(map(str, X))
    return Laws(
        mechanism.name,
        type(made.output_measure).__name__,
        tuple(sorted(outcomes, key=lambda outcome: -outcome.shares[0])),
        float(apart.bounds.lower),
        made.map(d_in),
        f"noisymax law {mechanism.name} --scores {scores} --scale 1{' -k 2' if mechanism.indices else ''}",
    )


def _outcome(output: str, p: Weight, q: Weight) -> Outcome:
    on_x, on_x_prime = enclose(p, _BITS), enclose(q, _BITS)
    decimals = on_x.str(_DIGITS, radius=False), on_x_prime.str(_DIGITS, radius=False)
    return Outcome(
        output, (repr(as_ratio(p)), repr(as_ratio(q))), decimals, (float(on_x.mid()), float(on_x_prime.mid()))
    )


@cache
def plots() -> tuple[Plot, ...]:
    """Every mechanism and measure, over d_in with one index, and over k at distance 1 where there may be several."""
    return tuple(plot for maps in _families() for plot in _plots(maps))


def _families() -> Iterator[tuple[Map, ...]]:
    """The maps of one mechanism under one measure."""
    keys = dict.fromkeys((known.mechanism, known.measure) for known in MAPS)
    for mechanism, measure in keys:
        yield tuple(known for known in MAPS if (known.mechanism, known.measure) == (mechanism, measure))


def _plots(maps: Sequence[Map]) -> Iterator[Plot]:
    for metric in dict.fromkeys(metric for known in maps for metric in known.metrics if not is_monotonic(metric)):
        here = [known for known in maps if metric in known.metrics]
        rounds = min(known.rounds or len(INDICES) for known in here)
        yield _plot(here, metric, "d_in", [(d_in, 1) for d_in in DISTANCES])
        if rounds > 1:
            yield _plot(here, metric, "k", [(DISTANCE, k) for k in INDICES[:rounds]])


def _plot(maps: Sequence[Map], metric: Metric, axis: str, points: Sequence[tuple[Fraction, int]]) -> Plot:
    series, exceeded = [], []
    for inverse in dict.fromkeys(known.inverse for known in maps):
        here = [known for known in maps if known.inverse is inverse]
        found = [_farthest(here[0], metric, d_in, k) for d_in, k in points]
        for known in here:
            claims = [known.subject(metric, SCALE).claim(d_in, SCORES, k) for d_in, k in points]
            series.append(Series(known.kind, tuple(float(claim.lower) for claim in claims)))
            if any(one.lower > claim.upper for one, claim in zip(found, claims, strict=True)):
                exceeded.append(known.kind)
        name = "achieved as printed" if inverse else "achieved"
        series.append(Series(name, tuple(float(one.lower) for one in found)))
    measure = measure_name(maps[0].measure)
    coordinates = tuple(d_in if axis == "d_in" else Fraction(k) for d_in, k in points)
    moves = "range distance" if metric == BY_RANGE else "largest difference"
    return Plot(maps[0].mechanism, measure, moves, axis, coordinates, tuple(series), tuple(exceeded))


def _farthest(known: Map, metric: Metric, d_in: Fraction, k: int) -> Bounds:
    """How far apart the laws are of the worst pair of neighbours that a short search finds: exactly, not by samples."""
    found = Question(known, metric, SCALE, d_in, SCORES, k).ask(_EFFORT)
    return found.worst.achieved.bounds
