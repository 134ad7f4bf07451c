"""`noisymax worst --triple`: what it says of contracts of one's own and of implementations of them."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from impl.ball import Ball, ball
from impl.registry import Setting
from proofs.command import main
from proofs.conform.contract import Contract, Exact
from proofs.conform.contract_file import contract_named
from proofs.engine.law import Law
from proofs.worst import foreign, stated
from proofs.worst.stated import measured_by
from proofs.worst.stated_pairs import worst_pairs
from tests.conform.test_contract_files import LAPLACE, RESPONSE
from tests.project.examples import files
from tests.project.sources import ROOT
from tests.support import tossing_contract
from tests.support.targets import tossing

TARGET, TRIPLE = tossing.__file__, f"{tossing_contract.__file__}:TOSSING"
NOT_FOR_IT = "is not for --triple: a contract states its own parameters, inputs and map"
MAP, HALVED = (
    1 + number
    for number, line in enumerate(Path(TARGET).read_text(encoding="utf-8").splitlines())
    if "def map(" in line
)


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "500")


def told(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and the lines on standard output and on standard error."""
    code = main(["worst", *arguments])
    captured = capfd.readouterr()
    return code, [line.strip() for line in captured.out.splitlines()], captured.err.splitlines()


def test_the_examples_of_the_documents_are_decided(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Is the README's contract met, and that of docs/conform.md where it was compared, in words that say so?"""
    for document, name in (("README.md", "response.py"), ("docs/conform.md", "contract.py")):
        (tmp_path / name).write_text(files((ROOT / document).read_text(encoding="utf-8"))[name], encoding="utf-8")
    code, out, err = told(capfd, "--triple", f"{tmp_path / 'response.py'}:RESPONSE")
    assert (code, err) == (0, [])
    assert out[0].endswith(":RESPONSE: met")
    assert {"truth=0.75: met: equal as far as 150 digits tell", "achieved 1.09861229 at False"} <= {*out}
    code, out, err = told(capfd, "--triple", f"{tmp_path / 'contract.py'}:THRESHOLD")
    assert (code, err) == (0, [])
    assert "scale=1.0, threshold=3: met where compared: equal as far as 14 digits tell" in out
    assert {"achieved at least 1.99999999 at 3", "claimed  2", "ratio    at least 0.999999999"} <= {*out}
    unknown = "not: rarer ones, and what is not known of a law (2^-92 at most)"
    assert f"compared: outputs of probability 2^-46 or more; {unknown}" in out


@pytest.mark.parametrize(
    ("triple", "factor", "words"),
    [
        (RESPONSE, Fraction(1), "met"),
        (RESPONSE, 1 - Fraction(1, 2**200), "EXCEEDED"),
        (RESPONSE, 1 + Fraction(1, 2**200), "held"),
        (LAPLACE, Fraction(1), "met where compared"),
        (LAPLACE, Fraction(999, 1000), "EXCEEDED"),
        (LAPLACE, Fraction(1001, 1000), "held where compared"),
    ],
)
def test_a_map_that_is_a_little_off(triple: str, factor: Fraction, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a contract's own map decided if it is changed by little, and met if it is not?"""
    contract = contract_named(triple)
    bound = Contract.bound

    def changed(self: Contract, setting: Setting, d_in: Fraction) -> Exact:
        found = bound(self, setting, d_in)
        return found * ball(factor) if isinstance(found, Ball) else Fraction(found) * factor

    monkeypatch.setattr(Contract, "bound", changed)
    with measured_by(None, "", contract) as of:
        assert worst_pairs(contract, of)[0].found.words == words


def test_a_sampler_of_ones_own_is_measured_beyond_what_can_be_walked(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Is one whose walk leaves most of its law met by a law that is learnt, and is that said?"""
    file = tmp_path / "found.json"
    code, out, err = told(capfd, f"{TARGET}:Tossing", "--triple", TRIPLE, "--json", str(file))
    assert (code, err) == (0, [])
    assert out[1].startswith("epsilon=2.0: met where compared: equal as far as ")
    assert out[-1] == "its laws were learnt with its variables watched, and held against 20,000 fresh runs"
    (found,) = json.loads(file.read_text())["worst"]
    assert (found["verdict"], found["law"]) == ("met where compared", "watched")
    assert found["digits"] >= 6
    assert 0 < float(found["left"]) < 1e-7


@pytest.mark.parametrize(("name", "line"), [("Leaning", MAP), ("factory", MAP), ("Halving", HALVED)])
def test_what_exceeds_is_told_at_the_line_of_the_map(capfd: pytest.CaptureFixture[str], name: str, line: int) -> None:
    """Is a sampler that loses more than its map says found, and its map pointed at, also one that is inherited?"""
    code, out, (error,) = told(capfd, f"{TARGET}:{name}", "--triple", TRIPLE)
    assert code == 1
    assert out[1] == "epsilon=2.0: EXCEEDED"
    at = f"tests/support/targets/tossing.py:{line}: error: {TARGET}:{name}: its map says "
    assert error.startswith((at, str(ROOT / at)))
    assert ", and at least " in error
    assert "inf" not in error
    learnt = out[-1].startswith("its laws were learnt with its variables watched, and fresh runs confirm this")
    assert learnt == (name != "Halving"), "what is walked of the law shows that half of a map is exceeded"


def test_a_sampler_of_which_no_walk_tells_anything(capfd: pytest.CaptureFixture[str]) -> None:
    """Is one of 2^30 runs measured, or undecided if it hides its state, and are its coins counted?"""
    code, out, err = told(capfd, f"{TARGET}:Wide", "--triple", TRIPLE)
    assert (code, len(err), out[1]) == (1, 1, "epsilon=2.0: EXCEEDED")
    code, out, err = told(capfd, f"{TARGET}:Unseen", "--triple", TRIPLE)
    assert (code, err, out[1]) == (0, [], "epsilon=2.0: undecided")
    assert out[-1] == "what is not known of a law (much of it) may lose more: --depth N walks N times as deep"
    assert main(["leaks", "--triple", TRIPLE, "--target", f"{TARGET}:Wide", "--coins", "3"]) == 0
    assert " ≥0 " in capfd.readouterr().out


def test_a_deeper_walk_leaves_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is more of a law walked the deeper it is walked, and none refused that is known in part?"""
    monkeypatch.setattr(stated, "COINS", 1_000)
    monkeypatch.setattr(stated, "ANSWERS", 100)
    contract = contract_named(TRIPLE)
    left = []
    for depth in (1, 16):
        with measured_by(f"{TARGET}:Tossing", sys.executable, contract, depth) as of:
            law = of.law(contract.settings[0], 0)
            assert isinstance(law, Law)
            left.append(law.missing)
    assert left[0] > foreign.TELLING > left[1]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("noisy_top_k", "--depth", "2"), "--depth needs a factory (file.py:factory) whose laws are walked"),
        (("--triple", TRIPLE, "--depth", "2"), "--depth needs a factory (file.py:factory) whose laws are walked"),
        (("some.py:make", "--depth", "0"), "--depth must be from 1 to 1000"),
        (("some.py:make", "--depth", "1001"), "--depth must be from 1 to 1000"),
        (("--triple", TRIPLE, "--depth", "0"), "--depth must be from 1 to 1000"),
        (("--triple", TRIPLE, "--claim", "1/2"), f"--claim {NOT_FOR_IT}"),
        (("--triple", TRIPLE, "-n", "3"), f"-n {NOT_FOR_IT}"),
        (("--triple", TRIPLE, "--d-in", "2"), f"--d-in {NOT_FOR_IT}"),
        (
            ("noisy_top_k", "--triple", TRIPLE),
            "--triple is held against a factory (file.py:factory), and noisy_top_k is none",
        ),
    ],
)
def test_what_makes_no_sense(capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str) -> None:
    """Is a depth refused in one line that is none, and what nothing would look at?"""
    assert told(capfd, *arguments) == (2, [], [f"noisymax: error: {complaint}"])
