"""Partially sampled Gumbel numbers: are the edges edges, is no comparison ever wrong, is the law the ideal one?"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from impl.ball import Ball, Order, ball, compare
from impl.draws import SystemDraw, TapeDraw
from impl.gumbel import GumbelPSRN, GumbelRV, greater_than, gumbel_top_k, standard_gumbel
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.engine.law import at_the_coins, with_coins_used
from spec import errors
from spec.draw import Draw
from spec.gumbel import GREATER_THAN, GUMBEL_TOP_K, Edge, law_of_gumbel_max, law_of_gumbel_top_k, surely_above
from spec.triple import triple_of
from tests.support.laws import THREE_GUMBELS, TWO_GUMBELS, encloses

Comparison = Callable[[GumbelPSRN, GumbelPSRN, Draw], tuple[bool, GumbelPSRN, GumbelPSRN]]

TINY = Fraction(5e-324)
PAIRS = {
    "apart": (0, 1, Fraction(1)),
    "equal": (3, 3, Fraction(1)),
    "equal and huge": (10**300, 10**300, TINY),
    "1e300 apart": (0, Fraction(1e300), Fraction(1)),
    "subnormal scale": (0, TINY, TINY),
}
TRIPLES = {
    "apart": (0, 1, 2),
    "all equal": (7, 7, 7),
}
SHIFTS = st.one_of(
    st.fractions(), st.integers().map(Fraction), st.floats(allow_nan=False, allow_infinity=False).map(Fraction)
)
SCALES = st.floats(min_value=0, exclude_min=True, allow_infinity=False).map(Fraction)
COINS = st.lists(st.integers(0, 1), min_size=60, max_size=60)


def noises(shifts: Sequence[int | Fraction], scale: int | Fraction) -> tuple[GumbelRV, ...]:
    return tuple(GumbelRV(Fraction(shift), Fraction(scale)) for shift in shifts)


def fresh(shifts: Sequence[int | Fraction], scale: int | Fraction) -> tuple[GumbelPSRN, ...]:
    return tuple(noise.unsampled for noise in noises(shifts, scale))


def cdf_order(edge: Edge, noise: GumbelPSRN, u: Fraction) -> Order:
    """How P(X <= edge) compares with u, by the CDF itself."""
    assert isinstance(edge, Fraction)
    standard = (edge - noise.shift) / noise.scale
    return compare(lambda: (-(-ball(standard)).exp()).exp(), lambda: ball(u))


def value(noise: GumbelPSRN, u: Fraction) -> Callable[[], Ball]:
    """Q(u), without any edge."""
    return lambda: ball(noise.shift) - ball(noise.scale) * (-ball(u).log()).log()


@given(shift=SHIFTS, scale=SCALES, coins=st.lists(st.integers(0, 1), min_size=1, max_size=40))
def test_edges_enclose(shift: Fraction, scale: Fraction, coins: list[int]) -> None:
    """Does the sample lie between the edges, whatever the bits that are not drawn yet?"""
    sample, tape = GumbelPSRN(shift, scale), TapeDraw(coins)
    for _ in coins:
        sample = sample.refine(tape)
    low, high = (Fraction(sample.numerator + end, 2**sample.refinements) for end in (0, 1))
    assert low == sum(Fraction(coin, 2**place) for place, coin in enumerate(coins, start=1))
    assert sample.lower == -math.inf if low == 0 else cdf_order(sample.lower, sample, low) is Order.LESS
    assert sample.upper == math.inf if high == 1 else cdf_order(sample.upper, sample, high) is Order.GREATER


def test_edge_on_the_wrong_side_is_noticed() -> None:
    """Would the CDF tell an edge that is rounded in the wrong direction?"""
    sample = GumbelPSRN(Fraction(0), Fraction(1), 1, 2)
    assert cdf_order(standard_gumbel(1, 2)[1], sample, Fraction(1, 4)) is Order.GREATER
    assert cdf_order(standard_gumbel(2, 2)[0], sample, Fraction(1, 2)) is Order.LESS


@pytest.mark.parametrize("bits", [1, 2, 10, 100, 1000])
def test_edges_narrow(bits: int) -> None:
    """Are the edges of neighbouring points told apart at every depth, next to both ends?"""
    for numerator in (1, 2 ** (bits - 1), 2**bits - 1):
        low, high = standard_gumbel(numerator, bits)
        assert (high - low) * 2 ** (bits + 48) < 1
    assert standard_gumbel(0, bits) == (-math.inf, -math.inf)
    assert standard_gumbel(2**bits, bits) == (math.inf, math.inf)


@pytest.mark.untraced
@given(a=SHIFTS, b=SHIFTS, scale=SCALES, coins=COINS, later=st.tuples(st.integers(0, 255), st.integers(0, 255)))
def test_comparison_is_never_wrong(
    a: Fraction, b: Fraction, scale: Fraction, coins: list[int], later: tuple[int, int]
) -> None:
    """Does the answer hold on every completion of the bits, recomputed from the inverse CDF alone?"""
    try:
        greater, left, right = greater_than(GumbelPSRN(a, scale), GumbelPSRN(b, scale), TapeDraw(coins))
    except errors.EntropyExhausted:
        assume(False)
    points = [
        Fraction((sample.numerator << 8) + rest, 2 ** (sample.refinements + 8))
        for sample, rest in zip((left, right), later, strict=True)
    ]
    assume(0 not in points)
    expected = Order.GREATER if greater else Order.LESS
    assert compare(value(left, points[0]), value(right, points[1])) is expected


@pytest.mark.untraced
def test_corners_are_never_wrong() -> None:
    """Does the answer hold at the outermost completions, for every tape of eight coins and shifts near a tie?"""
    for shift in (Fraction(0), Fraction(2, 3)):
        for tape in range(2**8):
            start = (GumbelPSRN(shift, Fraction(1)), GumbelPSRN(Fraction(0), Fraction(1)))
            try:
                greater, left, right = greater_than(*start, TapeDraw([tape >> i & 1 for i in range(8)]))
            except errors.EntropyExhausted:
                continue
            above, below = (left, right) if greater else (right, left)
            low = Fraction(above.numerator, 2**above.refinements)
            high = Fraction(below.numerator + 1, 2**below.refinements)
            assert 0 < low
            assert high < 1
            order = compare(value(above, low), value(below, high))
            assert order is Order.GREATER or (low == high and above.shift >= below.shift)


@pytest.mark.untraced
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_two(pair: tuple[int | Fraction, int | Fraction, Fraction]) -> None:
    """Is the law of the greater of two, measured at the coins to 2^-9, the documented one?"""
    x = noises(pair[:2], pair[2])
    assert encloses(at_the_coins(gumbel_top_k, x, 1, missing=TWO_GUMBELS), law_of_gumbel_top_k(x, 1))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("shifts", "k"),
    [("apart", 1), pytest.param("apart", 3, marks=pytest.mark.deep), ("all equal", 2), ("all equal", 3)],
)
def test_three(shifts: str, k: int) -> None:
    """Is the law of the k greatest of three in order, measured at the coins to 2^-5, the documented one?"""
    x = noises(TRIPLES[shifts], 1)
    assert encloses(at_the_coins(gumbel_top_k, x, k, missing=THREE_GUMBELS), law_of_gumbel_top_k(x, k))


@pytest.mark.untraced
def test_maximum_of_the_listing() -> None:
    """Has the listing's own reduction the documented law?"""
    x = fresh((1, 0, 2), 2)
    assert encloses(at_the_coins(gumbel_max, x, missing=THREE_GUMBELS), law_of_gumbel_max(x))


def reduced_by(better: Comparison) -> Callable[[tuple[GumbelPSRN, ...], Draw], int]:
    """The listing's reduction with another comparison."""

    def maximum(x: tuple[GumbelPSRN, ...], draw: Draw) -> int:
        def reduce_best(a: tuple[int, GumbelPSRN], b: tuple[int, GumbelPSRN]) -> tuple[int, GumbelPSRN]:
            greater, left, right = better(a[1], b[1], draw)
            return (a[0], left) if greater else (b[0], right)

        return reduce(reduce_best, enumerate(x))[0]

    return maximum


def with_a_stale_edge(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """Planted: b's upper edge is taken at R/2^r, where it was before the coin."""
    while True:
        stale = GumbelRV(b.shift, b.scale).inverse_cdf(b.numerator, b.refinements)[1]
        if a.lower > stale:
            return True, a, b
        if surely_above(b, a):
            return False, a, b
        if a.refinements < b.refinements:
            a = a.refine(draw)
        else:
            b = b.refine(draw)


def with_ties_to_the_first(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """Planted: without noise, an equal score counts as greater."""
    return a.shift >= b.shift, a, b


def test_stale_edge_is_caught() -> None:
    """Would a comparison with an edge of before the coin be told, by the law and by the contract?"""
    x = fresh((0, 1), 1)
    assert encloses(at_the_coins(reduced_by(greater_than), x, missing=Fraction(1, 64)), law_of_gumbel_max(x))
    measured = at_the_coins(reduced_by(with_a_stale_edge), x, missing=Fraction(1, 64))
    assert not encloses(measured, law_of_gumbel_max(x))
    with pytest.raises(errors.ContractBroken, match=r"^GumbelPSRN.greater_than: answer_is_forced does not hold$"):
        GREATER_THAN(with_a_stale_edge)(x[0], x[1], TapeDraw([0, 1, 1, 1]))


def test_ties_without_noise() -> None:
    """Without noise, does the last of equals win, without a coin, and is a planted first one caught?"""
    x = fresh((2, 7, 7, 3), 0)
    none = Fraction(0)
    assert gumbel_max(x, TapeDraw([])) == 2
    assert gumbel_top_k(noises((2, 7, 7, 3), 0), 4, TapeDraw([])) == (2, 1, 3, 0)
    assert encloses(at_the_coins(gumbel_max, x, missing=none), law_of_gumbel_max(x))
    planted = at_the_coins(reduced_by(with_ties_to_the_first), x, missing=none)
    assert not encloses(planted, law_of_gumbel_max(x))


def test_a_point_has_no_other_edges() -> None:
    """Is a number without noise its own edges, whatever is known of U?"""
    for numerator, refinements in ((0, 0), (1, 0), (1, 2)):
        assert GumbelRV(Fraction(7), Fraction(0)).inverse_cdf(numerator, refinements) == (7, 7)


def test_first_coin_is_for_the_second_sample() -> None:
    """Of two samples that are known as well, is the second refined, as the test vectors have it?"""
    a, b = fresh((0, 0), 1)
    greater, *samples = greater_than(a, b, TapeDraw([0, 1]))
    assert greater
    assert [(sample.numerator, sample.refinements) for sample in samples] == [(1, 1), (0, 1)]


@pytest.mark.parametrize("noisy", [0, 1])
def test_noise_against_none(noisy: int) -> None:
    """Is a sample compared with a point by its coins, not by its shift?"""
    a, b = (GumbelPSRN(Fraction(i != noisy), Fraction(i == noisy)) for i in range(2))
    assert greater_than(a, b, TapeDraw([1] * 20))[0] is (noisy == 0)


def test_contracts() -> None:
    """Do the comparison and the selection answer to their triples, and can nobody change a sample?"""
    assert triple_of(greater_than) is GREATER_THAN
    assert triple_of(gumbel_top_k) is GUMBEL_TOP_K
    assert all(vars(kind)["__dataclass_params__"].frozen for kind in (GumbelRV, GumbelPSRN))


@pytest.mark.untraced
@pytest.mark.parametrize("pair", [(0, 0, Fraction(1)), PAIRS["apart"], PAIRS["1e300 apart"]])
def test_coins(pair: tuple[int | Fraction, int | Fraction, Fraction]) -> None:
    """After m coins for each of two samples, are at most 2^(m+1) - 1 of the 4^m cells undecided?"""
    law = with_coins_used(gumbel_top_k, noises(pair[:2], pair[2]), 1, missing=Fraction(1, 2**6))
    for m in range(6):
        decided = sum(mass for _, use in law.branches for coins, mass in use.by_coins().items() if coins <= 2 * m)
        assert 1 - decided <= Fraction(2 ** (m + 1) - 1, 4**m)


@pytest.mark.parametrize("coin", [0, 1])
def test_ends_of_the_unit_interval(coin: int) -> None:
    """If U runs towards 0 or 1 for ever, is nothing ever concluded from an edge that does not exist?"""
    with pytest.raises(errors.EntropyExhausted):
        gumbel_max(fresh((0, 10**300), 1), TapeDraw([coin] * 200))


def test_extremes_end() -> None:
    """Do comparisons of any magnitudes end on real coins?"""
    draw = SystemDraw()
    for shifts, scale in (((1e300, 1e300), 5e-324), ((1e300, -1e300), 5e-324), ((0, 5e-324), 1e308), ((0, 0), 1)):
        x = noises(tuple(Fraction(shift) for shift in shifts), Fraction(scale))
        assert sorted(gumbel_top_k(x, 2, draw)) == [0, 1]
