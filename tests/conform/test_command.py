"""`noisymax conform`: does it say what failed where errors go, and refuse bad input in one line?"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.command import main
from proofs.conform.clauses import CLAUSES
from proofs.conform.testing import assert_conforms

OWN = "impl.noisy_top_k:make_noisy_top_k"
EXAMPLE = "proofs/conform/examples/randomized_response.py"
STATED = ["tests/support/targets/stated_mechanisms.py:Response", "--triple", f"{EXAMPLE}:RANDOMIZED_RESPONSE"]


def test_the_command_asks_one_case(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does the command hold our own mechanism against one case, and write what it found?"""
    file = tmp_path / "found.json"
    assert main(["conform", OWN, "--only", "map.sound#7", "--json", str(file)]) == 0
    shown = capfd.readouterr().out
    assert "conforms" in shown
    assert json.loads(file.read_text())["runs"][0]["clauses"][0]["cases"] == 1


def test_a_failure_is_told_where_errors_go(capfd: pytest.CaptureFixture[str]) -> None:
    """Is the first line of a failure `file:line: error: what`, and is the exit code 1?"""
    target = "tests/support/targets/conform_halved.py:make_noisy_top_k"
    twice = ["--python", sys.executable, "--python", sys.executable]
    code = main(["conform", target, "--only", "map.sound", "--effort", "quick", *twice])
    found = capfd.readouterr()
    assert code == 1
    assert found.err.startswith("tests/support/targets/conform_halved.py:")
    assert "error: make_noisy_top_k: map.sound:" in found.err
    assert "does not conform: map.sound" in found.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "TARGET"),
        (["nothing.py:make_noisy_top_k"], "there is no file nothing.py"),
        (["tests/support/targets/conform_halved.py:missing", "--triple", "make_noisy_top_k"], "missing"),
        ([OWN, "--only", "map.unknown"], "there is no clause 'map.unknown'"),
        ([OWN, "--only", "map.sound#x"], "is not a case"),
        ([OWN, "--only", "map.sound#40000"], "map.sound has no case 40,000: it has 40,000, numbered from 0"),
        ([OWN, "--only", "map.sound", "--clauses", "law"], "map.sound is of the guarantee, and the law is asked for"),
        ([*STATED, "--only", "output.ties"], "output.ties is not asked of make_randomized_response"),
        ([OWN, "--triple", "make_coffee"], "is not one of the triples"),
        ([OWN, "--json", "/no/such/folder/file"], "cannot write"),
        ([OWN, "--python", "/no/such/python"], "cannot be run"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Does the command refuse what it cannot run, with exit code 2 and one line?"""
    assert main(["conform", *arguments]) == 2
    found = capfd.readouterr()
    assert says in found.err
    assert len(found.err.splitlines()) == 1
    assert not found.out


def test_a_file_that_is_no_python_is_told_by_its_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Is a syntax error in the target told as `file:line: error: what`?"""
    file = tmp_path / "broken.py"
    file.write_text("import os\n\ndef make_noisy_top_k(:\n")
    assert main(["conform", f"{file}:make_noisy_top_k"]) == 2
    assert capfd.readouterr().err.startswith(f"{file}:3: error: ")


def test_the_list_names_triples_and_clauses(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Does the list hold every triple with its parameters, and every clause?"""
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["conform", "--list"]) == 0
    shown = capfd.readouterr().out
    assert "input_domain, input_metric, privacy_measure, k, scale, negate" in shown
    assert all(clause.name in shown for clause in CLAUSES)


def test_a_terminal_sees_what_is_under_way() -> None:
    """Is there a line of progress where somebody looks on?"""
    script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    arguments = [sys.executable, "-m", "noisymax", "conform", OWN, "--only", "map.sound", "--effort", "quick"]
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "map.sound:" in done.stdout


def test_nothing_asked_is_no_verdict(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Is a target that refuses everything not said to conform, whichever clauses are wanted?"""
    file = tmp_path / "refusing.py"
    file.write_text("def make_noisy_top_k(**parameters):\n    raise ValueError('no')\n")
    target = f"{file}:make_noisy_top_k"
    assert main(["conform", target, "--only", "map.sound", "--effort", "quick"]) == 2
    found = capfd.readouterr()
    assert "could not be held against map.sound" in found.out
    assert found.err == "noisymax: error: nothing could be asked of make_noisy_top_k: map.sound\n"
    with pytest.raises(AssertionError, match=r"map\.sound was not checked"):
        assert_conforms(target, only="map.sound")


def test_an_internal_error_is_one_line(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a mistake of ours end the command with one line and exit code 2, and not as a verdict?"""
    monkeypatch.setattr("proofs.command.conform.held", lambda *arguments: 1 / 0)
    assert main(["conform", OWN]) == 2
    assert capfd.readouterr().err.endswith(": error: internal: ZeroDivisionError\n")


SPLIT = """
from parts import Parts

make_noisy_top_k = Parts
"""
PARTS = '''
class Parts:
    def __init__(self, **parameters):
        """Accepts what it should not."""

    def invoke(self, x):
        return 7

    def map(self, d_in):
        return 0.0
'''


@pytest.mark.parametrize("folder", ["", "site-packages"])
def test_a_finding_points_at_the_line_it_is_about(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is a wrong map told at its line and a wrong shape at the release's, beside the target, but not in a library?"""
    monkeypatch.chdir(tmp_path)
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "parts.py").write_text(PARTS)
    path = f"import sys\nsys.path.insert(0, {folder!r})" if folder else ""
    (tmp_path / "split.py").write_text(path + SPLIT)
    lines = {"construction.refuses": "split.py:4", "map.sound": "parts.py:9", "output.shape": "parts.py:6"}
    for clause, place in lines.items():
        assert main(["conform", "split.py:make_noisy_top_k", "--only", f"{clause}#0"]) == 1
        assert capsys.readouterr().err.startswith(
            f"{'split.py:5' if folder else place}: error: make_noisy_top_k: {clause}"
        )
