"""`noisymax audit` on toy ledgers: what it shows, what it accepts, what it refuses, and its exit codes."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from proofs.command import main
from proofs.command.ledger_source import LedgerSource
from proofs.engine.ledger.ledger import Ledger
from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner


def test_an_audit_as_expected(runner: CommandRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does an audit that finds what was accepted exit with 0 and show each claim, counts and errata?"""
    monkeypatch.setattr("proofs.audit.workers.time", SimpleNamespace(perf_counter=lambda: 0.0))
    code, out, errors = runner.run(toy_ledgers.sound, "audit")
    assert (code, errors) == (0, [])
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert "law PROVED PROVED sympy 0.00 all values, every n · for x > 0: exp(x) > 1" in rows
    assert "listing.L1 TRANSCRIBED markers 0.00 x = 1" in rows
    assert "5 claims: 2 PROVED, 1 ASSUMED, 1 REFUTED, 1 TRANSCRIBED\n1 erratum: 1 unsound\n" in out
    assert out.endswith("as expected: every verdict is in the baseline\n")


def test_a_lost_proof_fails(runner: CommandRunner) -> None:
    """Does a degraded check exit with 1, mark its line, and tell where, what and why in one line?"""
    code, out, errors = runner.run(toy_ledgers.degraded, "audit")
    assert code == 1
    assert "! law " in out
    assert "  paper " in out
    assert out.endswith("not as expected: 2 errors\n")
    line = (
        runner.baseline.read_text(encoding="utf-8").splitlines().index('    "toy.law": ("PROVED", "PROVED", ()),') + 1
    )
    assert errors[0] == (
        f"{runner.baseline}:{line}: error: toy.law: PROVED in the baseline, now OPEN (z3: gave up at rlimit 9)"
        "; affects toy; again: noisymax audit --only toy.law"
    )


def test_evidence_that_falls_short_fails(runner: CommandRunner) -> None:
    """Does a second proof that fails fail the audit, though the claim stays where it was, and cannot be accepted?"""
    before = runner.baseline.read_text(encoding="utf-8")
    for arguments in (["audit"], ["audit", "--accept"]):
        code, out, errors = runner.run(toy_ledgers.contested, *arguments)
        assert (code, len(errors)) == (1, 1)
        assert "! law " in out
        assert errors[0].endswith(
            ": error: toy.law: some evidence fell short (statistics: rejected)"
            "; affects toy; again: noisymax audit --only toy.law"
        )
    assert runner.baseline.read_text(encoding="utf-8") == before
    assert runner.run(toy_ledgers.corroborated, "audit")[0] == 0


def test_a_check_that_raises_fails(runner: CommandRunner) -> None:
    """Is an exception in a check told in one line, without a traceback?"""
    code, _, errors = runner.run(toy_ledgers.raising, "audit")
    assert code == 1
    assert "error: toy.law: PROVED in the baseline, now OPEN (toy: ArithmeticError: two lines); " in errors[0]


def test_a_contradiction_fails(runner: CommandRunner) -> None:
    """Does a claim both proved and refuted stop the audit in one line, with either evidence?"""
    code, out, errors = runner.run(toy_ledgers.contradictory, "audit")
    assert (code, out) == (1, "")
    assert len(errors) == 1
    assert errors[0].startswith(f"{runner.baseline}:4: error: paper.eq1 is both ARGUED and REFUTED (sympy PROVED: ")


def test_a_lost_witness_fails(runner: CommandRunner) -> None:
    """Does an erratum that no longer shows fail the audit, and cannot even be accepted?"""
    before = runner.baseline.read_text(encoding="utf-8")
    for arguments in (["audit"], ["audit", "--accept"], ["errata", "E1"]):
        code, _, errors = runner.run(toy_ledgers.forsaken, *arguments)
        assert code == 1
        assert len(errors) == 1
        assert "error: E1: the witness is gone: WitnessGone: " in errors[0]
    assert runner.baseline.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("build", [toy_ledgers.broken, toy_ledgers.impossible, toy_ledgers.unbuildable])
def test_a_ledger_that_cannot_be_built_fails(runner: CommandRunner, build: Callable[[], Ledger]) -> None:
    """Is a broken table of contents one line with a place, for every subcommand?"""
    for arguments in (["audit"], ["trace", "toy"], ["explain", "toy.law"], ["errata"]):
        code, out, errors = runner.run(build, *arguments)
        assert (code, out, len(errors)) == (1, "", 1)
        assert ".py:" in errors[0]
        assert ": error: " in errors[0]


def test_accepting(runner: CommandRunner) -> None:
    """Does --accept tell the changes, write them, and make the next audit as expected?"""
    code, out, errors = runner.run(toy_ledgers.degraded, "audit", "--accept")
    assert (code, errors) == (0, [])
    assert "toy.law: PROVED in the baseline, now OPEN (z3: gave up at rlimit 9)\n" in out
    assert runner.run(toy_ledgers.degraded, "audit")[0] == 0
    assert "nothing changed" in runner.run(toy_ledgers.degraded, "audit", "--accept")[1]
    assert [file.name for file in runner.baseline.parent.iterdir()] == ["baseline.py"]


def test_accepting_repairs_a_baseline(runner: CommandRunner) -> None:
    """Is a baseline with a merge conflict refused by an audit, and replaced by --accept?"""
    runner.baseline.write_text('"""x"""\n<<<<<<< ours\n', encoding="utf-8")
    code, out, errors = runner.run(toy_ledgers.sound, "audit")
    assert (code, out, len(errors)) == (2, "", 1)
    assert errors[0].startswith(f"{runner.baseline}:2: error: the baseline is not Python")
    assert runner.run(toy_ledgers.sound, "audit", "--accept")[0] == 0
    assert runner.run(toy_ledgers.sound, "audit")[0] == 0


@pytest.mark.parametrize("partial", [["--only", "toy.law"], ["--quick"]])
def test_a_part_is_not_accepted(runner: CommandRunner, partial: list[str]) -> None:
    """Is a partial audit refused as a baseline?"""
    code, _, errors = runner.run(toy_ledgers.sound, "audit", "--accept", *partial)
    assert (code, len(errors)) == (2, 1)


def test_an_installed_copy_is_not_changed(runner: CommandRunner) -> None:
    """Is --accept refused outside a checkout?"""
    (runner.baseline.parents[1] / "pyproject.toml").unlink()
    code, _, errors = runner.run(toy_ledgers.sound, "audit", "--accept")
    assert (code, len(errors)) == (2, 1)
    assert "run it in a checkout" in errors[0]


def test_a_readonly_baseline_is_refused_before_the_work(runner: CommandRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a baseline that may not be changed one line before anything is run?"""
    monkeypatch.setattr("proofs.command.output.os.open", _read_only)
    code, out, errors = runner.run(toy_ledgers.degraded, "audit", "--accept")
    assert (code, out) == (2, "")
    assert errors == [f"noisymax: error: cannot write {runner.baseline}: Read-only file system"]


def _read_only(*_: object) -> None:
    raise OSError(30, "Read-only file system")


def test_only(runner: CommandRunner) -> None:
    """Does --only check, show and compare just what it names?"""
    code, out, errors = runner.run(toy_ledgers.degraded, "audit", "--only", "toy.privacy")
    assert (code, errors) == (0, [])
    assert "1 claim: 1 PROVED\n0 errata\n" in out
    assert out.endswith("as expected: every verdict of what was checked is in the baseline\n")
    assert runner.run(toy_ledgers.degraded, "audit", "--only", "toy.")[0] == 1


def test_quick(runner: CommandRunner) -> None:
    """Does --quick show slow claims as skipped, neither good nor bad?"""
    code, out, errors = runner.run(toy_ledgers.slow, "audit", "--quick")
    assert (code, errors) == (0, [])
    assert out.splitlines()[3].split()[:3] == ["law", "skipped", "-"]
    assert "1 skipped" in out
    assert "\nleft out, as declared to take long: toy (1)\n" in out
    assert "left out" not in runner.run(toy_ledgers.sound, "audit", "--quick")[1]


def test_an_unwritable_file_is_refused_before_the_work(runner: CommandRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a report that could not be written refused before anything else happens?"""
    monkeypatch.setattr("proofs.audit.workers.load", lambda _: pytest.fail("the ledger was opened"))
    assert runner.run(toy_ledgers.sound, "audit", "--json", "no/such/folder")[0] == 2


def test_the_json_is_written_and_stable(runner: CommandRunner, tmp_path: Path) -> None:
    """Is the report written even if the audit fails, and the same twice but for the seconds?"""
    texts = []
    for name in ("one.json", "two.json"):
        assert runner.run(toy_ledgers.degraded, "audit", "--json", str(tmp_path / name))[0] == 1
        document = json.loads((tmp_path / name).read_text(encoding="utf-8"))
        for claim in document["claims"]:
            for evidence in claim["evidence"]:
                evidence["seconds"] = 0
        texts.append(json.dumps(document))
    assert texts[0] == texts[1]


def test_a_full_disk_is_one_line(runner: CommandRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a failure to write, after the work, one line as well?"""
    monkeypatch.setattr("proofs.command.output.os.replace", _no_space)
    code, _, errors = runner.run(toy_ledgers.sound, "audit", "--json", str(tmp_path / "x.json"))
    assert (code, len(errors)) == (2, 1)
    assert errors[0].endswith("No space left on device")


def _no_space(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("width", ["30", "80", "160"])
def test_no_line_is_wider_than_the_terminal(runner: CommandRunner, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    """Is every claim one line, cut where the terminal ends?"""
    monkeypatch.setenv("COLUMNS", width)
    out = runner.run(toy_ledgers.verbose, "audit")[1]
    table = out.split("\n\n5 claims")[0].splitlines()
    assert max(map(len, table)) <= int(width)
    assert len([line for line in table if line.startswith("  law")]) == 1
    assert ("statement" in table[0]) == (width == "160")


def test_workers_find_the_same(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Do real workers, however many, find what was accepted, and say nothing of their own?"""
    baseline = tmp_path / "proofs" / "baseline.py"
    baseline.parent.mkdir()
    (tmp_path / "pyproject.toml").touch()
    source = LedgerSource("tests.support.toy_ledgers:sound", baseline)
    assert main(["audit", "--accept", "--workers", "2"], source) == 0
    assert main(["audit", "--workers", "1"], source) == 0
    assert capfd.readouterr().err == ""
