"""Formulas in numbers: what a term is worth, and whether a statement holds, at one setting of its symbols."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

from flint import acb

from impl.ball import Ball
from proofs.engine.translate import values
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.values import Truth, Value, as_ball
from spec.logic.formula import Apply, Bind, Family, Member, Number, Symbol, Term, walk

_EVALUATIONS = 1 << 12
"""How often an integrand is evaluated at most; an enclosure may be the wider for it."""


@dataclass(frozen=True)
class Setting:
    """What the symbols, the families and the free indices stand for; all families have one length."""

    numbers: Mapping[Symbol, Value]
    families: Mapping[Family, tuple[Value, ...]]
    places: Mapping[Symbol, int]

    @property
    def candidates(self) -> range:
        """The places of the list."""
        lengths = {len(members) for members in self.families.values()}
        if len(lengths) != 1:
            raise Unsupported("the lists to range over must be given, and of one length")
        return range(lengths.pop())


def truth(t: Term, setting: Setting) -> Truth:
    """Tell whether a statement holds, at the working precision."""
    match t:
        case Apply("≤" | "<" | "≥" | ">" | "=" as relation, (left, right)):
            return values.related(relation, value(left, setting), value(right, setting))
        case Apply("∧", parts):
            return values.all_true(truth(part, setting) for part in parts)
        case Apply("∨", parts):
            return values.negation(values.all_true(values.negation(truth(part, setting)) for part in parts))
        case Apply("¬", (part,)):
            return values.negation(truth(part, setting))
        case Apply("⟹", (hypothesis, conclusion)):
            return values.implication(truth(hypothesis, setting), truth(conclusion, setting))
        case Bind("∀", variable, body, without):
            return values.all_true(truth(body, each) for each in _each(setting, variable, without))
        case _:
            raise Unsupported("a number stands where a statement should")


def value(t: Term, setting: Setting) -> Value:
    """Evaluate a term, at the working precision."""
    match t:
        case Number(exact):
            return exact
        case Symbol():
            return _number(t, setting)
        case Member(family, index):
            return _member(family, index, setting)
        case Apply("neg", (x,)):
            return -value(x, setting)
        case Apply("abs", (x,)):
            return values.absolute(value(x, setting))
        case Apply("!", (x,)):
            return values.factorial(value(x, setting))
        case Apply(name, (x,)) if name in _FUNCTIONS:
            return values.settled(_FUNCTIONS[name](as_ball(value(x, setting))))
        case Apply(operation, arguments) if operation in _OPERATIONS:
            return reduce(_OPERATIONS[operation], (value(a, setting) for a in arguments))
        case Bind("Σ" | "Π" | "max" | "min" as operation, variable, body, without):
            parts = [value(body, each) for each in _each(setting, variable, without)]
            return _gathered(operation, parts)
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            return _integral(variable, body, value(low, setting), value(high, setting), setting)
        case Apply(operation) | Bind(operation):
            raise Unsupported(f"balls do not evaluate {operation}")
        case _:
            raise Unsupported(f"balls do not evaluate a {type(t).__name__}")


_FUNCTIONS: dict[str, Callable[[Ball], Ball]] = {
    "exp": Ball.exp,
    "ln": Ball.log,
    "sqrt": Ball.sqrt,
    "sinh": Ball.sinh,
    "cosh": Ball.cosh,
    "tanh": Ball.tanh,
}
_OPERATIONS: dict[str, Callable[[Value, Value], Value]] = {
    "+": values.add,
    "-": values.subtract,
    "·": values.multiply,
    "/": values.divide,
    "^": values.power,
    "max": values.greater,
    "min": values.lesser,
}


def _number(symbol: Symbol, setting: Setting) -> Value:
    if symbol not in setting.numbers:
        raise Unsupported(f"{symbol.name} has no value in this scope")
    return setting.numbers[symbol]


def _member(family: Family, index: Symbol, setting: Setting) -> Value:
    if family not in setting.families:
        raise Unsupported(f"{family.name} has no values in this scope")
    return setting.families[family][setting.places[index]]


def _each(setting: Setting, variable: Symbol, without: Symbol | None) -> Iterator[Setting]:
    """The setting with the variable put at each candidate in turn."""
    skipped = None if without is None else setting.places[without]
    for place in setting.candidates:
        if place != skipped:
            yield replace(setting, places={**setting.places, variable: place})


def _gathered(operation: str, parts: list[Value]) -> Value:
    nothing: Value = Fraction(operation == "Π")
    if operation == "Σ":
        return reduce(values.add, parts, nothing)
    if operation == "Π":
        return reduce(values.multiply, parts, nothing)
    if not parts:
        raise Unsupported(f"the {operation} of no candidate")
    return reduce(_OPERATIONS[operation], parts)


def _integral(variable: Symbol, body: Term, low: Value, high: Value, setting: Setting) -> Ball:
    """Integrate with a certified error, over s in [0, 1] with t = low + (high - low) s: exact ends."""
    start, length = as_ball(low), as_ball(values.subtract(high, low))

    def integrand(s: acb, analytic: bool) -> acb:
        return _complex(body, setting, variable, start + length * s, analytic)

    integrand(acb(0), False)  # raises what it may: python-flint loses exceptions of the function it integrates
    return length * acb.integral(integrand, 0, 1, eval_limit=_EVALUATIONS).real


def _complex(t: Term, setting: Setting, variable: Symbol, z: acb, analytic: bool) -> acb:
    """Evaluate a term at a complex value of one variable; NaN where it is to be analytic and may not be."""
    if variable not in walk(t):
        return acb(as_ball(value(t, setting)))

    def of(part: Term, at: Setting = setting) -> acb:
        return _complex(part, at, variable, z, analytic)

    match t:
        case Symbol():
            return z
        case Apply("neg", (x,)):
            return -of(x)
        case Apply("+", parts):
            return reduce(acb.__add__, map(of, parts))
        case Apply("·", parts):
            return reduce(acb.__mul__, map(of, parts))
        case Apply("-", (x, y)):
            return of(x) - of(y)
        case Apply("/", (x, y)):
            return of(x) / of(y)
        case Apply("^", (x, Number(exact))) if exact.denominator == 1:
            return of(x) ** exact.numerator
        case Apply("^", (x, y)):
            return of(x).pow(of(y), analytic=analytic)
        case Apply("ln", (x,)):
            return of(x).log(analytic=analytic)
        case Apply("sqrt", (x,)):
            return of(x).sqrt(analytic=analytic)
        case Apply(name, (x,)) if name in _MEROMORPHIC:
            return _MEROMORPHIC[name](of(x))
        case Bind("Σ", index, body, without):
            return sum((of(body, each) for each in _each(setting, index, without)), start=acb(0))
        case Bind("Π", index, body, without):
            return reduce(acb.__mul__, (of(body, each) for each in _each(setting, index, without)), acb(1))
        case Apply(operation) | Bind(operation):
            raise Unsupported(f"balls do not integrate {operation}")
        case _:
            raise Unsupported(f"balls do not integrate a {type(t).__name__}")


_MEROMORPHIC: dict[str, Callable[[acb], acb]] = {
    "exp": acb.exp,
    "sinh": acb.sinh,
    "cosh": acb.cosh,
    "tanh": acb.tanh,
}
