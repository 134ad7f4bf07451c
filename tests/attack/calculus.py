"""Equations of limits, integrals and derivatives whose value is known at every point, the edges among them."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx
from hypothesis import strategies as st

from spec.logic.formula import (
    INFINITY,
    Formula,
    Sort,
    Symbol,
    Term,
    derivative,
    exp,
    integral,
    limit,
    ln,
    no,
    term,
)
from tests.attack.judge import Point, Unjudged, Value, differs, holds, number
from tests.attack.statements import d, n, p, v, x, y

s, u = Symbol("s", Sort.POSITIVE), Symbol("u")
z = Symbol("z")


@dataclass(frozen=True)
class Known:
    """A term in a parameter, and its value by the value of the parameter; None where it has none."""

    of: Callable[[Term], Term]
    value: Callable[[Fraction], Value | None]


def _arb(g: Fraction) -> arb:
    return arb(g.numerator) / g.denominator


def _one_unless_zero(g: Fraction) -> Value:
    return Fraction(g != 0)


KNOWN: tuple[Known, ...] = (
    Known(lambda g: limit(s, g / (g + s)), _one_unless_zero),
    Known(lambda g: limit(s, (exp(g * s) - 1) / s), lambda g: g),
    Known(lambda g: limit(s, ln(1 + g**2 * s) / s), lambda g: g * g),
    Known(lambda g: limit(s, exp(-(g / s))), lambda g: None if g < 0 else Fraction(g == 0)),
    Known(lambda g: limit(s, g**s), lambda g: None if g < 0 else Fraction(g != 0)),
    Known(lambda g: limit(s, s**g), lambda g: None if g < 0 else Fraction(g == 0)),
    Known(lambda g: limit(s, (g + s) * ln(1 + s) / (g * s + s**2)), lambda g: Fraction(1)),
    Known(lambda g: limit(s, (1 - exp(-(g * s))) / (1 - exp(-s))), lambda g: g),
    Known(lambda g: integral(u, g * exp(-(g * u)), 0, INFINITY), lambda g: None if g < 0 else Fraction(g != 0)),
    Known(lambda g: integral(u, exp(-(g * u)), 0, INFINITY), lambda g: None if g <= 0 else 1 / g),
    Known(lambda g: integral(u, g / (g + u) ** 2, 0, INFINITY), lambda g: None if g < 0 else Fraction(g != 0)),
    Known(lambda g: integral(u, exp(g * u), 0, 1), lambda g: (_arb(g).exp() - 1) / _arb(g) if g else Fraction(1)),
    Known(lambda g: integral(u, exp(g * u), INFINITY, 0), lambda g: None if g >= 0 else 1 / g),
    Known(lambda g: integral(u, 1 / u, 1, g), lambda g: None if g <= 0 else _arb(g).log()),
    Known(lambda g: integral(u, 2 * u, 0, g), lambda g: g * g),
    Known(lambda g: integral(u, u**-2, g, INFINITY), lambda g: None if g <= 0 else 1 / g),
    Known(lambda g: integral(u, g / (u**2 + 1) ** 2 * u, -INFINITY, INFINITY), lambda g: Fraction(0)),
    Known(lambda g: integral(u, u / (u**2 + 1) + 0 * g, -INFINITY, INFINITY), lambda g: None),
    Known(lambda g: derivative(z, integral(u, z**3 * exp(-(z**2 * u)), 0, INFINITY)) * g, lambda g: g),
)

_PARAMETERS = (
    x,
    p,
    d,
    n,
    v,
    x**2,
    (x - 1) ** 2,
    x - y,
    (x - y) ** 2,
    x - 3,
    d - 1,
    p - 1,
    n - 2,
    x + d,
    p + 0 * x,
    exp(x) - 1,
)
_ANSWERS: tuple[Callable[[Term], Term], ...] = (
    lambda g: term(1), lambda g: term(0), lambda g: g, lambda g: 1 / g, lambda g: (exp(g) - 1) / g, ln,
    lambda g: g**2, lambda g: -(1 / g), lambda g: g / g, lambda g: term(-1), lambda g: g + 1,
)  # fmt: skip
_HYPOTHESES: tuple[Callable[[Term], tuple[Term, ...]], ...] = (
    lambda g: (), lambda g: (), lambda g: (g >= 0,), lambda g: (g > 0,), lambda g: (no(g.eq(0)),), lambda g: (g <= 1,),
    lambda g: (z.eq(0),), lambda g: (x >= y,),
)  # fmt: skip


@dataclass(frozen=True)
class Equation:
    """An equation of a known term with an answer, which may be the right one."""

    known: Known
    parameter: Term
    answer: Term
    given: tuple[Term, ...]

    @property
    def formula(self) -> Formula:
        """What the checkers are asked."""
        return Formula(self.known.of(self.parameter).eq(self.answer), self.given)

    def is_false(self, at: Point) -> bool:
        """Whether the left side has another value than the right one at the point, or none."""
        with ctx.workprec(192):
            try:
                g = number(self.parameter, at)
                met = all(holds(given, at) for given in self.given)
                return met and isinstance(g, Fraction) and differs(self.answer, self.known.value(g), at)
            except Unjudged:
                return False


equations = st.builds(
    lambda known, g, answer, given: Equation(known, g, answer(g), given(g)),
    st.sampled_from(KNOWN),
    st.sampled_from(_PARAMETERS),
    st.sampled_from(_ANSWERS),
    st.sampled_from(_HYPOTHESES),
)
