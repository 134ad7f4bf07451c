"""Is what the README says true: its tables, its examples, its links?"""

import ast
import re
from pathlib import Path

import pytest

from proofs.engine.ledger.status import Status
from tests.project import readme, verdicts
from tests.project.examples import alike, files, shown
from tests.project.imports import libraries
from tests.project.readme import DURATIONS, README, BadReadme, commands, floors, main, rewritten, says
from tests.project.sources import ROOT

TEXT = README.read_text(encoding="utf-8")


def test_the_readme_is_up_to_date() -> None:
    """Are tables as ledger and baseline have them, and outputs as the commands print them today?"""
    assert alike(rewritten(TEXT)) == alike(TEXT), "if this is meant, run `make readme`"


def test_what_varies_is_not_compared() -> None:
    """Are seconds and the interpreter's version left out of the comparison, and nothing else?"""
    assert alike("(CPython 3.11.7) quick, 1 s, of 12") == alike("(CPython 3.13.0) quick, 20 s, of 12")
    assert alike("12 cases") != alike("13 cases")


def test_every_value_that_is_told_comes_out() -> None:
    """Does the Python of the README run, and does every value given behind an expression begin what comes out?"""
    names: dict[str, object] = {}
    told = []
    for block in re.findall(r"^```python\n(?!# \w+\.py\n)(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        for statement in ast.parse(block).body:
            code = ast.unparse(statement)
            comment = block.splitlines()[(statement.end_lineno or 0) - 1].partition("  # ")[2]
            if isinstance(statement, ast.Expr) and re.match(r"[\d(]", comment):
                told.append((repr(eval(code, names)), comment.partition(":")[0].removesuffix("...")))
            else:
                exec(code, names)
    assert [shown[: len(value)] for shown, value in told] == [value for _, value in told]
    assert len(told) == 3


def planted(name: str, content: str = "old\n") -> str:
    """A generated part."""
    return f"<!-- generated: {name} -->\n{content}<!-- end -->\n"


PARTS = re.findall(r"<!-- generated: (\w+) -->", TEXT)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every part be its name, so that nothing is computed."""
    for part in ("statuses", "headlines", "documents", "last_lines_of_the_audit"):
        monkeypatch.setattr(verdicts, part, lambda: "new")
    for part in ("floors", "commands"):
        monkeypatch.setattr(readme, part, lambda: "new")
    monkeypatch.setattr(readme, "shown", lambda command, given: "new")


@pytest.mark.usefixtures("quick")
def test_only_what_is_generated_is_rewritten() -> None:
    """Is every part written anew, whatever was in it, and all else kept?"""
    text = "before\n" + "between\n".join(planted(part, "" if part == "map" else "old\n\nold\n") for part in PARTS)
    new = rewritten(text)
    assert "old" not in new
    assert new.startswith("before\n")
    assert new.count("between\n") == len(PARTS) - 1
    assert new == rewritten(new)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "text",
    [
        "".join(planted(part) for part in PARTS[1:]),
        "".join(planted(part) for part in [*PARTS, PARTS[0]]),
        "".join(planted(part) for part in [*PARTS, "unknown"]),
        "".join(planted(part) for part in PARTS).replace("<!-- end -->\n", "", 1),
        "".join(planted(part) for part in PARTS).removesuffix("<!-- end -->\n"),
    ],
)
def test_a_part_that_is_missing_twice_there_unknown_or_open_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is a README whose parts cannot be told refused in one line, and left as it is?"""
    with pytest.raises(BadReadme, match="each once and with its end"):
        rewritten(text)
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text(text)
    assert main() == 2
    assert capsys.readouterr().err.startswith("README.md:1: error: ")
    assert (tmp_path / "README.md").read_text() == text


@pytest.mark.usefixtures("quick")
def test_the_command_writes_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Does `make readme` write what is new, and say whether something was?"""
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text("".join(planted(part) for part in PARTS))
    assert (main(), main()) == (0, 0)
    assert capsys.readouterr().out == "README.md: written anew\nREADME.md: as it was\n"
    assert (tmp_path / "README.md").read_text().count("new\n") == len(PARTS)


def test_the_engines_give_what_is_accepted() -> None:
    """If every engine gives the status of the README's table, are all verdicts the accepted ones?"""
    found = {line.claim.id: (line.own, line.standing, line.assumptions) for line in verdicts.foretold().claims}
    accepted = verdicts.baseline().claims
    assert found == {claim: (Status(own), Status(best), taken) for claim, (own, best, taken) in accepted.items()}


@pytest.mark.parametrize(
    "engine", ["z3", "sympy", "rule", "differentiation", "exhaustion", "coins", "arb", "crosshair"]
)
def test_an_engine_in_another_row_gives_other_verdicts(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would the table be noticed to be wrong that credits an engine with more, or with less, than it gives?"""
    (row,) = (status for status, engines in verdicts.GIVES.items() if engine in engines)
    other = Status.CERTIFIED if row is Status.PROVED else Status.PROVED
    rows = {status: tuple(e for e in engines if e != engine) for status, engines in verdicts.GIVES.items()}
    monkeypatch.setattr(verdicts, "GIVES", {**rows, other: (*rows[other], engine)})
    accepted = {claim: verdict.status for claim, verdict in verdicts.baseline().claims.items()}
    assert {line.claim.id: line.own and line.own.value for line in verdicts.foretold().claims} != accepted


def test_an_engine_without_a_row_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is an engine that is new to the table named, and not passed over?"""
    monkeypatch.setitem(verdicts.GIVES, Status.PROVED, ("z3",))
    with pytest.raises(KeyError, match="GIVES does not say what"):
        verdicts.foretold()


def test_every_status_and_command_is_described() -> None:
    """Does the README say of each status what it means, and of each subcommand how long it takes, and of no other?"""
    assert set(verdicts.MEANS) == set(Status)
    assert re.findall(r"`noisymax (\w+)`", commands()) == list(DURATIONS)


def test_libraries_are_those_that_are_reached() -> None:
    """Is a library found that a module imports itself, by another module, or by name, and no other?"""
    assert libraries("proofs.engine.checkers.smt") == ("z3-solver",)
    assert {"z3-solver", "sympy", "python-flint"} <= set(libraries("proofs.engine.checkers.symbolic"))
    assert "crosshair-tool" in libraries("proofs.engine.checkers.crosshair.checker")
    assert libraries("spec.logic.claim") == ()


def test_the_map_has_every_package() -> None:
    """Does the map name every floor that is there, with the first line of its docstring?"""
    shown = floors()
    for package in [*(ROOT / "proofs").glob("*/__init__.py"), *(ROOT / "tests").glob("*/__init__.py")]:
        place = str(package.parent.relative_to(ROOT))
        assert f"[{place}]({place})" in shown
        assert says(place) in shown
    assert f"| [proofs/contents](proofs/contents.py) | {says('proofs/contents')} |  |" in shown


def test_examples_are_run_as_they_are_printed(tmp_path: Path) -> None:
    """Is a command run by a shell, beside the files that are shown, with errors first and no trailing space?"""
    text = "```python\n# a.py\nx = 1\n```\n\n```python\ny = 1\n```\n"
    assert files(text) == {"a.py": "x = 1\n"}
    assert shown("echo 'last  ' && cat a.py >&2 | cat", files(text)) == (
        "```text\n$ echo 'last  ' && cat a.py >&2 | cat\nx = 1\nlast\n```"
    )


def test_the_worst_is_on_the_first_screen() -> None:
    """Do the first forty lines show an audit, and every unsound erratum by name?"""
    first = "\n".join(TEXT.splitlines()[:40])
    unsound = [erratum for erratum, severity in verdicts.baseline().errata.items() if severity == "unsound"]
    assert unsound
    assert all(name in first for name in ["$ make audit", *unsound])


def test_ten_words_are_explained() -> None:
    """Does the glossary have ten words, each once?"""
    words = re.findall(r"^- \*\*([a-z]+)\*\*: ", TEXT.partition("## Ten words")[2], re.MULTILINE)
    assert len(set(words)) == len(words) == 10
