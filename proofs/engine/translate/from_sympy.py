"""Expressions of sympy as terms again: only what is put together from known symbols by elementary operations."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce

import sympy

from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Member,
    Symbol,
    Term,
    exp,
    factorial,
    greater,
    lesser,
    ln,
    term,
    walk,
)

Names = Mapping[Sympy, Term]
"""What each symbol of sympy stands for."""


def names(terms: Iterable[Term]) -> Names:
    """The symbols that these terms become."""
    atoms = (part for t in terms for part in walk(t) if isinstance(part, Symbol | Member | Bind))
    return {number(part): part for part in atoms if part != INFINITY}


def written(expression: Sympy, known: Names) -> Term:
    """The term that the expression is; Unsupported if a part of it is none."""
    if expression in known:
        return known[expression]
    if isinstance(expression, sympy.Rational):
        return term(Fraction(int(expression.p), int(expression.q)))
    if expression is sympy.E:
        return exp(1)
    if isinstance(expression, sympy.Mul | sympy.Pow) and not _is_exp(expression):
        return _quotient(expression, known)
    if isinstance(expression, sympy.Add):
        first, *rest = expression.args
        return reduce(lambda so_far, part: _sum(so_far, part, known), rest, written(first, known))
    parts = [written(part, known) for part in expression.args]
    for kind, function in _FUNCTIONS.items():
        if isinstance(expression, kind):
            return function(*parts)
    raise Unsupported(f"sympy answers with {type(expression).__name__}, which is no elementary operation here")


def _sum(so_far: Term, part: Sympy, known: Names) -> Term:
    negative = part.could_extract_minus_sign()
    return so_far - written(-part, known) if negative else so_far + written(part, known)


def _quotient(expression: Sympy, known: Names) -> Term:
    """A product of powers: what has a negative rational power stands below the line."""
    above, below = [], []
    for factor in sympy.Mul.make_args(expression):
        base, power = factor.as_base_exp()
        if _is_exp(factor) or power == 1:
            above.append(written(factor, known))
        elif power.is_Rational and power < 0:
            below.append(_power(written(base, known), term(Fraction(int(-power.p), int(power.q)))))
        else:
            above.append(_power(written(base, known), written(power, known)))
    numerator = reduce(Term.__mul__, above) if above else term(1)
    return numerator / reduce(Term.__mul__, below) if below else numerator


def _is_exp(expression: Sympy) -> bool:
    return isinstance(expression, sympy.exp)


def _power(base: Term, power: Term) -> Term:
    return base if power == term(1) else base**power


_FUNCTIONS: Mapping[Sympy, Callable[..., Term]] = {
    sympy.exp: exp,
    sympy.log: ln,
    sympy.factorial: factorial,
    sympy.Max: greater,
    sympy.Min: lesser,
    sympy.Abs: lambda x: Apply("abs", (x,)),
    sympy.sinh: lambda x: Apply("sinh", (x,)),
    sympy.cosh: lambda x: Apply("cosh", (x,)),
    sympy.tanh: lambda x: Apply("tanh", (x,)),
}
