"""An audit of a toy ledger, with every check in this process."""

from collections.abc import Callable

from proofs.audit.run import Audit, jobs
from proofs.audit.selection import select
from proofs.audit.workers import Job, perform
from proofs.engine.ledger.ledger import Ledger


class Quiet:
    def started(self, job: Job) -> None:
        pass

    def finished(self, job: Job) -> None:
        pass


def audited(build: Callable[[], Ledger], *only: str, quick: bool = False) -> Audit:
    """An audit with every check in this process."""
    ledger = build()
    selection = select(ledger, only, quick)
    outcomes = {job: perform(f"tests.support.toy_ledgers:{build.__name__}", job) for job in jobs(ledger, selection)}
    return Audit(ledger, selection, outcomes, 0.0, 1)
