"""An audit for programs: JSON of the schema noisymax.audit/2, the same in every run but for the seconds."""

import json
from collections import Counter
from dataclasses import asdict

from proofs.audit.report.environment import environment, trusted_base
from proofs.audit.report.model import Report
from proofs.audit.run import Audit, AuditedClaim, AuditedErratum, Evidence
from proofs.audit.source_index import SourceIndex
from proofs.engine.checkers.crosshair.out_of_reach import OUT_OF_REACH
from proofs.engine.ledger.status import Status
from spec.logic.notation import state

SCHEMA = "noisymax.audit/2"
SKIPPED = "SKIPPED"
"""Stands for a status or a standing that depends on a check that was left out."""


def render(report: Report) -> str:
    """The audit as one JSON document, an instance of audit.schema.json."""
    audit = report.audit
    index = SourceIndex(audit.ledger)
    document = {
        "schema": SCHEMA,
        "claims": [_claim(audit, line, index) for line in audit.claims],
        "errata": [_erratum(shown) for shown in audit.errata],
        "headline": _headline(audit),
        "complaints": [asdict(complaint) for complaint in report.complaints],
        "summary": summary(audit),
        "environment": {
            **environment(),
            "trusted_base": asdict(trusted_base(audit)),
            "not_in_crosshairs_reach": dict(OUT_OF_REACH),
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def summary(audit: Audit) -> dict[str, int]:
    """How many claims have each status."""
    counts = Counter(_name(line.own) for line in audit.claims)
    every = {status.value: counts[status.value] for status in Status}
    return every | ({SKIPPED: counts[SKIPPED]} if counts[SKIPPED] else {})


def _name(status: Status | None) -> str:
    return SKIPPED if status is None else status.value


def _claim(audit: Audit, line: AuditedClaim, index: SourceIndex) -> dict[str, object]:
    claim = line.claim
    return {
        "id": claim.id,
        "document": claim.document,
        "where": index.where(claim),
        "kind": claim.kind.value,
        "statement": state(claim.statement),
        "status": _name(line.own),
        "scope": line.scope,
        "standing": _name(line.standing),
        "assumptions": line.assumptions,
        "uses": audit.ledger.uses[claim.id],
        "evidence": [_evidence(evidence) for evidence in line.evidence],
        "erratum": line.erratum,
    }


def _evidence(evidence: Evidence) -> dict[str, object]:
    return {
        "step": evidence.statement,
        "because": evidence.because,
        "checker": evidence.checker,
        "status": evidence.finding.status.value,
        "detail": evidence.finding.detail,
        "seconds": round(evidence.seconds, 3),
    }


def _erratum(shown: AuditedErratum) -> dict[str, object]:
    erratum = shown.erratum
    return {
        "id": erratum.id,
        "document": erratum.document,
        "where": ", ".join(erratum.where),
        "severity": erratum.severity.value,
        "says": erratum.says,
        "truth": erratum.truth,
        "repair": erratum.repair,
        "witness": shown.text,
    }


def _headline(audit: Audit) -> dict[str, object]:
    lines = {line.claim.id: line for line in audit.claims}
    return {
        name: {
            "claim": claim,
            "scope": lines[claim].scope,
            "standing": _name(lines[claim].standing),
            "assumptions": lines[claim].assumptions,
        }
        for name, claim in audit.ledger.headlines.items()
        if claim in lines
    }
