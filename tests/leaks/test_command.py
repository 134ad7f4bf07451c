"""`noisymax leaks`: does it show what is not protected, and refuse bad input in one line?"""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.leaks import pairs
from spec.draw import Draw
from tests.leaks.test_leaks import planted


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are as wide as they need to be, wherever the tests run."""
    monkeypatch.setenv("COLUMNS", "200")


def answers_late(x: Sequence[Fraction], draw: Draw) -> int:
    """Always 0, after a second coin if the first shows 1 and the score is 1."""
    return 0 * (draw.bit() and x[0] == 1 and draw.bit())


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    code = main(["leaks", *arguments])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def test_the_command_shows_a_mechanism(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does it say plainly what is not protected, show each pair, and write exact laws to a file?"""
    file = tmp_path / "leaks.json"
    code, out, err = told(capsys, "inverse_transform", "--coins", "3", "--json", str(file))
    assert (code, err) == (0, [])
    assert "none of these mechanisms protects it" in " ".join(out)
    rows = [" ".join(line.split()) for line in out[out.index("inverse_transform") + 2 :]]
    assert rows[0] == "0,0 1,0 1 1 1 0.6201 inf inf inf 1/2 1/2 1.00 1.88 1 on x gives 1"
    assert rows[3].endswith("none found")
    written = json.loads(file.read_text())
    assert written["schema"] == "noisymax.leaks/1"
    assert len(written["leaks"]) == len(rows) == len(pairs("inverse_transform"))
    first = written["leaks"][0]
    assert first["loss"] == {"output": "0.6201", "coins": "inf", "both": "inf"}
    assert first["witness"]["tape"] == "1"
    assert written["leaks"][3]["witness"] is None
    assert {"output": 1, "coins": 1, "scores": "1/2", "neighbour": "0"} in first["law"]


def test_the_command_measures_a_pair_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Are the user's inputs measured: another measure, the same input twice, too few coins, the neighbour's tape?"""
    own = ("--scores", "0,0", "--scale", "1")
    _, out, _ = told(capsys, "noisy_top_k", *own, "--neighbour", "0,1", "--measure", "zero_concentrated_divergence")
    assert "noisy_top_k, zero_concentrated_divergence" in out
    assert out[-1].split()[:5] == ["0,0", "0,1", "1", "1", "0.5"]
    _, out, _ = told(capsys, "noisy_top_k", *own, "--neighbour", "0,0", "-k", "2", "--monotonic")
    assert " ".join(out[-1].split()) == "0,0 0,0 2 1 0 0 0 0 - 0 0 1.00 1.00 none found"
    _, out, _ = told(capsys, "noisy_top_k", "--scores", "0,0,0", "--neighbour", "0,0,1", "--scale", "1", "--coins", "1")
    assert out[-1].split()[-2:] == ["none", "found"]
    _, out, _ = told(capsys, "noisy_top_k", "--scores", "1,0", "--neighbour", "1,1", "--scale", "1", "--coins", "1")
    assert out[-1].endswith("1 on x' gives 1")


def test_a_run_that_goes_on_can_be_what_tells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is it shown if all that tells two inputs apart is that one run is not over where the other always is?"""
    monkeypatch.setattr("proofs.command.leaks.pairs", lambda name: [planted(answers_late)])
    assert told(capsys, "--coins", "1")[1][-1].endswith("1 on x' goes on")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-k", "2"), "inputs of your own take --scores, --neighbour, --scale and a NAME that is one of"),
        (("noisy_top_k", "--scores", "7,8"), "inputs of your own take"),
        (("--scores", "1", "--neighbour", "2", "--scale", "1"), "inputs of your own take"),
        (("noisy_top_k", "--scores", "1", "--neighbour", "1,2", "--scale", "1"), "the two inputs are infinitely far"),
        (("noisy_top_k", "--scores", "1", "--neighbour", "oops", "--scale", "1"), "score number 1 is not a finite"),
        (("noisy_top_k", "--scores", "1", "--neighbour", "2", "--scale", "0"), "at scale 0 nothing is promised"),
        (("noisy_top_k", "--scores", "1", "--neighbour", "2", "--scale", "-1"), "scale must be non-negative"),
        (
            ("noisy_top_k", "--scores", "1", "--neighbour", "1e308", "--scale", "1e-300"),
            "result is larger than the largest float",
        ),
        (("noisy_top_k", "--scores", "1,2,3,4,5", "--neighbour", "1,2,3,4,5", "--scale", "1"), "more than 4 scores"),
        (("--coins", "17"), "--coins must be from 1 to 16"),
        (("--coins", "thrifty"), "--coins must be from 1 to 16, every tape of that many coins is tried, or fixed"),
        (("--coins", "fixed", "--triple", "no.py:T"), "a contract of your own has no --coins fixed"),
        (("--coins", "fixed", "noisy_top_k", "--scores", "1", "--neighbour", "2", "--scale", "0"), "at scale 0"),
        (("--triple", "no.py:T", "--scores", "1,2"), "--scores is not for --triple: a contract states its own"),
        (("noisy_top_k", "--triple", "no.py:T"), "NAME is not for --triple: a contract states its own"),
        (("--target", "some.py:make"), "--target is for a contract of your own: --triple names it"),
        (("--json", "no/such/folder/file"), "cannot write no/such/folder/file: No such file or directory"),
        (("no_such_mechanism",), "nothing is called 'no_such_mechanism'; close: "),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str) -> None:
    """Is each bad input refused in one line that says what, with exit code 2?"""
    code, out, (line,) = told(capsys, *arguments)
    assert (code, out) == (2, [])
    assert line.startswith(f"noisymax: error: {complaint}")


def test_the_help_says_how_many_coins_may_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Does the help name the least and the greatest number?"""
    assert main(["leaks", "--help"]) == 0
    assert "how many coins to count, from 1 to 16" in " ".join(capsys.readouterr().out.split())
