"""Where a term has a value: what its quotients, logarithms, roots, powers and factorials need."""

from collections.abc import Iterator

from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_sympy import number
from spec.logic.formula import Apply, Bind, Formula, Term, children, no


def conditions(t: Term, smooth: bool = False) -> Iterator[Formula]:
    """What makes the term a number and, if `smooth`, differentiable; what binds a variable is taken for a number."""
    match t:
        case Bind():
            return
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
        case _:
            pass
    for part in children(t):
        yield from conditions(part, smooth)


def _needed_of_base(base: Term, power: Term, smooth: bool) -> tuple[Term, ...]:
    exponent = number(power)
    if exponent.is_integer:
        return () if exponent.is_nonnegative else (no(base.eq(0)),)
    return (base >= 0,) if exponent.is_positive and not smooth else (base > 0,)
