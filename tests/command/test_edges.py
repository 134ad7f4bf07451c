"""Does each edge of the command give what a careful person expects?"""

import io
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner

LAW = ["law", "permute_and_flip"]


def ended(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, the output, and the errors."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([*LAW, "--scores", "", "--scale", "1"], "there is no score: give one or more, such as --scores 1,2.5,-1/3"),
        ([*LAW, "--scores", " ,", "--scale", "1"], "there is no score"),
        ([*LAW, "--scores", "1,,2", "--scale", "1"], "score number 2 is not a finite rational number"),
        ([*LAW, "--scores", "1e99999999999", "--scale", "1"], "score number 1 is not a finite rational number"),
        ([*LAW, "--scores", "1,inf", "--scale", "1"], "score number 2 is not a finite rational number"),
        ([*LAW, "--scores", "1,2", "--scale", "1/3"], "1/3 is between two floats: 0.3333333333333333 is the nearest"),
        ([*LAW, "--scores", "1,2", "--scale", "1/0"], "'1/0' is not a number"),
        ([*LAW, "--scores", "1,2", "--scale", "thick"], "'thick' is not a number"),
        ([*LAW, "--scores", "1,2", "--scale", "1e-400"], "1e-400 is not 0, but no float is as small"),
        ([*LAW, "--scores", "1,2", "--scale", "9" * 400 + "/1"], "is larger than the largest float"),
        ([*LAW, "--scores", "1,2", "--scale", "-1"], "scale must be non-negative"),
        ([*LAW, "--scores", "1,2", "--scale", "nan"], "scale must be finite"),
        (["law", "laplace", "--scores", "1,2", "--scale", "1"], "nothing is called 'laplace'"),
        (["select", "inverse_transform", "--scores", "1,2", "--scale", "1", "--d-in", "-1"], "nothing is released"),
        (["explain", "permute_and_flip.lw"], "nothing is called 'permute_and_flip.lw'; close: permute_and_flip.law"),
        (["audit", "--only", "permute_and_flop"], "nothing is called 'permute_and_flop'; close: "),
        (["conform", "math:sqrt"], "sqrt is not named like a triple: say which with --triple"),
        (["conform", "nowhere.py:make_noisy_top_k"], "there is no file nowhere.py"),
        (["worst", "make_laplace"], "make_laplace is none of noisy_top_k"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], what: str
) -> None:
    """Is bad input, or a target out of scope, exit code 2 and one line that says what to do, and never a traceback?"""
    code, out, err = ended(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("noisymax: error: ")
    assert what in err


@pytest.mark.parametrize(
    "scores", [["--scores", "-1,2"], ["--scores=-1,2"], ["--scores", "-1/1,2"], ["--scores", "-.1e1,2"]]
)
def test_scores_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str], scores: list[str]) -> None:
    """Is a list that begins with a negative score a list, and no option?"""
    code, out, err = ended(capsys, *LAW, *scores, "--scale", "1")
    assert (code, err) == (0, "")
    assert "(1/2)*e^(-3)" in out


def test_an_option_is_still_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    """Is an option that is not known still refused, and -k still read?"""
    assert ended(capsys, *LAW, "--scores", "-x", "--scale", "1")[0] == 2
    assert ended(capsys, "law", "noisy_top_k", "--scores", "-1,-2", "--scale", "1", "-k", "2")[0] == 0


@pytest.mark.parametrize("scale", ["1/2", "0.5", "5e-1"])
def test_a_quotient_that_is_a_float_is_a_scale(capsys: pytest.CaptureFixture[str], scale: str) -> None:
    """Is one half the same scale however it is written?"""
    assert "(1/2)*e^(-2)" in ended(capsys, *LAW, "--scores", "1,2", "--scale", scale)[1]


def test_scores_beyond_all_scales(capsys: pytest.CaptureFixture[str]) -> None:
    """At 1e308 and scale 1e-300: is the law told, small numbers as small, and no digit of the exact form lost?"""
    code, out, _ = ended(capsys, *LAW, "--scores", "1e308,0", "--scale", "1e-300")
    assert code == 0
    assert "< 1e-300" in out
    assert "…" not in out
    assert f"(1/2)*e^(-{Fraction(10) ** 308 / Fraction(1e-300)})" in "".join(out.split())
    assert ended(capsys, "select", "permute_and_flip", "--scores", "1e308,0", "--scale", "1e-300")[1].startswith("0\n")


def test_nothing_is_released_if_its_loss_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the map overflows, is the release refused, and the reason told?"""
    concentrated = ["--measure", "zero_concentrated_divergence"]
    code, out, err = ended(capsys, "select", "noisy_top_k", "--scores", "1,0", "--scale", "1e-300", *concentrated)
    assert (code, out) == (2, "")
    assert "nothing is released, for the loss at --d-in 1 is not known: result is larger than the largest float" in err


class Terminal(io.StringIO):
    """What looks like a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("arguments", [["trace", "toy"], ["errata"]])
def test_lines_are_whole_in_a_file_and_in_a_terminal(
    runner: CommandRunner, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Does nothing cut a line: is it one line in a file, without blanks at its end, and wrapped in a terminal?"""
    _, out, _ = runner.run(toy_ledgers.verbose, *arguments)
    assert "…" not in out
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
    assert "very " * 90 in out or arguments == ["errata"]
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    runner.run(toy_ledgers.verbose, *arguments)
    assert "…" not in terminal.getvalue()
    assert max(map(len, terminal.getvalue().splitlines())) < 200


def test_errata_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does the list of errata, sent to a file, have one line for each, with every word of it?"""
    file = tmp_path / "errata.txt"
    with file.open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["errata"]) == 0
    from proofs.contents import ledger

    lines = file.read_text(encoding="utf-8").splitlines()
    errata = ledger().errata.values()
    assert len(lines) == 1 + len(errata)
    for line, erratum in zip(lines[1:], errata, strict=True):
        assert line.startswith(f"{erratum.id} ")
        assert line.endswith(erratum.says)
