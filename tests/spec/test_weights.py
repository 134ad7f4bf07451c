"""Are the exact weights a ring, with equality decided and division honest?"""

import math
import operator
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proofs.engine.enclosure import sign
from spec.weights import ONE, ZERO, ExpRatio, ExpSum, exp_minus, rational

RATIONALS = st.builds(Fraction, st.integers(-12, 12), st.integers(1, 4))
SUMS = st.lists(st.tuples(RATIONALS, RATIONALS), max_size=3).map(ExpSum)
DIVISORS = SUMS.filter(bool)
RATIOS = st.builds(ExpRatio, SUMS, DIVISORS)
NOTHING = ExpSum()


def numeric(weight: ExpRatio) -> float:
    return _float(weight.over) / _float(weight.under)


def _float(exp_sum: ExpSum) -> float:
    return math.fsum(float(c) * math.exp(-q) for q, c in exp_sum.terms.items())


@given(SUMS, SUMS, SUMS)
def test_sums_are_a_commutative_ring(a: ExpSum, b: ExpSum, c: ExpSum) -> None:
    """Do the laws of a ring hold, as equalities of dictionaries?"""
    one = ONE.over
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + NOTHING == a * one == a
    assert a - a == a * NOTHING == NOTHING
    assert a - b == a + -b


@pytest.mark.untraced
@given(RATIOS, RATIOS, RATIOS)
@settings(max_examples=50)
def test_quotients_are_a_field(a: ExpRatio, b: ExpRatio, c: ExpRatio) -> None:
    """Do the laws of a field hold, whatever the denominators?"""
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + ZERO == a * ONE == a
    assert a - a == ZERO
    assume(bool(b))
    assert (a / b) * b == a


@pytest.mark.untraced
@given(RATIOS, RATIOS)
def test_numbers_that_differ_are_told_apart(a: ExpRatio, b: ExpRatio) -> None:
    """Is `==` false exactly if the difference has a sign?"""
    assert (a == b) == (sign(a - b) == 0)
    assert bool(a) == (sign(a) != 0)


@given(SUMS, SUMS)
def test_sums_are_hashed_as_they_are_compared(a: ExpSum, b: ExpSum) -> None:
    """Do equal sums share a hash, in whatever order their terms came?"""
    again = ExpSum(reversed([*a.terms.items(), *b.terms.items()]))
    assert again == a + b
    assert hash(again) == hash(a + b)


@given(RATIOS)
def test_a_quotient_is_the_number_it_stands_for(a: ExpRatio) -> None:
    """Does ordinary arithmetic agree, roughly?"""
    assume(abs(_float(a.under)) > 1e-6)
    assert numeric(a + a) == pytest.approx(2 * numeric(a))
    assert numeric(-a) == pytest.approx(-numeric(a))


def test_equal_numbers_in_different_dress_are_equal() -> None:
    """Are powers, cancelled terms and cancelled factors recognised?"""
    e = exp_minus(1)
    assert e * e == exp_minus(2)
    assert exp_minus(Fraction(1, 3)) * exp_minus(Fraction(2, 3)) == e
    assert e * exp_minus(-1) == ONE == exp_minus(0)
    assert (ONE - exp_minus(2)) / (ONE - e) == ONE + e
    assert rational(Fraction(2, 4)) == ONE / rational(2)
    assert e + rational(Fraction(1, 7)) - e == rational(Fraction(1, 7))


def test_unequal_numbers_are_unequal_however_close() -> None:
    """Is e^-q never rational, nor close enough to anything to be taken for it?"""
    assert exp_minus(1) != rational(Fraction(math.exp(-1)))
    assert exp_minus(1) != exp_minus(1 + Fraction(1, 10**100))
    assert rational(1) != rational(1 + Fraction(1, 10**100))


def test_other_types_are_never_equal() -> None:
    """Is a weight no number of Python's, and a sum no quotient?"""
    for other in (1, 1.0, Fraction(1), "1", ONE.over):
        assert other != ONE
    assert ONE.over != 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(ONE)


def test_rational_values_are_read_off() -> None:
    """Is the value given where no exponential occurs, and only there?"""
    assert NOTHING.rational() == 0
    assert rational(Fraction(3, 7)).over.rational() == Fraction(3, 7)
    assert exp_minus(1).over.rational() is None
    assert (rational(1) / rational(3)).under == ONE.over


@pytest.mark.parametrize("over", [ONE, ZERO, exp_minus(1)])
def test_division_by_zero_is_an_error(over: ExpRatio) -> None:
    """Is nothing, not even zero, divided by zero?"""
    with pytest.raises(ZeroDivisionError):
        over / ZERO
    with pytest.raises(ZeroDivisionError):
        over / (exp_minus(1) - exp_minus(1))


def test_weights_are_shown_as_formulas() -> None:
    """Can a person read a weight?"""
    third = rational(Fraction(1, 3))
    assert repr(ZERO) == "0"
    assert repr(third - exp_minus(2)) == "1/3 + (-1)*e^(-2)"
    assert repr(ONE / (ONE + exp_minus(1))) == "(1)/(1 + (1)*e^(-1))"


@given(RATIOS, RATIONALS)
def test_numbers_mix_with_weights(a: ExpRatio, c: Fraction) -> None:
    """Is a rational on either side of an operator what it is as a weight, and is a float refused?"""
    for number in (c, int(c)):
        weight = rational(number)
        assert (a + number, number + a) == (a + weight, weight + a)
        assert (a - number, number - a) == (a - weight, weight - a)
        assert (a * number, number * a) == (a * weight, weight * a)
        assert not number or a / number == a / weight
        assert not a or number / a == weight / a
    for mixed in (operator.add, operator.sub, operator.mul, operator.truediv):
        with pytest.raises(TypeError):
            mixed(a, 0.5)
