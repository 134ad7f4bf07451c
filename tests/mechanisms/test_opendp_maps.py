"""Are our privacy maps those of OpenDP, bit for bit?

A map that fails takes OpenDP a thousand times as long as one that answers, so that overflow gets few cases.
"""

import math
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from impl.directed import inf_cast
from impl.maps import max_divergence_map, times, to_range_distance, zero_concentrated_map
from spec import errors

dp = pytest.importorskip("opendp.prelude")
dp.enable_features("contrib")

ATOMS = {"f64": dp.atom_domain(T="f64", nan=False), "i64": dp.atom_domain(T="i64")}
DOMAINS = {T: dp.vector_domain(atom) for T, atom in ATOMS.items()}
METRICS = {(T, m): dp.linf_distance(T=T, monotonic=m) for T in DOMAINS for m in (False, True)}
MEASURES = {
    "max divergence": (max_divergence_map, dp.max_divergence()),
    "zCDP": (zero_concentrated_map, dp.zero_concentrated_divergence()),
}
ROUNDS = (1, 1, 1, 2, 3, 5, 7, 10, 100, 2**31 - 1, 2**32 - 1)
each_measure = pytest.mark.parametrize("measure", MEASURES)


class Case(NamedTuple):
    """One question to both maps."""

    measure: str
    d_in: int | float
    scale: float
    monotonic: bool
    k: int


Exponents = Callable[[random.Random], tuple[int, int]]
"""Draws the binary exponents of d_in and of the scale."""


def ours(case: Case) -> float:
    d_in = inf_cast(to_range_distance(case.d_in, case.monotonic))
    return times(MEASURES[case.measure][0](d_in, case.scale), case.k)


def theirs(case: Case) -> float:
    T = "i64" if isinstance(case.d_in, int) else "f64"
    space = DOMAINS[T], METRICS[T, case.monotonic]
    built = dp.m.make_noisy_top_k(*space, MEASURES[case.measure][1], k=case.k, scale=case.scale)
    d_out = built.map(case.d_in)
    assert isinstance(d_out, float)
    return d_out


def significand(source: random.Random) -> float:
    """A number in [1, 2): all bits random, or next to a power of two, or of few bits."""
    corners = (0, 1, 2, 2**52 - 1, 2**52 - 2, source.getrandbits(8), 1 << source.randrange(52))
    bits = source.getrandbits(52) if source.random() < 0.6 else source.choice(corners)
    return 1 + bits / 2**52


def cases(measure: str, seed: str, count: int, exponents: Exponents) -> Iterator[Case]:
    """The same cases in every run."""
    source = random.Random(seed)
    for _ in range(count):
        of_d_in, of_scale = exponents(source)
        d_in, scale = (math.ldexp(significand(source), e) for e in (of_d_in, of_scale))
        yield Case(measure, d_in, scale, source.random() < 0.5, source.choice(ROUNDS))


def everyday(source: random.Random) -> tuple[int, int]:
    return source.randint(-60, 60), source.randint(-60, 60)


def anywhere(source: random.Random) -> tuple[int, int]:
    """Normal floats of any size whose quotient stays so far from overflow that its square does."""
    of_scale = source.randint(-1022, 1022)
    return source.randint(-1022, min(of_scale + 480, 1022)), of_scale


def squares_below_normal(source: random.Random) -> tuple[int, int]:
    """Quotients whose squares are subnormal, or below all subnormal numbers."""
    of_scale = source.randint(-400, 400)
    return of_scale + source.randint(-545, -505), of_scale


def quotients_below_normal(source: random.Random) -> tuple[int, int]:
    """Quotients that are subnormal themselves, or below all subnormal numbers."""
    of_scale = source.randint(60, 1000)
    return max(-1022, of_scale + source.randint(-1080, -1020)), of_scale


def subnormal(source: random.Random) -> float:
    return math.ldexp(1 + source.getrandbits(source.randint(1, 52)), -1074)


@pytest.mark.untraced
@each_measure
@pytest.mark.parametrize("seed", ["a", pytest.param("b", marks=pytest.mark.deep)])
def test_everyday_distances(measure: str, seed: str) -> None:
    """Do both maps agree on floats of everyday size?"""
    for case in cases(measure, seed, 4300, everyday):
        assert ours(case).hex() == theirs(case).hex(), case


@pytest.mark.untraced
@each_measure
@pytest.mark.parametrize("exponents", [anywhere, squares_below_normal, quotients_below_normal])
def test_extreme_distances(measure: str, exponents: Exponents) -> None:
    """Do both agree on normal floats of any size, though intermediate results be subnormal?"""
    for case in cases(measure, "extreme", 500, exponents):
        assert ours(case).hex() == theirs(case).hex(), case


@pytest.mark.untraced
@each_measure
def test_one_subnormal_operand(measure: str) -> None:
    """Do both agree when only the distance, or only the scale, is subnormal?"""
    source = random.Random("one subnormal")
    for case in cases(measure, "normal", 200, lambda source: (source.randint(-1022, -950),) * 2):
        for mixed in (case._replace(d_in=subnormal(source)), case._replace(scale=subnormal(source))):
            assert ours(mixed).hex() == theirs(mixed).hex(), mixed


@pytest.mark.untraced
@each_measure
def test_two_subnormal_operands(measure: str) -> None:
    """Where both distance and scale are subnormal, is OpenDP's map never below ours, and sometimes above?"""
    source = random.Random("two subnormals")
    above = 0
    for case in cases(measure, "normal", 300, lambda source: (0, 0)):
        tiny = case._replace(d_in=subnormal(source), scale=subnormal(source), k=1)
        assert ours(tiny) <= theirs(tiny), tiny
        above += ours(tiny) < theirs(tiny)
    assert above


@pytest.mark.untraced
@each_measure
def test_integer_distances(measure: str) -> None:
    """Do both agree on integer distances, which are doubled exactly and then cast up?"""
    source = random.Random("integers")
    for case in cases(measure, "integers", 500, everyday):
        bits = source.randint(1, 63 if case.monotonic else 62)
        integer = case._replace(d_in=source.getrandbits(bits))
        assert ours(integer).hex() == theirs(integer).hex(), integer


@each_measure
@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_zero(measure: str, monotonic: bool, k: int) -> None:
    """Do both agree at distance zero, at scale zero, and for no rounds at all?"""
    for d_in in (0.0, 5e-324, 1.0):
        for scale in (0.0, 1.0):
            case = Case(measure, d_in, scale, monotonic, k)
            assert ours(case).hex() == theirs(case).hex(), case


@pytest.mark.untraced
@each_measure
def test_overflow(measure: str) -> None:
    """Do both fail on the same cases, those whose result lies above the largest float?"""
    of_quotient = 1023 if measure == "max divergence" else 512
    answers = 0
    for case in cases(
        measure, "overflow", 20, lambda source: (source.randint(-2, 2) + of_quotient // 2, -of_quotient // 2)
    ):
        case = case._replace(k=1)
        try:
            bound = ours(case)
        except errors.Overflow:
            with pytest.raises(dp.OpenDPException, match="is not finite"):
                theirs(case)
        else:
            answers += 1
            assert bound.hex() == theirs(case).hex(), case
    assert 0 < answers < 20


@each_measure
def test_rounding_to_nearest_would_show(measure: str) -> None:
    """Would the comparison notice a map that rounds to nearest?"""
    asked = [case._replace(monotonic=True, k=1) for case in cases(measure, "nearest", 100, everyday)]
    quotients = [case.d_in / case.scale for case in asked]
    nearest = quotients if measure == "max divergence" else [q * q / 8 for q in quotients]
    too_small = [case for case, d_out in zip(asked, nearest, strict=True) if d_out < theirs(case)]
    assert too_small
