"""Is Coq asked for what matters, and is everything that goes wrong said in one line?"""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from proofs.kernel import __main__ as command
from proofs.kernel.building import Stopped, Theorem, ask, build, check_axioms, check_installed, compile_file, recheck
from proofs.kernel.certificate import Certificate, certify
from proofs.kernel.changes import BUGS, REWRITES, THRESHOLD_BUGS, Change
from proofs.kernel.development import Development, KernelError, read
from proofs.kernel.planting import Fate, fate, fates, planted
from proofs.kernel.translator import Refused, translate
from tests.kernel.toys import ROOT

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
GOOD = Development(
    {
        "A": "Definition a := 0.\n",
        "Statements": "From Noisymax Require Import A.\nDefinition t : Prop := a = 0.\n",
        "Proofs": "From Noisymax Require Import A.\nFrom Noisymax Require Statements.\n"
        "Theorem t : Statements.t.\nProof. reflexivity. Qed.\n",
    }
)
CHEATING = GOOD.replaced({"A": "Axiom cheat : False.\nDefinition a := 0.\n"}).replaced(
    {
        "Proofs": "From Noisymax Require Import A.\nFrom Noisymax Require Statements.\nTheorem t : Statements.t.\n"
        "Proof. destruct cheat. Qed.\n"
    }
)


def said(action: object, *arguments: object) -> str:
    assert callable(action)
    with pytest.raises((KernelError, Stopped)) as caught:
        action(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def answering(monkeypatch: pytest.MonkeyPatch, code: int, out: str, error: str = "") -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, code, out, error)

    monkeypatch.setattr("shutil.which", lambda tool: f"/bin/{tool}")
    monkeypatch.setattr("subprocess.run", run)


def test_coq_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does one line say what to install, and is the exit code 2?"""
    monkeypatch.setattr("shutil.which", lambda tool: None)
    assert said(check_installed) == "coqc: error: not found: apt-get install coq libcoq-coquelicot"
    assert command.main([]) == 2


@pytest.mark.parametrize(
    ("out", "line"),
    [
        (
            "The Coq Proof Assistant, version 8.20.0\n",
            "coqc: error: Coq 8.20.0 is installed, the proofs are for 8.16.1",
        ),
        ("what?", "coqc: error: Coq of an unknown version is installed, the proofs are for 8.16.1"),
        ("version 8.16.1", "coqc: error: Coquelicot not found: apt-get install coq libcoq-coquelicot"),
    ],
)
def test_another_coq_is_refused(out: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a Coq of another version, or without its library, told from the one that the proofs are for?"""
    answering(monkeypatch, 0, out)
    assert said(check_installed).startswith(line)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            'File "./A.v", line 7, characters 0-3:\nError:\nno  way',
            "proofs/kernel/coq/A.v:7: error: , characters 0-3: Error: no way",
        ),
        ("Killed", "proofs/kernel/coq/A.v:1: error: Killed"),
    ],
)
def test_a_file_that_coq_does_not_accept_is_said(error: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is Coq's complaint given on one line, with the line of the file?"""
    answering(monkeypatch, 1, "", error)
    assert said(compile_file, Path(), "A") == line


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a proof that never ends end as an error?"""

    def run(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 600)

    monkeypatch.setattr("subprocess.run", run)
    assert said(compile_file, Path(), "A") == "proofs/kernel/coq/A.v:1: error: not done after 600 s"


def test_what_coqchk_complains_of_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a failure of the second check, or an unsafe definition that it lists, refused?"""
    answering(monkeypatch, 1, "", "Fatal\nError")
    assert said(recheck, GOOD, Path()) == "coqchk: error: Fatal Error"
    answering(monkeypatch, 0, "relying on type-in-type: <none>\nrelying on unsafe (co)fixpoints: x\n")
    assert said(recheck, GOOD, Path()) == "coqchk: error: something is relying on unsafe (co)fixpoints: see coqchk -o"


def test_an_axiom_outside_the_list_is_refused() -> None:
    """Are the axioms of the classical reals allowed, and no other?"""
    check_axioms({"t": Theorem("x", ("Classical_Prop.classic",))})
    line = "proofs/kernel/coq/Proofs.v:1: error: t rests on A.cheat: prove it"
    assert said(check_axioms, {"t": Theorem("x", ("A.cheat", "Classical_Prop.classic"))}) == line


@with_coq
def test_a_development_is_built_asked_and_checked_again(tmp_path: Path) -> None:
    """Do good files compile, in order, and does Coq name the axioms of a theorem?"""
    done: list[str] = []
    build(GOOD, tmp_path, done.append)
    assert done == ["A", "Statements", "Proofs"]
    assert ask(GOOD, tmp_path, GOOD.theorems) == {"t": Theorem("a = 0", ())}
    recheck(GOOD, tmp_path)


@with_coq
def test_an_axiom_is_found_by_coq(tmp_path: Path) -> None:
    """Does a theorem that rests on an axiom say so, even if nobody looks for the word?"""
    build(CHEATING, tmp_path, lambda name: None)
    assert ask(CHEATING, tmp_path, CHEATING.theorems)["t"].axioms == ("A.cheat",)


@with_coq
def test_a_false_proof_stops_the_build(tmp_path: Path) -> None:
    """Is a build stopped at the first file that does not hold?"""
    bad = GOOD.replaced({"A": "Definition a := 1.\n"})
    with pytest.raises(Stopped, match=r"^proofs/kernel/coq/Proofs\.v:4: error: "):
        build(bad, tmp_path, lambda name: None)


@with_coq
def test_a_theorem_about_something_else_is_noticed(tmp_path: Path) -> None:
    """Must a theorem prove the statement of the same name?"""
    other = GOOD.replaced(
        {"Proofs": "From Noisymax Require Statements.\nTheorem t : 1 = 1.\nProof. reflexivity. Qed.\n"}
    )
    build(other, tmp_path, lambda name: None)
    with pytest.raises(Stopped):
        ask(other, tmp_path, other.theorems)


# ---- planted changes ----
@cache
def _unchanged() -> dict[str, str]:
    return translate(ROOT)


@pytest.mark.parametrize("change", [*BUGS, *THRESHOLD_BUGS, *REWRITES], ids=str)
def test_a_planted_change_changes_the_emitted_code_or_is_refused(change: Change, tmp_path: Path) -> None:
    """Is there something to replace, does a bug change what Coq sees, and is a rewrite inside the subset?"""
    planted([change], ROOT, tmp_path)
    try:
        texts = translate(tmp_path)
    except Refused:
        assert not change.what
    else:
        assert change.what or texts != _unchanged()


def test_a_change_without_a_place_is_said(tmp_path: Path) -> None:
    """Is a planted change that has nothing to replace noticed?"""
    line = "impl/maps.py:1: error: the planted change has nothing to replace: no such text"
    assert said(planted, [Change("impl/maps.py", (("no such text", ""),))], ROOT, tmp_path) == line


def test_the_fate_of_a_change_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a change stopped by the translator, by Coq, or by nobody, as the case may be?"""
    development = read().replaced(translate(ROOT))
    for name in development.texts:
        (tmp_path / f"{name}.vo").touch()
    bug, harmless = BUGS[0], next(change for change in REWRITES if change.what == "early return")
    refused = Change("impl/maps.py", (("import math\n", "import math\nmath.inf = 1.0\n"),))
    told = [str(found) for change in (refused, harmless) for found in fate((change,), ROOT, development, tmp_path)]
    assert told[0].startswith("impl/maps.py: import math -> import math: stopped by the translator")
    assert told[1].endswith("early return: the same Gallina")
    monkeypatch.setattr("proofs.kernel.planting.compile_file", lambda folder, name, *options: "")
    (held,) = fate((bug,), ROOT, development, tmp_path)
    assert str(held).endswith(": all proofs hold")

    def stopped(folder: Path, name: str, *options: str) -> str:
        raise Stopped(name, 3, "no")

    monkeypatch.setattr("proofs.kernel.planting.compile_file", stopped)
    seen: list[Fate] = []
    (found,) = fates([(bug,)], ROOT, development, tmp_path, seen.append)
    assert str(found).endswith(": stopped by Coq at EmittedSelection.v:3")
    assert seen == [found]


# ---- the command ----
@pytest.fixture
def without_coq(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The command, with a Coq that accepts everything, and a certificate in a place of its own."""
    place = tmp_path / "certificate.json"

    def followed(groups: list[tuple[Change, ...]], *rest: object) -> list[Fate]:
        found = [Fate(change, None if change.what else "Coq") for group in groups for change in group]
        watch = rest[-2]
        assert callable(watch)
        for first in found[:1]:
            watch(first)
        return found

    monkeypatch.setattr(command, "check_installed", lambda: None)
    monkeypatch.setattr(command, "emitted", lambda: {})
    monkeypatch.setattr(command, "build", lambda development, folder, watch: [watch(n) for n in development.texts])
    monkeypatch.setattr(command, "ask", lambda development, folder, names: {"t": Theorem("0 = 0", ())})
    monkeypatch.setattr(command, "confirm", lambda development, folder, known: {"t": Theorem("0 = 0", ())})
    monkeypatch.setattr(command, "recheck", lambda development, folder: None)
    monkeypatch.setattr(command, "compile_file", lambda folder, name: "")
    monkeypatch.setattr(command, "PLACE", place)
    monkeypatch.setattr(command, "ROUNDS", 1)
    monkeypatch.setattr(command, "load", lambda: Certificate("8.16.1", {}, {}))
    monkeypatch.setattr(command, "fates", followed)
    return place


def test_the_command_writes_a_certificate(without_coq: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Does a run with --write go through all steps, and leave the certificate of its build?"""
    assert command.main(["--write", "--seed", "7", "--all"]) == 0
    assert '"statement": "0 = 0"' in without_coq.read_text(encoding="utf-8")
    out = capsys.readouterr().out
    assert "the certificate is written" in out
    assert "seed 7" in out


def test_the_command_compares_with_the_certificate(without_coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a certificate that says something else an error, and the same one accepted?"""
    assert command.main(["--seed", "7"]) == 2
    assert command.main(["--write", "--seed", "7"]) == 0
    written = Certificate("8.16.1", certify(read(), {}).files, {"t": Theorem("0 = 0", ())})
    monkeypatch.setattr(command, "load", lambda: written)
    assert command.main(["--seed", "7"]) == 0


def test_a_surviving_bug_fails_the_command(
    without_coq: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Do a bug that nothing stops, and a rewrite that something stops, fail the run?"""
    followed = lambda groups, *_: [Fate(c, "Coq" if c.what else None) for group in groups for c in group]  # noqa: E731
    monkeypatch.setattr(command, "fates", followed)
    assert command.main(["--write"]) == 1
    error = capsys.readouterr().err
    assert "error: a planted bug survives: " in error
    assert "error: a harmless rewrite is stopped: " in error


def test_a_difference_between_python_and_coq_is_said(
    without_coq: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is the seed given with which the difference shows again?"""

    def differ(folder: Path, name: str) -> str:
        raise Stopped(name, 9, "not the same")

    monkeypatch.setattr(command, "compile_file", differ)
    assert command.main(["--write", "--seed", "7"]) == 2
    assert "tapes: error: Python and Coq differ for --seed 7: " in capsys.readouterr().err
