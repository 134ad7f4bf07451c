"""Exact laws as checkers: the running code against the law that its triple promises."""

import inspect
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from proofs.engine.checkers.exhaustive import NOT_OF_THIS
from proofs.engine.enclosure import as_ratio, compare, enclose
from proofs.engine.judge import RUNNING
from proofs.engine.law import Law, Unfinished, at_the_coins, by_contract
from proofs.engine.law.coins import Known
from proofs.engine.law.tree import Tally, Weight
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.claim import Statement
from spec.logic.promise import HasLaw, NotAbout
from spec.triple import law_of
from spec.weights import ONE, ZERO, ExpRatio

Program = Callable[..., object]
Cases = tuple[tuple[object, ...], ...]
W = TypeVar("W", bound=Weight)

MOST_MISSING = Fraction(1, 8)
"""How much of a law may stay out of sight at most."""


@dataclass(frozen=True)
class ByContract:
    """The law of the code, its callees answered from their contracts, equals the promised law on every case."""

    program: Program
    cases: Cases
    scope: str
    sentence: str | None = None
    checker: str = field(default="contracts", init=False)

    def of(self, sentence: str) -> "ByContract":
        """The check of this sentence."""
        return replace(self, sentence=sentence)

    def run(self, statement: Statement) -> Finding:
        """Compare weights term by term."""
        given = RUNNING.assumed(statement.given) if isinstance(statement, HasLaw) else None
        return _over(self, statement, self.scope, lambda case: self._difference(case, given))

    def _difference(self, arguments: tuple[object, ...], given: Collection[Program] | None) -> str | None:
        law = by_contract(self.program, *arguments, given=given)
        for outcome, seen, promised in side_by_side(law, promised_law(self.program, arguments), ZERO):
            if seen != promised:
                return (
                    f"{outcome!r} has probability {_near(seen)}, not {_near(promised)}, off by {_near(seen - promised)}"
                )
        return None


@dataclass(frozen=True)
class AtTheCoins:
    """The law of the code over fair coins, all but `missing` of it, encloses the promised law on every case.

    What walks too little would certify a law that is far off.
    """

    program: Program
    cases: Cases
    scope: str
    missing: Fraction
    sentence: str | None = None
    checker: str = field(default="coins", init=False)

    def __post_init__(self) -> None:
        if self.missing > MOST_MISSING:
            raise ValueError(f"of a law, at most {MOST_MISSING} may be left out")

    def of(self, sentence: str) -> "AtTheCoins":
        """The check of this sentence."""
        return replace(self, sentence=sentence)

    def run(self, statement: Statement) -> Finding:
        """Compare each promised probability with its enclosure [seen, seen + missing]."""
        scope = f"{self.scope}; mass not walked at most {self.missing}"
        known: Known = {}
        return _over(self, statement, scope, lambda case: self._difference(case, known))

    def _difference(self, arguments: tuple[object, ...], known: Known) -> str | None:
        law = at_the_coins(self.program, *arguments, missing=self.missing, known=known)
        for outcome, seen, promised in side_by_side(law, promised_law(self.program, arguments), Fraction(0)):
            if compare(promised, seen) < 0 or compare(promised, seen + law.missing) > 0:
                return (
                    f"{outcome!r} has probability {_near(seen)}, up to {_near(law.missing)} more, not {_near(promised)}"
                )
        return None


def promised_law(program: Program, arguments: tuple[object, ...]) -> Law[ExpRatio]:
    """The law that the triple promises, equal outcomes merged."""
    promised: Tally[ExpRatio] = Tally()
    for outcome, weight in law_of(program)(*arguments):
        promised.add(outcome, weight)
    return Law(tuple(promised.items()), Fraction(0))


def side_by_side(law: Law[W], promised: Law[ExpRatio], nothing: W) -> Iterator[tuple[object, W, ExpRatio]]:
    """Every outcome that is seen or promised, with both of its weights."""
    for outcome, expected in promised.branches:
        yield outcome, law.get(outcome, nothing), expected
    for outcome, seen in law.branches:
        if outcome not in promised:
            yield outcome, seen, ZERO


def _over(
    check: ByContract | AtTheCoins,
    statement: Statement,
    scope: str,
    difference: Callable[[tuple[object, ...]], str | None],
) -> Finding:
    if not check.cases:
        return Finding(Status.OPEN, "there are no cases")
    if not isinstance(statement, str) and (obstacle := _not_about(check.program, statement, check.cases)) is not None:
        return Finding(Status.OPEN, obstacle)
    for arguments in check.cases:
        try:
            found = difference(arguments)
        except Unfinished as reason:
            return Finding(Status.OPEN, str(reason))
        if found is not None:
            return Finding(Status.REFUTED, f"at {_shown(arguments)}: {found}")
    if isinstance(statement, str) and statement != check.sentence:
        return Finding(Status.OPEN, NOT_OF_THIS)
    return Finding(Status.CERTIFIED, f"{len(check.cases)} cases: {scope}")


def _not_about(program: Program, statement: Statement, cases: Cases) -> str | None:
    """Why the law of the program on these cases is no evidence for the statement, if it is none."""
    if not isinstance(statement, HasLaw):
        return "the law of a function is evidence for the promise that it has that law, and for nothing else"
    try:
        named = {inspect.unwrap(statement.code(case, RUNNING)) for case in cases}
    except NotAbout as reason:
        return str(reason)
    if named != {inspect.unwrap(program)}:
        return f"the law of {program.__module__}.{program.__qualname__} is no evidence for {statement.about}"
    return None


def _shown(arguments: tuple[object, ...]) -> str:
    return ", ".join(getattr(argument, "__name__", str(argument)) for argument in arguments)


def _near(weight: Fraction | ExpRatio) -> str:
    """A short fraction as it is, of any other weight some digits: all of them might be too many to print."""
    ratio = as_ratio(weight)
    exact = ratio.over.rational() if ratio.under == ONE.over else None
    if exact is not None and exact.denominator < 10**6:
        return str(exact)
    return enclose(ratio, 256).str(20, radius=False)
