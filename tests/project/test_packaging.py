"""Is a small installation enough for what does not audit, and is a missing library one clear line?"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

from proofs.command import main
from proofs.command.ledger_source import LedgerSource
from proofs.command.stop import AUDIT_LIBRARIES, engine_missing
from tests.project.sources import ROOT

IMPORTED_AS = {"crosshair-tool": "crosshair", "z3-solver": "z3"}
BLOCKED = f"""
import contextlib, io, json, sys
for name in {AUDIT_LIBRARIES!r}:
    sys.modules[name] = None
from proofs.command import main
ended = []
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = stop.code
    ended.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(ended))
"""
"""The command, once or more, where the libraries of the audit are not installed."""


class Ended(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


def without_engines(folder: Path, *commands: list[str]) -> list[Ended]:
    """Run commands without the libraries of the audit, in another folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = [sys.executable, "-c", BLOCKED, json.dumps(commands)]
    run = subprocess.run(process, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return [Ended(*ended) for ended in json.loads(run.stdout)]


def test_the_extra_names_the_libraries_of_the_audit() -> None:
    """Are the libraries that a message sends to the extra those that it installs?"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [Requirement(line).name for line in project["optional-dependencies"]["audit"]]
    assert tuple(IMPORTED_AS.get(name, name) for name in names) == AUDIT_LIBRARIES


NEED_NO_ENGINE = (
    ["--version"],
    ["law", "permute_and_flip", "--scores", "1,2", "--scale", "1"],
    ["select", "noisy_top_k", "--scores", "1,2", "--scale", "1", "-k", "1"],
    ["leaks", "permute_and_flip", "--scores", "0,0", "--neighbour", "1,0", "--scale", "1"],
    ["conform", "--list"],
    ["conform", "--help"],
    ["audit", "--help"],
    ["learn", "--exercise", "1"],
    ["learn", "--teacher"],
    ["vectors", "permute_and_flip"],
)


def test_what_does_not_audit_needs_no_engine(tmp_path: Path) -> None:
    """Does all that needs no proof run where the libraries of the audit are missing?"""
    ended = without_engines(tmp_path, *NEED_NO_ENGINE)
    assert [(each.code, each.err) for each in ended] == [(0, "")] * len(NEED_NO_ENGINE)


def test_conform_needs_no_engine(tmp_path: Path) -> None:
    """Is a mechanism held against its contract without the libraries of the audit?"""
    target = "exercise_1.py:make_inverse_transform"
    conform = ["conform", target, "--only", "map.sound#0", "--effort", "quick"]
    _, ended = without_engines(tmp_path, ["learn", "--exercise", "1"], conform)
    assert ended.code == 1
    assert "map.sound" in ended.err


def test_a_missing_engine_is_one_line(tmp_path: Path) -> None:
    """Does what needs an engine say which, and how to get it?"""
    commands = (["audit"], ["errata"], ["explain", "permute_and_flip.law"], ["worst"], ["learn"])
    for ended in without_engines(tmp_path, *commands):
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert ended.err.startswith("noisymax: error: this needs ")
        assert ended.err.endswith("which is not installed: pip install 'noisymax[audit]'\n")
    assert list(tmp_path.iterdir()) == []


def test_another_missing_module_is_not_taken_for_an_engine() -> None:
    """Is a module of ours that is missing an internal error, and no advice to install something?"""
    assert engine_missing(ModuleNotFoundError(name="proofs.nowhere")) is None
    assert engine_missing(ModuleNotFoundError()) is None
    missing = engine_missing(ModuleNotFoundError(name="sympy.core"))
    assert missing is not None
    assert "this needs sympy" in str(missing)


def test_a_ledger_that_lacks_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is an engine that is missing while the ledger is built told in the same way?"""

    def lacking(factory: str) -> None:
        raise ModuleNotFoundError("No module named 'z3'", name="z3")

    monkeypatch.setattr("proofs.audit.workers.load", lacking)
    assert main(["errata"], LedgerSource("planted", tmp_path / "baseline.py")) == 2
    expected = "noisymax: error: this needs z3, which is not installed: pip install 'noisymax[audit]'\n"
    assert capsys.readouterr() == ("", expected)
