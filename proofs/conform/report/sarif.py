"""Conformance for code scanners: SARIF 2.1.0, one rule a clause, one result a failure."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.audit.report.environment import installed
from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Failure, Outcome
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held


def render(runs: Sequence[Held]) -> str:
    """All runs as one SARIF run of this tool."""
    driver = {
        "name": "noisymax",
        "version": installed("noisymax") or "0",
        "rules": [
            {
                "id": clause.name,
                "shortDescription": {"text": clause.says},
                "defaultConfiguration": {"level": "error" if clause.gates else "note"},
                "properties": {"kind": clause.kind.value},
            }
            for clause in CLAUSES
        ],
    }
    results = [result for run in runs for result in _results(run)]
    document = {"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _results(run: Held) -> Iterator[dict[str, object]]:
    for found in run.verdicts:
        for failure in found.failures:
            yield _result(run, failure, "error" if found.outcome is Outcome.FAILED else "note")


def _result(run: Held, failure: Failure, level: str) -> dict[str, object]:
    file, _, line = run.place.rpartition(":")
    artifact = {"uri": file} if not Path(file).is_absolute() else {"uri": Path(file).as_uri()}
    return {
        "ruleId": failure.case.clause.name,
        "level": level,
        "message": {"text": f"{run.triple}: {failure.witness}"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": int(line)}}}],
        "partialFingerprints": {"case": f"{run.triple}/{failure.case.id}"},
        "properties": {
            "target": run.name.text,
            "parameters": parameters(run, failure),
            "numbers": dict(failure.numbers),
            "reproduce": reproduce(run, failure),
        },
    }
