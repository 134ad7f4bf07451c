"""Exhaustion as a checker: running code, put through every case of a finite scope."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from proofs.engine.drawn import told
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.errors import NoisymaxError
from spec.logic.claim import Statement

Case = TypeVar("Case")

NOT_OF_THIS = "the check was not written for this sentence, at which it does not look"


@dataclass(frozen=True)
class Exhaustive(Generic[Case]):
    """Decide a sentence by trying `holds` on every case; `scope` says which cases these are.

    It decides the sentence of the step that it stands in, and certifies no other.

    A designed error that `holds` lets through fails its case. REFUTED names the first failure, which is the
    smallest if the cases come in that order.
    """

    scope: str
    cases: Callable[[], Iterable[Case]]
    holds: Callable[[Case], bool]
    sentence: str | None = None
    checker: str = field(default="exhaustion", init=False)

    def of(self, sentence: str) -> "Exhaustive[Case]":
        """The check of this sentence."""
        return replace(self, sentence=sentence)

    def run(self, statement: Statement) -> Finding:
        """Decide the sentence on the whole scope."""
        if not isinstance(statement, str):
            return Finding(Status.OPEN, "exhaustion runs code and can read neither a formula nor a promise")
        tried, scope = 0, told(self.scope, self.cases)
        for tried, case in enumerate(self.cases(), start=1):
            failure = self._failure(case)
            if failure is not None:
                return Finding(Status.REFUTED, f"{failure} at case {tried} of {scope}: {case}")
        if not tried:
            return Finding(Status.OPEN, f"there are no cases in {scope}")
        if statement != self.sentence:
            return Finding(Status.OPEN, NOT_OF_THIS)
        return Finding(Status.CERTIFIED, f"{tried} cases: {scope}")

    def _failure(self, case: Case) -> str | None:
        try:
            return None if self.holds(case) else "false"
        except NoisymaxError as error:
            return f"error '{error}'"
