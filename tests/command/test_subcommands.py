"""Has every subcommand its module, every tool its subcommand, and every help an example?"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from proofs import command
from proofs.command import SUBCOMMANDS, main
from tests.project.floors import FLOORS

FOLDER = Path(command.__file__).parent
SHARED = ("targets",)
"""Floors that several tools stand on, and that no subcommand is named after."""

TOOLS = FLOORS[FLOORS.index("documents") + 1 : FLOORS.index("contents")]
ENTRIES = frozenset({"configure", "run"})
"""What a subcommand's module has, and no other."""


def unmatched(subcommands: Iterable[str], modules: Mapping[str, frozenset[str]], tools: Iterable[str]) -> Iterator[str]:
    """A subcommand without its module, a module without its subcommand, a tool that none is named after."""
    known = set(subcommands)
    for name in sorted(known - modules.keys()):
        yield f"proofs/command/{name}.py:1: error: the subcommand {name} has no module"
    for name, functions in modules.items():
        missing = ENTRIES - functions if name in known else frozenset()
        if missing:
            yield f"proofs/command/{name}.py:1: error: the subcommand {name} has no {', '.join(sorted(missing))}"
        elif name not in known and ENTRIES & functions:
            yield f"proofs/command/{name}.py:1: error: the module {name} is no subcommand"
    for tool in tools:
        if tool not in known:
            yield f"proofs/{tool}/__init__.py:1: error: no subcommand is called {tool}"


def functions_of(module: Path) -> frozenset[str]:
    """The functions that a module defines."""
    body = ast.parse(module.read_text(encoding="utf-8")).body
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


MODULES = {path.stem: functions_of(path) for path in FOLDER.glob("*.py") if not path.stem.startswith("__")}


def test_every_subcommand_has_its_module() -> None:
    """Is there a module for each subcommand and a subcommand for each module that could be one, and for each tool?"""
    assert list(unmatched(SUBCOMMANDS, MODULES, [tool for tool in TOOLS if tool not in SHARED])) == []


@pytest.mark.parametrize(
    ("subcommands", "modules", "tools", "error"),
    [
        (["a", "b"], {"a": ENTRIES}, [], "proofs/command/b.py:1: error: the subcommand b has no module"),
        (["a"], {"a": ENTRIES, "b": ENTRIES}, [], "proofs/command/b.py:1: error: the module b is no subcommand"),
        (["a"], {"a": ENTRIES, "b": {"run"}}, [], "proofs/command/b.py:1: error: the module b is no subcommand"),
        (["a"], {"a": {"run"}}, [], "proofs/command/a.py:1: error: the subcommand a has no configure"),
        (["a"], {"a": frozenset()}, [], "proofs/command/a.py:1: error: the subcommand a has no configure, run"),
        (["a"], {"a": ENTRIES}, ["b"], "proofs/b/__init__.py:1: error: no subcommand is called b"),
    ],
)
def test_what_does_not_match_is_reported(
    subcommands: list[str], modules: dict[str, Iterable[str]], tools: list[str], error: str
) -> None:
    """Is a subcommand without module, a module without subcommand, half a module and a nameless tool reported?"""
    found = unmatched(subcommands, {name: frozenset(functions) for name, functions in modules.items()}, tools)
    assert list(found) == [error]


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_help_teaches(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Does the help of every subcommand say what it does, and end with an example of itself?"""
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    said, _, examples = out.partition("\nexample:\n")
    assert SUBCOMMANDS[name][1:] in said
    assert examples.startswith(f"  noisymax {name}")
    assert name in ("audit", "bench", "learn") or "NAME" in said or "ID" in said or "TARGET" in said


def test_the_help_imports_no_engine() -> None:
    """Does the list of subcommands come without a ledger, a checker or a library that takes long to import?"""
    code = "import sys\nfrom proofs.command import main\nmain(['--help'])\nprint(*sys.modules, file=sys.stderr)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("usage: noisymax")
    imported = set(told.stderr.split())
    assert not imported & {"rich", "flint", "sympy", "z3", "numpy", "icontract", "proofs.engine", "impl", "spec"}
    assert {name for name in imported if name.startswith("proofs.")} == {
        "proofs.command",
        "proofs.command.ledger_source",
        "proofs.command.parser",
        "proofs.command.stop",
    }
