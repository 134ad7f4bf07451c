"""Is every difference from the accepted verdicts told, and is the baseline a file that can be trusted?"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.audit import baseline_file, compare
from proofs.audit.baseline_file import BadBaseline, Baseline
from proofs.audit.compare import Difference
from proofs.audit.run import Audit
from proofs.audit.selection import Selection, select
from proofs.audit.workers import Job, Outcome
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind
from tests.support import toy_ledgers
from tests.support.audits import audited


def found(before: Callable[[], Ledger], now: Callable[[], Ledger], *only: str, quick: bool = False) -> list[Difference]:
    """The differences of one ledger from the baseline of another."""
    return compare.differences(audited(now, *only, quick=quick), baseline_of(before))


def baseline_of(build: Callable[[], Ledger]) -> Baseline:
    return baseline_file.parse(baseline_file.render(audited(build)))


def test_the_same_ledger_does_not_differ() -> None:
    """Is a baseline read back as it was written, and an audit equal to its own baseline?"""
    assert found(toy_ledgers.sound, toy_ledgers.sound) == []
    assert baseline_of(toy_ledgers.sound).claims["toy.privacy"] == ("PROVED", "ASSUMED", ("toy.paper",))


def test_a_lost_proof_differs() -> None:
    """Is a degraded check told with its reason, before the standings that fell with it?"""
    assert found(toy_ledgers.sound, toy_ledgers.degraded) == [
        ("toy.law", "PROVED in the baseline, now OPEN (z3: gave up at rlimit 9)"),
        ("toy.privacy", "standing ASSUMED in the baseline, now OPEN (rests on toy.law)"),
    ]


def test_a_gained_proof_differs() -> None:
    """Is a change for the better a difference as well?"""
    assert [d.name for d in found(toy_ledgers.degraded, toy_ledgers.sound)] == ["toy.law", "toy.privacy"]
    assert found(toy_ledgers.degraded, toy_ledgers.sound)[0].what == "OPEN in the baseline, now PROVED"


def test_new_and_vanished_claims_differ() -> None:
    """Is a claim that came or went a difference?"""
    assert found(toy_ledgers.sound, toy_ledgers.grown) == [("paper.new", "not in the baseline, now OPEN (no evidence)")]
    assert found(toy_ledgers.grown, toy_ledgers.sound) == [
        ("paper.new", "OPEN in the baseline, no longer in the ledger")
    ]
    assert found(toy_ledgers.grown, toy_ledgers.sound, "toy.") == []


def test_a_new_assumption_differs() -> None:
    """Is an assumption that came or went a difference where the standing stayed?"""
    now = "now assumes toy.law, which the baseline does not say"
    before = "assumes toy.law in the baseline, now no longer"
    assert Difference("toy.privacy", now) in found(toy_ledgers.sound, toy_ledgers.assuming)
    assert Difference("toy.privacy", before) in found(toy_ledgers.assuming, toy_ledgers.sound)


def test_errata_and_headlines_differ() -> None:
    """Are a changed severity, a new mechanism and a vanished one differences?"""
    assert found(toy_ledgers.sound, toy_ledgers.graver) == [("E1", "erratum unsound in the baseline, now typo")]
    assert found(toy_ledgers.sound, toy_ledgers.graver, "E1") == [("E1", "erratum unsound in the baseline, now typo")]
    assert found(toy_ledgers.sound, toy_ledgers.graver, "toy.law") == []
    assert found(toy_ledgers.sound, toy_ledgers.renamed) == [
        ("toy", "mechanism toy.privacy in the baseline, no longer in the ledger"),
        ("other", "mechanism not in the baseline, now toy.privacy"),
    ]


def test_what_was_left_out_does_not_differ() -> None:
    """Is only what was run compared?"""
    assert found(toy_ledgers.degraded, toy_ledgers.slow, quick=True) == []
    assert found(toy_ledgers.degraded, toy_ledgers.slow, "toy.privacy") == []


def test_a_part_cannot_be_accepted() -> None:
    """Is a baseline of a partial run impossible?"""
    with pytest.raises(ValueError, match="was not run"):
        baseline_file.render(audited(toy_ledgers.slow, quick=True))


def test_the_baseline_is_formatted(tmp_path: Path) -> None:
    """Does the formatter leave a generated baseline alone, whatever the lengths of its entries?"""
    for length in range(1, 60):
        assumed = [f"{'a' * length}.{i}" for i in range(4)]
        claims = [Claim(name, Kind.LEMMA, name, "paper") for name in ["top", "one" + "e" * length, *assumed]]
        proofs = [Proof(a, (Step(a, "cited", toy_ledgers.Says(Status.ASSUMED)),)) for a in assumed]
        proofs.append(Proof("top", (Step("top", "by all", toy_ledgers.PROVED),), uses=tuple(assumed)))
        proofs.append(Proof(claims[1].id, (Step("one", "by one", toy_ledgers.PROVED),), uses=(assumed[0],)))
        ledger = Ledger([Chapter(tuple(claims), tuple(proofs))])
        outcomes: dict[Job, Outcome] = {t.place: Outcome(t.check.run(t.query), 0.0) for t in ledger.tasks()}
        text = baseline_file.render(Audit(ledger, select(ledger), outcomes, 0.0, 1))
        (tmp_path / f"at_{length}.py").write_text(text, encoding="utf-8")
    (tmp_path / "toy.py").write_text(baseline_file.render(audited(toy_ledgers.sound)), encoding="utf-8")
    (tmp_path / "empty.py").write_text(
        baseline_file.render(Audit(Ledger([]), Selection((), ()), {}, 0.0, 1)), encoding="utf-8"
    )
    house = ["--isolated", "--line-length=120"]
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", "format", *house, "--diff", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ruff.returncode == 0, ruff.stdout


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (None, 1, "there is no baseline"),
        ('"""x"""\n\n<<<<<<< ours\n', 3, "not Python"),
        ('"""x"""\n', 1, "not a baseline"),
        ('"""x"""\nCLAIMS: d = {"a": ("PROVED",)}\nERRATA: d = {}\nHEADLINES: d = {}\n', 1, "not a baseline"),
        ('"""x"""\nCLAIMS: d = {"a": print()}\nERRATA: d = {}\nHEADLINES: d = {}\n', 1, "not a baseline"),
    ],
)
def test_a_bad_baseline_is_refused(tmp_path: Path, text: str | None, line: int, what: str) -> None:
    """Is a file that is no baseline refused at the right line, without executing it?"""
    path = tmp_path / "baseline.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BadBaseline, match=what) as caught:
        baseline_file.read(path)
    assert caught.value.line == line
