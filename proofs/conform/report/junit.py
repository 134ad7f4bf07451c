"""Conformance for test reporters: one suite a run, one test case a clause."""

from collections.abc import Sequence

from proofs.audit.report.junit import Case, Suite, document
from proofs.conform.model import Failure, Outcome, Verdict
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held


def render(runs: Sequence[Held]) -> str:
    """All runs as JUnit XML."""
    suites = [
        Suite(f"{run.name.text} {run.triple}", [_case(run, found) for found in run.verdicts], run.seconds)
        for run in runs
    ]
    return document("noisymax conform", suites)


def _case(run: Held, found: Verdict) -> Case:
    told = "\n\n".join(_told(run, failure) for failure in found.failures)
    if found.outcome is Outcome.FAILED:
        text = f"{told}\n\n{found.detail}".rstrip()
        return Case(run.triple, found.clause.name, text, failure=found.failures[0].witness)
    if found.outcome is Outcome.SKIPPED:
        return Case(run.triple, found.clause.name, skipped=found.detail or "nothing to ask")
    return Case(run.triple, found.clause.name, f"{told}\n{found.detail}".strip())


def _told(run: Held, failure: Failure) -> str:
    given = ", ".join(f"{name}={value}" for name, value in parameters(run, failure).items())
    numbers = "\n".join(f"  {name}: {value}" for name, value in failure.numbers.items())
    return f"{failure.case.id}: {failure.witness}\n  {given}\n{numbers}\n  {reproduce(run, failure)}"
