"""Do the files for other programs keep the schemas of their formats, and does a table of releases say what changed?"""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import xmlschema
from jsonschema import Draft202012Validator

from proofs.conform.clauses import LAW_COINS, LAW_SAMPLED, MAP_SOUND, TIES
from proofs.conform.model import Case, Failure, verdict
from proofs.conform.report import FORMATS
from proofs.conform.report.side_by_side import comparisons
from proofs.conform.run import Held, Request
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.targets.names import Name
from proofs.targets.reading import About

SCHEMAS = Path(__file__).parent / "schemas"
NAMESPACE = "http:" + "//www.w3.org/2001/XMLSchema"
EVIL = "<script>alert('x')</script> & | `a` \x07 * _"


def release(version: str, sound: bool, triple: str = "make_noisy_top_k", path: str = "/nowhere/a b.py") -> Held:
    failure = Failure(Case(MAP_SOUND, 7), Setting(k=2), EVIL, {"loss": "2 < 3"})
    found = (
        verdict(MAP_SOUND, 3, [] if sound else [failure], "a detail"),
        verdict(TIES, 3, [Failure(Case(TIES), Setting(), "noted")]),
        verdict(LAW_SAMPLED, 3, [], EVIL),
        verdict(LAW_COINS, 0, [], "no coins"),
    )
    about = About("CPython 3.11.7", "lib", version, path, (triple,))
    return Held(
        Name("lib", "builtin", "lib", None), triple, NOISY_TOP_K, triple, "python", about, Request(), found, 1.5
    )


RUNS = [
    release("1.0", False),
    release("1.1", True),
    replace(release("2.0", True), verdicts=release("2", False).verdicts[:2]),
]


def faults_of_sarif(document: Any) -> list[str]:
    schema = json.loads((SCHEMAS / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return [error.message for error in Draft202012Validator(schema).iter_errors(document)]


def faults_of_junit(text: str) -> list[str]:
    schema = (SCHEMAS / "junit.xsd").read_text(encoding="utf-8").replace("XML-SCHEMA", NAMESPACE)
    return [str(error.reason) for error in xmlschema.XMLSchema(schema).iter_errors(text)]


def test_sarif_keeps_its_schema() -> None:
    """Is what is written SARIF 2.1.0, and is what is none refused?"""
    document = json.loads(FORMATS["sarif"](RUNS))
    assert faults_of_sarif(document) == []
    assert faults_of_sarif(json.loads(FORMATS["sarif"]([]))) == []
    (run,) = document["runs"]
    (result, *_) = run["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    wrong: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (document, {"version": "2.0.0"}),
        (document, {"results": []}),
        (run, {"tool": {}}),
        (result, {"level": "bad"}),
        (result, {"message": "plain"}),
        (region, {"startLine": 0}),
        (run["tool"]["driver"]["rules"][0], {"id": 7}),
    ]
    for part, change in wrong:
        before = dict(part)
        part.update(change)
        assert faults_of_sarif(document)
        part.clear()
        part.update(before)
    assert faults_of_sarif(document) == []


def test_a_finding_is_at_a_place_that_scanners_find() -> None:
    """Is a path written as an address, spaces and all, and is every rule that a result names there?"""
    (run,) = json.loads(FORMATS["sarif"](RUNS))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "file:" + "///nowhere/a%20b.py"
    assert {result["ruleId"] for result in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}


def test_junit_keeps_its_schema() -> None:
    """Is what is written JUnit XML, and is what is none refused?"""
    text = FORMATS["junit"](RUNS)
    assert faults_of_junit(text) == []
    assert faults_of_junit(FORMATS["junit"]([])) == []
    for old, new in (
        (' tests="4"', ' tests="four"'),
        (' name="', ' nam="'),
        ("failure", "failed"),
        ("testcase", "case"),
    ):
        assert faults_of_junit(text.replace(old, new))


def test_releases_are_compared_clause_by_clause() -> None:
    """Is a clause that came out otherwise marked, and is the witness of a new failure told?"""
    (found,) = comparisons(RUNS)
    assert found.releases == ("lib 1.0", "lib 1.1", "lib 2.0")
    rows = {row.clause: row for row in found.rows}
    assert [cell.word for cell in rows["map.sound"].cells] == ["failed", "passed", "failed"]
    assert [cell.changed for cell in rows["map.sound"].cells] == [False, True, True]
    assert [cell.word for cell in rows["law.sampled"].cells] == ["passed", "passed", "-"]
    assert found.changes[0] == "lib 1.0 → lib 1.1: map.sound: failed, then passed"
    assert found.changes[1].startswith("lib 1.1 → lib 2.0: map.sound: passed, then failed: <script>")
    assert found.verdicts == ("does not conform", "conforms", "does not conform")
    (same,) = comparisons([RUNS[1], RUNS[1]])
    assert same.changes == ("lib 1.1 → lib 1.1: no clause came out otherwise",)
    assert [one.triple for one in comparisons([RUNS[0], release("1.0", True, "make_other")])] == [
        "make_noisy_top_k",
        "make_other",
    ]


def test_the_page_is_whole_and_holds_no_markup_of_a_target() -> None:
    """Is the page well formed, does it need no other file, and is what a target says only text in it?"""
    text = FORMATS["html"](RUNS)
    page = Page()
    page.feed(text)
    assert page.open == []
    assert {"table", "th", "td", "style"} <= page.seen
    assert not page.seen & {"script", "link", "img", "iframe"}
    assert "alert('x')" in page.text
    assert text.count("<table") == 1
    assert "one release alone" in FORMATS["html"](RUNS[:1])


def test_the_tables_in_markdown_have_one_width() -> None:
    """Has every row as many cells as the head, whatever a target says?"""
    text = FORMATS["markdown"](RUNS)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert {line.count(" | ") for line in rows} == {3}
    assert "| `map.sound` | ✕ failed | ● **passed** | ✕ **failed** |" in rows
    assert "<script>" not in text
    assert "one release alone" in FORMATS["markdown"](RUNS[:1])


class Page(HTMLParser):
    """The elements and the text of a page; what is opened must be closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_written_of_nothing(name: str) -> None:
    """Does every format take no runs at all?"""
    assert isinstance(FORMATS[name]([]), str)
