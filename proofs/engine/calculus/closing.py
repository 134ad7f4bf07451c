"""Derivatives, limits and integrals of a term, innermost first, replaced by what they are equal to.

sympy proposes; what counts is checked. An integral is the difference of the limits of an antiderivative at its ends,
whose derivative must be the integrand and which must be smooth between them: so it converges. A limit is followed by
continuity or by a series. Every condition must follow from what is given, for all values of the symbols.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import sympy

from proofs.engine.calculus.ends import NEAR, End, Side, tends_to
from proofs.engine.calculus.needs import demand, follows
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.from_sympy import Names, names, written
from proofs.engine.translate.scalars import OVER_NUMBERS, Unsupported, canonical, is_infinite
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.formula import INFINITY, Apply, Bind, Formula, Sort, Symbol, Term, both, either, term, walk
from spec.logic.substitution import free, membership, rebuild


@dataclass(frozen=True)
class Nearby:
    """What balls can look at: for all values of the symbols, if `given`, then `seen` is nearly `value`."""

    seen: Term
    value: Term
    given: tuple[Term, ...]


class Closing:
    """Replaces what is bound to numbers in the terms of one formula, and keeps for balls what that rests on."""

    def __init__(self, given: tuple[Term, ...]) -> None:
        self.given = given
        self.nearby: list[Nearby] = []

    def of(self, t: Term) -> Term:
        """The term without derivatives, limits and integrals, under what is given."""
        return self._of(canonical(t), self.given)

    def _of(self, t: Term, given: tuple[Term, ...]) -> Term:
        match t:
            case Apply(operation, arguments):
                return Apply(operation, tuple(self._of(part, given) for part in arguments))
            case Bind(operation, variable) if operation in OVER_NUMBERS:
                if variable.sort is Sort.NATURAL:
                    raise Unsupported(f"{variable.name} takes natural numbers only")
                return self._closed(t, given)
            case _:
                return t

    def _closed(self, t: Bind, given: tuple[Term, ...]) -> Term:
        match t:
            case Bind("d", x, body):
                return self._derivative(x, body, given)
            case Bind("lim", v, body, _, low) if low is not None and not is_infinite(low):
                return self._limit(v, body, self._of(low, given), given)
            case Bind("∫", u, body, _, low, high) if low is not None and high is not None:
                ends = [end if is_infinite(end) else self._of(end, given) for end in (low, high)]
                return self._integral(u, body, ends[0], ends[1], given)
            case _:
                raise Unsupported(f"{t.operation} has an end that is no number")

    def _derivative(self, x: Symbol, body: Term, given: tuple[Term, ...]) -> Term:
        if any(isinstance(part, Bind) and x in free(part) for part in walk(body)):
            if x.sort is Sort.NONNEGATIVE:
                raise Unsupported(f"what is inside must be known around {x.name} = 0, too")
            body = self._of(body, tuple(g for g in given if x not in free(g)))
        else:
            body = self._of(body, given)
        _transparent(x, body)
        demand(conditions(body, smooth=True), given)
        slope = written(sympy.diff(number(body), number(x)), names([x, body]))
        self.nearby.append(Nearby(_quotient(x, body), slope, given))
        return slope

    def _limit(self, v: Symbol, body: Term, low: Term, given: tuple[Term, ...]) -> Term:
        above = (*given, v > low)
        _of_its_sort(v, low, INFINITY, given)
        body = self._of(body, above)
        _transparent(v, body)
        demand(conditions(low), given)
        demand(conditions(body), above)
        return self._at(body, v, End(low, Side.ABOVE), given, names([body, low]))

    def _integral(self, u: Symbol, body: Term, low: Term, high: Term, given: tuple[Term, ...]) -> Term:
        inside = (*given, *_between(u, low, high))
        finite = [end for end in (low, high) if not is_infinite(end)]
        if low == high and not finite:
            raise Unsupported("∫ has an end that is no number")
        if low != high:
            _of_its_sort(u, low, high, given)
        body = self._of(body, inside)
        _transparent(u, body)
        for end in finite:
            demand(conditions(end), given)
        if low == high:
            demand(conditions(rebuild(body, {u: low})), given)
            return term(0)
        demand(conditions(body), inside)
        known = names([u, body, *finite])
        reasons = ["no antiderivative"]
        for proposed in _antiderivatives(number(body), number(u)):
            try:
                antiderivative = written(proposed, known)
                demand(conditions(antiderivative, smooth=True), inside)
                upper, lower = (self._at(antiderivative, u, end, given, known) for end in _ends(low, high, given))
            except Unsupported as reason:
                reasons.append(str(reason))
            else:
                self.nearby.append(Nearby(_quotient(u, antiderivative), body, inside))
                return upper - lower
        raise Unsupported(f"∫ is not known to have a finite value: {reasons[-1]}")

    def _at(self, t: Term, variable: Symbol, end: End, given: tuple[Term, ...], known: Names) -> Term:
        """The limit at an end."""
        value = tends_to(t, variable, end, given, known)
        self.nearby.append(Nearby(rebuild(t, {variable: end.nearly}), value, given))
        return value


def _quotient(x: Symbol, t: Term) -> Term:
    """Nearly the derivative."""
    return (rebuild(t, {x: x + NEAR}) - rebuild(t, {x: x - NEAR})) / (2 * NEAR)


def _antiderivatives(f: Sympy, u: Sympy) -> Iterator[Sympy]:
    """What sympy proposes, and each case of it, if its derivative is f."""
    for prepared in _PREPARATIONS:
        found = _integrated(prepared(f), u)
        cases = [case for case, _ in found.args] if isinstance(found, sympy.Piecewise) else [found]
        for case in cases:
            case = case.doit() if not case.has(sympy.Integral) else case
            if not case.has(sympy.Integral, sympy.Piecewise) and _equal(sympy.diff(case, u), f):
                yield case


@cache
def _integrated(f: Sympy, u: Sympy) -> Sympy:
    """What sympy proposes, asked once: several claims rest on the same integrals."""
    return sympy.integrate(f, u)


def _split(f: Sympy) -> Sympy:
    """Each exponential of a sum as a product."""
    return f.replace(
        sympy.exp, lambda e: sympy.Mul(*(sympy.exp(part) for part in sympy.Add.make_args(e)), evaluate=False)
    )


_PREPARATIONS: tuple[Callable[[Sympy], Sympy], ...] = (lambda f: f, sympy.powsimp, _split)


def _equal(f: Sympy, g: Sympy) -> bool:
    difference = f - g
    return bool(difference == 0 or sympy.expand(difference) == 0 or sympy.simplify(difference) == 0)


def _transparent(variable: Symbol, body: Term) -> None:
    for part in walk(body):
        if isinstance(part, Bind) and variable in free(part):
            raise Unsupported(f"sympy does not look into {part.operation}, which depends on {variable.name}")


def _of_its_sort(variable: Symbol, low: Term, high: Term, given: tuple[Term, ...]) -> None:
    """Between the ends, the variable must be of its sort."""
    real = replace(variable, sort=Sort.REAL)
    demand((Formula(need) for need in membership(real, variable.sort)), (*given, *_between(real, low, high)))


def _between(x: Symbol, low: Term, high: Term) -> tuple[Term, ...]:
    finite = [end for end in (low, high) if not is_infinite(end)]
    if len(finite) == 2:
        return (either(both(low < x, x < high), both(high < x, x < low)),)
    return tuple(end < x if INFINITY in (low, high) else x < end for end in finite)


def _ends(low: Term, high: Term, given: tuple[Term, ...]) -> tuple[End, End]:
    """The upper end and the lower end, and from which side they are reached, as far as that is known."""
    up: Side | None = Side.BELOW
    if not (is_infinite(low) or is_infinite(high)):
        up = Side.BELOW if follows(low < high, given) else Side.ABOVE if follows(high < low, given) else None
    elif low == INFINITY or high == -INFINITY:
        up = Side.ABOVE
    down = {Side.BELOW: Side.ABOVE, Side.ABOVE: Side.BELOW, None: None}[up]
    return _end(high, up), _end(low, down)


def _end(end: Term, side: Side | None) -> End:
    if is_infinite(end):
        return End(None, Side.BELOW if end == INFINITY else Side.ABOVE)
    return End(end, side)
