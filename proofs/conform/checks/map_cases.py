"""The distances and settings at which maps are asked: a grid of everyday numbers, corners, and numbers hard to round.

Case n is the same in every run and can be made alone.
"""

import itertools
import math
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from proofs.conform.cases import diagonal, fitted
from proofs.conform.triples import TRIPLES, Selection, Setting
from spec.space import Measure, RangeDivergence

COUNT = 40_000
BEFORE_CORNERS = 80
RARE = 1 / 16
"""So often a generated case is about a measure that the triple does not name, and few targets take."""

Pair = tuple[float | int, float]
"""A distance and a scale."""


@dataclass(frozen=True)
class MapCase:
    """A distance put to the map of a setting."""

    setting: Setting
    d_in: float | int


def map_case(triple: Selection, number: int) -> MapCase:
    """The case of this number: the beginning of the grid, the corners, the rest of it, then what is generated."""
    case = _map_case(triple, number)
    negate = number % 3 == 2 and "negate" in triple.varies  # the direction is no matter of the map
    return replace(case, setting=replace(case.setting, negate=negate))


def _map_case(triple: Selection, number: int) -> MapCase:
    listed = _listed(triple.name)
    if number < len(listed):
        return listed[number]
    source = random.Random(f"map {number}")
    d_in, scale = FAMILIES[number % len(FAMILIES)](source)
    k = source.choice(ROUNDS)
    monotonic = source.random() < 0.5
    measure = RangeDivergence() if source.random() < RARE else source.choice(triple.measures)
    return _fitted(triple, d_in, Setting(scale, k, measure=measure, monotonic=monotonic, T=type(d_in)))


DISTANCES = (1.0, 2.0, 3.0, 0.5, 0.1, 7.0, 10.0, 1e-6)
SCALES = (1.0, 2.0, 3.0, 0.5, 0.1, 7.0)
LARGEST, LEAST_NORMAL, TINY = sys.float_info.max, sys.float_info.min, 5e-324

CORNERS: tuple[Pair, ...] = (
    (0.0, 1.0),
    (1.0, 0.0),
    (0.0, 0.0),
    (1, 1.0),
    (0, 1.0),
    (7, 3.0),
    (2**31 - 1, 1.0),
    (2**53 + 1, 1.0),
    (2**61 - 1, 3.0),
    (TINY, 1.0),
    (TINY, 0.0),
    (TINY, TINY),
    (TINY, 3 * TINY),
    (LEAST_NORMAL, 3.0),
    (2.0**-540, 1.0),
    (1e-200, 1e200),
    (TINY, LARGEST),
    (1.0, LARGEST),
    (LARGEST / 2, LARGEST),
    (2.0**500, 3.0),
)
OVERFLOW: tuple[Pair, ...] = ((LARGEST, 0.5), (1.0, TINY))


@cache
def _listed(name: str) -> tuple[MapCase, ...]:
    triple = TRIPLES[name]
    modes = [
        Setting(k=k, measure=measure, monotonic=monotonic)
        for k, measure, monotonic in itertools.product((1, 2, 3), triple.measures, (False, True))
    ]
    grid = [
        _fitted(triple, d_in, Setting(scale, mode.k, measure=mode.measure, monotonic=mode.monotonic))
        for (d_in, scale), mode in diagonal(diagonal(DISTANCES, SCALES), fitted(triple, modes))
    ]
    corners = [
        _fitted(triple, d_in, Setting(scale, k, measure=measure, monotonic=monotonic, T=type(d_in)))
        for pairs, switch in ((CORNERS, (False, True)), (OVERFLOW, (True,)))
        for (d_in, scale), monotonic, (measure, k) in itertools.product(pairs, switch, _priced(triple))
    ]
    return tuple(dict.fromkeys((*grid[:BEFORE_CORNERS], *corners, *grid[BEFORE_CORNERS:])))


def _priced(triple: Selection) -> list[tuple[Measure, int]]:
    return [*((measure, 1) for measure in triple.measures), (triple.measures[-1], 5)]


def _fitted(triple: Selection, d_in: float | int, setting: Setting) -> MapCase:
    return MapCase(fitted(triple, [setting])[0], d_in)


ROUNDS = (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 49, 100, 1000, 2**24 + 1, 2**31 - 1)


def _significand(source: random.Random) -> float:
    """A number in [1, 2): all bits random, or few, or next to a power of two."""
    corners = (0, 1, 2**52 - 1, 2**51, 2**51 - 1, 2**51 + 1, source.getrandbits(8), 1 << source.randrange(52))
    bits = source.getrandbits(52) if source.random() < 0.7 else source.choice(corners)
    return 1 + bits / 2**52


def _floats(source: random.Random, of_d_in: int, of_scale: int) -> Pair:
    return math.ldexp(_significand(source), of_d_in), math.ldexp(_significand(source), of_scale)


def everyday(source: random.Random) -> Pair:
    """Floats of everyday size, all bits at random."""
    return _floats(source, source.randint(-12, 12), source.randint(-12, 12))


def decimals(source: random.Random) -> Pair:
    """Decimals as people write them."""
    return source.randint(1, 2000) / source.choice((1, 10, 100, 1000)), source.randint(1, 2000) / source.choice(
        (1, 10, 100)
    )


def small_ratios(source: random.Random) -> Pair:
    """Small losses, where the printed bound of zero-concentrated divergence is nearly the loss itself."""
    of_scale = source.randint(-10, 10)
    return _floats(source, of_scale - source.randint(14, 80), of_scale)


def anywhere(source: random.Random) -> Pair:
    """Normal floats of any size whose quotient stays so far from overflow that its square does."""
    of_scale = source.randint(-1020, 1020)
    return _floats(source, source.randint(-1022, min(of_scale + 480, 1020)), of_scale)


def next_to_powers_of_two(source: random.Random) -> Pair:
    """Powers of two and their neighbours."""
    powers = (2.0 ** source.randint(-30, 30), 2.0 ** source.randint(-30, 30))
    d_in, scale = (source.choice((p, math.nextafter(p, 0.0), math.nextafter(p, math.inf))) for p in powers)
    return d_in, scale


def below_normal(source: random.Random) -> Pair:
    """Normal floats whose quotient, or its square, is subnormal or below all subnormal numbers."""
    if source.random() < 0.5:
        of_scale = source.randint(-400, 400)
        return _floats(source, of_scale + source.randint(-545, -505), of_scale)
    of_scale = source.randint(60, 1000)
    return _floats(source, max(-1022, of_scale + source.randint(-1080, -1020)), of_scale)


def subnormal(source: random.Random) -> Pair:
    """A subnormal distance, scale or both; not so small a scale that the loss overflows."""
    distance, scale = (math.ldexp(1 + source.getrandbits(source.randint(1, 51)), -1074) for _ in range(2))
    return source.choice(((distance, scale), (distance, _significand(source)), (LEAST_NORMAL, scale)))


def integers(source: random.Random) -> Pair:
    """Integer distances, of which those beyond 2^53 are no floats."""
    bits = source.choice((3, 10, 30, 54, 54, 55, 58, 61))
    return 1 + source.getrandbits(bits), math.ldexp(_significand(source), source.randint(-12, 12))


FAMILIES: tuple[Callable[[random.Random], Pair], ...] = (
    everyday,
    decimals,
    next_to_powers_of_two,
    small_ratios,
    everyday,
    integers,
    anywhere,
    below_normal,
    subnormal,
)
