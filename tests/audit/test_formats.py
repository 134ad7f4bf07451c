"""Do the files for other programs say what was found, as their formats ask for it?"""

import json
from dataclasses import replace
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest

from proofs.audit.baseline_file import Baseline, parse, render
from proofs.audit.complaints import complaints
from proofs.audit.report import FORMATS
from proofs.audit.report.model import Report
from proofs.audit.run import Audit
from tests.support import toy_ledgers
from tests.support.audits import audited
from tests.support.json_schema import faults

SCHEMA = json.loads(files("proofs.audit.report").joinpath("audit.schema.json").read_text(encoding="utf-8"))


def accepted() -> Baseline:
    return parse(render(audited(toy_ledgers.sound)))


def report(audit: Audit, baseline: Baseline | None = None) -> Report:
    held = accepted() if baseline is None else baseline
    return Report(audit, held, tuple(complaints(audit, held, lambda name: f"proofs/{name}.py:3")))


def good() -> Report:
    return report(audited(toy_ledgers.sound))


def bad() -> Report:
    """A step of a law is no longer proved, on which a mechanism rests."""
    return report(audited(toy_ledgers.degraded))


def test_a_complaint_says_where_what_and_how_to_check_it_again() -> None:
    """Does a failing check name its place, its claim, what it affects and the command that reruns just that?"""
    (complaint, *_) = bad().complaints
    assert complaint.line.startswith("proofs/toy.law.py:3: error: toy.law: PROVED in the baseline, now OPEN (z3: ")
    assert complaint.line.endswith("; affects toy; again: noisymax audit --only toy.law")
    (gone, *_) = report(audited(toy_ledgers.forsaken)).complaints
    assert (gone.name, gone.again) == ("E1", "noisymax errata E1")
    assert (
        "; again: noisymax audit"
        in report(audited(toy_ledgers.sound), Baseline(headlines={"x": "y"})).complaints[-1].line
    )


def test_a_complaint_names_the_items_of_the_documents() -> None:
    """Is the printed line of a document named, and are many affected mechanisms counted?"""
    one = replace(bad().complaints[0], items=("004.txt:104",), affects=("a", "b", "c", "d", "e"))
    assert "; printed at 004.txt:104; affects a, b, c and 2 more; again: " in one.line
    assert "affects" not in replace(one, affects=()).line


@pytest.mark.parametrize("made", [good, bad], ids=["good", "bad"])
def test_the_json_is_an_instance_of_the_schema(made: Any) -> None:
    """Is every file that is written an instance of the schema that is published?"""
    document = json.loads(FORMATS["json"](made()))
    assert faults(document, SCHEMA, SCHEMA) == []
    assert bool(document["complaints"]) == (made is bad)


@pytest.mark.parametrize("quick", [True, False])
def test_a_partial_audit_is_an_instance_of_the_schema(quick: bool) -> None:
    """Is that so where checks were skipped, too?"""
    document = json.loads(FORMATS["json"](report(audited(toy_ledgers.slow, quick=quick), Baseline())))
    assert faults(document, SCHEMA, SCHEMA) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), "noisymax.audit/1"),
        (("claims", 0, "status"), "FINE"),
        (("claims", 0, "extra"), 1),
        (("claims", 0, "uses"), "toy.law"),
        (("claims", 0, "evidence", 0, "seconds"), "1"),
        (("errata", 0, "severity"), "bad"),
        (("headline", "toy", "standing"), None),
        (("complaints",), {}),
        (("environment", "python"), 3),
    ],
)
def test_the_schema_refuses_what_is_wrong(path: tuple[Any, ...], value: object) -> None:
    """Does the schema notice a wrong type, a wrong word, and a field too many?"""
    document = json.loads(FORMATS["json"](good()))
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    assert faults(document, SCHEMA, SCHEMA)


def test_sarif_has_a_result_for_each_complaint() -> None:
    """Is each complaint an error at its place, with what it affects, and nothing else?"""
    (run,) = json.loads(FORMATS["sarif"](good()))["runs"]
    assert (run["results"], run["tool"]["driver"]["name"]) == ([], "noisymax")
    (run,) = json.loads(FORMATS["sarif"](bad()))["runs"]
    found = bad().complaints
    assert [r["partialFingerprints"]["case"] for r in run["results"]] == [complaint.name for complaint in found]
    first = run["results"][0]
    assert {r["ruleId"] for r in run["results"]} == {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    place = first["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"], place["region"]) == ({"uri": "proofs/toy.law.py"}, {"startLine": 3})
    assert (first["level"], first["properties"]["affects"]) == ("error", ["toy"])
    assert first["properties"]["reproduce"] == "noisymax audit --only toy.law"


def test_junit_has_a_case_for_each_claim() -> None:
    """Is each claim a test, which fails if it is not as accepted and is skipped if it was not checked?"""
    passed = ElementTree.fromstring(FORMATS["junit"](good()))
    assert len(passed.findall(".//testcase")) == len(good().audit.claims)
    assert passed.findall(".//failure") == passed.findall(".//skipped") == []
    failed = ElementTree.fromstring(FORMATS["junit"](bad()))
    names = [case.get("name") for case in failed.iter("testcase") if case.find("failure") is not None]
    assert names == list(dict.fromkeys(complaint.name for complaint in bad().complaints))
    assert sum(int(suite.get("failures", "")) for suite in failed) == len(names)
    skipped = ElementTree.fromstring(FORMATS["junit"](report(audited(toy_ledgers.slow, quick=True))))
    assert len(skipped.findall(".//skipped")) == 1
    lost = ElementTree.fromstring(FORMATS["junit"](report(audited(toy_ledgers.sound), Baseline(headlines={"x": "y"}))))
    assert lost[-1].get("name") == "baseline"


def test_the_badge_tells_good_from_bad() -> None:
    """Does the badge say in words and in colour whether all is as accepted?"""
    for made, words, colour in ((good, "2 proved, 1 refuted", "#2e7031"), (bad, "not as accepted", "#b3261e")):
        badge = ElementTree.fromstring(FORMATS["badge"](made()))
        assert words in (badge.get("aria-label") or "")
        assert colour in [part.get("fill") for part in badge]
    nothing = ElementTree.fromstring(FORMATS["badge"](report(audited(toy_ledgers.sound, "toy.paper"))))
    assert "1 claims" in (nothing.get("aria-label") or "")


def test_the_markdown_has_the_difference_to_the_baseline() -> None:
    """Is what changed said first, with numbers before and now?"""
    text = FORMATS["markdown"](bad())
    assert text.startswith(f"## noisymax audit: {len(bad().complaints)} not as accepted\n")
    assert "| `toy.law` | PROVED in the baseline, now OPEN" in text
    assert "| PROVED | 2 | 1 | -1 |" in text
    assert "| OPEN | 0 | 1 | +1 |" in text
    good_text = FORMATS["markdown"](good())
    assert good_text.startswith("## noisymax audit: every verdict is as accepted\n")
    assert "| PROVED | 2 | 2 |  |" in good_text
    assert "| toy | `toy.privacy` | ASSUMED | `toy.paper` |" in good_text
    assert "Errata: 1 " in good_text
    partial = FORMATS["markdown"](report(audited(toy_ledgers.slow, quick=True)))
    assert "| toy | `toy.privacy` | not known: checks were left out |  |" in partial
    assert "Errata" not in FORMATS["markdown"](report(audited(toy_ledgers.sound, "toy.law")))


def test_a_long_list_of_differences_is_cut_in_the_markdown() -> None:
    """Does a summary stay short, and say how much it leaves out?"""
    many = Report(good().audit, accepted(), bad().complaints * 60)
    assert f"and {len(many.complaints) - 50} more" in FORMATS["markdown"](many)


def test_a_cell_of_the_markdown_stays_a_cell() -> None:
    """Are a bar and a line break in what was found kept from breaking the table?"""
    found = replace(bad().complaints[0], what="|x| is\nnot 1")
    assert "| \\|x\\| is not 1 |" in FORMATS["markdown"](Report(good().audit, accepted(), (found,)))
