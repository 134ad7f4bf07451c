"""Is what the guides say true: their tables, their examples, their numbers?"""

import ast
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from proofs.engine.ledger.status import Status
from tests.project import readme, verdicts
from tests.project.examples import alike, files, shown
from tests.project.floors import ROOMS
from tests.project.imports import libraries
from tests.project.readme import DURATIONS, GENERATED, BadGuide, commands, floors, main, rewritten, says
from tests.project.sources import ROOT, in_own_environment, sources
from tests.project.test_setup import installed_closure

TEXTS = {guide: (ROOT / guide).read_text(encoding="utf-8") for guide in GENERATED}
TEXT = TEXTS["README.md"]


@pytest.mark.parametrize("guide", GENERATED)
def test_the_guides_are_up_to_date(guide: str) -> None:
    """Are tables as ledger and baseline have them, and outputs as the commands print them today?"""
    assert alike(rewritten(guide, TEXTS[guide])) == alike(TEXTS[guide]), "if this is meant, run `make readme`"


def test_what_varies_is_not_compared() -> None:
    """Are seconds and the interpreter's version left out of the comparison, and nothing else?"""
    assert alike("(CPython 3.11.7) quick, 1 s, of 12") == alike("(CPython 3.13.0) quick, 20 s, of 12")
    assert alike("12 cases") != alike("13 cases")


def test_every_value_that_is_told_comes_out() -> None:
    """Does the Python of the guide run, and does every value given behind an expression begin what comes out?"""
    names: dict[str, object] = {}
    told = []
    for block in re.findall(
        r"^```python\n(?!# \w+\.py\n)(.*?)^```$", TEXTS["docs/commands.md"], re.MULTILINE | re.DOTALL
    ):
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


PARTS = GENERATED["README.md"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every part be its name, so that nothing is computed."""
    for part in ("statuses", "promises", "last_lines_of_the_audit"):
        monkeypatch.setattr(verdicts, part, lambda: "new")
    monkeypatch.setattr(readme, "cite", lambda: "new")
    monkeypatch.setattr(readme, "shown", lambda command, given: "new")
    monkeypatch.setattr(readme, "GENERATED", {"README.md": PARTS})


@pytest.mark.usefixtures("quick")
def test_only_what_is_generated_is_rewritten() -> None:
    """Is every part written anew, whatever was in it, and all else kept?"""
    text = "before\n" + "between\n".join(planted(part, "" if part == "cite" else "old\n\nold\n") for part in PARTS)
    new = rewritten("README.md", text)
    assert "old" not in new
    assert new.startswith("before\n")
    assert new.count("between\n") == len(PARTS) - 1
    assert new == rewritten("README.md", new)


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
    """Is a guide whose parts cannot be told refused in one line, and left as it is?"""
    with pytest.raises(BadGuide, match="each once and with its end"):
        rewritten("README.md", text)
    monkeypatch.setattr(readme, "ROOT", tmp_path)
    (tmp_path / "README.md").write_text(text)
    assert main() == 2
    assert capsys.readouterr().err.startswith("README.md:1: error: ")
    assert (tmp_path / "README.md").read_text() == text


@pytest.mark.usefixtures("quick")
def test_the_command_writes_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Does `make readme` write what is new, and say whether something was?"""
    monkeypatch.setattr(readme, "ROOT", tmp_path)
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
    """Do the guides say of each status what it means, and of each subcommand how long it takes, and of no other?"""
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
    shown = floors(ROOT / "README.md")
    for package in [*(ROOT / "proofs").glob("*/__init__.py"), *(ROOT / "tests").glob("*/__init__.py")]:
        place = str(package.parent.relative_to(ROOT))
        assert f"[{place}]({place})" in shown
        assert f"[{place}](../{place})" in floors(ROOT / "docs/map.md")
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
    """Do the first forty lines show an audit, every unsound erratum by name, and code that breaks its contract?"""
    first = "\n".join(TEXT.splitlines()[:40])
    unsound = [erratum for erratum, severity in verdicts.baseline().errata.items() if severity == "unsound"]
    assert unsound
    assert all(name in first for name in ["$ make audit", "$ noisymax conform ", *unsound])


def test_the_readme_is_short() -> None:
    """Is the README a guide that is read, and not a reference: few lines, and no table with long cells?"""
    assert len(TEXT.splitlines()) < 270
    cells = [re.sub("<.*?>", "\n", cell) for line in TEXT.splitlines() if line[:1] == "|" for cell in line.split("|")]
    assert max(len(part) for cell in cells for part in cell.split("\n")) < 120


def test_a_mechanism_and_its_contract_take_few_lines() -> None:
    """Is the mechanism that the README shows with its contract whole, in under 40 lines?"""
    shown = files(TEXT)["response.py"]
    assert len(shown.splitlines()) < 40
    names: dict[str, object] = {}
    exec(shown, names)
    assert {"Response", "RESPONSE"} <= set(names)


@in_own_environment
@pytest.mark.parametrize(("extras", "following"), [((), "enough to run"), (("audit",), "Python adds")])
def test_the_sizes_are_those_of_the_distributions(extras: tuple[str, ...], following: str) -> None:
    """Does the README name about as many megabytes as the distributions have that are installed?"""
    (said,) = re.findall(rf"about (\d+) MB(?:[:.]) (?:{following})", " ".join(TEXT.split()))
    names = ["noisymax", *installed_closure("noisymax", extras)]
    ours = sum(len(source.text) for source in sources(ROOT) if source.room in ROOMS[:-1])
    listed = [Path(str(file.locate())) for name in names for file in distribution(name).files or ()]
    size = ours + sum(file.stat().st_size for file in listed if file.suffix != ".pyc" and file.is_file())
    assert 0.8 < size / 1e6 / int(said) < 1.25


def test_the_citation_is_that_of_the_package() -> None:
    """Does CITATION.cff have what the format asks for, and say what the package says of itself?"""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([\w-]+): \"?(.+?)\"?$", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert fields.pop("message")
    assert fields == {
        "cff-version": "1.2.0",
        "type": "software",
        "title": project["name"],
        "abstract": project["description"],
        "version": project["version"],
        "license": project["license"],
    }
    (authors,) = re.findall(r"^authors:\n((?:  .*\n)+)", text, re.MULTILINE)
    assert re.findall(r'^  - name: "(.*)"$', authors, re.MULTILINE) == [each["name"] for each in project["authors"]]
    (keywords,) = re.findall(r"^keywords:\n((?:  - .*\n)+)", text, re.MULTILINE)
    assert re.findall(r"^  - (.*)$", keywords, re.MULTILINE) == project["keywords"]


def test_ten_words_are_explained() -> None:
    """Does the glossary have ten words, each once?"""
    glossary = TEXTS["docs/verdicts.md"].partition("## Ten words")[2]
    words = re.findall(r"^- \*\*([a-z]+)\*\*: ", glossary, re.MULTILINE)
    assert len(set(words)) == len(words) == 10
