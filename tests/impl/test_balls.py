"""Do enclosures enclose, and do comparisons and what is evaluated with them never guess?"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.ball import Ball, Order, ball, compare, interval, lower, precision, precisions, upper
from proofs.engine import enclosure
from spec import errors
from spec.weights import ExpRatio, ExpSum, exp_minus, rational

HALF = Fraction(1, 2)

rationals = st.fractions(min_value=-50, max_value=50, max_denominator=1000)


class TestBall:
    @pytest.mark.untraced
    @given(rationals)
    def test_rational_lies_between_its_edges(self, q: Fraction) -> None:
        """Do the edges of the ball of a rational surround it, at a precision that cannot hold it?"""
        with precision(8):
            assert lower(ball(q)) <= q <= upper(ball(q))

    @given(rationals)
    def test_exponential_and_logarithm_surround_each_other(self, q: Fraction) -> None:
        """Does ln(e^q), by balls, surround q, and tightly?"""
        with precision(64):
            there_and_back = ball(q).exp().log()
            assert lower(there_and_back) <= q <= upper(there_and_back)
            assert upper(there_and_back) - lower(there_and_back) < Fraction(1, 2**50)

    @pytest.mark.untraced
    @given(rationals, rationals, rationals)
    def test_interval_holds_all_between(self, a: Fraction, b: Fraction, share: Fraction) -> None:
        """Does the ball of an interval contain its ends and what lies between?"""
        between = a + (b - a) * (share + 50) / 100
        with precision(8):
            spanned = interval(a, b)
            assert all(lower(spanned) <= point <= upper(spanned) for point in (a, b, between))

    def test_edges_of_the_inverse_gumbel_distribution(self) -> None:
        """Do the edges of shift - scale * ln(-ln u) close in on the value as the precision rises?"""
        u, scale, shift = Fraction(1, 3), Fraction(7, 2), Fraction(-5, 3)
        edges = []
        for bits in (32, 64, 128, 256):
            with precision(bits):
                sample = ball(shift) - ball(scale) * (-ball(u).log()).log()
                edges.append((lower(sample), upper(sample)))
        for (low, high), (next_low, next_high) in pairwise(edges):
            assert low <= next_low < next_high <= high
            assert next_high - next_low < (high - low) / 2**20
        assert abs(float(edges[-1][0]) - (-5 / 3 - 3.5 * math.log(math.log(3)))) < 1e-12

    def test_infinities_serve_as_edges(self) -> None:
        """Do unbounded edges compare as they should, and refuse to become rationals?"""
        assert Ball.neg_inf() < ball(-(10**9)) < Ball.pos_inf()
        assert not Ball.neg_inf() < Ball.neg_inf()
        with pytest.raises(errors.EdgeNotFinite):
            lower(Ball.neg_inf())
        with pytest.raises(errors.EdgeNotFinite):
            upper(ball(0).log())

    def test_integers_are_exact(self) -> None:
        """Is an integer kept whole at a precision that does not hold it, and any other rational not?"""
        with precision(8):
            assert ball(10**9 + 1).is_exact()
            assert not ball(Fraction(10**9 + 1, 2)).is_exact()

    @pytest.mark.parametrize("huge", [1 << 20, -(1 << 20)])
    def test_no_edge_fills_the_memory(self, huge: int) -> None:
        """Is 2^(2^20), above or below the bar, written out, and one power more refused, and e^(-10^30) too?"""
        assert lower(ball(2) ** huge) == Fraction(2) ** huge
        for beyond in (ball(2) ** (huge + (1 if huge > 0 else -1)), ball(-(10**30)).exp()):
            with pytest.raises(errors.ExponentTooLarge):
                lower(beyond)

    def test_precision_is_put_back(self) -> None:
        """Does a block that works precisely leave the precision as it was?"""
        before = ball(Fraction(1, 3)).rad()
        with precision(500):
            assert ball(Fraction(1, 3)).rad() < before
        assert ball(Fraction(1, 3)).rad() == before


class TestCompare:
    @pytest.mark.parametrize(
        ("left", "right", "order"),
        [
            (lambda: ball(2), lambda: ball(1).exp(), Order.LESS),
            (lambda: ball(3), lambda: ball(1).exp(), Order.GREATER),
            (lambda: ball(1), lambda: ball(0).exp(), Order.EQUAL),
            (lambda: ball(2).log().exp(), lambda: ball(2), Order.UNDECIDED),
            (lambda: ball(0).log(), lambda: ball(2), Order.UNDECIDED),
            (lambda: interval(0, 1), lambda: interval(0, 1).upper(), Order.UNDECIDED),
            (lambda: interval(0, 1).upper(), lambda: interval(0, 1), Order.UNDECIDED),
        ],
    )
    def test_answers(self, left: Callable[[], Ball], right: Callable[[], Ball], order: Order) -> None:
        """Is each comparison answered rightly, and the one of ln with e^ to no end left undecided?"""
        assert compare(left, right, 1024) is order

    def test_precision_rises_until_it_is_enough(self) -> None:
        """Are two numbers that agree in their first 500 bits told apart, but not below 500 bits?"""
        near = Fraction(1, 3) + Fraction(1, 2**500)
        assert compare(lambda: ball(near).exp(), lambda: ball(Fraction(1, 3)).exp()) is Order.GREATER
        assert compare(lambda: ball(near).exp(), lambda: ball(Fraction(1, 3)).exp(), 256) is Order.UNDECIDED

    @pytest.mark.parametrize(("agreeing", "order"), [(1 << 13, Order.GREATER), (1 << 14, Order.UNDECIDED)])
    def test_precision_ends_at_its_limit(self, agreeing: int, order: Order) -> None:
        """Are numbers that agree in 2^13 bits told apart, and those that agree in 2^14 left undecided?"""
        near = Fraction(1, 3) + Fraction(1, 1 << agreeing)
        assert compare(lambda: ball(near).exp(), lambda: ball(Fraction(1, 3)).exp()) is order

    def test_precisions_stop_at_the_limit(self) -> None:
        """Is the limit tried, and nothing beyond it?"""
        assert list(precisions(512)) == [64, 128, 256, 512]
        assert list(precisions(1023)) == [64, 128, 256, 512]


class TestEnclosure:
    def test_weight_is_enclosed(self) -> None:
        """Does the enclosure of (1 + e^-1)/(1 + e^-2) hold what the float has, and get tighter?"""
        weight = (rational(1) + exp_minus(1)) / (rational(1) + exp_minus(2))
        rough, fine = enclosure.enclose(weight, 30), enclosure.enclose(weight, 200)
        assert rough.contains(fine)
        assert abs(float(lower(fine)) - (1 + math.exp(-1)) / (1 + math.exp(-2))) < 1e-15

    @pytest.mark.parametrize(
        ("weight", "expected"),
        [
            (0, 0),
            (Fraction(-1, 7), -1),
            (ExpSum(), 0),
            (ExpSum([(Fraction(0), Fraction(-2))]), -1),
            (ExpSum([(Fraction(1), Fraction(1)), (Fraction(1), Fraction(-1))]), 0),
            (ExpSum([(Fraction(0), Fraction(1)), (Fraction(5e-324), Fraction(-1))]), 1),
            (ExpSum([(Fraction(10**300), Fraction(1)), (Fraction(10**300 + 1), Fraction(-2))]), 1),
            (exp_minus(1) - rational(Fraction(math.exp(-1))), -1),
            ((exp_minus(1) - rational(1)) / (exp_minus(2) - rational(1)), 1),
        ],
        ids=str,
    )
    def test_sign(self, weight: enclosure.Weight, expected: int) -> None:
        """Is the sign exact for zero, rationals, tiny gaps, huge exponents and a float next to e^-1?"""
        assert enclosure.sign(weight) == expected

    @pytest.mark.untraced
    @given(rationals, rationals, rationals)
    def test_compare_is_exact_on_ties(self, p: Fraction, q: Fraction, c: Fraction) -> None:
        """Is a quotient equal to itself written otherwise, and below itself plus the least thing?"""
        one_way = (exp_minus(p) + exp_minus(q)) / (exp_minus(q) + rational(1))
        other_way = (exp_minus(p + c) + exp_minus(q + c)) / (exp_minus(q + c) + exp_minus(c))
        assert enclosure.compare(one_way, other_way) == 0
        assert enclosure.compare(one_way, other_way + rational(Fraction(1, 2**2000))) == -1
        assert enclosure.compare(other_way + rational(Fraction(1, 2**2000)), one_way) == 1

    def test_compare_mixes_kinds_of_weight(self) -> None:
        """Do integers, rationals, sums and quotients compare with each other?"""
        assert enclosure.compare(1, rational(1)) == 0
        assert enclosure.compare(HALF, exp_minus(1).over) == 1
        assert enclosure.compare(exp_minus(1), exp_minus(1).over) == 0

    def test_zero_divisor_is_refused(self) -> None:
        """Is the sign of a quotient by zero refused, not invented?"""
        with pytest.raises(ZeroDivisionError):
            enclosure.sign(ExpRatio(ExpSum([(Fraction(1), Fraction(1))]), ExpSum()))

    def test_limit_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Does a sign that needs more bits than allowed end in the designed error?"""
        monkeypatch.setattr(enclosure, "SIGN_LIMIT", 128)
        with pytest.raises(errors.PrecisionExhausted, match="128 bits"):
            enclosure.sign(ExpSum([(Fraction(0), Fraction(1)), (Fraction(1, 2**300), Fraction(-1))]))
