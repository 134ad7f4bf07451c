"""Do the checkers with a narrow task, by derivatives, by linear arithmetic, at a point, on trust, keep to it?"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.engine.checkers.assumed import Assumed
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.evaluated import Evaluated
from proofs.engine.checkers.linear import Linear
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    derivative,
    every,
    exp,
    function,
    implies,
    integral,
    limit,
    no,
    term,
    total,
)

a, b, y = Symbol("a"), Symbol("b"), Symbol("y")
x, p, n = Symbol("x", Sort.NONNEGATIVE), Symbol("p", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
i, k = Symbol("i"), Symbol("k")
m, w = Family("m"), Family("w", Sort.POSITIVE)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("f", "detail"),
    [
        (exp(x) - 1 - x, "3 derivatives, none of them negative at x = 0"),
        (p * exp(p) - exp(p) + 1, "3 derivatives, none of them negative at p = 0"),
        (exp(2 * x) - 2 * x * exp(x) - 1, "4 derivatives, none of them negative at x = 0"),
        (exp(-x) - 1 + x, "3 derivatives, none of them negative at x = 0"),
        (x**2 * exp(-(3 * x)), "3 derivatives, none of them negative at x = 0"),
        (term(0) * x, "0 derivatives, none of them negative at x = 0"),
        (x * exp(0 * x), "2 derivatives, none of them negative at x = 0"),
        (exp(x) - x**0, "2 derivatives, none of them negative at x = 0"),
        (2 * exp(3 * x) - 6 * x**1 - 2, "3 derivatives, none of them negative at x = 0"),
        (QUARTER * exp(4 * x) - 2 * exp(x) + 7 * QUARTER + x, "4 derivatives, none of them negative at x = 0"),
        ((1 + x) ** 2 * exp(x) - 1 - 3 * x, "5 derivatives, none of them negative at x = 0"),
    ],
)
def test_nonnegative_functions_are_proved(f: Term, detail: str) -> None:
    """Is a function proved nonnegative that no derivative on the way starts below zero?"""
    assert Differentiation().run(Formula(term(0) <= f)) == Finding(Status.PROVED, detail)


@pytest.mark.parametrize(
    ("conclusion", "detail"),
    [
        (term(0) <= 1 + x - exp(x), "a derivative is negative at x = 0, after 2 of them"),
        (term(0) <= x - x**2, "a derivative is negative at x = 0, after 2 of them"),
        (term(0) <= exp(-x) - HALF, "a derivative is negative at x = 0, after 1 of them"),
        (term(0) <= exp(y) - 1 - y, "y must not be negative"),
        (term(0) <= exp(n) - 1 - n, "n must not be negative"),
        (term(0) <= exp(x) - 1 - p, "a function of one variable is needed"),
        (term(0) <= term(1), "a function of one variable is needed"),
        (term(0) <= exp(x + 1) - x, "x + 1 is no multiple of x"),
        (term(0) <= exp(x**2) - 1, "x^2 is no multiple of x"),
        (term(0) <= absolute(x), "|x| is no polynomial in x and its exponentials"),
        (term(0) <= x + w[k], "w_k is no polynomial in x and its exponentials"),
        (term(0) <= x**HALF, "x^(1/2) is no polynomial in x and its exponentials"),
        (term(0) <= x**-1 - HALF, "x^(-1) is no polynomial in x and its exponentials"),
        (term(0) <= (1 + x + exp(x)) ** 15 * (1 + x + exp(x)) ** 15, "the product has too many terms"),
        (exp(x) >= 1, "only 0 ≤ f(x) is decided by differentiation"),
        (term(2) <= exp(x), "only 0 ≤ f(x) is decided by differentiation"),
        (2 * x <= x, "only 0 ≤ f(x) is decided by differentiation"),
        (term(0) <= INFINITY + x, "infinity is no number; it can only end an integral"),
    ],
)
def test_what_differentiation_does_not_prove(conclusion: Term, detail: str) -> None:
    """Is what falls below zero, or is no polynomial in x and e^x, left open, with the reason?"""
    assert Differentiation().run(Formula(conclusion)) == Finding(Status.OPEN, detail)
    assert Differentiation().run("a sentence").status is Status.OPEN


@pytest.mark.parametrize(
    ("f", "derivatives", "point"),
    [
        (exp(x) - 1 - 3 * x, 1, 1),
        (QUARTER * exp(2 * x) - 2 * exp(x) + 7 * QUARTER, 1, 1),
        (5 * exp(x) - 2 * exp(2 * x) - 3, 2, 1),
        (3 * x**2 - 2 * x**3, 3, 2),
        (2 * x**3 * exp(x) - x**2 * exp(3 * x) + x, 2, 1),
        (x**0 - exp(x), 1, 1),
        (x**0 + x - 2, 0, 0),
        (x**1 - x * exp(x), 2, 1),
        (2 * exp(-x) + 3 * exp(-(2 * x)) - 4, 1, 1),
        (1 + 2 * exp(x) - 4 * exp(2 * x), 0, 0),
    ],
)
def test_what_is_negative_somewhere_is_not_proved(f: Term, derivatives: int, point: int) -> None:
    """Does the derivative that is negative at 0 come to light, in a function that balls show to be negative?"""
    formula = Formula(term(0) <= f)
    assert Balls([{x: Fraction(point)}]).run(formula).status is Status.REFUTED
    detail = f"a derivative is negative at x = 0, after {derivatives} of them"
    assert Differentiation().run(formula) == Finding(Status.OPEN, detail)


functions = st.recursive(
    st.sampled_from([x, exp(x), exp(-x), term(1), term(-2), term(HALF)]),
    lambda part: st.builds(lambda f, g: f + g, part, part) | st.builds(lambda f, g: f * g, part, part),
    max_leaves=6,
)


@given(functions, st.lists(st.fractions(0, 5, max_denominator=8), min_size=5, max_size=5))
def test_balls_never_contradict_differentiation(f: Term, points: list[Fraction]) -> None:
    """Is a function that was proved nonnegative nowhere negative?"""
    formula = Formula(term(0) <= f)
    scope: list[Region] = [{x: point} for point in points]
    if Differentiation().run(formula).status is Status.PROVED:
        assert Balls(scope).run(formula).status is not Status.REFUTED


@pytest.mark.parametrize(
    "formula",
    [
        Formula(a * b <= 2 * (a * b) + 3, (a * b >= 0,)),
        Formula(3 * (a * b) >= 6, (a * b >= 2,)),
        Formula(exp(a) / b - 1 < exp(a) / b),
        Formula(no(exp(a) <= b), (implies(a > 0, both(exp(a) > y, y > b)), a > 1)),
        Formula(m[k] + 1 > 0, (every(i, m[i] > 0),)),
        Formula(every(i, m[i] * 1 > -1), (every(i, m[i] > 0),)),
        Formula(total(i, m[i] * a) >= -total(k, m[k] * a), (total(i, m[i] * a) >= 0,)),
    ],
)
def test_linear_consequences_are_proved(formula: Formula) -> None:
    """Does what follows whatever the products and functions are worth follow?"""
    assert Linear().run(formula).status is Status.PROVED


@pytest.mark.parametrize(
    ("formula", "detail"),
    [
        (Formula(a * a >= 0), "does not follow by linear arithmetic alone"),
        (Formula(2 * (a * b) <= a * b + 2), "does not follow by linear arithmetic alone"),
        (Formula(a * b <= b * a), "does not follow by linear arithmetic alone"),
        (Formula(a * b <= 0, (a <= 0,)), "does not follow by linear arithmetic alone"),
        (Formula(integral(y, y, 0, 1).eq(integral(y, a, 0, 1))), "does not follow by linear arithmetic alone"),
        (Formula(exp(INFINITY) + 1 > exp(INFINITY)), "infinity is no number; it can only end an integral"),
        (Formula(m[i] * i + 1 > m[i] * i), "i is both a number and the name of a candidate"),
        (Formula(a * b > 0, (a > b, b > a)), "vacuous: z3 shows no model of the hypotheses"),
    ],
)
def test_what_is_not_linear_is_left_open(formula: Formula, detail: str) -> None:
    """Is what needs more than linear arithmetic left open, never refuted?"""
    assert Linear().run(formula) == Finding(Status.OPEN, detail)
    assert Linear().run("a sentence").status is Status.OPEN


@pytest.mark.parametrize(
    ("left", "right", "point"),
    [
        (integral(p, absolute(p), -1, 1), term(1), {}),
        (derivative(a, a**2), 2 * a, {a: 3}),
        (exp(-integral(y, p, 0, INFINITY)), term(1), {p: 1}),
        (limit(p, 1 / p), term(1), {}),
        (a / a, term(1), {a: 0}),
        (function("sqrt", a) ** 2, term(1), {a: -1}),
        (function("cosh", a), function("cosh", a) + 0, {a: 1}),
        (m[k], term(1), {}),
        (INFINITY + 1, term(1), {}),
    ],
)
def test_what_has_no_value_is_not_refuted(left: Term, right: Term, point: dict[Symbol, int]) -> None:
    """Is an equation not refuted where a side has no value that is known, be it the left or the right one?"""
    assert Evaluated(point).run(Formula(left.eq(right))).status is Status.OPEN
    assert Evaluated(point).run(Formula(right.eq(left))).status is Status.OPEN


def test_a_point_refutes() -> None:
    """Is a false equation refuted with the values of its sides, and only at a point of the right sort?"""
    found = Evaluated({p: 2}).run(Formula(integral(y, exp(-(p * y)), 0, INFINITY).eq(1 - exp(-p))))
    assert found == Finding(Status.REFUTED, "1/2 is not 1 - exp(-2), at p = 2")
    for symbol, value in ((p, 0), (x, -1), (Symbol("u", Sort.UNIT), 1)):
        with pytest.raises(ValueError, match="must be"):
            Evaluated({symbol: value})


def test_equal_values_refute_nothing() -> None:
    """Is an equation that holds at the point left open, as is one with hypotheses, and a sentence?"""
    equation = integral(y, exp(-(p * y)), 0, INFINITY).eq(1 / p)
    assert Evaluated({p: 2}).run(Formula(equation)) == Finding(Status.OPEN, "1/2 may be 1/2, at p = 2")
    assert Evaluated({p: 2}).run(Formula(equation, (p > 3,))).status is Status.OPEN
    assert Evaluated({p: 2}).run("a sentence").status is Status.OPEN


def test_trust_is_named() -> None:
    """Does an assumption never count as more, and say whose word it is?"""
    assert Assumed("a paper, Lemma 3").run(Formula(a > 0)) == Finding(Status.ASSUMED, "a paper, Lemma 3")
