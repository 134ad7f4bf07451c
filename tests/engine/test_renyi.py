"""D_alpha/alpha over all alpha: is it nowhere above its bound on a stretch, and is the alpha named that reaches it?"""

import math
from fractions import Fraction

import pytest

from impl.ball import Ball, ball, lower, precision, upper
from proofs.engine.divergence import Bounds, Pair, exactly, pair, renyi_divergence
from proofs.engine.divergence.pair import Logs
from proofs.engine.divergence.renyi import Supremum, _between, _Curve, _last, _narrow, zero_concentrated
from proofs.engine.law import Law

F = Fraction
Shares = tuple[tuple[int, ...], tuple[int, ...]]

FALLS: Shares = ((3, 1), (1, 3))
"""D_alpha/alpha is greatest in the limit at 1."""
PEAKS: Shares = ((90, 10), (99, 1))
"""D_alpha/alpha rises from 0.14 at 1 to 0.4 near 3, and falls from there."""
OF_THREE: Shares = ((10, 30, 60), (1, 39, 60))
UNIFORM: Shares = ((1, 99), (50, 50))
RISES: Shares = ((10**8 - 10, 10), (10**8 - 1, 1))
"""D_alpha/alpha rises up to 16 and beyond."""

STRETCHES = (
    *((F(1), b) for b in (F(9, 8), F(2), F(3))),
    *((F(5, 4), b) for b in (F(3, 2), F(2), F(64))),
    *((F(2), b) for b in (F(33, 16), F(5, 2), F(5))),
    *((F(4), b) for b in (F(65, 16), F(5), F(64))),
    *((F(3), b) for b in (F(49, 16), F(5))),
    (F(16), F(64)),
)


def law(parts: tuple[int, ...]) -> list[tuple[int, Fraction]]:
    """Outcomes 0, 1, ... with probabilities in these proportions."""
    return [(i, F(part, sum(parts))) for i, part in enumerate(parts)]


def known_in_part(parts: tuple[int, ...], missing: Fraction) -> Law[Fraction]:
    """The same, if of each probability this share was not seen."""
    return Law(tuple((i, share * (1 - missing)) for i, share in law(parts)), missing)


def cumulant(shares: Shares, alpha: Fraction) -> Ball:
    """ln sum of P^alpha Q^(1 - alpha), by its definition."""
    p, q = map(law, shares)
    a = ball(alpha)
    return sum((ball(x) ** a * ball(y) ** (1 - a) for (_, x), (_, y) in zip(p, q, strict=True)), start=ball(0)).log()


def value(shares: Shares, alpha: Fraction) -> Ball:
    """D_alpha/alpha, by its definition."""
    return cumulant(shares, alpha) / ball(alpha * (alpha - 1))


def bound(shares: Shares, a: Fraction, b: Fraction) -> Fraction:
    """What D_alpha/alpha is said not to exceed on [a, b]."""
    with precision(128):
        return _between(a, b, cumulant(shares, a) if a > 1 else ball(0), cumulant(shares, b)).most


def points(a: Fraction, b: Fraction, count: int) -> list[Fraction]:
    """So many alphas in [a, b], both ends among them, but for 1."""
    return [x for x in (a + (b - a) * F(i, count) for i in range(count + 1)) if x > 1]


@pytest.mark.parametrize("shares", [FALLS, PEAKS, OF_THREE, UNIFORM])
def test_no_value_is_above_the_bound_of_its_stretch(shares: Shares) -> None:
    """Is D_alpha/alpha at most the bound at every alpha of a stretch, from 1 on, between, and without an end?"""
    with precision(256):
        for a, b in STRETCHES:
            most = bound(shares, a, b)
            assert all(lower(value(shares, alpha)) <= most for alpha in points(a, b, 16))
        curve = _Curve(pair(*map(law, shares)).logs(128), 128)
        for a in (F(2), F(5, 2), F(64)):
            most = _last(curve, a, curve.K(a)).most
            assert all(lower(value(shares, a * F(9, 8) ** i)) <= most for i in range(16))


@pytest.mark.parametrize("shares", [FALLS, PEAKS, OF_THREE, UNIFORM])
def test_the_bound_of_a_stretch_is_the_best_that_a_chord_gives(shares: Shares) -> None:
    """Is the bound not above what the chord of the cumulant, divided by alpha (alpha - 1), reaches in the stretch?"""
    for a, b in STRETCHES:
        left, right = (float(cumulant(shares, end)) for end in (a, b))
        slope = (right - left) / float(b - a)
        steps = (float(b - a) * i / 1000 for i in range(1 if a == 1 else 0, 1001))
        quotients = [(left + slope * step) / ((float(a) + step) * (float(a) + step - 1)) for step in steps]
        assert float(bound(shares, a, b)) == pytest.approx(max(quotients), rel=0.003)


@pytest.mark.parametrize(
    ("shares", "a", "b", "end"),
    [
        (FALLS, F(2), F(5), F(2)),
        (PEAKS, F(4), F(65, 16), F(4)),
        (PEAKS, F(16), F(64), F(16)),
        (PEAKS, F(2), F(33, 16), F(33, 16)),
        (PEAKS, F(2), F(5, 2), F(5, 2)),
    ],
)
def test_a_stretch_where_it_falls_or_rises(shares: Shares, a: Fraction, b: Fraction, end: Fraction) -> None:
    """Where the quotient by the chord falls (or rises) throughout, is the bound reached at its beginning (or end)?"""
    with precision(128):
        assert lower(value(shares, end)) <= bound(shares, a, b) <= upper(value(shares, end)) * (1 + F(1, 2**100))


def test_beyond_all_points() -> None:
    """Without an end, is the bound D_infinity/a, and so close where a is large?"""
    curve = _Curve(pair(*map(law, PEAKS)).logs(128), 128)
    with precision(128):
        assert float(_last(curve, F(2), curve.K(F(2))).most) == pytest.approx(math.log(10) / 2, rel=1e-15)
        far = F(1000)
        assert _last(curve, far, curve.K(far)).most <= lower(value(PEAKS, far)) * F(101, 100)


@pytest.mark.parametrize("missing", [F(0), F(1, 10**9)])
def test_the_alpha_that_is_named_reaches_the_lower_bound(missing: Fraction) -> None:
    """Is the lower bound D_alpha/alpha at the alpha that is named, and is that where the greatest value is?"""
    of = pair(*(known_in_part(parts, missing) for parts in PEAKS))
    found = zero_concentrated(of)
    assert F(5, 2) < found.alpha < F(7, 2)
    assert found.bounds.lower == pytest.approx(float(renyi_divergence(of, found.alpha).lower / found.alpha), rel=1e-15)
    assert found.bounds.lower == pytest.approx(0.3957, rel=0.01)


def test_if_it_falls_the_least_alpha_is_named() -> None:
    """Where D_alpha/alpha falls, or nothing is known, is the limit at 1 named, or the least of the alphas tried?"""
    assert zero_concentrated(pair(*map(law, FALLS))).alpha == 1
    for missing in (F(1, 10**9), F(1)):
        found = zero_concentrated(pair(*(known_in_part(parts, missing) for parts in FALLS)))
        assert 1 < found.alpha < F(17, 16)
        assert (found.bounds.lower > 0) is (missing < 1)
        assert found.bounds.upper == math.inf


@pytest.mark.parametrize(("shares", "most", "alpha"), [(PEAKS, 0, 2), (PEAKS, 1, 4), (RISES, 2, 8), (RISES, 3, 16)])
def test_alphas_are_tried_at_two_and_then_twice_as_far(shares: Shares, most: int, alpha: int) -> None:
    """Is 2 the first alpha, and the next twice as far if the greatest bound is that on what lies beyond?"""
    found = zero_concentrated(pair(*map(law, shares)), most=most)
    assert found.alpha == alpha
    with precision(128):
        assert found.bounds.lower == pytest.approx(float(value(shares, F(alpha))), rel=1e-15)


def test_where_all_alphas_are_alike_the_limit_is_named() -> None:
    """If D_alpha/alpha is 0 or infinite at every alpha, is the limit at 1 named?"""
    half = law((1, 1))
    assert zero_concentrated(pair(half, half)) == Supremum(exactly(0), F(1))
    assert zero_concentrated(pair(half, law((1,)))) == Supremum(exactly(math.inf), F(1))


def test_what_was_found_does_not_change() -> None:
    """Can nobody change a supremum once it is known?"""
    assert vars(Supremum)["__dataclass_params__"].frozen


def test_no_divergence_is_negative() -> None:
    """Where balls do not tell the laws apart, or little is known, is the lower bound 0?"""
    tiny = F(1, 2**100)
    alike = pair([(0, F(1, 2)), (1, F(1, 2))], [(0, F(1, 2) - tiny), (1, F(1, 2) + tiny)])
    unknown = pair(*(known_in_part(parts, F(3, 4)) for parts in FALLS))
    for alpha in (F(1), F(4, 3), F(2), F(100)):
        assert renyi_divergence(alike, alpha).lower == 0
        assert 0 < renyi_divergence(alike, alpha).upper < F(1, 2**90)
        assert renyi_divergence(unknown, alpha) == Bounds(F(0), math.inf)


def test_what_is_impossible_is_seen_in_part() -> None:
    """If one law was seen to do what the other cannot, are all orders infinite, also that of the relative entropy?"""
    of = pair(known_in_part((1, 1), F(1, 2)), law((1,)))
    for alpha in (F(1), F(2)):
        assert renyi_divergence(of, alpha) == exactly(math.inf)


class Watched(Pair):
    """Two laws that remember the precisions at which they were asked for."""

    def logs(self, bits: int) -> list[Logs]:
        """Add to the list."""
        asked.append(bits)
        return super().logs(bits)


asked: list[int] = []


@pytest.mark.parametrize(
    ("tiny", "width", "most", "precisions"),
    [
        (F(1, 4), F(1, 2), 100, [128]),
        (F(1, 4), F(1, 2**20), 2, [128, 256]),
        (F(1, 2**66), F(1), 100, [128, 256]),
        (F(1, 2**600), F(1), 0, [128, 256, 512, 1024]),
    ],
)
def test_precision_is_raised_as_far_as_it_helps(
    tiny: Fraction, width: Fraction, most: int, precisions: list[int]
) -> None:
    """Is it raised only while the bounds are too wide and become narrower by it, and not if points are lacking?"""
    asked.clear()
    zero_concentrated(
        Watched(pair(law((1, 1)), [(0, F(1, 2) - tiny), (1, F(1, 2) + tiny)]).masses, F(0), F(0)), width, most
    )
    assert asked == precisions


def test_no_more_points_than_needed() -> None:
    """Is the search over as soon as the bounds are narrow, however many points are allowed?"""
    of = pair(*map(law, PEAKS))
    assert zero_concentrated(of, most=10**12) == zero_concentrated(of)


def test_as_wide_as_is_allowed_is_narrow_enough() -> None:
    """Are bounds narrow if they are at most, and not only less than, the width apart?"""
    assert _narrow(Bounds(F(8), F(9)), F(1, 8))
    assert not _narrow(Bounds(F(8), F(9) + F(1, 2**60)), F(1, 8))
