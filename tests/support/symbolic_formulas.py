"""Formulas to put to sympy."""

from fractions import Fraction

from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
    Term,
    function,
)

a, b, x, y, u, t = map(Symbol, ("a", "b", "x", "y", "u", "t"))
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
positive, other = Symbol("p", Sort.POSITIVE), Symbol("q", Sort.POSITIVE)
nonnegative, unit, natural = Symbol("d", Sort.NONNEGATIVE), Symbol("v", Sort.UNIT), Symbol("n", Sort.NATURAL)
m, w = Family("m"), Family("w", Sort.POSITIVE)
HALF = Fraction(1, 2)


def sqrt(of: Term) -> Term:
    return function("sqrt", of)
