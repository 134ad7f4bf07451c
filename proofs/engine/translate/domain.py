"""Where a term has a value: what its quotients, logarithms, roots, powers, factorials and derivatives need."""

from collections.abc import Iterator
from dataclasses import replace

from proofs.engine.translate.scalars import Unsupported, canonical, is_infinite
from proofs.engine.translate.to_sympy import number
from spec.logic.formula import INFINITY, Apply, Bind, Formula, Sort, Symbol, Term, both, children, either, no
from spec.logic.substitution import membership


def conditions(t: Term) -> Iterator[Formula]:
    """Statements that together make the term a number; sums and products over the candidates are taken for one."""
    return _conditions(canonical(t), smooth=False)


def _conditions(t: Term, smooth: bool) -> Iterator[Formula]:
    """What the term needs to have a value and, if `smooth`, a derivative."""
    match t:
        case Apply("/", (_, *divisors)):
            yield from (Formula(no(divisor.eq(0))) for divisor in divisors)
        case Apply("ln", (x,)):
            yield Formula(x > 0)
        case Apply("sqrt", (x,)):
            yield Formula(x > 0 if smooth else x >= 0)
        case Apply("^", (base, power)):
            yield from map(Formula, _needed_of_base(base, power, smooth))
        case Apply("!", (x,)) if not (number(x).is_integer and number(x).is_nonnegative):
            raise Unsupported("the factorial of what is not known to be a natural number")
        case Apply("abs" | "max" | "min" as operation) if smooth:
            raise Unsupported(f"sympy is not asked for derivatives of {operation}")
        case Bind("d", _, body):
            yield from _conditions(body, smooth=True)
        case Bind("lim", variable, body, _, low) if low is not None:
            if smooth:
                raise Unsupported("sympy is not asked for derivatives of a limit")
            yield from _inside(variable, body, low, INFINITY, smooth)
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            yield from _inside(variable, body, low, high, smooth)
        case _:
            pass
    if not isinstance(t, Bind):
        for part in children(t):
            yield from _conditions(part, smooth)


def _needed_of_base(base: Term, power: Term, smooth: bool) -> tuple[Term, ...]:
    exponent = number(power)
    if exponent.is_integer:
        return () if exponent.is_nonnegative else (no(base.eq(0)),)
    return (base >= 0,) if exponent.is_positive and not smooth else (base > 0,)


def _inside(variable: Symbol, body: Term, low: Term, high: Term, smooth: bool) -> Iterator[Formula]:
    """The ends need values; between them, the variable must be of its sort, and the body have values."""
    for end in (low, high):
        if not is_infinite(end):
            yield from _conditions(end, smooth)
    real = replace(variable, sort=Sort.REAL)
    for need in membership(real, variable.sort):
        yield Formula(need, _between(real, low, high))
    for formula in _conditions(body, smooth):
        yield Formula(formula.conclusion, (*formula.given, *_between(variable, low, high)))


def _between(x: Symbol, low: Term, high: Term) -> tuple[Term, ...]:
    finite = [end for end in (low, high) if not is_infinite(end)]
    if len(finite) == 2:
        return (either(both(low < x, x < high), both(high < x, x < low)),)
    return tuple(end < x if INFINITY in (low, high) else x < end for end in finite)
