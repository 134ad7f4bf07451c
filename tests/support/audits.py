"""Audits without workers: of a toy ledger, with every check in this process, and of a real one, with none."""

from collections.abc import Callable

from proofs.audit.run import Audit, jobs
from proofs.audit.selection import select
from proofs.audit.workers import Job, Outcome, perform
from proofs.engine.ledger.ledger import REFUTING, Ledger
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.claim import Kind


def audited(build: Callable[[], Ledger], *only: str, quick: bool = False) -> Audit:
    """An audit with every check in this process."""
    ledger = build()
    selection = select(ledger, only, quick)
    outcomes = {job: perform(f"tests.support.toy_ledgers:{build.__name__}", job) for job in jobs(ledger, selection)}
    return Audit(ledger, selection, outcomes, 0.0, 1)


def as_planted(ledger: Ledger) -> Audit:
    """An audit of a real ledger in which nothing was run: every proof holds, except of what is refuted."""
    outcomes: dict[Job, Outcome] = {}
    for task in ledger.tasks():
        if task.place.proof == REFUTING:
            status = Status.REFUTED
        elif ledger.claims[task.place.claim].kind is Kind.LISTING:
            status = Status.TRANSCRIBED
        else:
            status = Status.OPEN if ledger.refutations.get(task.place.claim) else Status.PROVED
        outcomes[task.place] = Outcome(Finding(status, "as planted"), 0.0)
    outcomes |= {erratum: Outcome(Finding(Status.REFUTED, "1 > 0, as planted"), 0.0) for erratum in ledger.errata}
    return Audit(ledger, select(ledger), outcomes, 0.0, 1)
