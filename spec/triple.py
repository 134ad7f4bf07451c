"""Hoare triples: named predicates before and after a call, enforced at run time, and the law that the call promises."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import icontract

from spec.errors import ContractBroken
from spec.weights import Law

P = ParamSpec("P")
T = TypeVar("T")
Predicate = Callable[..., bool]


@dataclass(frozen=True)
class Triple:
    """{requires} function {ensures}, with the law of the result where the function draws coins.

    `cite` names the catalogued items of the documents that state it or call it; none where no document does.
    `requires` and `ensures` take the function's own parameters by name; `ensures` may also take `result`.
    `law` takes the parameters without `draw`.
    """

    name: str
    cite: tuple[str, ...] = ()
    requires: tuple[Predicate, ...] = ()
    ensures: tuple[Predicate, ...] = ()
    law: Callable[..., Law] | None = None

    def __call__(self, function: Callable[P, T]) -> Callable[P, T]:
        """Enforce the triple on every call of `function` and answer to it in `triple_of`."""
        body = inspect.unwrap(function)
        if body in _TRIPLES or body is not getattr(function, "__wrapped__", function):
            raise TypeError(f"{self.name}: a triple is put once, right on top of a function or of its sampler")
        _TRIPLES[body] = self
        for clause in self.ensures:
            function = icontract.ensure(clause, error=self._broken(clause))(function)
        for clause in self.requires:
            function = icontract.require(clause, error=self._broken(clause))(function)
        return function

    def _broken(self, clause: Predicate) -> Callable[[], ContractBroken]:
        return lambda: ContractBroken(self.name, clause.__name__)


_TRIPLES: dict[Callable[..., object], Triple] = {}


def triple_of(function: Callable[..., object]) -> Triple | None:
    """The triple that `function`, decorated or bare, was given."""
    return _TRIPLES.get(inspect.unwrap(function))


def law_of(function: Callable[..., object]) -> Callable[..., Law]:
    """The law that the triple of `function` promises."""
    triple = triple_of(function)
    if triple is None or triple.law is None:
        raise LookupError(f"no triple promises a law of {function.__name__}")
    return triple.law
