"""Formulas to put to z3."""

from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
)

a, b, c, x, y, z, u, v = map(Symbol, ("a", "b", "c", "x", "y", "z", "u", "v"))
i, j, k, r = map(Symbol, ("i", "j", "k", "r"))
positive, unit, natural = Symbol("p", Sort.POSITIVE), Symbol("q", Sort.UNIT), Symbol("n", Sort.NATURAL)
m, s, w = Family("m"), Family("s"), Family("w", Sort.POSITIVE)
