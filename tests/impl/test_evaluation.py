"""Is what is evaluated by balls enclosed, and is truth never guessed?"""

import math
from fractions import Fraction

import pytest

from impl.ball import Ball, ball, interval, lower, precision, upper
from proofs.engine.translate.to_ball import Setting, truth, value
from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    either,
    every,
    exp,
    factorial,
    function,
    greater,
    implies,
    integral,
    largest,
    lesser,
    ln,
    no,
    product,
    smallest,
    term,
    total,
)

HALF = Fraction(1, 2)

x, y = Symbol("x"), Symbol("y")
t = Symbol("t")
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
w = Family("w", Sort.POSITIVE)


def worth(expression: Term, **members: Fraction | int) -> Fraction | Ball:
    """The value of a term in x and y."""
    numbers = {Symbol(name): Fraction(number) for name, number in members.items()}
    return value(expression, Setting(numbers, {}, {}))


class TestValue:
    def test_rationals_stay_exact(self) -> None:
        """Do all operations that keep rationals rational return the exact rational?"""
        expression = absolute(-x) / 3 + greater(x, y) ** 2 - lesser(x, y) ** -1 + factorial(4) * exp(x - x)
        assert worth(expression, x=HALF, y=3) == Fraction(1, 6) + 9 - 2 + 24

    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            (ln(exp(x)), 0.3),
            (exp(x) * exp(-y), math.exp(0.3 - 1.7)),
            (function("tanh", x) - function("sinh", x) / function("cosh", x), 0.0),
            (function("sqrt", y) - y ** term(HALF), 0.0),
            (greater(exp(x), y), 1.7),
            (lesser(exp(x), y), math.exp(0.3)),
            (absolute(-exp(x)), math.exp(0.3)),
            (exp(x) ** 3 / exp(x) ** -2, math.exp(1.5)),
            (integral(t, x * exp(-x * t), 0, y), 1 - math.exp(-0.51)),
            (integral(t, ln(t), 1, y), 1.7 * math.log(1.7) - 0.7),
            (integral(t, t ** term(HALF) + function("sqrt", t), 1, y), (1.7**1.5 - 1) * 4 / 3),
            (integral(t, function("cosh", t) * t**2 / (1 + t) ** 0 - (-t), x, x), 0.0),
        ],
    )  # fmt: skip
    def test_values_are_enclosed(self, expression: Term, expected: float) -> None:
        """Does every operation on balls agree with what the float library has, and tightly?"""
        with precision(100):
            found = worth(expression, x=Fraction(3, 10), y=Fraction(17, 10))
            enclosed = found if isinstance(found, Ball) else ball(found)
            assert upper(enclosed) - lower(enclosed) < Fraction(1, 10**12)
            assert abs(float(lower(enclosed)) - expected) < 1e-12

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            (function("sqrt", t), 14 / 3),
            (t ** term(HALF), 14 / 3),
            (ln(t) ** 2, 4 * math.log(4) ** 2 - 8 * math.log(4) + 6),
            (function("sqrt", ln(t) + 1), 4.055065313011),
        ],
    )
    def test_branch_cuts_do_not_mislead_the_integral(self, body: Term, expected: float) -> None:
        """Are integrals right over [1, 4] of functions that are not analytic to the left of it?"""
        enclosed = worth(integral(t, body, 1, 4))
        assert isinstance(enclosed, Ball)
        assert abs(float(lower(enclosed)) - expected) < 1e-9

    def test_lists_are_gathered(self) -> None:
        """Do Σ, Π, max, min and their exceptions range over the whole list?"""
        setting = Setting({}, {w: (Fraction(2), Fraction(3), Fraction(5))}, {k: 1})
        found = [
            value(bound, setting)
            for bound in (
                total(i, w[i]),
                product(i, w[i], without=k),
                largest(i, w[i] / w[k]),
                smallest(i, w[i], without=k),
                total(i, total(j, w[i] * w[j], without=i)),
                integral(t, product(i, 1 - t * w[i], without=k) + total(i, t), 0, 1),
            )
        ]
        assert found[:-1] == [10, 10, Fraction(5, 3), 2, 62]
        assert isinstance(found[-1], Ball)
        assert lower(found[-1]) <= Fraction(7, 3) <= upper(found[-1])

    def test_powers_of_wide_balls(self) -> None:
        """Is x^2 on [-1, 3] in [0, 9] and x^3 in [-1, 27], no wider and not NaN?"""
        setting = Setting({x: interval(-1, 3), y: interval(-2, 2)}, {}, {})
        with precision(64):
            assert truth(both(x**2 <= Fraction(901, 100), x**2 >= Fraction(-1, 100)), setting) is True
            assert truth(both(x**3 <= Fraction(2701, 100), x**3 >= Fraction(-101, 100)), setting) is True
            assert truth(both(y**2 <= Fraction(401, 100), y**2 >= Fraction(-1, 100)), setting) is True


class TestTruth:
    @pytest.mark.parametrize(
        ("statement", "expected"),
        [
            (x < y, True),
            (x >= y, False),
            (x.eq(x), True),
            (x.eq(y), False),
            (exp(x).eq(exp(x)), None),
            (exp(x).eq(exp(y)), False),
            (exp(ln(y)) <= y, None),
            (1 / (x - x) <= 1, None),
            (ln(-y) <= 1, None),
            (either(ln(-y) <= 1, x < y), True),
            (either(ln(-y) <= 1, x > y), None),
            (both(ln(-y) <= 1, x > y), False),
            (both(ln(-y) <= 1, x < y), None),
            (no(x < y), False),
            (implies(x > y, ln(-y) <= 1), True),
            (implies(x < y, ln(-y) <= 1), None),
            (implies(ln(-y) <= 1, x < y), True),
        ],
    )
    def test_three_values(self, statement: Term, expected: bool | None) -> None:
        """Is what is not certain left undecided, and nothing else?"""
        assert truth(statement, Setting({x: HALF, y: Fraction(2)}, {}, {})) is expected

    def test_for_all(self) -> None:
        """Does ∀ need every candidate?"""
        setting = Setting({}, {w: (Fraction(1), Fraction(2))}, {})
        assert truth(every(i, w[i] <= 2), setting) is True
        assert truth(every(i, w[i] < 2), setting) is False
        assert truth(every(i, every(j, w[i] < w[j] + 2, without=i)), setting) is True
