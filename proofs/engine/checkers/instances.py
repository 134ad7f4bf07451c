"""Instances as a checker: a promise, decided on every case of a finite scope, by what it says itself."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from proofs.engine.drawn import told
from proofs.engine.judge import RUNNING
from proofs.engine.law import Unfinished
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.errors import NoisymaxError
from spec.logic.claim import Statement
from spec.logic.promise import Judge, NotAbout, Promise


@dataclass(frozen=True)
class Instances:
    """Decide a promise on every case; `scope` says which cases these are.

    The code that runs is the code that the promise names, and what decides is the promise: the check brings nothing
    but cases. One of which the promise says nothing is refused, and with it the check.
    """

    scope: str
    cases: Callable[[], Iterable[object]]
    judge: Judge = RUNNING
    checker: str = field(default="exhaustion", init=False)

    def run(self, statement: Statement) -> Finding:
        """Decide the promise on the whole scope."""
        if not isinstance(statement, Promise):
            return Finding(Status.OPEN, "only a promise has instances")
        tried, scope = 0, told(self.scope, self.cases)
        for tried, case in enumerate(self.cases(), start=1):
            try:
                failure = None if statement.holds(case, self.judge) else "false"
            except NoisymaxError as error:
                failure = f"error '{error}'"
            except (NotAbout, Unfinished) as reason:
                return Finding(Status.OPEN, f"{reason}, at case {tried} of {scope}")
            if failure is not None:
                return Finding(Status.REFUTED, f"{failure} at case {tried} of {scope}: {case}")
        if not tried:
            return Finding(Status.OPEN, f"there are no cases in {scope}")
        return Finding(Status.CERTIFIED, f"{tried} cases: {scope}")
