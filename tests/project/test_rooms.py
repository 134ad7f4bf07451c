"""Is a module of the user that has the name of one of our packages told in one line, wherever it is met?"""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import noisymax
from noisymax.rooms import ROOMS, hidden_room
from tests.project.sources import ROOT, in_own_environment

MARKED = """
import pytest


@pytest.mark.conforms("solution.py:make_it")
def test_marked():
    pass


def test_plain():
    pass
"""


def run(folder: Path, *arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with another one before our own on the path if it is given."""
    before = [] if path is None else [str(path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*before, str(ROOT)])}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def hide(folder: Path, name: str) -> Path:
    """Plant a module or a package that must not be run, and return the file that is found."""
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise RuntimeError('planted')", encoding="utf-8")
    return file


def test_the_rooms_are_ours_here() -> None:
    """Is nothing hidden in this checkout?"""
    assert hidden_room() is None


def test_the_doors_open_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is hidden, does the door lead to the command?"""
    monkeypatch.setattr(sys, "argv", ["noisymax", "--version"])
    assert noisymax.main() == 0
    assert capsys.readouterr().out.startswith("noisymax ")


@pytest.mark.parametrize("name", ["spec.py", "impl.py", "proofs.py", "impl/__init__.py", "proofs/__init__.py"])
def test_a_hidden_room_is_one_line(name: str, tmp_path: Path) -> None:
    """Is a module of the user that hides one of ours named, on the path or where one stands, before any of it runs?"""
    file, room = hide(tmp_path, name), name.partition("/")[0].removesuffix(".py")
    said = f"noisymax: error: the package {room} of noisymax is hidden: here {room} is {file}; "
    for ended in (run(ROOT, "-P", "-m", "noisymax", "--version", path=tmp_path), run(tmp_path, "-m", "noisymax")):
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr == f"{said}rename that, or run elsewhere\n"


@in_own_environment
def test_the_installed_command_says_so_too(tmp_path: Path) -> None:
    """Does the command itself, which imports before it runs anything of ours, end in that line?"""
    hide(tmp_path, "proofs.py")
    command = Path(sys.executable).with_name("noisymax")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run([command, "--version"], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "the package proofs of noisymax is hidden" in ended.stderr


def test_a_module_of_no_file_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Are a room that is nowhere, a mere folder and a module made by hand told, too?"""
    assert f"here spec is {ROOT / 'spec'}" in (hidden_room(tmp_path) or "")
    monkeypatch.setitem(sys.modules, "spec", ModuleType("spec"))
    assert "here spec is a module that no file defines" in (hidden_room() or "")
    monkeypatch.setattr("noisymax.rooms.ROOMS", ("nowhere_at_all", *ROOMS))
    assert noisymax.main() == 2
    assert "here nowhere_at_all is nowhere" in capsys.readouterr().err
    (tmp_path / "mere_folder").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("noisymax.rooms.ROOMS", ("mere_folder",))
    assert "here mere_folder is a folder without __init__.py" in (hidden_room() or "")


@in_own_environment
def test_the_plugin_leaves_the_tests_of_others_alone(tmp_path: Path) -> None:
    """Where a user's own proofs come first, do their tests run, and does a marked one fail in one line?"""
    hide(tmp_path, "proofs.py")
    (tmp_path / "test_theirs.py").write_text(MARKED, encoding="utf-8")
    ended = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", path=tmp_path)
    assert ended.returncode == 1
    assert "1 failed, 1 passed" in ended.stdout
    assert "FAILED test_theirs.py::test_marked - Failed: the package proofs of noisymax" in ended.stdout
    assert "Traceback" not in ended.stdout + ended.stderr
