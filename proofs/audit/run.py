"""One audit: what the checks found, and what that says of each claim."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from proofs.audit.costs import seconds
from proofs.audit.selection import Selection, errata_of
from proofs.audit.workers import Job, Outcome, run_jobs
from proofs.campaign.model import Watch, Where
from proofs.engine.ledger.ledger import REFUTING, Ledger, Place, Task, Verdict
from proofs.engine.ledger.model import Erratum, Finding
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim
from spec.logic.formula import Term
from spec.logic.notation import show, state

NOT_RUN = Finding(Status.OPEN, "not run")


@dataclass(frozen=True)
class Evidence:
    """What one check found."""

    place: Place
    statement: str
    because: str
    checker: str
    finding: Finding
    seconds: float


@dataclass(frozen=True)
class AuditedClaim:
    """What the audit says of one claim; None where that depends on a check that was left out."""

    claim: Claim
    evidence: tuple[Evidence, ...]
    own: Status | None
    standing: Status | None
    assumptions: tuple[str, ...] | None
    scope: str
    erratum: str | None

    @property
    def seconds(self) -> float:
        """The time that the checks of this claim took, taken together."""
        return sum(evidence.seconds for evidence in self.evidence)


@dataclass(frozen=True)
class AuditedErratum:
    """An erratum and what its witness told; None if the witness was left out."""

    erratum: Erratum
    outcome: Outcome | None

    @property
    def gone(self) -> bool:
        """The witness ran and did not show the defect."""
        return self.outcome is not None and self.outcome.finding.status is not Status.REFUTED

    @property
    def text(self) -> str | None:
        """What the witness told, if it showed the defect."""
        return None if self.outcome is None or self.gone else self.outcome.finding.detail


@dataclass(frozen=True)
class Audit:
    """The findings of one run on a ledger; everything else is computed from them.

    Of these, `remembered` are of an earlier run.
    """

    ledger: Ledger
    selection: Selection
    outcomes: Mapping[Job, Outcome]
    seconds: float
    workers: int
    remembered: int = 0

    @cached_property
    def claims(self) -> tuple[AuditedClaim, ...]:
        """What is to be said of each selected claim, in the ledger's order; raises if findings contradict."""
        findings = {t.place: self._finding(t.place) for t in self.ledger.tasks()}
        verdicts = self.ledger.verdicts(findings)
        known = self._known()
        return tuple(
            self._line(
                self.ledger.claims[claim],
                verdicts[claim],
                claim in known,
                self.ledger.closure([claim]) <= known,
            )
            for claim in self.selection.claims
        )

    @cached_property
    def errata(self) -> tuple[AuditedErratum, ...]:
        """Each selected erratum with what its witness told."""
        return tuple(AuditedErratum(self.ledger.errata[e], self.outcomes.get(e)) for e in self.selection.errata)

    @property
    def whole(self) -> bool:
        """Whether the selection is the whole ledger, left out or not."""
        return len(self.selection.claims) == len(self.ledger.claims)

    @property
    def complete(self) -> bool:
        """Whether every check and every witness of the ledger was run."""
        return len(self.outcomes) == len(list(self.ledger.tasks())) + len(self.ledger.errata)

    def evidence(self, claim: str) -> tuple[Evidence, ...]:
        """What the checks of a claim found, in the order of its proofs and steps."""
        return tuple(
            Evidence(t.place, self._statement(t), t.because, t.check.checker, *self.outcomes[t.place])
            for t in self.ledger.tasks([claim])
            if t.place in self.outcomes
        )

    def _finding(self, place: Place) -> Finding:
        return self.outcomes[place].finding if place in self.outcomes else NOT_RUN

    def _known(self) -> set[str]:
        return set(self.ledger.claims) - {t.place.claim for t in self.ledger.tasks() if t.place not in self.outcomes}

    def _line(self, claim: Claim, verdict: Verdict, ran: bool, all_ran: bool) -> AuditedClaim:
        return AuditedClaim(
            claim,
            self.evidence(claim.id),
            verdict.own if ran else None,
            verdict.standing if all_ran else None,
            verdict.assumptions if all_ran else None,
            verdict.scope if ran else "",
            next(iter(errata_of(self.ledger, claim.id)), None),
        )

    def _statement(self, task: Task) -> str:
        claim, proof, step = task.place
        if proof == REFUTING:
            return state(task.query)
        statement = self.ledger.proofs[claim][proof].steps[step].statement
        return show(statement) if isinstance(statement, Term) else state(statement)


def jobs(ledger: Ledger, selection: Selection) -> list[Job]:
    """Every selected check and witness, those first that are declared to take longest."""
    tasks = [t for t in ledger.tasks(selection.claims) if t.place.claim not in selection.skipped]
    costs: dict[Job, float] = {t.place: seconds(t) for t in tasks}
    costs |= dict.fromkeys(selection.errata, 0.0)
    return sorted(costs, key=lambda job: -costs[job])


def run(
    factory: str,
    ledger: Ledger,
    selection: Selection,
    where: Where,
    watch: Watch[Job],
    known: Mapping[Job, Outcome],
    keep: Callable[[Job, Outcome], None],
) -> Audit:
    """Run what is selected and not yet known of the ledger that the factory builds, here and in each worker.

    What is found is kept as soon as it is.
    """
    began = time.perf_counter()
    outcomes = dict(known)
    for job, outcome in run_jobs(factory, [job for job in jobs(ledger, selection) if job not in known], where, watch):
        outcomes[job] = outcome
        keep(job, outcome)
    return Audit(ledger, selection, outcomes, time.perf_counter() - began, where.workers, len(known))
