"""Does every format tell which clause failed, where, and how to see it again?"""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

from rich.console import Console

from proofs.conform.clauses import CLAUSES, LAW_COINS
from proofs.conform.model import Case, Failure, Outcome, verdict
from proofs.conform.report import FORMATS, table
from proofs.conform.report.words import reproduce
from proofs.conform.run import Held, Request, place
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.targets.names import Name
from proofs.targets.reading import About

ABOUT = About("CPython 3.11.7", "lib", "1.2", "/nowhere/lib.py", ("make_noisy_top_k",))


def run_of(outcome: Outcome) -> Held:
    clause = next(clause for clause in CLAUSES if clause.gates is (outcome is not Outcome.NOTED))
    failure = Failure(Case(clause, 7), Setting(k=2), "a witness\x07", {"loss": "2"})
    found = verdict(clause, 3, [failure] if outcome in (Outcome.FAILED, Outcome.NOTED) else [], "a detail")
    skipped = verdict(LAW_COINS, 0, [])
    name = Name("lib.py:make", "file", "/nowhere/lib.py", "make")
    triple = "make_noisy_top_k"
    return Held(name, triple, NOISY_TOP_K, triple, "/old/python", ABOUT, Request(), (found, skipped), 1.5)


def test_the_formats_tell_the_same() -> None:
    """Do JSON, JUnit and SARIF each hold clause, parameters, witness, numbers and the command that reproduces it?"""
    runs = [run_of(Outcome.FAILED), run_of(Outcome.NOTED), run_of(Outcome.PASSED)]
    command = "noisymax conform lib.py:make --triple make_noisy_top_k --only target.lives#7"
    assert command in reproduce(runs[0], runs[0].verdicts[0].failures[0]).replace("'", "")
    document = json.loads(FORMATS["json"](runs))
    assert (document["schema"], document["conforms"]) == ("noisymax.conform/1", False)
    clause = document["runs"][0]["clauses"][0]
    assert clause["outcome"] == "failed"
    assert clause["failures"][0]["parameters"]["k"] == "2"
    assert clause["failures"][0]["numbers"] == {"loss": "2"}
    root = ElementTree.fromstring(FORMATS["junit"](runs))
    assert [suite.get("failures") for suite in root] == ["1", "0", "0"]
    assert root.find(".//failure").get("message") == "a witness?"  # type: ignore[union-attr]
    assert "--only" in str(root.find(".//failure").text)  # type: ignore[union-attr]
    assert root.find(".//skipped") is not None
    sarif = json.loads(FORMATS["sarif"](runs))["runs"][0]
    assert [result["level"] for result in sarif["results"]] == ["error", "note"]
    assert sarif["results"][0]["ruleId"] == "target.lives"
    assert {rule["id"] for rule in sarif["tool"]["driver"]["rules"]} == {clause.name for clause in CLAUSES}


def test_the_table_shows_runs_side_by_side() -> None:
    """Does the table name library, clause and outcome, and compare releases?"""
    console = Console(width=160, record=True, file=StringIO())
    runs = [run_of(Outcome.FAILED), replace(run_of(Outcome.PASSED), about=replace(ABOUT, version=""))]
    console.print(table.told(runs[0]), table.told(runs[1]), table.compared(runs))
    text = console.export_text()
    assert "lib.py:make against make_noisy_top_k  (lib 1.2, CPython 3.11.7)" in text
    assert "does not conform: target.lives" in text
    assert "conforms" in text
    assert "/old/python" in text


def test_where_a_factory_is(tmp_path: Path) -> None:
    """Is the line of the factory found, and the first line told where there is no text?"""
    file = tmp_path / "lib.py"
    file.write_text("import os\n\n\ndef make(): ...\n")
    name = Name("lib.py:make", "file", str(file), "make")
    assert place(name, "make_noisy_top_k", replace(ABOUT, path=str(file))) == f"{file}:4"
    assert place(name, "make_noisy_top_k", ABOUT) == "/nowhere/lib.py:1"
