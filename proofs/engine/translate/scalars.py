"""Preparing a formula for engines that know numbers only: what each symbol is, and which parts are the same."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from spec.logic.formula import INFINITY, Apply, Bind, Member, Symbol, Term, children

FOLDS = ("Σ", "Π", "max", "min")
OVER_NUMBERS = ("∫", "d", "lim")
"""The binders whose variable is a number; that of any other is the name of a candidate."""


class Unsupported(Exception):
    """An engine cannot be asked this; the message says why."""


@dataclass(frozen=True)
class Fresh(Symbol):
    """A symbol that no formula contains: it equals no plain symbol, whatever that is called."""


def is_infinite(end: Term | None) -> bool:
    """Tell whether an integral that ends here ends at infinity, or minus infinity."""
    return end in (INFINITY, -INFINITY)


def canonical(t: Term) -> Term:
    """The term with bound variables named by their depth: the same for two terms that differ in such names only."""
    return _canonical(t, {}, 0)


def _canonical(t: Term, named: Mapping[Symbol, Symbol], depth: int) -> Term:
    match t:
        case Symbol():
            return named.get(t, t)
        case Member(family, index):
            return Member(family, named.get(index, index))
        case Apply(operation, arguments):
            return Apply(operation, tuple(_canonical(part, named, depth) for part in arguments))
        case Bind("d", variable, body):
            return Bind("d", named.get(variable, variable), _canonical(body, named, depth))
        case Bind(operation, variable, body, without, low, high):
            name = Fresh(f"#{depth}", variable.sort)
            return Bind(
                operation,
                name,
                _canonical(body, {**named, variable: name}, depth + 1),
                None if without is None else named.get(without, without),
                None if low is None else _canonical(low, named, depth),
                None if high is None else _canonical(high, named, depth),
            )
        case _:
            return t


def free_indices(terms: Iterable[Term]) -> list[Symbol]:
    """The symbols that name one candidate and that nothing binds, in order of appearance."""
    found: dict[Symbol, None] = {}
    for t in terms:
        _collect_indices(t, frozenset(), found)
    return list(found)


def _collect_indices(t: Term, bound: frozenset[Symbol], found: dict[Symbol, None]) -> None:
    match t:
        case Member(_, index) if index not in bound:
            found[index] = None
        case Bind(_, variable, body, without, low, high):
            if without is not None and without not in bound:
                found[without] = None
            _collect_indices(body, bound | {variable}, found)
            for limit in (low, high):
                if limit is not None:
                    _collect_indices(limit, bound, found)
        case _:
            for part in children(t):
                _collect_indices(part, bound, found)
