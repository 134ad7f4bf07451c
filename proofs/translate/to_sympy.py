"""Formulas for sympy: every symbol carries exactly the assumptions of its sort, and no others."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy

from proofs.translate.scalars import opaque_name
from spec.formula import INFINITY, Apply, Bind, Member, Number, Sort, Symbol, Term

Sympy = Any
"""An expression of sympy, which has no type stubs."""


class Unsupported(Exception):
    """sympy cannot be asked this; the message says why."""


_ASSUMPTIONS: dict[Sort, dict[str, bool]] = {
    Sort.REAL: {"real": True},
    Sort.POSITIVE: {"positive": True},
    Sort.NONNEGATIVE: {"nonnegative": True},
    Sort.UNIT: {"positive": True},
    Sort.NATURAL: {"integer": True, "nonnegative": True},
}
_FUNCTIONS: dict[str, Callable[..., Sympy]] = {
    "exp": sympy.exp,
    "ln": sympy.log,
    "abs": sympy.Abs,
    "max": sympy.Max,
    "min": sympy.Min,
    "!": sympy.factorial,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "sqrt": sympy.sqrt,
    "neg": lambda x: -x,
}
_OPERATIONS: dict[str, Callable[[Sympy, Sympy], Sympy]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "·": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
}


def number(t: Term) -> Sympy:
    """A term; sums and products over the candidates are opaque reals."""
    match t:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Symbol() if t == INFINITY:
            return sympy.oo
        case Symbol(name, sort):
            return sympy.Symbol(name, **_ASSUMPTIONS[sort])
        case Member(family, index):
            return sympy.Symbol(f"{family.name}_{index.name}", **_ASSUMPTIONS[family.sort])
        case Apply(operation, arguments) if operation in _OPERATIONS:
            return reduce(_OPERATIONS[operation], map(number, arguments))
        case Apply(name, arguments) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*map(number, arguments))
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            return sympy.Integral(number(body), (number(variable), number(low), number(high)))
        case Bind("d", variable, body):
            return sympy.Derivative(number(body), number(variable))
        case Bind():
            return sympy.Symbol(opaque_name(t), real=True)
        case Apply(operation):
            raise Unsupported(f"sympy is asked for numbers, not for {operation}")
        case _:
            raise Unsupported(f"sympy does not know a {type(t).__name__}")
