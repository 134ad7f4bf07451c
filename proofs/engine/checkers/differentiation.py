"""Repeated differentiation as a checker: polynomials in x and e^x that stay nonnegative from 0 on.

A function with f(0) ≥ 0 and f' ≥ 0 on x ≥ 0 is nonnegative there, and so is its product with e^(-cx). Differentiated
often enough, and divided by its slowest exponential each time that one has become the slowest, a sum of terms
c·x^p·e^(rx) with natural p loses one term after the other; if all values at 0 on the way are nonnegative, so was f.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.shape import well_formed
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Formula, Number, Sort, Symbol, Term, term
from spec.logic.notation import show

Terms = Mapping[tuple[int, Fraction], Fraction]
"""Of a sum of c·x^p·e^(rx): the c by p and r, none of them 0."""

MOST_TERMS = 10_000


@dataclass(frozen=True)
class Differentiation:
    """Prove 0 ≤ f(x) for every x ≥ 0, for a polynomial f in x and e^x; hypotheses are not used."""

    checker: str = field(default="differentiation", init=False)

    def run(self, statement: Statement) -> Finding:
        """Differentiate until nothing is left."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence cannot be differentiated")
        try:
            return _decide(well_formed(statement).conclusion)
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))


def _decide(conclusion: Term) -> Finding:
    match conclusion:
        case Apply("≤", (zero, f)) if zero == term(0):
            x, terms = _variable(f), _terms(f)
        case _:
            raise Unsupported("only 0 ≤ f(x) is decided by differentiation")
    if x.sort not in (Sort.POSITIVE, Sort.NONNEGATIVE):
        raise Unsupported(f"{x.name} must not be negative")
    derivatives = 0
    while terms:
        slowest = min(rate for _, rate in terms)
        terms = {(power, rate - slowest): c for (power, rate), c in terms.items()}
        if sum(c for (power, _), c in terms.items() if power == 0) < 0:
            return Finding(Status.OPEN, f"a derivative is negative at {x.name} = 0, after {derivatives} of them")
        terms = _derivative(terms)
        derivatives += 1
    return Finding(Status.PROVED, f"{derivatives} derivatives, none of them negative at {x.name} = 0")


def _variable(f: Term) -> Symbol:
    found = set(_symbols(f))
    if len(found) != 1:
        raise Unsupported("a function of one variable is needed")
    return found.pop()


def _symbols(t: Term) -> list[Symbol]:
    match t:
        case Symbol():
            return [t]
        case Apply(_, arguments):
            return [symbol for part in arguments for symbol in _symbols(part)]
        case _:
            return []


def _derivative(terms: Terms) -> Terms:
    parts: list[Terms] = [{(power - 1, rate): power * c} for (power, rate), c in terms.items() if power]
    parts += [{(power, rate): rate * c} for (power, rate), c in terms.items()]
    return _sum(*parts)


def _terms(t: Term) -> Terms:
    match t:
        case Number(value):
            return _sum({(0, Fraction(0)): value})
        case Symbol():
            return {(1, Fraction(0)): Fraction(1)}
        case Apply("neg", (x,)):
            return _product({(0, Fraction(0)): Fraction(-1)}, _terms(x))
        case Apply("+", parts):
            return _sum(*map(_terms, parts))
        case Apply("-", (x, y)):
            return _sum(_terms(x), _terms(-y))
        case Apply("·", (first, *rest)):
            result = _terms(first)
            for part in rest:
                result = _product(result, _terms(part))
            return result
        case Apply("^", (base, Number(power))) if power >= 0 and power.denominator == 1:
            result = {(0, Fraction(0)): Fraction(1)}
            for _ in range(power.numerator):
                result = _product(result, _terms(base))
            return result
        case Apply("exp", (exponent,)):
            return {(0, _rate(exponent)): Fraction(1)}
        case _:
            raise Unsupported(f"{show(t)} is no polynomial in x and its exponentials")


def _rate(exponent: Term) -> Fraction:
    terms = _terms(exponent)
    if not set(terms) <= {(1, Fraction(0))}:
        raise Unsupported(f"{show(exponent)} is no multiple of x")
    return sum(terms.values(), Fraction(0))


def _sum(*parts: Terms) -> Terms:
    collected: dict[tuple[int, Fraction], Fraction] = {}
    for part in parts:
        for key, c in part.items():
            collected[key] = collected.get(key, Fraction(0)) + c
    return {key: c for key, c in collected.items() if c}


def _product(a: Terms, b: Terms) -> Terms:
    if len(a) * len(b) > MOST_TERMS:
        raise Unsupported("the product has too many terms")
    return _sum(*({(p + q, r + s): c * d} for (p, r), c in a.items() for (q, s), d in b.items()))
