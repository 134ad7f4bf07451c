"""Do fixed coins tell nothing, is that measured, and would it be noticed if they did?"""

import json
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

from impl.fast import twin
from impl.fast.coins import FixedWords
from impl.registry import MECHANISMS
from proofs.command import main
from proofs.leaks import measure, measure_fixed, pairs, shown
from proofs.leaks.leak import Scores

FLIPS = ("noisy_top_k, max_divergence", "permute_and_flip")


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_map_holds_of_all_three_observers(name: str) -> None:
    """On every pair, is what each observer loses within the map, and nothing lost to who counts coins?"""
    found = list(map(measure_fixed, pairs(name)))
    assert len(found) >= 5
    for leak in found:
        coins = (384 if leak.pair.name.startswith(FLIPS) else 192) * leak.pair.k
        assert leak.coins == (coins, coins)
        assert leak.of_coins.upper == 0
        assert (leak.of_both.lower, leak.of_both.upper) == (leak.of_output.lower, leak.of_output.upper)
        assert leak.of_both.upper <= Fraction(leak.promised) + Fraction(1, 2**90)
        assert leak.up_to == Fraction(1, 2**100)


def test_other_coins_leak_where_fixed_ones_do_not() -> None:
    """On the same pair, is the loss of both infinite on the coins of the function, and the map's on fixed ones?"""
    pair = pairs("permute_and_flip")[0]
    assert shown(measure(pair, 5).of_both) == "inf"
    assert shown(measure_fixed(pair).of_both) == "1.000"


def test_a_number_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the loss infinite if a twin draws fewer coins where scores are equal?"""

    def words(self: twin.TopK, x: Scores) -> FixedWords:
        return FixedWords(6 * self.k - (len(set(x)) == 1))

    monkeypatch.setattr(twin.TopK, "words", words)
    leak = measure_fixed(pairs("permute_and_flip")[0])
    assert leak.coins == (320, 384)
    assert leak.of_coins.lower == leak.of_both.lower == inf
    assert leak.of_output.upper != inf


def test_the_command_shows_fixed_coins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Does it say what is kept and what is not, show each pair, and write numbers to a file?"""
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "leaks.json"
    own = ("--scores", "0,1,2", "--neighbour", "1,1,1", "--scale", "1", "-k", "2")
    assert main(["leaks", "noisy_top_k", "--coins", "fixed", "--json", str(file), *own]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    told = " ".join(captured.out.split())
    assert "how long a release takes may depend on the scores" in told
    assert told.endswith("0,1,2 1,1,1 2 1 4 2.725 0 2.725 0.6813 768 768 2^-100")
    (written,) = json.loads(file.read_text())["leaks"]
    assert written["loss"] == {"output": "2.725", "coins": "0", "both": "2.725"}
    assert (written["coins"], written["coins_drawn"], written["delta"]) == ("fixed", [768, 768], "2^-100")
    assert main(["leaks", "inverse_transform", "--coins", "fixed"]) == 0
    assert capsys.readouterr().out.count("192 192") == len(pairs("inverse_transform"))


def test_the_same_input_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """Is nothing lost, and no quotient by a promise of 0 shown, if both inputs are the same?"""
    own = ("--scores", "0,1", "--neighbour", "0,1", "--scale", "1")
    assert main(["leaks", "noisy_top_k", "--coins", "fixed", *own]) == 0
    assert capsys.readouterr().out.split()[-12:-3] == ["0,1", "0,1", "1", "1", "0", "0", "0", "0", "-"]
