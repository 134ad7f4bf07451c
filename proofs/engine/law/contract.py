"""The law of a program whose calls keep the laws that their triples promise."""

import inspect
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofs.engine.law.outcome import Opaque, key_of_constant
from proofs.engine.law.tree import Branches, Law, Tally, executions
from spec.draw import retry
from spec.triple import triple_of
from spec.weights import ONE, ZERO, ExpRatio, rational
from spec.weights import Law as Promised

RETRY = inspect.unwrap(retry)
HALF = Fraction(1, 2)
MOST_ANSWERS = 100_000
"""How many answers all runs of one walk together may draw."""


def by_contract(
    body: Callable[..., object],
    *arguments: object,
    most_draws: int = MOST_ANSWERS,
    given: Collection[Callable[..., object]] | None = None,
) -> Law[ExpRatio]:
    """The exact law of `body(*arguments, draw)` if every call inside keeps the law of its own postcondition.

    `body` itself and any call without a promised law are run in place, and so is every call but those of `given` if
    there is such a list; `retry` has the law of one attempt, conditioned on an answer.
    """
    tally: Tally[ExpRatio] = Tally()
    kept = None if given is None else tuple(map(inspect.unwrap, given))
    reading = _Contracts(inspect.unwrap(body), most_draws, kept)
    for outcome, weight in executions(body, arguments, reading, ONE, most_draws):
        tally.add(outcome, weight)
    return Law(tuple((outcome, weight) for outcome, weight in tally.items() if weight), Fraction(0))


@dataclass(frozen=True)
class _Contracts:
    """A callee is answered from its own postcondition, which is read once for the same arguments."""

    measured: Callable[..., object]
    most_draws: int
    given: Collection[Callable[..., object]] | None
    answered: dict[Hashable, Branches[ExpRatio]] = field(default_factory=dict)

    def coin(self) -> Branches[ExpRatio]:
        return [(0, rational(HALF)), (1, rational(HALF))]

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[ExpRatio] | None:
        if body is RETRY:
            return self._conditioned(*arguments)
        triple = triple_of(body)
        if body is self.measured or triple is None or triple.law is None:
            return None
        if self.given is not None and body not in self.given:
            return None
        try:
            key = key_of_constant((body, *arguments))
        except Opaque:
            return _promised(triple.law(*arguments))
        if key not in self.answered:
            self.answered[key] = _promised(triple.law(*arguments))
        return self.answered[key]

    def mass(self, weight: ExpRatio) -> float:
        """Every branch of a finite tree is walked, so the order does not matter."""
        return 0.0

    def _conditioned(self, attempt: Any, *arguments: object) -> Branches[ExpRatio]:
        """One attempt's law, conditioned on an answer."""
        law = by_contract(attempt, *arguments, most_draws=self.most_draws, given=self.given)
        answered = [(outcome, weight) for outcome, weight in law.branches if outcome is not None]
        total = sum((weight for _, weight in answered), ZERO)
        return [(outcome, weight / total) for outcome, weight in answered]


def _promised(law: Promised) -> Branches[ExpRatio]:
    return [(outcome, weight) for outcome, weight in law if weight]
