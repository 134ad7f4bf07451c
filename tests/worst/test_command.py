"""`noisymax worst`: does it show the worst pair, fail on what is exceeded, and refuse in one line?"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from impl.registry import MAX, MECHANISMS, RANGE
from proofs.command import main
from proofs.engine.divergence import Bounds, exactly
from proofs.engine.law import Law
from proofs.targets.names import BadTarget, parse
from proofs.targets.process import ProcessTarget
from proofs.worst import foreign, maps, report
from proofs.worst.foreign import ForeignMechanism, Setting
from proofs.worst.search import Effort
from spec.weights import exp_minus, rational
from tests.support import foreign_mechanisms

HERE = Path(foreign_mechanisms.__file__)
MODULE = foreign_mechanisms.__name__


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little effort, and a wide page."""
    for name in ("_TABLE", "_ONE", "_FOREIGN"):
        monkeypatch.setattr(report, name, Effort(laws=40, confirmed=1, shrinking=60))
    monkeypatch.setenv("COLUMNS", "200")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and the lines on standard output and on standard error."""
    code = main(["worst", *arguments])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def test_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is there a row for each map and k, is a published map that is exceeded shown, and is that no failure?"""
    chosen = [known for known in maps.MAPS if known.mechanism == "range_divergence"]
    monkeypatch.setattr(report, "MAPS", tuple(chosen))
    code, out, err = told(capsys, "-n", "4", "--json", str(tmp_path / "found.json"))
    assert (code, err) == (0, [])
    rows = [line.split() for line in out]
    assert rows[0] == ["mechanism", "measure", "map", "moves", "n", "k", "ratio", "x", "x'"]
    assert [row[1:6] for row in rows[1:5]] == [
        ["range_divergence", "published", "range", "4", "1"],
        ["range_divergence", "published", "range", "4", "2"],
        ["range_divergence", "map", "range", "4", "1"],
        ["range_divergence", "map", "range", "2", "2"],
    ]
    assert "EXCEEDED" in rows[2]
    assert ["1.000000", "held"] == rows[4][6:8]
    document = json.loads((tmp_path / "found.json").read_text())
    assert document["schema"] == "noisymax.worst/1"
    exceeded = document["worst"][1]
    assert exceeded["verdict"] == exceeded["smallest"]["verdict"] == "EXCEEDED"
    assert float(exceeded["smallest"]["achieved"]["lower"]) > 2 == float(exceeded["smallest"]["claimed"]["upper"])
    assert document["worst"][0]["smallest"] is None


def test_one_mechanism(capsys: pytest.CaptureFixture[str]) -> None:
    """Are the pair, the outcome, what is achieved and what is claimed told, map by map?"""
    code, out, err = told(capsys, "noisy_top_k", "--measure", "zero_concentrated_divergence", "--monotonic", "-n", "2")
    assert (code, err) == (0, [])
    text = "\n".join(out)
    for kind in ("published", "map", "tight_map"):
        assert f"noisy_top_k, zero_concentrated_divergence, {kind}: held" in out
    assert "any moves" not in text
    assert "monotonic moves within 1" in text
    assert "claimed  0.125" in text
    assert "at alpha" in text


def test_a_claim_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Is a claim that is too small exceeded, with exit code 1 and one line; and is a larger one held?"""
    question = ["noisy_top_k", "--measure", "max_divergence", "--monotonic", "-n", "2", "--claim"]
    code, out, err = told(capsys, *question, "1/2")
    assert code == 1
    assert out[0] == "noisy_top_k, max_divergence, claim: EXCEEDED"
    (line,) = err
    assert line.startswith("noisymax: error: noisy_top_k: its claim says 0.5 under max_divergence, and ")
    assert told(capsys, *question, "1")[0] == 0


def test_a_sound_map_that_were_exceeded(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """If a map of ours were wrong, would the command fail and say where it is?"""
    wrong = maps.Map("noisy_top_k", "map", RANGE, (maps.BY_RANGE,), maps._published_range)
    monkeypatch.setattr(report, "MAPS", (wrong,))
    code, _, err = told(capsys, "noisy_top_k", "-k", "2")
    assert code == 1
    assert err[0].startswith("proofs/worst/maps.py:")


@pytest.mark.parametrize("target", [f"{HERE}:without_the_factor_two"])
def test_somebody_elses_map(capsys: pytest.CaptureFixture[str], target: str) -> None:
    """Is a factory of other people, in a file or a module, held to its map, and told where it is?"""
    code, out, err = told(capsys, target, "-n", "2")
    assert code == 1
    assert out[0] == f"{target}, max_divergence, map: EXCEEDED"
    assert "    x  = (0, 0)" in out or "    x  = (0, 1)" in out
    (line,) = err
    at = HERE.read_text().splitlines().index("def without_the_factor_two(") + 1
    assert line.startswith(f"{HERE}:{at}: error: {target}: its map says 1 under max_divergence, and ")


def test_a_target_that_dies_or_hangs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a refusal, a crash, and an answer that never comes, one line and exit code 2?"""
    code, _, err = told(capsys, f"{HERE}:refusing")
    assert (code, err) == (2, [f"noisymax: error: {HERE}:refusing: ValueError: not today"])
    code, _, err = told(capsys, f"{HERE}:dying")
    assert (code, err) == (2, [f"noisymax: error: {HERE}:dying: its process ended with exit code 7"])
    monkeypatch.setattr(foreign, "PATIENCE", 2.0)
    code, _, err = told(capsys, f"{HERE}:hanging")
    assert (code, err) == (2, [f"noisymax: error: {HERE}:hanging: its process gave no answer within 2 s"])


@contextmanager
def mechanism(target: str, python: str = sys.executable) -> Iterator[ForeignMechanism]:
    """A target in its process."""
    with ProcessTarget(parse(target), python) as process:
        yield ForeignMechanism(process, Setting(maps.ANY, MAX, 1.0), process.describe().parameters)


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        (f"{MODULE}:refusing", "ValueError: not today"),
        (f"{MODULE}:failing", "it does not run: TypeError: only strings"),
        (f"{MODULE}:endless", "its law cannot be measured: "),
        (f"{MODULE}:opaque", "its law cannot be measured: a object cannot be told"),
        (f"{MODULE}:nothing", " has no function nothing"),
        ("no/such/file.py:make", "there is no file no/such/file.py"),
        ("no_such_module:make", "there is no module no_such_module"),
    ],
)
def test_targets_that_cannot_be_measured(target: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it told in one line what is wrong with a target?"""
    monkeypatch.setattr(foreign, "ANSWERS", 100)
    monkeypatch.setattr(foreign, "COINS", 100)
    with pytest.raises(BadTarget) as refused, mechanism(target) as made:
        made.choose_number_type(2, 1)
    assert complaint in " ".join(str(refused.value).split())


def test_what_a_bench_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are laws exact where contracts allow and enclosed where not, errors outcomes, and foreign types no matter?"""
    monkeypatch.setattr(foreign, "ANSWERS", 100)
    equal, unequal = (Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))
    with mechanism(f"{HERE}:sound") as made:
        assert made.claim(Fraction(1), 2, 2) == exactly(4)
        made.choose_number_type(2, 1)
        exact = made.law(unequal, 1)
        assert not isinstance(exact, Law)
        assert dict(exact)[(0,)] == exp_minus(1) / rational(2)
    with mechanism(f"{MODULE}:at_the_coins") as made:
        tossed = made.law(equal, 1)
        assert isinstance(tossed, Law)
        assert tossed.outcomes() == (("Index", "Index(value=0)"),)
        assert 0 < tossed.missing <= foreign.MISSING
        assert made.law(equal, 1) == tossed
        failed = made.law(unequal, 1)
        assert isinstance(failed, Law)
        assert ("raised", "KeyError", "'secret'") in failed.outcomes()
    with mechanism(f"{MODULE}:whole_bound") as made:
        assert made.claim(Fraction(1), 2, 1) == exactly(1)


def test_a_target_that_takes_floats_alone() -> None:
    """Is a target that refuses fractions asked in floats, and refused where a score is not one?"""
    x = (Fraction(0), Fraction(1))
    with mechanism(f"{MODULE}:of_floats_alone") as floats, mechanism(f"{MODULE}:sound") as fractions:
        floats.choose_number_type(2, 1)
        assert floats.claim(Fraction(1, 2), 2, 1) == exactly(1)
        assert floats.law(x, 1) == fractions.law(x, 1)
        with pytest.raises(BadTarget, match="it takes floats alone"):
            floats.law((Fraction(0), Fraction(1, 3)), 1)


def test_a_map_that_is_no_bound(capsys: pytest.CaptureFixture[str]) -> None:
    """Is an answer of a map that is no number refused, and a whole number taken?"""
    code, _, err = told(capsys, f"{MODULE}:no_bound", "-n", "2")
    assert (code, err) == (2, [f"noisymax: error: {MODULE}:no_bound: its map answers 'one', which is no bound"])
    assert told(capsys, f"{MODULE}:whole_bound", "-n", "2", "--measure", "range_divergence")[0] == 0
    assert told(capsys, f"{MODULE}:no_bound", "-n", "2", "--monotonic", "--claim", "0")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("noisy_top_k", "--scale", "x"), "argument --scale: 'x' is not a number (see noisymax worst --help)"),
        (("noisy_top_k", "--d-in", "1/0"), "argument --d-in: '1/0' is not a number (see noisymax worst --help)"),
        (("noisy_top_k", "--scale", "0"), "--scale must be positive and finite"),
        (("noisy_top_k", "--scale", "inf"), "--scale must be positive and finite"),
        (("noisy_top_k", "--d-in", "0"), "--d-in must be positive, and --claim not negative"),
        (("noisy_top_k", "--claim", "-1"), "--d-in must be positive, and --claim not negative"),
        (("noisy_top_k", "-n", "9"), "n must be from 1 to 8, and k from 1 to 4 and not above n"),
        (("some.py:make", "-n", "7"), "n must be from 1 to 6, and k from 1 to 4 and not above n"),
        (("noisy_top_k", "-n", "2", "-k", "3"), "n must be from 1 to 8, and k from 1 to 4 and not above n"),
        (("noisy_top_k", "-k", "0"), "n must be from 1 to 8, and k from 1 to 4 and not above n"),
        (("--claim", "1"), "--claim needs the NAME of a mechanism"),
        (("report_noisy_max_gumbel", "-k", "2"), "there is no such map: leave out --measure, or choose another k"),
        (("noisy_top_k", "--scale", "1e-310"), "--d-in over --scale must be from 1/1000 to 100"),
        (("noisy_top_k", "--json", "no/such/folder/x"), "cannot write no/such/folder/x: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str) -> None:
    """Is each bad input refused in one line that says what, with exit code 2?"""
    code, out, (line,) = told(capsys, *arguments)
    assert (code, out) == (2, [])
    assert line.startswith("noisymax: error: ")
    assert complaint in line


def test_an_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Is a name that is no mechanism and no factory refused; and is there a map for every mechanism by its measures?"""
    code, _, (line,) = told(capsys, "nothing")
    assert code == 2
    assert line.startswith("noisymax: error: nothing is called 'nothing'; close: noisy_top_k")
    sound = {(known.mechanism, known.measure) for known in maps.MAPS if not known.published}
    assert {(mechanism.name, measure) for mechanism in MECHANISMS.values() for measure in mechanism.measures} <= sound


def test_nothing_is_left_behind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Does a search leave no file where the user is, and show who looks on how far it is?"""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    code, _, _ = told(capsys, "exponential_candidates_gumbel", "-n", "2")
    assert code == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_too_little_for_a_float_is_told() -> None:
    """Is a probability below the least float shown by its digits, 0 as 0, and a number between edges by both?"""
    assert report.shown(exactly(Fraction(123456789123, 10**1000))) == "1.23456789e-989"
    assert report.shown(exactly(0)) == "0"
    assert report.shown(exactly(float("inf"))) == "inf"
    assert report.shown(Bounds(Fraction(1, 10**400), Fraction(1, 2))) == "1e-400 to 0.5"


def test_what_is_known_from_below_is_not_rounded_up() -> None:
    """Is a number without an upper edge told as one that is reached at least, by digits that are not above it?"""
    for lower, digits in (
        (2 - Fraction(1, 10**12), "1.99999999"),
        (Fraction(2), "2"),
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(2, 3 * 10**400), "6.66666666e-401"),
    ):
        assert report.shown(Bounds(lower, float("inf"))) == f"at least {digits}"
