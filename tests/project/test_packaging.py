"""Is a small installation enough for what does not audit, and is a missing library one clear line?"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from proofs.command import main
from proofs.command.ledger_source import LedgerSource
from proofs.command.stop import AUDIT_LIBRARIES, engine_missing
from tests.project.sources import ROOT

IMPORTED_AS = {"crosshair-tool": "crosshair", "z3-solver": "z3"}
BLOCKED = f"""
import sys
for name in {AUDIT_LIBRARIES!r}:
    sys.modules[name] = None
from proofs.command import main
sys.exit(main(sys.argv[1:]))
"""
"""The command, where the libraries of the audit are not installed."""


def without_engines(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command without the libraries of the audit, in another folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", BLOCKED, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_extra_names_the_libraries_of_the_audit() -> None:
    """Are the libraries that a message sends to the extra those that it installs?"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [Requirement(line).name for line in project["optional-dependencies"]["audit"]]
    assert tuple(IMPORTED_AS.get(name, name) for name in names) == AUDIT_LIBRARIES


@pytest.mark.parametrize(
    "arguments",
    [
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
    ],
)
def test_what_does_not_audit_needs_no_engine(arguments: list[str], tmp_path: Path) -> None:
    """Does all that needs no proof run where the libraries of the audit are missing?"""
    ended = without_engines(tmp_path, *arguments)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_conform_needs_no_engine(tmp_path: Path) -> None:
    """Is a mechanism held against its contract without the libraries of the audit?"""
    without_engines(tmp_path, "learn", "--exercise", "1")
    target = "exercise_1.py:make_inverse_transform"
    ended = without_engines(tmp_path, "conform", target, "--only", "map.sound#0", "--effort", "quick")
    assert ended.returncode == 1
    assert "map.sound" in ended.stderr


@pytest.mark.parametrize(
    "arguments", [["audit"], ["errata"], ["explain", "permute_and_flip.law"], ["worst"], ["learn"]]
)
def test_a_missing_engine_is_one_line(arguments: list[str], tmp_path: Path) -> None:
    """Does what needs an engine say which, and how to get it?"""
    ended = without_engines(tmp_path, *arguments)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.startswith("noisymax: error: this needs ")
    assert ended.stderr.endswith("which is not installed: pip install 'noisymax[audit]'\n")
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
