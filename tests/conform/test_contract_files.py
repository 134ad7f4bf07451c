"""Is a contract read from its file, and a bad one refused in one line that says where and what?"""

import json
import sys
from pathlib import Path

import pytest

from proofs.command import main
from proofs.conform.contract_file import contract_named
from proofs.conform.testing import assert_conforms
from proofs.targets.names import BadTarget
from tests.project.examples import files
from tests.project.sources import ROOT

EXAMPLES = "proofs/conform/examples"
RESPONSE = f"{EXAMPLES}/randomized_response.py:RANDOMIZED_RESPONSE"
LAPLACE = f"{EXAMPLES}/discrete_laplace.py:DISCRETE_LAPLACE"
NOISY_MAX = f"{EXAMPLES}/noisy_max_laplace.py:NOISY_MAX_LAPLACE"
TARGETS = "tests/support/targets/stated_mechanisms.py"

GOOD = """
from fractions import Fraction
from proofs.conform.contract import Contract
from spec.space import MaxDivergence

MINE = Contract(
    name="make_mine",
    valid=[{"p": 0.75}],
    refused=[{"p": 2.0}],
    inputs=(0, 1),
    metric=lambda x, y: abs(x - y),
    distances=(1,),
    measure=MaxDivergence(),
    output=int,
    law=lambda x, p: {x: p, 1 - x: 1 - p},
    map=lambda d_in, p: 2 * d_in,
)
"""
BAD = {
    "no python": (GOOD + "\n)", 19, "SyntaxError: unmatched ')'"),
    "no text": (GOOD + "\0", 1, "SyntaxError: source code string cannot contain null bytes"),
    "an error": ("\nraise SystemExit(3)", 2, "SystemExit: 3"),
    "no name": (GOOD.replace('"make_mine"', '""'), 6, "MINE: name is not stated: it is that of the factory"),
    "too many inputs": (
        GOOD.replace("(0, 1)", "lambda: range(1025)"),
        6,
        "MINE: inputs at p=0.75: there are more than 1,024",
    ),
    "a function that fails": (GOOD.replace("abs(x - y)", "x / 0"), 11, "MINE: metric: ZeroDivisionError: "),
    "a missing part": (GOOD.replace("    distances=(1,),\n", ""), 6, "MINE: distances is not stated"),
    "an unknown part": (GOOD.replace("distances", "distance"), 6, "TypeError: "),
    "no law": (GOOD.replace("    law=lambda x, p: {x: p, 1 - x: 1 - p},\n", ""), 6, "a law or a program"),
    "too much": (
        GOOD.replace("1 - x: 1 - p}", "1 - x: 1}"),
        6,
        "MINE: law at p=0.75 on 0: the probabilities add up to 0.750 more than 1",
    ),
    "too little": (GOOD.replace("1 - x: 1 - p}", "1 - x: 0}"), 6, "add up to 0.250 less than 1"),
    "a negative probability": (GOOD.replace("{x: p, 1 - x: 1 - p}", "{x: 1 + p, 1 - x: -p}"), 6, "of 1 is negative"),
    "a float": (GOOD.replace("1 - x: 1 - p}", "1 - x: 0.25}"), 6, "the probability of 1 is 0.25, of type float: only"),
    "another type": (GOOD.replace("output=int", "output=str"), 6, "it yields 0, which is not of the output's type"),
    "a law that fails": (GOOD.replace("{x: p,", "{x: p / 0,"), 15, "MINE: law at p=0.75 on 0: ZeroDivisionError: "),
    "a map that is too small": (
        GOOD.replace("2 * d_in", "d_in"),
        6,
        "at p=0.75 its law loses 1.09861 between 0 and 1, and",
    ),
    "a map in floats": (
        GOOD.replace("2 * d_in", "2.0 * float(d_in)"),
        6,
        "map(1) at p=0.75: it is 2.0: a bound is an int, a Fraction",
    ),
    "a negative map": (GOOD.replace("2 * d_in", "-d_in"), 6, "map(1) at p=0.75: it is -1, which is negative"),
    "no measure": (
        GOOD.replace("MaxDivergence(),", '"max",'),
        6,
        "measure: it is 'max', which is no measure of spec.space",
    ),
    "other parameters": (
        GOOD.replace('{"p": 2.0}', '{"q": 2.0}'),
        6,
        "{'q': 2.0} has other parameters than {'p': 0.75}",
    ),
    "a noise that is none": (
        GOOD.replace("output=int", 'output=int,scaled_by="q"'),
        6,
        "scaled_by is 'q', which is no",
    ),
    "an output that needs parameters": (
        GOOD.replace("output=int", "output=lambda y, p: True"),
        6,
        "output is a function of what is released alone",
    ),
    "inputs that are far apart": (GOOD.replace("abs(x - y)", "9"), 6, "no two of its inputs are as close as one of"),
    "what cannot be sent": (
        GOOD.replace("inputs=(0, 1)", "inputs=({1}, {2})"),
        6,
        "inputs has {1}, which cannot be sent",
    ),
    "an endless law": (
        GOOD.replace("{x: p, 1 - x: 1 - p}", "iter(lambda: (x, 0), 1)"),
        6,
        "is left after 16,384 outcomes",
    ),
    "a program that raises": (
        GOOD.replace("law=lambda x, p: {x: p, 1 - x: 1 - p}", "program=lambda x, draw: 1 // 0"),
        6,
        "program at p=0.75 on 0: it raises ZeroDivisionError",
    ),
}


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no table be cut, however narrow the terminal is."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.parametrize(("text", "line", "says"), BAD.values(), ids=BAD)
def test_a_bad_contract_is_one_line(
    text: str, line: int, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Is it told as `file:line: error: what`, with exit code 2, what is wrong with a contract?"""
    file = tmp_path / "contract.py"
    file.write_text(text)
    assert main(["conform", f"{TARGETS}:Response", "--triple", f"{file}:MINE"]) == 2
    found = capfd.readouterr()
    assert found.err.startswith(f"{file}:{line}: error: ")
    assert says in found.err
    assert len(found.err.splitlines()) == 1
    assert not found.out


def test_a_contract_is_found_by_file_and_name(tmp_path: Path) -> None:
    """Is a good contract read, with what lies beside it, and are a wrong file and a wrong name refused?"""
    file = tmp_path / "contract.py"
    (tmp_path / "beside_the_contract.py").write_text("LARGEST = 1\n")
    file.write_text("from beside_the_contract import LARGEST" + GOOD.replace("inputs=(0, 1)", "inputs=(0, LARGEST)"))
    assert contract_named(f"{file}:MINE").name == "make_mine"
    assert str(tmp_path) not in sys.path
    assert contract_named("noisy_top_k").name == "make_noisy_top_k"
    for named, says in (
        ("no.py:MINE", "there is no file no.py"),
        (f"{file}:YOURS", "no Contract that is called YOURS"),
    ):
        with pytest.raises(BadTarget, match=says):
            contract_named(named)


def test_the_contract_of_the_readme_is_one(tmp_path: Path) -> None:
    """Is the contract that the guide shows, in at most 40 lines, a good one?"""
    text = files((ROOT / "docs/conform.md").read_text(encoding="utf-8"))["contract.py"]
    assert len(text.splitlines()) <= 40
    file = tmp_path / "contract.py"
    file.write_text(text)
    assert contract_named(f"{file}:THRESHOLD").parameters == ("scale", "threshold")


def test_a_file_is_held_against_a_contract(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Is an implementation in a process of its own held against a contract, and does its command name the contract?"""
    assert main(["conform", f"{TARGETS}:Response", "--triple", RESPONSE, "--only", "map.sound"]) == 0
    assert "Response against make_randomized_response" in capfd.readouterr().out
    file = tmp_path / "found.json"
    arguments = ["--triple", RESPONSE, "--only", "map.sound", "--python", sys.executable, "--json", str(file)]
    assert main(["conform", f"{TARGETS}:RoundedDownResponse", *arguments]) == 1
    assert "map.sound: map(1) = 1.0986122886681096 is below the bound, 1.0986122886681097" in capfd.readouterr().err
    (failure, *_) = json.loads(file.read_text())["runs"][0]["clauses"][0]["failures"]
    assert failure["parameters"] == {"truth": "0.75"}
    assert f"--triple {RESPONSE} --only 'map.sound#0'" in failure["reproduce"]
    assert_conforms(f"{TARGETS}:NoisyMax", NOISY_MAX, only="map.sound", strict=True)
    with pytest.raises(AssertionError, match="IntegerResponse does not conform to make_randomized_response"):
        assert_conforms(f"{TARGETS}:IntegerResponse", RESPONSE, only="output.shape")


@pytest.mark.parametrize(
    ("arguments", "verdict", "says"),
    [
        (["--triple", RESPONSE], "met", "ratio    1"),
        (["--triple", LAPLACE], "met where compared", "x = 0, x' = 1, within 1"),
        ([f"{TARGETS}:CoinResponse", "--triple", RESPONSE], "held", "CoinResponse: held"),
        ([f"{TARGETS}:BluntResponse", "--triple", RESPONSE], "EXCEEDED", "BluntResponse: EXCEEDED"),
        pytest.param(
            [f"{TARGETS}:LoopingResponse", "--triple", RESPONSE],
            "EXCEEDED",
            "truth=0.5: EXCEEDED",
            marks=pytest.mark.deep,
        ),
    ],
)
def test_the_worst_pair_of_a_contract(
    arguments: list[str], verdict: str, says: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Is every stated pair measured, of the contract's own law and of implementations, and what exceeds told?"""
    file = tmp_path / "worst.json"
    code = int(verdict == "EXCEEDED")
    assert main(["worst", *arguments, "--json", str(file)]) == code
    found = capfd.readouterr()
    assert says in found.out
    assert bool(found.err) == bool(code)
    assert json.loads(file.read_text())["worst"][0]["verdict"] == verdict


def test_the_coins_of_a_contract(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Is measured what the coins of a contract's program tell, and those of an implementation?"""
    file = tmp_path / "leaks.json"
    assert main(["leaks", "--triple", NOISY_MAX, "--coins", "4", "--json", str(file)]) == 0
    assert "scale=1.0" in capfd.readouterr().out
    assert json.loads(file.read_text())["leaks"][0]["loss"]["output"].startswith("≥")
    assert main(["leaks", "--triple", RESPONSE, "--target", f"{TARGETS}:CoinResponse"]) == 0
    assert "0 on x gives False" in capfd.readouterr().out
    assert main(["leaks", "--triple", RESPONSE, "--target", f"{TARGETS}:BluntResponse"]) == 0
    for target, why in (
        ("Response", "its coins cannot be counted: `invoke` takes no `draw`"),
        ("ErringResponse", "raises"),
    ):
        assert main(["leaks", "--triple", RESPONSE, "--target", f"{TARGETS}:{target}"]) == 2
        (line,) = capfd.readouterr().err.splitlines()
        assert why in line


@pytest.mark.parametrize("command", ["worst", "leaks"])
def test_what_cannot_be_measured_is_one_line(command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Do the other commands refuse a bad contract, and one that lacks what they need, with exit code 2?"""
    nameless, many = tmp_path / "nameless.py", tmp_path / "many.py"
    nameless.write_text(GOOD.replace('"make_mine"', '""'))
    many.write_text(GOOD.replace("(0, 1)", "lambda: range(1025)"))
    bad = ("nothing.py:MINE", f"{EXAMPLES}/discrete_laplace.py:law", f"{nameless}:MINE", f"{many}:MINE")
    for triple in bad:
        assert main([command, "--triple", triple]) == 2
        assert len(capfd.readouterr().err.splitlines()) == 1
    assert main(["leaks", "--triple", RESPONSE]) == 2
    assert "states a law and no program" in capfd.readouterr().err


def test_progress_is_told_while_a_contract_is_read() -> None:
    """Is it told how many laws were measured, and that they are held against the map?"""
    heard: list[str] = []
    contract = contract_named(RESPONSE, heard.append)
    assert heard[0].startswith(f"{contract.name}: 0 of ")
    assert heard[-1].startswith(f"{contract.name}: its law held against its map on ")
