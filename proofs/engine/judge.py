"""The judge of promises: finds the code that a promise names, measures its laws and decides by exact arithmetic."""

import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from impl.ball import Ball, precision, precisions
from proofs.engine.divergence import Bounds, Verdict, exactly, judge, pair
from proofs.engine.divergence.bounds import high_edge, low_edge
from proofs.engine.enclosure import as_ratio
from proofs.engine.law import Failure, Unfinished, by_contract
from proofs.engine.translate.to_ball import Setting, truth, value
from spec.logic.formula import Symbol, Term
from spec.logic.promise import Bound, HasLaw, NotAbout
from spec.space import Measure
from spec.weights import Law

_BITS = 256
_MOST_BITS = 1 << 14


class Undecided(Unfinished):
    """Neither yes nor no was found within the precision that is allowed."""


class Running:
    """Judges the code that runs."""

    def find(self, name: str) -> Any:
        """The code of this dotted name."""
        try:
            return pkgutil.resolve_name(name)
        except (ImportError, AttributeError, ValueError):
            raise NotAbout(f"there is no {name}") from None

    def law(self, program: Callable[..., object], arguments: Sequence[object], given: Sequence[HasLaw]) -> Law:
        """The exact law by contract, where only the functions of `given` are answered from their triples."""
        law = by_contract(program, *arguments, given=self.assumed(given))
        return [(outcome.error if isinstance(outcome, Failure) else outcome, p) for outcome, p in law.branches]

    def assumed(self, given: Sequence[HasLaw]) -> tuple[Callable[..., object], ...]:
        """The functions that may be taken to have the laws that they promise."""
        return tuple(inspect.unwrap(self.find(kept.about)) for kept in given)

    def same(self, p: Law, q: Law) -> bool:
        """Every outcome has the same weight in both laws."""
        return pair(_keyed(p), _keyed(q)).identical()

    def within(self, measure: Measure, p: Law, q: Law, bound: Bound, at: Mapping[Symbol, Fraction]) -> bool:
        """Decide by balls, and in the ring of exact weights where balls cannot."""
        claim = self._enclosed(bound, at) if isinstance(bound, Term) else exactly(bound)
        verdict = judge(measure, pair(_keyed(p), _keyed(q)), claim)
        if verdict is Verdict.UNDECIDED:
            raise Undecided("the divergence could not be told from its bound")
        return verdict is Verdict.HELD

    def certain(self, statement: Term, at: Mapping[Symbol, Fraction]) -> bool:
        """Decide by balls of rising precision."""
        for bits in precisions(_MOST_BITS):
            with precision(bits):
                holds = truth(statement, Setting(dict(at), {}, {}))
            if holds is not None:
                return holds
        raise Undecided(f"undecided with {_MOST_BITS} bits")

    def _enclosed(self, bound: Term, at: Mapping[Symbol, Fraction]) -> Bounds:
        with precision(_BITS):
            number = value(bound, Setting(dict(at), {}, {}))
            return Bounds(low_edge(number), high_edge(number)) if isinstance(number, Ball) else exactly(number)


def _keyed(law: Law) -> list[tuple[object, Any]]:
    """The law, with errors as outcomes that can be told apart."""
    return [(Failure(outcome) if isinstance(outcome, Exception) else outcome, as_ratio(p)) for outcome, p in law]


RUNNING = Running()
