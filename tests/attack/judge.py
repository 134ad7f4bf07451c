"""The judge of falsity: an evaluator of its own, which shares no code with the checkers that are under attack.

A statement is false if at one exact point its hypotheses certainly hold and its conclusion certainly does not.
"""

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx

from spec.logic.formula import Apply, Bind, Family, Formula, Member, Number, Symbol, Term

Value = Fraction | arb

_BITS = 192
_ZERO: Value = Fraction(0)
_ONE: Value = Fraction(1)
_LARGEST = 1 << 12
"""Larger exponents are not judged."""


class Unjudged(Exception):
    """There is no value, or it is not known well enough."""


@dataclass(frozen=True)
class Point:
    """A number for each symbol, a list of numbers for each family; all lists have one length."""

    numbers: Mapping[Symbol, Fraction]
    lists: Mapping[Family, tuple[Fraction, ...]]
    length: int
    places: Mapping[Symbol, int]

    def __str__(self) -> str:
        numbers = [f"{symbol.name} = {value}" for symbol, value in self.numbers.items()]
        lists = [f"{family.name} = ({', '.join(map(str, values))})" for family, values in self.lists.items()]
        places = [f"{symbol.name} is no. {place + 1}" for symbol, place in self.places.items()]
        return ", ".join([*numbers, *lists, *places]) or "every point"


def is_false(formula: Formula, at: Point) -> bool:
    """Tell whether the formula is certainly false at the point."""
    with ctx.workprec(_BITS):
        try:
            return all(holds(given, at) for given in formula.hypotheses) and not holds(formula.conclusion, at)
        except (Unjudged, OverflowError):
            return False


def differs(t: Term, value: Value | None, at: Point) -> bool:
    """Tell whether a term certainly has another value than this at the point; None is that of no number."""
    with ctx.workprec(_BITS):
        try:
            found = number(t, at)
            return value is None or not _same(found, value)
        except (Unjudged, OverflowError):
            return False


def holds(t: Term, at: Point) -> bool:
    """Whether a statement holds at the point."""
    match t:
        case Apply("=", (left, right)):
            return _same(number(left, at), number(right, at))
        case Apply("≤" | "<" | "≥" | ">" as relation, (left, right)):
            return _compared(relation, number(left, at), number(right, at))
        case Apply("∧", parts):
            found = [holds(part, at) for part in parts]
            return all(found)
        case Apply("∨", parts):
            found = [holds(part, at) for part in parts]
            return any(found)
        case Apply("¬", (part,)):
            return not holds(part, at)
        case Apply("⟹", (hypothesis, conclusion)):
            return not holds(hypothesis, at) or holds(conclusion, at)
        case Bind("∀", index, body, without):
            found = [holds(body, each) for each in _each(index, without, at)]
            return all(found)
        case _:
            raise Unjudged(t)


def number(t: Term, at: Point) -> Value:
    """The value of a term at the point."""
    match t:
        case Number(value):
            return value
        case Symbol() if t in at.numbers:
            return at.numbers[t]
        case Member(family, index) if family in at.lists and index in at.places:
            return at.lists[family][at.places[index]]
        case Apply("^", (base, power)):
            return _power(number(base, at), number(power, at))
        case Apply("/", (left, right)):
            below = number(right, at)
            if _same(below, Fraction(0)):
                raise Unjudged(t)
            return _exactly(operator.truediv, number(left, at), below)
        case Apply(operation, parts) if operation in _EXACT:
            return reduce(lambda a, b: _exactly(_EXACT[operation], a, b), (number(part, at) for part in parts))
        case Apply("max" | "min" as operation, parts):
            return reduce(_EXTREMA[operation], (number(part, at) for part in parts))
        case Apply("neg", (x,)):
            return -number(x, at)
        case Apply("abs", (x,)):
            size = number(x, at)
            return max(size, -size) if isinstance(size, Fraction) else abs(size)
        case Apply(name, (x,)) if name in _FUNCTIONS:
            return _finite(_FUNCTIONS[name](_arb(number(x, at))))
        case Apply("!", (x,)):
            n = number(x, at)
            if not isinstance(n, Fraction) or n.denominator != 1 or not 0 <= n <= 50:
                raise Unjudged(t)
            return Fraction(math.factorial(n.numerator))
        case Bind("Σ", index, body, without):
            return reduce(_plus, (number(body, each) for each in _each(index, without, at)), _ZERO)
        case Bind("Π", index, body, without):
            return reduce(_times, (number(body, each) for each in _each(index, without, at)), _ONE)
        case Bind("max" | "min" as operation, index, body, without):
            values = [number(body, each) for each in _each(index, without, at)]
            if not values:
                raise Unjudged(t)
            return reduce(_EXTREMA[operation], values)
        case _:
            raise Unjudged(t)


def _each(index: Symbol, without: Symbol | None, at: Point) -> Iterator[Point]:
    if without is not None and without not in at.places:
        raise Unjudged(without)
    for place in range(at.length):
        if without is None or place != at.places[without]:
            yield replace(at, places={**at.places, index: place})


def _arb(x: Value) -> arb:
    return arb(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def _finite(x: arb) -> arb:
    if not x.is_finite():
        raise Unjudged(x)
    return x


def _exactly(operation: Callable[[Any, Any], Any], a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return Fraction(operation(a, b))
    return _finite(operation(_arb(a), _arb(b)))


def _plus(a: Value, b: Value) -> Value:
    return _exactly(operator.add, a, b)


def _times(a: Value, b: Value) -> Value:
    return _exactly(operator.mul, a, b)


def _same(a: Value, b: Value) -> bool:
    """Equal rationals are the same; numbers are different if their balls are apart, and else unjudged."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    if _arb(a).overlaps(_arb(b)):
        raise Unjudged(a)
    return False


def _compared(relation: str, a: Value, b: Value) -> bool:
    order: Callable[..., bool] = _ORDERS[relation]
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return order(a, b)
    _same(a, b)
    return bool(order(_arb(a), _arb(b)))


def _power(base: Value, power: Value) -> Value:
    if isinstance(power, Fraction) and power.denominator == 1 and abs(power) <= _LARGEST:
        if power >= 0:
            return reduce(_times, [base] * int(power), _ONE)
        if _same(base, Fraction(0)):
            raise Unjudged(base)
        return _exactly(operator.truediv, Fraction(1), reduce(_times, [base] * int(-power)))
    if not _compared(">", base, Fraction(0)):
        raise Unjudged(base)
    return _finite((_arb(base).log() * _arb(power)).exp())


def _of_positive(x: arb) -> arb:
    if not x > 0:
        raise Unjudged(x)
    return x.log()


def _of_natural(x: arb) -> arb:
    if not x >= 0:
        raise Unjudged(x)
    return x.sqrt()


_EXACT: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "·": operator.mul}
_ORDERS: Mapping[str, Callable[..., bool]] = {
    "≤": operator.le,
    "<": operator.lt,
    "≥": operator.ge,
    ">": operator.gt,
}
_EXTREMA: Mapping[str, Callable[[Value, Value], Value]] = {
    "max": lambda a, b: a if _compared("≥", a, b) else b,
    "min": lambda a, b: a if _compared("≤", a, b) else b,
}
_FUNCTIONS: Mapping[str, Callable[[arb], arb]] = {
    "exp": arb.exp,
    "ln": _of_positive,
    "sqrt": _of_natural,
    "sinh": arb.sinh,
    "cosh": arb.cosh,
    "tanh": arb.tanh,
}
