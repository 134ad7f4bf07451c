"""SARIF 2.1.0, which code scanners read: rules, results, and an audit as results."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proofs.audit.report.environment import installed
from proofs.audit.report.model import Report


@dataclass(frozen=True)
class Rule:
    """What is checked; `level` is error or note."""

    id: str
    says: str
    level: str = "error"
    properties: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """One thing that was found, at `file:line`; the fingerprint is the same in every run that finds it."""

    rule: str
    level: str
    message: str
    place: str
    fingerprint: str
    properties: Mapping[str, object] = field(default_factory=dict)


DIFFERENCE = Rule("audit.as_accepted", "every verdict, erratum and headline is as the baseline has it")


def document(rules: Iterable[Rule], results: Iterable[Result]) -> str:
    """One run of this tool."""
    driver = {"name": "noisymax", "version": installed("noisymax") or "0", "rules": [_rule(rule) for rule in rules]}
    run = {"tool": {"driver": driver}, "results": [_result(result) for result in results]}
    return json.dumps({"version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def render(report: Report) -> str:
    """Every complaint of an audit as an error."""
    found = [
        Result(
            DIFFERENCE.id,
            "error",
            f"{complaint.name}: {complaint.what}",
            complaint.place,
            complaint.name,
            {"items": complaint.items, "affects": complaint.affects, "reproduce": complaint.again},
        )
        for complaint in report.complaints
    ]
    return document([DIFFERENCE], found)


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.says},
        "defaultConfiguration": {"level": rule.level},
        "properties": dict(rule.properties),
    }


def _result(result: Result) -> dict[str, object]:
    file, _, line = result.place.rpartition(":")
    artifact = {"uri": file} if not Path(file).is_absolute() else {"uri": Path(file).as_uri()}
    return {
        "ruleId": result.rule,
        "level": result.level,
        "message": {"text": result.message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": int(line)}}}],
        "partialFingerprints": {"case": result.fingerprint},
        "properties": dict(result.properties),
    }
