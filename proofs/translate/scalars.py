"""Formulas for engines that know numbers only: which parts they cannot look into, which indices are free."""

from collections.abc import Iterable

from spec.formula import Apply, Bind, Member, Symbol, Term, children

FOLDS = ("Σ", "Π", "max", "min")


def opaque_name(t: Term) -> str:
    """A name that two parts share exactly if they are the same up to the names of bound variables."""
    return _canonical(t, {})


def _canonical(t: Term, renamed: dict[Symbol, str]) -> str:
    match t:
        case Symbol(name):
            return renamed.get(t, name)
        case Member(family, index):
            return f"{family.name}_{renamed.get(index, index.name)}"
        case Bind(operation, variable, body, without, low, high):
            inner = {**renamed, variable: f"#{len(renamed)}"}
            limits = "".join(f"[{_canonical(limit, renamed)}]" for limit in (low, high) if limit is not None)
            skipped = "" if without is None else f"≠{renamed.get(without, without.name)}"
            return f"{operation}{skipped}{limits}({_canonical(body, inner)})"
        case Apply(operation, arguments):
            return f"{operation}({','.join(_canonical(part, renamed) for part in arguments)})"
        case _:
            return str(t)


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
