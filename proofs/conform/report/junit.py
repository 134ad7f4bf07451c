"""Conformance for test reporters: one suite a run, one test case a clause."""

from collections.abc import Sequence
from xml.etree import ElementTree

from proofs.conform.model import Failure, Outcome, Verdict
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held


def render(runs: Sequence[Held]) -> str:
    """All runs as JUnit XML."""
    root = ElementTree.Element("testsuites", name="noisymax conform")
    for run in runs:
        outcomes = [found.outcome for found in run.verdicts]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=f"{run.name.text} {run.triple}",
            tests=str(len(outcomes)),
            failures=str(outcomes.count(Outcome.FAILED)),
            errors="0",
            skipped=str(outcomes.count(Outcome.SKIPPED)),
            time=f"{run.seconds:.1f}",
        )
        for found in run.verdicts:
            _case(suite, run, found)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, run: Held, found: Verdict) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=run.triple, name=found.clause.name)
    told = "\n\n".join(_told(run, failure) for failure in found.failures)
    if found.outcome is Outcome.FAILED:
        failure = ElementTree.SubElement(case, "failure", message=_visible(found.failures[0].witness))
        failure.text = _visible(f"{told}\n\n{found.detail}".rstrip())
    elif found.outcome is Outcome.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=_visible(found.detail or "nothing to ask"))
    else:
        ElementTree.SubElement(case, "system-out").text = _visible(f"{told}\n{found.detail}".strip())


def _told(run: Held, failure: Failure) -> str:
    given = ", ".join(f"{name}={value}" for name, value in parameters(run, failure).items())
    numbers = "\n".join(f"  {name}: {value}" for name, value in failure.numbers.items())
    return f"{failure.case.id}: {failure.witness}\n  {given}\n{numbers}\n  {reproduce(run, failure)}"


def _visible(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
