"""Conformance for code scanners: SARIF, one rule a clause, one result a failure."""

from collections.abc import Iterator, Sequence

from proofs.audit.report.sarif import Result, Rule, document
from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Failure, Outcome
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held


def render(runs: Sequence[Held]) -> str:
    """All runs as one SARIF run of this tool."""
    rules = [
        Rule(clause.name, clause.says, "error" if clause.gates else "note", {"kind": clause.kind.value})
        for clause in CLAUSES
    ]
    return document(rules, [result for run in runs for result in _results(run)])


def _results(run: Held) -> Iterator[Result]:
    for found in run.verdicts:
        for failure in found.failures:
            yield _result(run, failure, "error" if found.outcome is Outcome.FAILED else "note")


def _result(run: Held, failure: Failure, level: str) -> Result:
    return Result(
        failure.case.clause.name,
        level,
        f"{run.triple}: {failure.witness}",
        run.place,
        f"{run.triple}/{failure.case.id}",
        {
            "target": run.name.text,
            "parameters": parameters(run, failure),
            "numbers": dict(failure.numbers),
            "reproduce": reproduce(run, failure),
        },
    )
