"""Does pytest know the marker, and do the hook and the workflow run what they say?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.examples import files
from tests.project.sources import ROOT, in_own_environment

TARGETS = ROOT / "tests/support/targets"
TESTS = f"""
import pytest
from proofs.conform.testing import assert_conforms

HALVED = "{TARGETS}/conform_halved.py:make_noisy_top_k"
RESPONSE = "{ROOT}/proofs/conform/examples/randomized_response.py:RANDOMIZED_RESPONSE"


@pytest.mark.conforms("impl.noisy_top_k:make_noisy_top_k", only="map.sound#0", strict=True)
def test_ours():
    pass


@pytest.mark.conforms(HALVED, only="map.sound")
def test_halved():
    raise RuntimeError("it must not come to this")


@pytest.mark.conforms("{TARGETS}/stated_mechanisms.py:Response", triple=RESPONSE, only="map.refuses")
def test_response():
    pass


@pytest.mark.conforms("nothing.py:make")
def test_nothing():
    pass


def test_plain():
    pass
"""


@in_own_environment
def test_a_marked_test_holds_its_factory(tmp_path: Path) -> None:
    """Does a marked test pass if its factory conforms, and fail before its body if not?"""
    (tmp_path / "test_marked.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "--strict-markers", "-p", "no:cacheprovider", "-rA", "-q"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    told = re.findall(r"^(PASSED|FAILED|ERROR) test_marked.py::(\w+)", done.stdout, re.MULTILINE)
    outcomes = {name: word for word, name in told}
    assert outcomes == {
        "test_ours": "PASSED",
        "test_halved": "FAILED",
        "test_response": "PASSED",
        "test_nothing": "FAILED",
        "test_plain": "PASSED",
    }
    assert "map.sound: the map is not below the loss that close vectors can have" in done.stdout
    assert "it must not come to this" not in done.stdout.replace(TESTS, "").split("short test summary")[1]


SOLUTION = files((ROOT / "README.md").read_text(encoding="utf-8"))["solution.py"]


def commands() -> list[str]:
    """What the workflow and the hooks of the guide, and the hook that is offered, have run."""
    guide = (ROOT / "docs/conform.md").read_text(encoding="utf-8")
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    found = re.findall(r"^ +(?:- run|entry): (noisymax conform .*)$", guide, re.MULTILINE)
    (offered,) = re.findall(r"^ +entry: (.*)$", hook, re.MULTILINE)
    return [*found, f"{offered} solution.py:make_noisy_top_k"]


@in_own_environment
@pytest.mark.parametrize("command", commands())
def test_the_workflow_and_the_hooks_find_what_is_wrong(command: str, tmp_path: Path) -> None:
    """Does what they run, on the solution of the README, end with exit code 1 and the line that is wrong?"""
    (tmp_path / "solution.py").write_text(SOLUTION)
    noisymax, *arguments = command.split()
    program = [str(Path(sys.executable).parent / noisymax), *arguments, "--only", "map.sound#0"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error: make_noisy_top_k: map.sound: map(1.0) = 1.0 is below 2·d_in/scale = 2" in done.stderr
    written = re.findall(r"--(?:sarif|junit) (\S+)", command)
    assert all((tmp_path / name).read_text() for name in written)
