"""Formulas for z3: real arithmetic, with exp and ln known by a few of their laws and all else opaque.

Every fact that is added is true of the real numbers, so that 'unsatisfiable' is a proof; a model is a refutation only
where nothing opaque took part. Nothing is known of a quotient by zero, or of a logarithm of what is not positive: what
is proved holds whatever number these are taken for.
"""

from collections.abc import Callable
from functools import reduce
from itertools import combinations_with_replacement
from typing import Any

import z3

from proofs.engine.translate.scalars import Unsupported, canonical
from spec.logic.formula import Apply, Bind, Member, Number, Sort, Symbol, Term

Z3 = Any
"""An expression of z3, which has no type stubs."""


_SORT_FACTS: dict[Sort, Callable[[Z3], list[Z3]]] = {
    Sort.REAL: lambda v: [],
    Sort.POSITIVE: lambda v: [v > 0],
    Sort.NONNEGATIVE: lambda v: [v >= 0],
    Sort.UNIT: lambda v: [v > 0, v < 1],
    Sort.NATURAL: lambda v: [v >= 0, z3.IsInt(v)],
}
_RELATIONS: dict[str, Callable[[Z3, Z3], Z3]] = {
    "=": lambda a, b: a == b,
    "≤": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "≥": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
_OPERATIONS: dict[str, Callable[[Z3, Z3], Z3]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "·": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "max": lambda a, b: z3.If(a >= b, a, b),
    "min": lambda a, b: z3.If(a <= b, a, b),
}


class Translation:
    """One conversation with z3: the variables it was told of and the facts about them."""

    def __init__(self) -> None:
        self.facts: list[Z3] = []
        self.opaque = False
        self.variables: dict[Term, Z3] = {}
        self._exps: dict[Z3, Z3] = {}
        self._lns: dict[Z3, Z3] = {}

    def truth(self, t: Term) -> Z3:
        """A statement."""
        match t:
            case Apply(relation, (left, right)) if relation in _RELATIONS:
                return _RELATIONS[relation](self.number(left), self.number(right))
            case Apply("∧", parts):
                return z3.And(*map(self.truth, parts))
            case Apply("∨", parts):
                return z3.Or(*map(self.truth, parts))
            case Apply("¬", (part,)):
                return z3.Not(self.truth(part))
            case Apply("⟹", (hypothesis, conclusion)):
                return z3.Implies(self.truth(hypothesis), self.truth(conclusion))
            case _:
                raise Unsupported("z3 is asked about single candidates, not about 'for all' of them")

    def number(self, t: Term) -> Z3:
        """A term."""
        match t:
            case Number(value):
                return z3.Q(value.numerator, value.denominator)
            case Symbol(_, sort):
                return self._variable(t, sort)
            case Member(family):
                return self._variable(t, family.sort)
            case Apply("neg", (x,)):
                return -self.number(x)
            case Apply("abs", (x,)):
                value = self.number(x)
                return z3.If(value >= 0, value, -value)
            case Apply("^", (base, Number(power))) if power.denominator == 1 and 0 <= power <= 64:
                return reduce(lambda a, b: a * b, [self.number(base)] * int(power), z3.RealVal(1))
            case Apply("exp", (x,)):
                return self._known(self._exps, self.number(x))
            case Apply("ln", (x,)):
                return self._known(self._lns, self.number(x))
            case Apply(operation, (first, *rest)) if operation in _OPERATIONS:
                return reduce(_OPERATIONS[operation], map(self.number, rest), self.number(first))
            case Apply() | Bind():
                self.opaque = True
                return self._variable(canonical(t), Sort.REAL)
            case _:
                raise Unsupported(f"z3 does not know a {type(t).__name__}")

    def laws(self) -> list[Z3]:
        """What is true of the exponentials and logarithms that were met."""
        if self._exps:
            self._known(self._exps, z3.RealVal(0))
        if self._lns:
            self._known(self._lns, z3.RealVal(1))
        exps, lns = list(self._exps.items()), list(self._lns.items())
        return [*_laws_of_exp(exps), *_laws_of_ln(lns), *_laws_of_both(exps, lns)]

    def _variable(self, of: Term, sort: Sort) -> Z3:
        """The real variable that stands for the term; its sort is a fact."""
        if of not in self.variables:
            self.variables[of] = self._unnamed()
            self.facts += _SORT_FACTS[sort](self.variables[of])
        return self.variables[of]

    def _known(self, values: dict[Z3, Z3], argument: Z3) -> Z3:
        """The value at the argument of the function whose values these are."""
        self.opaque = True
        argument = _simple(argument)
        if argument not in values:
            values[argument] = self._unnamed()
        return values[argument]

    def _unnamed(self) -> Z3:
        """Another real variable, numbered: names of symbols may coincide."""
        return z3.Real(str(len(self.variables) + len(self._exps) + len(self._lns)))


def _laws_of_exp(pairs: list[tuple[Z3, Z3]]) -> list[Z3]:
    """Positive, at least 1 + x, exp(0) = 1, and exp(c) <= exp(a) exp(b) exactly if c <= a + b."""
    laws = [z3.And(e > 0, e >= 1 + x) for x, e in pairs]
    laws += [(x <= y) == (e <= f) for x, e in pairs for y, f in pairs if e is not f]
    keys = [_key(x) for x, _ in pairs]
    for (x, e), (y, f) in combinations_with_replacement(pairs, 2):
        total, product = x + y, e * f
        same = _simple(total)
        found = _key(same)
        laws += [
            product == g if key == found else (z <= total) == (g <= product)
            for key, (z, g) in zip(keys, pairs, strict=True)
        ]
    return laws + [e == 1 for x, e in pairs if x.eq(z3.RealVal(0))]


def _laws_of_ln(pairs: list[tuple[Z3, Z3]]) -> list[Z3]:
    """On positive numbers: at most x - 1, increasing, ln(x) + ln(y) = ln(xy), ln(1) = 0."""
    laws = [z3.Implies(x > 0, v <= x - 1) for x, v in pairs]
    laws += [z3.Implies(z3.And(x > 0, y > 0), (x <= y) == (v <= w)) for x, v in pairs for y, w in pairs if v is not w]
    keys = [_key(x) for x, _ in pairs]
    for (x, v), (y, w) in combinations_with_replacement(pairs, 2):
        same = _simple(x * y)
        found = _key(same)
        laws += [
            z3.Implies(z3.And(x > 0, y > 0), v + w == u)
            for key, (_, u) in zip(keys, pairs, strict=True)
            if key == found
        ]
    return laws + [v == 0 for x, v in pairs if x.eq(z3.RealVal(1))]


def _laws_of_both(exps: list[tuple[Z3, Z3]], lns: list[tuple[Z3, Z3]]) -> list[Z3]:
    """On positive numbers: ln(y) <= x exactly if y <= exp(x), and ln(y) >= x exactly if y >= exp(x)."""
    pairs = [(x, e, y, v) for x, e in exps for y, v in lns]
    return [z3.Implies(y > 0, z3.And((v <= x) == (y <= e), (v >= x) == (y >= e))) for x, e, y, v in pairs]


def _simple(a: Z3) -> Z3:
    """The number as a sum of monomials; arguments of exp and ln are kept so."""
    return z3.simplify(a, som=True)


def _key(a: Z3) -> list[list[int]]:
    """What two sums of monomials share, while both are there, exactly if they are the same but for the order."""
    terms = a.children() if z3.is_add(a) else [a]
    return sorted(sorted(part.get_id() for part in (t.children() if z3.is_mul(t) else [t])) for t in terms)
