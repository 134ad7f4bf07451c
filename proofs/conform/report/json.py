"""Conformance for programs: JSON of the schema noisymax.conform/1."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from proofs.conform.model import Failure, Verdict
from proofs.conform.report import worth
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held

SCHEMA = "noisymax.conform/1"


def render(runs: Sequence[Held]) -> str:
    """All runs as one document."""
    document = {"schema": SCHEMA, "conforms": all(run.conforms for run in runs), "runs": [_run(run) for run in runs]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _run(run: Held) -> dict[str, object]:
    return {
        "target": run.name.text,
        "triple": run.triple,
        "about": asdict(run.about),
        "effort": run.request.effort,
        "seconds": round(run.seconds, 1),
        "conforms": run.conforms,
        "not_checked": run.unchecked,
        "would_have_seen": worth.smallest(run),
        "clauses": [_clause(run, found) for found in run.verdicts],
    }


def _clause(run: Held, found: Verdict) -> dict[str, object]:
    return {
        "clause": found.clause.name,
        "kind": found.clause.kind.value,
        "gates": found.clause.gates,
        "says": found.clause.says,
        "outcome": found.outcome.value,
        "cases": found.cases,
        "detail": found.detail,
        "failures": [_failure(run, failure) for failure in found.failures],
    }


def _failure(run: Held, failure: Failure) -> dict[str, object]:
    return {
        "case": failure.case.id,
        "parameters": parameters(run, failure),
        "witness": failure.witness,
        "numbers": dict(failure.numbers),
        "reproduce": reproduce(run, failure),
    }
