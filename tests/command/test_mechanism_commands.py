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


@pytest.mark.parametrize("columns", ["20", "71", "72", "200"])
def test_no_law_is_cut(columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Is every probability told to its last digit, decimal and exact, however narrow the terminal?"""
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = told(capsys, "law", "permute_and_flip", "--scores", "1,2,2", "--scale", "1")
    text = " ".join(" ".join(out).split())
    assert code == 0
    assert all(text.count(digits) == times for digits, times in (("0.438686759805", 2), ("0.122626480390", 1)))
    assert text.count("1/2 + (-1/6)*e^(-1)") == 2 or columns == "20"
    assert ("output" in text) == (int(columns) >= 72)
    assert all(line == line.rstrip() for line in out)


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


def test_the_coins_of_a_release_against_its_entropy(capsys: pytest.CaptureFixture[str]) -> None:
    """Are entropy and coins those worked out by hand: of equal scores, without noise, and of more than one index?"""

    def rows(*arguments: str) -> list[list[str]]:
        code, out, err = told(capsys, "law", *arguments, "--coins")
        assert (code, err) == (0, [])
        start = next(place for place, line in enumerate(out) if line.startswith("entropy H of the output"))
        return [line.split() for line in (out[start], *out[start + 2 :])]

    entropy, thrifty, words, fixed = rows("exponential_mechanism", "--scores", "0,0,0,0", "--scale", "1")
    assert entropy[-2:] == ["2.0000", "bits"]
    assert thrifty == ["thrifty", "2.0000", "0.0000", *["H", "+", "3", "at", "most"]]
    assert words == ["words", "64.0000", "62.0000", *["H", "+", "66", "at", "most"]]
    assert fixed[:3] == ["fixed", "192.0000", "190.0000"]
    entropy, thrifty, words, _ = rows("inverse_transform", "--scores", "0,1", "--scale", "0")
    assert (entropy[-2], thrifty[1], words[1]) == ("0.0000", "0.0000", "0.0000")
    # three equal cells: U is undecided on two of 2^d tapes from the second coin on, so 1 + 1 + 2/4 + 2/8 + ... = 3
    _, thrifty, *_ = rows("report_noisy_max_gumbel", "--scores", "5,5,5", "--scale", "1")
    assert thrifty[1:3] == ["3.0000", "1.4150"]
    _, thrifty, fixed = rows("permute_and_flip", "--scores", "0,0", "--scale", "1")
    assert (thrifty[:2], fixed[:2]) == (["thrifty", "1.0000"], ["fixed", "384.0000"])
    _, thrifty, fixed = rows("noisy_top_k", "--scores", "0,0,0", "--scale", "1", "-k", "2")
    assert thrifty[:4] == ["thrifty", "at", "least", "4.0000"]
    assert fixed[1] == "768.0000"


@pytest.mark.parametrize("coins", ["words", "thrifty", "fixed"])
def test_select_on_any_coins(capsys: pytest.CaptureFixture[str], coins: str) -> None:
    """Is the best released on any coins, by every noise, and another name refused in one line?"""
    given = ("--scores", "1,9000,30,2000", "--scale", "1", "--coins", coins)
    for arguments, released in (
        (("permute_and_flip",), "1"),
        (("exponential_mechanism",), "1"),
        (("noisy_top_k", "-k", "2", "--measure", "max_divergence"), "1 3"),
        (("noisy_top_k", "-k", "2", "--measure", "zero_concentrated_divergence"), "1 3"),
    ):
        code, out, err = told(capsys, "select", *arguments, *given)
        assert (code, out[0], err) == (0, released, [])
    code, out, (line,) = told(capsys, "select", "permute_and_flip", *given[:4], "--coins", "none")
    assert (code, out) == (2, [])
    assert "argument --coins: invalid choice: 'none'" in line


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
