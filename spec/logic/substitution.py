"""Terms put for symbols: what is free in a term, what a sort demands, and replacement that captures nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from spec.logic.formula import Apply, Bind, Family, Member, Number, Sort, Symbol, Term, children


class NotReplaceable(Exception):
    """There is no term in which this symbol is replaced by that; the message says why."""


def free(t: Term) -> frozenset[Symbol]:
    """The symbols, numbers and names of candidates alike, that nothing in the term binds.

    A derivative binds nothing: d/dx [x²] is taken at x.
    """
    match t:
        case Symbol():
            return frozenset({t})
        case Member(_, index):
            return frozenset({index})
        case Bind("d", variable, body):
            return free(body) | {variable}
        case Bind(_, variable, body, without, low, high):
            outside = (part for part in (without, low, high) if part is not None)
            return (free(body) - {variable}) | free_in(outside)
        case _:
            return free_in(children(t))


def free_in(terms: Iterable[Term]) -> frozenset[Symbol]:
    """What is free in any of the terms."""
    return frozenset[Symbol]().union(*map(free, terms))


def rebuild(t: Term, change: Mapping[Symbol, Term]) -> Term:
    """Put terms for free symbols, all at once; a bound variable that would capture one of them gets another name.

    The name of a candidate, and the variable of a derivative, can be replaced by another such name only.
    """
    match t:
        case Symbol():
            return change.get(t, t)
        case Member(family, index):
            return Member(family, _renamed(index, change))
        case Apply(operation, arguments):
            return Apply(operation, tuple(rebuild(a, change) for a in arguments))
        case Bind("d", variable, body):
            name = _renamed(variable, change)
            if name in free_in(change.get(other, other) for other in free(body) - {variable}):
                raise NotReplaceable(f"what d/d{name.name} holds constant must not depend on {name.name}")
            return Bind("d", name, rebuild(body, change))
        case Bind(operation, variable, body, without, low, high):
            inner = {symbol: value for symbol, value in change.items() if symbol in free(body) - {variable}}
            name = _unlike(variable, free_in(inner.values()) | (free(body) - {variable}))
            return Bind(
                operation,
                name,
                rebuild(body, {**inner, variable: name}),
                None if without is None else _renamed(without, change),
                None if low is None else rebuild(low, change),
                None if high is None else rebuild(high, change),
            )
        case _:
            return t


def relisted(t: Term, change: Mapping[Family, tuple[Symbol, Term]]) -> Term:
    """Put another list of numbers for a family: the term that is written for an index, at each index.

    As in `rebuild`, nothing is captured. The numbers must be of the family's sort, which their shape must show.
    """
    for family, (_, written) in change.items():
        if family.sort is not Sort.REAL and membership(written, family.sort):
            raise NotReplaceable(f"what stands for {family.name} must be {family.sort.value} by its shape")
    match t:
        case Member(family, index) if family in change:
            name, written = change[family]
            return rebuild(written, {name: index})
        case Apply(operation, arguments):
            return Apply(operation, tuple(relisted(a, change) for a in arguments))
        case Bind(operation, variable, body, without, low, high):
            outside = frozenset[Symbol]().union(*(free(written) - {name} for name, written in change.values()))
            if operation == "d" and variable in outside:
                raise NotReplaceable(f"what d/d{variable.name} holds constant must not depend on {variable.name}")
            name = variable if operation == "d" else _unlike(variable, outside | (free(body) - {variable}))
            return Bind(
                operation,
                name,
                relisted(rebuild(body, {variable: name}), change),
                without,
                None if low is None else relisted(low, change),
                None if high is None else relisted(high, change),
            )
        case _:
            return t


def membership(t: Term, sort: Sort) -> tuple[Term, ...]:
    """What must hold for the term to be of the sort; of a natural number the shape must show it."""
    match t:
        case Symbol(_, own) | Member(Family(_, own)) if own is sort:
            return ()
    match sort:
        case Sort.POSITIVE:
            return (t > 0,)
        case Sort.NONNEGATIVE:
            return (t >= 0,)
        case Sort.UNIT:
            return (t > 0, t < 1)
        case Sort.NATURAL if not _is_natural(t):
            raise NotReplaceable("what stands for a natural number must be put together from natural numbers")
        case _:
            return ()


def _is_natural(t: Term) -> bool:
    match t:
        case Number(value):
            return value >= 0 and value.denominator == 1
        case Symbol(_, sort):
            return sort is Sort.NATURAL
        case Apply("+" | "·" | "^" | "!" | "max" | "min", arguments):
            return all(map(_is_natural, arguments))
        case _:
            return False


def _renamed(name: Symbol, change: Mapping[Symbol, Term]) -> Symbol:
    replaced = change.get(name, name)
    if not isinstance(replaced, Symbol):
        raise NotReplaceable(f"{name.name} is a name, for which no other term can stand")
    return replaced


def _unlike(name: Symbol, taken: frozenset[Symbol]) -> Symbol:
    while name in taken:
        name = replace(name, name=f"{name.name}'")
    return name
