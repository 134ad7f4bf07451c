"""Promises: formal statements about running code, as values.

A promise names the code that it speaks of by its dotted name, so that `spec` imports none of it; all that it compares
the code with is from `spec`. Every law is over independent fair coins, which is part of every promise that speaks of
one. What a promise says of a single case is decided by `holds`, with the help of a `Judge`.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, Self

from spec.errors import NoisymaxError
from spec.logic.formula import Symbol, Term
from spec.space import Measure
from spec.triple import Predicate, Triple, triple_of
from spec.weights import Law

Bound = Fraction | float | Term
"""A bound on a divergence: a number, or a term in the symbols of a point."""


class NotAbout(Exception):
    """The promise says nothing of this case, or of this code; the message says why."""


class Judge(Protocol):
    """Decides single cases: finds code by its name, measures its laws, compares exact numbers. It never guesses."""

    def find(self, name: str) -> Any:
        """The code of this dotted name."""
        ...

    def law(self, program: Callable[..., object], arguments: Sequence[object], given: "Sequence[HasLaw]") -> Law:
        """The exact law of `program(*arguments, draw)` on independent fair coins; an error is an outcome.

        The functions that `given` speaks of are taken to have the laws that they promise.
        """
        ...

    def same(self, p: Law, q: Law) -> bool:
        """Every outcome has the same probability under both laws, and outcomes are told apart by type and value."""
        ...

    def within(self, measure: Measure, p: Law, q: Law, bound: "Bound", at: Mapping[Symbol, Fraction]) -> bool:
        """The divergence of the two laws by this measure, in both directions, is at most the bound."""
        ...

    def certain(self, statement: Term, at: Mapping[Symbol, Fraction]) -> bool:
        """The statement holds at this point."""
        ...


@dataclass(frozen=True)
class Promise(ABC):
    """What code is said to do, for all inputs; `given` are promises that it is said to do it under."""

    given: "tuple[HasLaw, ...]" = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if any(kept.given for kept in self.given):
            raise ValueError("what a promise is given must be promised under no condition")

    @property
    @abstractmethod
    def about(self) -> str:
        """The dotted name of the code that the promise speaks of."""

    @abstractmethod
    def show(self) -> str:
        """The promise as mathematics: for all which inputs, on which conditions, what holds."""

    @abstractmethod
    def holds(self, case: Any, judge: Judge) -> bool:
        """Decide what the promise says of one case; raise NotAbout if it says nothing of it."""

    @property
    def parts(self) -> "tuple[Promise, ...]":
        """The promises that this one consists of."""
        return (self,)

    def provided(self, *given: "HasLaw") -> Self:
        """The same promise under these."""
        return replace(self, given=given)

    @property
    def _condition(self) -> str:
        names = " and ".join(name_of(kept.about) for kept in self.given)
        return f"if {names} {'has its law' if len(self.given) == 1 else 'have their laws'}, then " if names else ""


@dataclass(frozen=True)
class All(Promise):
    """All of several promises."""

    promises: tuple[Promise, ...]

    @property
    def about(self) -> str:
        """The code that the promises speak of."""
        return ", ".join(dict.fromkeys(part.about for part in self.promises))

    @property
    def parts(self) -> tuple[Promise, ...]:
        """The promises."""
        return self.promises

    def show(self) -> str:
        """One promise after the other."""
        return "; and ".join(part.show() for part in self.promises)

    def holds(self, case: Any, judge: Judge) -> bool:
        """Every promise holds of the case."""
        return all(part.holds(case, judge) for part in self.promises)


@dataclass(frozen=True)
class HasLaw(Promise):
    """The function has the law of its triple.

    For all arguments a that meet `triple.requires`, and every outcome y: the probability that `function(a, draw)`
    returns y, where the bits of `draw` are independent fair coins, is the weight of y in `triple.law(a)`. The weights
    sum to 1: with probability 1 the function returns, and it raises no error.

    A case is the tuple of arguments.
    """

    function: str
    triple: Triple

    @property
    def about(self) -> str:
        """The function."""
        return self.function

    def show(self) -> str:
        """For all arguments: the law."""
        law = self.law
        call = f"{name_of(self.function)}({', '.join(_taken(law))})"
        condition = for_all(inspect.signature(law).parameters.values(), self.triple) + self._condition
        return f"{condition}on independent fair coins, {call} has the law {said(law)}"

    def holds(self, case: Sequence[object], judge: Judge) -> bool:
        """The law of the code is the promised one, weight by weight."""
        return judge.same(judge.law(self.code(case, judge), case, self.given), self.law(*case))

    @property
    def law(self) -> Callable[..., Law]:
        """The promised law."""
        if self.triple.law is None:
            raise NotAbout(f"the triple {self.triple.name} promises no law")
        return self.triple.law

    def code(self, case: Sequence[object], judge: Judge) -> Callable[..., object]:
        """The function, if it carries the triple and the case meets its preconditions."""
        names = _taken(self.law)
        function = carrying(self.triple, self.function, (*names, "draw"), judge)
        met(self.triple, bound(names, case))
        return function


@dataclass(frozen=True)
class Refusal:
    """An error in place of a result: whenever `when` holds of the arguments; or, unless `always`, only then."""

    error: type[NoisymaxError]
    when: Predicate
    always: bool = True

    def show(self) -> str:
        """Which error, and when."""
        return f"{self.error.__name__} {'if' if self.always else 'only if'} {said(self.when)}"


@dataclass(frozen=True)
class Keeps(Promise):
    """The function keeps its triple.

    For all arguments that meet `triple.requires`: the function returns a result that meets `triple.ensures`, or it
    raises the error of the first of `refusals` whose condition holds of the arguments. It raises it if that refusal is
    made `always`; and if none of the conditions holds, it returns.

    A case is the tuple of arguments.
    """

    function: str
    triple: Triple
    parameters: tuple[str, ...]
    refusals: tuple[Refusal, ...] = ()

    @property
    def about(self) -> str:
        """The function."""
        return self.function

    def show(self) -> str:
        """For all arguments: what the result is, and when there is none."""
        call = f"{name_of(self.function)}({', '.join(self.parameters)})"
        refused = "".join(f"{refusal.show()}, else " for refusal in self.refusals)
        ensured = "; ".join(map(said, self.triple.ensures))
        condition = for_all(self.parameters, self.triple) + self._condition
        return f"{condition}{call} {'raises ' if refused else ''}{refused}returns a result with: {ensured}"

    def holds(self, case: Sequence[object], judge: Judge) -> bool:
        """Run the function without the contracts that are enforced on it, and look at the result."""
        function = inspect.unwrap(carrying(self.triple, self.function, self.parameters, judge))
        named = bound(self.parameters, case)
        met(self.triple, named)
        due = next((refusal for refusal in self.refusals if applied(refusal.when, named)), None)
        try:
            named["result"] = function(*case)
        except NoisymaxError as error:
            return due is not None and type(error) is due.error
        return not (due and due.always) and all(applied(clause, named) for clause in self.triple.ensures)


def name_of(function: str) -> str:
    """The last part of a dotted name, with the class if it is a method's."""
    *_, owner, name = f".{function}".split(".")
    return f"{owner}.{name}" if owner[:1].isupper() else name


def said(clause: Callable[..., object]) -> str:
    """What a predicate or a law says: the first paragraph of its docstring, and those that begin with 'At'."""
    first, *others = (inspect.getdoc(clause) or clause.__name__).split("\n\n")
    edges = [other[0].lower() + other[1:] for other in others if other.startswith("At ")]
    text = "; ".join(" ".join(part.split()).rstrip(".") for part in (first, *edges))
    text = text[0].lower() + text[1:] if text[1:2].islower() else text
    return text.replace("<=", "≤").replace(">=", "≥")


def for_all(parameters: Iterable[str | inspect.Parameter], triple: Triple) -> str:
    """'For all' of the parameters, in the sets that they are annotated with, that meet the triple's preconditions."""
    required = f" with {' and '.join(map(said, triple.requires))}" if triple.requires else ""
    return f"for all {', '.join(map(_ranging, parameters))}{required}: "


def _ranging(parameter: str | inspect.Parameter) -> str:
    if isinstance(parameter, str):
        return parameter
    return _RANGES.get(parameter.annotation, "{}").format(parameter.name)


_RANGES: Mapping[object, str] = {int: "integer {}", Fraction: "rational {}", Sequence[Fraction]: "{} of n rationals"}


def carrying(triple: Triple, name: str, parameters: tuple[str, ...], judge: Judge) -> Callable[..., object]:
    """The code of this name, if it carries the triple and takes these parameters."""
    function: Callable[..., object] = judge.find(name)
    if triple_of(function) != triple:
        raise NotAbout(f"{name} does not carry the triple {triple.name}")
    if _taken(function) != parameters:
        raise NotAbout(f"{name} takes other parameters than {', '.join(parameters)}")
    return function


def bound(names: Sequence[str], case: Sequence[object]) -> dict[str, object]:
    """The arguments of a case by name."""
    if len(names) != len(case):
        raise NotAbout(f"a case has arguments for {', '.join(names)}")
    return dict(zip(names, case, strict=True))


def met(triple: Triple, named: Mapping[str, object]) -> None:
    """Refuse a case that does not meet the preconditions."""
    for clause in triple.requires:
        if not applied(clause, named):
            raise NotAbout(f"the case does not meet {clause.__name__}")


def applied(clause: Callable[..., Any], named: Mapping[str, object]) -> Any:
    """Call a predicate or a law with those of the values that it takes."""
    return clause(**{name: named[name] for name in _taken(clause)})


@cache
def _taken(clause: Callable[..., object]) -> tuple[str, ...]:
    return tuple(inspect.signature(clause).parameters)
