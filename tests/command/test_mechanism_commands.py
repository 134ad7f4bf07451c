"""`noisymax law` and `noisymax select`: do they show and run the sound mechanisms, and refuse in one line?"""

import io
from pathlib import Path

import pytest

from proofs.command import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and the lines on standard output and on standard error."""
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def test_the_law_of_two_equal_scores(capsys: pytest.CaptureFixture[str]) -> None:
    """Is the law of a tie one half each, exactly and in decimals, for each mechanism?"""
    for mechanism in ("noisy_top_k", "report_noisy_max_gumbel", "inverse_transform"):
        code, out, err = told(capsys, "law", mechanism, "--scores", "5,5", "--scale", "2")
        assert (code, err) == (0, [])
        rows = [line.split() for line in out[1:]]
        assert sorted(row[0].strip("[]") for row in rows) == ["0", "1"]
        assert all(float(row[1]) == 0.5 and row[-1] == "1/2" for row in rows)


def test_the_law_shows_the_direction(capsys: pytest.CaptureFixture[str]) -> None:
    """Is the least score the likeliest with --negate, and the greatest without?"""
    question = ["law", "noisy_top_k", "--scores", "0,1/3,9", "--scale", "0.5", "-k", "1"]
    assert told(capsys, *question)[1][1].startswith("[2]")
    assert told(capsys, *question, "--negate")[1][1].startswith("[0]")
    assert told(capsys, "law", "report_noisy_max_gumbel", *question[2:6], "--negate")[1][1].startswith("0 ")


def test_select_releases_and_tells_the_cost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without noise, is the answer the best scores; and is the cost that of the map?"""
    scores = tmp_path / "scores"
    scores.write_text("100\n0\n\n150\n50\n")
    code, out, err = told(capsys, "select", "noisy_top_k", "--file", str(scores), "--scale", "0", "-k", "4")
    assert (code, out, err) == (0, ["2 0 3 1", "MaxDivergence at distance 1: inf"], [])
    zcdp = ("--measure", "zero_concentrated_divergence", "--monotonic", "--d-in", "1/2")
    code, out, err = told(capsys, "select", "noisy_top_k", "--scores", "3", "--scale", "1", *zcdp)
    tight = "by the tight map 0.0"  # there is nothing to choose
    assert (code, out, err) == (0, ["0", f"ZeroConcentratedDivergence at distance 1/2: 0.03125, {tight}"], [])
    code, out, err = told(capsys, "select", "inverse_transform", "--scores", "3", "--scale", "4")
    assert (code, out, err) == (0, ["0", f"MaxDivergence at distance 1: 0.5, {tight}"], [])


def test_select_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Can scores come through a pipe?"""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n7\n"))
    code, out, _ = told(capsys, "select", "report_noisy_max_gumbel", "--file", "-", "--scale", "0")
    assert (code, out[0]) == (0, "1")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--scores", "1,secret", "--scale", "1"), "score number 2 is not a finite rational number"),
        (("--scores", "1,nan", "--scale", "1"), "score number 2 is not a finite rational number"),
        (("--scores", "1/0", "--scale", "1"), "score number 1 is not a finite rational number"),
        (("--scores", "1", "--scale", "-0.0"), "scale must be non-negative"),
        (("--scores", "1", "--scale", "nan"), "scale must be finite"),
        (("--scores", "1", "--scale", "x"), "argument --scale: 'x' is not a number (see noisymax select --help)"),
        (("--scores", "1", "--scale", "1", "-k", "2"), "k = 2 must not exceed the number of candidates, 1"),
        (("--scores", "1", "--scale", "1", "-k", "-1"), "k must be a non-negative int"),
        (
            ("--scores", "1", "--scale", "1", "--d-in", "-1"),
            "nothing is released, for the loss at --d-in -1 is not known: input distance must be non-negative",
        ),
        (("--file", "no/such/file", "--scale", "1"), "cannot read no/such/file: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str) -> None:
    """Is each bad input refused in one line that says what, with exit code 2 and no score in it?"""
    assert told(capsys, "select", "noisy_top_k", *arguments) == (2, [], [f"noisymax: error: {complaint}"])


def test_what_a_mechanism_does_not_have(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Are a direction without meaning, too long a law and a file without text refused?"""
    code, _, err = told(capsys, "law", "inverse_transform", "--scores", "1", "--scale", "1", "--negate")
    assert (code, len(err)) == (2, 1)
    code, _, err = told(capsys, "law", "noisy_top_k", "--scores", "1,2,3,4,5,6,7,8", "--scale", "1")
    assert (code, len(err)) == (2, 1)
    (tmp_path / "image").write_bytes(b"\xff\xfe\x00")
    code, _, err = told(capsys, "select", "noisy_top_k", "--file", str(tmp_path / "image"), "--scale", "1")
    assert (code, err) == (2, [f"noisymax: error: cannot read {tmp_path / 'image'}: not a text file"])
