"""Hoare triples: named predicates before and after a call, enforced at run time, and the law that the call promises."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, ParamSpec, TypeVar

import icontract

from spec.errors import ContractBroken
from spec.weights import Law

P = ParamSpec("P")
T = TypeVar("T")
Predicate = Callable[..., bool]
Values = tuple[Any, ...]
Asked = tuple[tuple[Predicate, Callable[[Values], Values]], ...]
"""Predicates, each with how its arguments are taken from those of a call."""


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

    enforced: ClassVar[bool] = __debug__

    def __call__(self, function: Callable[P, T]) -> Callable[P, T]:
        """Enforce the triple on every call of `function` and answer to it in `triple_of`."""
        body = inspect.unwrap(function)
        if body in _TRIPLES or body is not getattr(function, "__wrapped__", function):
            raise TypeError(f"{self.name}: a triple is put once, right on top of a function or of its sampler")
        _TRIPLES[body] = self
        if not self.enforced or not (self.requires or self.ensures):
            return function
        if "." in body.__qualname__.rpartition("<locals>.")[2] or not self._is_plain(function):
            return self._checked_by_library(function)
        return self._checked(function)

    def _is_plain(self, function: Callable[P, T]) -> bool:
        """The parameters can all be given by their places, and the predicates take some of them and the result."""
        parameters = inspect.signature(function).parameters
        before, after = (
            {n for c in cs for n in inspect.signature(c).parameters} for cs in (self.requires, self.ensures)
        )
        plain = all(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in parameters.values())
        return plain and "result" not in parameters and before <= {*parameters} and after <= {*parameters, "result"}

    def _checked_by_library(self, function: Callable[P, T]) -> Callable[P, T]:
        """Enforce it by icontract, which enforces it on what overrides a method, too, and takes whatever is called."""
        for clause in self.ensures:
            function = icontract.ensure(clause, error=self._broken(clause))(function)
        for clause in self.requires:
            function = icontract.require(clause, error=self._broken(clause))(function)
        return function

    def _broken(self, clause: Predicate) -> Callable[[], ContractBroken]:
        return lambda: ContractBroken(self.name, clause.__name__)

    def _checked(self, function: Callable[P, T]) -> Callable[P, T]:
        """Enforce it in a few steps: functions are called by the million, and the library's steps are many."""
        signature = inspect.signature(function)
        names = [*signature.parameters]
        before, after = self._places(self.requires, names), self._places(self.ensures, [*names, "result"])

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            values: Values = args
            if kwargs or len(args) != len(names):
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                values = tuple(bound.arguments.values())
            for clause, taken in before:
                if not clause(*taken(values)):
                    raise ContractBroken(self.name, clause.__name__)
            result = function(*args, **kwargs)
            values = (*values, result)
            for clause, taken in after:
                if not clause(*taken(values)):
                    raise ContractBroken(self.name, clause.__name__)
            return result

        return checked

    @staticmethod
    def _places(clauses: tuple[Predicate, ...], names: list[str]) -> Asked:
        """How each predicate takes its arguments from values with these names."""
        asked: list[tuple[Predicate, Callable[[Values], Values]]] = []
        for clause in clauses:
            places = [names.index(name) for name in inspect.signature(clause).parameters]
            one_or_none = slice(places[0], places[0] + 1) if places else slice(0)
            asked.append((clause, itemgetter(*places) if len(places) > 1 else itemgetter(one_or_none)))
        return tuple(asked)


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
