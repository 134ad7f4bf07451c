"""What a term tends to as a variable reaches a number, from above or from below, or grows without bound."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce

import sympy

from proofs.engine.calculus.germs import Germ, Germs, TooShort
from proofs.engine.calculus.needs import demand, follows
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.from_sympy import Names, written
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.formula import Apply, Bind, Number, Symbol, Term, exp, no, term, walk
from spec.logic.substitution import free, rebuild

_LENGTHS = (4, 8, 12)
"""How many coefficients of a series are tried."""

NEAR = Fraction(1, 2**64)
"""How close by balls look at a limit or a derivative."""

_MOST_FACTORS = 64
"""Up to which power a germ is multiplied out."""


class Side(Enum):
    """From where an end is reached."""

    ABOVE = 1
    BELOW = -1


@dataclass(frozen=True)
class End:
    """A number that a variable reaches from a side, or, without a number, plus or minus infinity."""

    number: Term | None
    side: Side | None

    @property
    def nearly(self) -> Term:
        """A number near the end, inside."""
        if self.number is None:
            return term(1 / NEAR if self.side is Side.BELOW else -1 / NEAR)
        return self.number if self.side is None else self.number + self.side.value * NEAR


@dataclass(frozen=True)
class _Known:
    """Answers questions about coefficients by what is given."""

    given: tuple[Term, ...]
    names: Names

    def nonzero(self, coefficient: Sympy) -> bool:
        return bool(coefficient.is_nonzero) or self._follows(lambda c: no(c.eq(0)), coefficient)

    def positive(self, coefficient: Sympy) -> bool:
        return bool(coefficient.is_positive) or self._follows(lambda c: c > 0, coefficient)

    def _follows(self, asked: Callable[[Term], Term], coefficient: Sympy) -> bool:
        if coefficient.is_Rational:
            return False
        c = written(sympy.factor(coefficient), self.names)
        demand(conditions(c), self.given)
        return follows(asked(c), self.given)


def tends_to(t: Term, variable: Symbol, end: End, given: tuple[Term, ...], names: Names) -> Term:
    """The limit of the term; `given` holds for all values of the variable near the end, and names no value of it."""
    around = tuple(g for g in given if variable not in free(g))
    if end.number is not None:
        try:
            return _by_continuity(t, variable, end.number, around)
        except Unsupported:
            if end.side is None:
                raise
    oracle = _Known(around, names)
    for length in _LENGTHS:
        germs = Germs(length, oracle)
        try:
            return written(germs.limit(_Follower(variable, end, germs).germ(t)), names)
        except TooShort:
            continue
    raise Unsupported(f"{_LENGTHS[-1]} coefficients of its series do not tell the limit")


def _by_continuity(t: Term, variable: Symbol, at: Term, given: tuple[Term, ...]) -> Term:
    """The value at the number, if the term has one and is put together from continuous operations."""
    for part in walk(t):
        match part:
            case Bind() if variable in free(part):
                raise Unsupported(f"a limit does not look into {part.operation}")
            case Apply("!", (x,)) if variable in free(x):
                raise Unsupported("a factorial is not continuous")
            case Apply("^", (base, power)) if variable in free(power):
                demand(conditions(rebuild(base, {variable: at})), given)
                if not follows(rebuild(base, {variable: at}) > 0, given):
                    raise Unsupported("a power is continuous in its exponent only above 0")
    value = rebuild(t, {variable: at})
    demand(conditions(value), given)
    return value


class _Follower:
    """Finds the germ of each part of a term."""

    def __init__(self, variable: Symbol, end: End, germs: Germs) -> None:
        self.variable = variable
        self.germs = germs
        if end.number is None:
            sign = germs.constant(sympy.Integer(1 if end.side is Side.BELOW else -1))
            self.moving = germs.multiply(sign, germs.power_of_s(-1))
        else:
            sign = germs.constant(sympy.Integer(1 if end.side is Side.ABOVE else -1))
            self.moving = germs.add(germs.constant(number(end.number)), germs.multiply(sign, germs.power_of_s(1)))

    def germ(self, t: Term) -> Germ:
        """The germ of a term."""
        if self.variable not in free(t):
            return self.germs.constant(number(t))
        match t:
            case Symbol():
                return self.moving
            case Apply("+", parts):
                return reduce(self.germs.add, map(self.germ, parts))
            case Apply("·", parts):
                return reduce(self.germs.multiply, map(self.germ, parts))
            case Apply("neg", (x,)):
                return self._negative(self.germ(x))
            case Apply("-", (x, y)):
                return self.germs.add(self.germ(x), self._negative(self.germ(y)))
            case Apply("/", (x, y)):
                return self.germs.multiply(self.germ(x), self.germs.invert(self.germ(y)))
            case Apply("exp", (x,)):
                return self.germs.exp(self.germ(x))
            case Apply("ln", (x,)):
                return self.germs.ln(self.germ(x))
            case Apply("^", (x, Number(power))) if power.denominator == 1 and abs(power) <= _MOST_FACTORS:
                return self._integer_power(self.germ(x), int(power))
            case Apply("^", (x, y)):
                return self.germs.exp(self.germs.multiply(self.germ(y), self.germs.ln(self.germ(x))))
            case Apply("sqrt", (x,)):
                return self.germ(x ** term(Fraction(1, 2)))
            case Apply("sinh" | "cosh" | "tanh" as name, (x,)):
                return self.germ(_IN_EXPONENTIALS[name](x))
            case Apply(operation) | Bind(operation):
                raise Unsupported(f"a limit does not look into {operation}")
            case _:
                raise Unsupported(f"a limit does not look into a {type(t).__name__}")

    def _negative(self, a: Germ) -> Germ:
        return self.germs.multiply(self.germs.constant(sympy.Integer(-1)), a)

    def _integer_power(self, base: Germ, power: int) -> Germ:
        result: Germ = self.germs.constant(sympy.S.One)
        for _ in range(abs(power)):
            result = self.germs.multiply(result, base)
        return result if power >= 0 else self.germs.invert(result)


_IN_EXPONENTIALS: Mapping[str, Callable[[Term], Term]] = {
    "sinh": lambda x: (exp(x) - exp(-x)) / 2,
    "cosh": lambda x: (exp(x) + exp(-x)) / 2,
    "tanh": lambda x: 1 - 2 / (exp(2 * x) + 1),
}
