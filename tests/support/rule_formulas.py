"""Formulas to put to the rules of analysis."""

from collections.abc import Iterable

from spec.logic.formula import (
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
)

a, b, c, d, x, y, r = map(Symbol, ("a", "b", "c", "d", "x", "y", "r"))
u, t = Symbol("u", Sort.NONNEGATIVE), Symbol("t", Sort.POSITIVE)
p = Symbol("p", Sort.POSITIVE)
s, v = Symbol("s"), Symbol("v")
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
m, w = Family("m"), Family("w", Sort.POSITIVE)


def formula(conclusion: Term, known: Iterable[Term] = (), given: Iterable[Term] = ()) -> Formula:
    return Formula(conclusion, tuple(given), tuple(known))
