"""JUnit XML, which test reporters read: suites of cases, and an audit as one suite a document or module."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree

from proofs.audit.complaints import Complaint
from proofs.audit.report.model import Report
from proofs.audit.run import AuditedClaim


@dataclass(frozen=True)
class Case:
    """One test: failed if it has a `failure`, skipped if it has a reason, else passed; `text` has the details."""

    group: str
    name: str
    text: str = ""
    failure: str | None = None
    skipped: str | None = None


@dataclass(frozen=True)
class Suite:
    """Tests that belong together, and how long they took."""

    name: str
    cases: Sequence[Case]
    seconds: float


def document(title: str, suites: Iterable[Suite]) -> str:
    """All suites."""
    root = ElementTree.Element("testsuites", name=title)
    for suite in suites:
        element = ElementTree.SubElement(
            root,
            "testsuite",
            name=suite.name,
            tests=str(len(suite.cases)),
            failures=str(sum(case.failure is not None for case in suite.cases)),
            errors="0",
            skipped=str(sum(case.skipped is not None for case in suite.cases)),
            time=f"{suite.seconds:.1f}",
        )
        for case in suite.cases:
            _add(element, case)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def render(report: Report) -> str:
    """An audit: one case a claim, and one for each complaint that is about no claim."""
    said: dict[str, list[Complaint]] = {}
    for complaint in report.complaints:
        said.setdefault(complaint.name, []).append(complaint)
    suites = []
    for name, group in groupby(report.audit.claims, lambda line: line.claim.id.partition(".")[0]):
        lines = list(group)
        cases = [_case(line, said.pop(line.claim.id, [])) for line in lines]
        suites.append(Suite(name, cases, sum(line.seconds for line in lines)))
    others = [_failed("baseline", name, found) for name, found in said.items()]
    return document("noisymax audit", [*suites, *([Suite("baseline", others, 0.0)] if others else [])])


def _case(line: AuditedClaim, found: Sequence[Complaint]) -> Case:
    group, name = line.claim.id.partition(".")[0], line.claim.id
    if found:
        return _failed(group, name, found)
    if line.own is None:
        return Case(group, name, skipped="takes long to check")
    standing = "" if line.standing in (line.own, None) else f", standing {line.standing.value}"
    return Case(group, name, f"{line.own.value}{standing}\n{line.scope}".rstrip())


def _failed(group: str, name: str, found: Sequence[Complaint]) -> Case:
    return Case(group, name, "\n".join(complaint.line for complaint in found), failure=found[0].what)


def _add(suite: ElementTree.Element, case: Case) -> None:
    element = ElementTree.SubElement(suite, "testcase", classname=case.group, name=case.name)
    if case.failure is not None:
        ElementTree.SubElement(element, "failure", message=_visible(case.failure)).text = _visible(case.text)
    elif case.skipped is not None:
        ElementTree.SubElement(element, "skipped", message=_visible(case.skipped))
    else:
        ElementTree.SubElement(element, "system-out").text = _visible(case.text)


def _visible(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
