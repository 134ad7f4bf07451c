"""Formulas for sympy: every symbol carries exactly the assumptions of its sort, and no others."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy

from proofs.engine.translate.scalars import Unsupported, canonical
from spec.logic.formula import INFINITY, Apply, Bind, Member, Number, Sort, Symbol, Term

Sympy = Any
"""An expression of sympy, which has no type stubs."""


_ASSUMPTIONS: dict[Sort, dict[str, bool]] = {
    Sort.REAL: {"real": True},
    Sort.POSITIVE: {"positive": True},
    Sort.NONNEGATIVE: {"nonnegative": True},
    Sort.UNIT: {"positive": True},
    Sort.NATURAL: {"integer": True, "nonnegative": True},
}
_FUNCTIONS: dict[str, Callable[[Sympy], Sympy]] = {
    "neg": lambda x: -x,
    "exp": sympy.exp,
    "ln": sympy.log,
    "abs": sympy.Abs,
    "!": sympy.factorial,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "sqrt": sympy.sqrt,
}
_OPERATIONS: dict[str, Callable[[Sympy, Sympy], Sympy]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "·": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
    "max": sympy.Max,
    "min": sympy.Min,
}


def number(t: Term) -> Sympy:
    """A term; all that binds a variable is an opaque real."""
    match t:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Symbol(_, sort) if t != INFINITY:
            return _symbol(t, sort)
        case Member(family):
            return _symbol(t, family.sort)
        case Apply(name, (x,)) if name in _FUNCTIONS:
            return _FUNCTIONS[name](number(x))
        case Apply(operation, (first, *rest)) if operation in _OPERATIONS:
            return reduce(_OPERATIONS[operation], map(number, rest), number(first))
        case Bind():
            return _symbol(canonical(t), Sort.REAL)
        case Apply(operation):
            raise Unsupported(f"sympy is asked for numbers, not for {operation}")
        case _:
            raise Unsupported(f"sympy does not know a {type(t).__name__}")


def _symbol(t: Term, sort: Sort) -> Sympy:
    """The symbol that stands for the term; its full description is the name, so that no two terms share one."""
    return sympy.Symbol(repr(t), **_ASSUMPTIONS[sort])
