"""Audits of toy ledgers: what runs, what its findings amount to, and what is reported and accepted."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import spec.logic.claim
from proofs.audit import baseline_file, compare
from proofs.audit.baseline_file import BadBaseline, Baseline
from proofs.audit.compare import Difference
from proofs.audit.places import find, origin
from proofs.audit.report.environment import trusted_base
from proofs.audit.report.json import render as render_json
from proofs.audit.run import Audit, jobs
from proofs.audit.selection import Selection, UnknownName, select
from proofs.audit.workers import Job, Outcome, load, perform, run_jobs
from proofs.command.files import probe, write
from proofs.engine.ledger.ledger import EVERYWHERE, Chapter, Ledger, LedgerError, Place
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind
from tests.support import toy_ledgers


class Quiet:
    def started(self, job: Job) -> None:
        pass

    def finished(self, job: Job) -> None:
        pass


class Diary(Quiet):
    def __init__(self) -> None:
        self.begun: list[Job] = []

    def started(self, job: Job) -> None:
        self.begun.append(job)


def audited(build: Callable[[], Ledger], *only: str, quick: bool = False) -> Audit:
    """An audit with every check in this process."""
    ledger = build()
    selection = select(ledger, only, quick)
    outcomes = {job: perform(f"tests.support.toy_ledgers:{build.__name__}", job) for job in jobs(ledger, selection)}
    return Audit(ledger, selection, outcomes, 0.0, 1)


def found(before: Callable[[], Ledger], now: Callable[[], Ledger], *only: str, quick: bool = False) -> list[Difference]:
    """The differences of one ledger from the baseline of another."""
    return compare.differences(audited(now, *only, quick=quick), baseline_of(before))


def baseline_of(build: Callable[[], Ledger]) -> Baseline:
    return baseline_file.parse(baseline_file.render(audited(build)))


def test_every_check_has_an_outcome(capfd: pytest.CaptureFixture[str]) -> None:
    """Is a check that raises, exits or is killed its own finding, in one line, while all others go on?"""
    ledger = toy_ledgers.deadly()
    todo = jobs(ledger, select(ledger))
    outcomes = run_jobs("tests.support.toy_ledgers:deadly", todo, 2, Quiet())
    assert set(outcomes) == set(todo)
    odd = {job: o.finding.detail for job, o in outcomes.items() if o.finding.status is Status.OPEN}
    assert odd == {
        Place("toy.law", 0, 0): "ArithmeticError: two lines",
        Place("toy.privacy", 0, 0): "the worker died: exit code 3",
        Place("paper.eq1", 0, 0): "the worker died: killed by SIGKILL",
    }
    assert capfd.readouterr() == ("", "")


def test_the_longest_check_starts_first() -> None:
    """Does a known cost decide the order, and the ledger's order the rest?"""
    ledger, diary = toy_ledgers.sound(), Diary()
    todo = jobs(ledger, select(ledger))
    run_jobs("tests.support.toy_ledgers:sound", todo, 1, diary)
    assert diary.begun == todo
    assert todo[:2] == [Place("toy.privacy", 0, 1), Place("toy.law", 0, 0)]


def test_a_ledger_must_be_one() -> None:
    """Is a factory that builds something else refused?"""
    with pytest.raises(TypeError, match="does not build a ledger"):
        load("tests.support.toy_ledgers:Tells")


@pytest.mark.parametrize(
    ("patterns", "claims", "errata"),
    [
        ((), ("toy.law", "toy.paper", "toy.privacy", "paper.eq1", "paper.listing.L1"), ("E1",)),
        (("toy.law",), ("toy.law",), ()),
        (("toy.",), ("toy.law", "toy.paper", "toy.privacy"), ()),
        (("toy",), ("toy.law", "toy.paper", "toy.privacy"), ()),
        (("*.l*", "toy.law"), ("toy.law", "paper.listing.L1"), ("E1",)),
        (("paper.eq1",), ("paper.eq1",), ("E1",)),
        (("E1",), (), ("E1",)),
    ],
)
def test_patterns_select(patterns: tuple[str, ...], claims: tuple[str, ...], errata: tuple[str, ...]) -> None:
    """Do ids, beginnings and globs select what they name, in the order of the ledger?"""
    assert select(toy_ledgers.sound(), patterns) == Selection(claims, errata)


@pytest.mark.parametrize("pattern", ["toy.lw", "toy.la", "", "*.nothing"])
def test_a_pattern_that_selects_nothing_is_refused(pattern: str) -> None:
    """Is a misspelt id an error and not an empty audit?"""
    with pytest.raises(UnknownName, match="nothing is called"):
        select(toy_ledgers.sound(), ["toy.paper", pattern])


def test_a_close_name_is_suggested() -> None:
    """Does the error say what was probably meant?"""
    with pytest.raises(UnknownName, match=r"close: toy\.law"):
        select(toy_ledgers.sound(), ["toy.lw"])


def test_what_was_left_out_is_not_judged() -> None:
    """Are skipped claims and the standings that depend on them unknown, rather than good or bad?"""
    lines = {line.claim.id: line for line in audited(toy_ledgers.slow, quick=True).lines}
    assert (lines["toy.law"].own, lines["toy.law"].standing) == (None, None)
    assert (lines["toy.privacy"].own, lines["toy.privacy"].standing) == (Status.PROVED, None)
    assert lines["toy.privacy"].assumptions is None
    assert (lines["toy.paper"].own, lines["toy.paper"].standing) == (Status.ASSUMED, Status.ASSUMED)


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


def test_contradictory_findings_have_no_verdict() -> None:
    """Is a claim that is both proved and refuted an error?"""
    with pytest.raises(LedgerError, match=r"paper\.eq1 is both ARGUED and REFUTED"):
        _ = audited(toy_ledgers.contradictory).lines


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


def test_the_json_has_every_field() -> None:
    """Are the keys those of the schema, neither more nor fewer?"""
    document = json.loads(render_json(audited(toy_ledgers.sound)))
    assert list(document) == ["schema", "claims", "errata", "headline", "summary", "environment"]
    assert document["schema"] == "noisymax.audit/1"
    for claim in document["claims"]:
        assert " ".join(claim) == (
            "id document where kind statement status scope standing assumptions uses evidence erratum"
        )
        for evidence in claim["evidence"]:
            assert " ".join(evidence) == "step because checker status detail seconds"
    for erratum in document["errata"]:
        assert " ".join(erratum) == "id document where severity says truth repair witness"
    assert document["headline"] == {
        "toy": {"claim": "toy.privacy", "scope": EVERYWHERE, "standing": "ASSUMED", "assumptions": ["toy.paper"]}
    }
    planted = {"PROVED": 2, "ASSUMED": 1, "REFUTED": 1, "TRANSCRIBED": 1}
    assert document["summary"] == {status.value: planted.get(status.value, 0) for status in Status}


def test_the_json_says_what_was_found() -> None:
    """Do claims without a document, steps, errata and witnesses come out as they are?"""
    document = json.loads(render_json(audited(toy_ledgers.sound)))
    privacy, wrong = document["claims"][2], document["claims"][3]
    assert privacy["document"] is None
    assert privacy["statement"] == "for x > 0: x + 1 > 1"
    assert privacy["uses"] == ["toy.law", "toy.paper"]
    assert [e["step"] for e in privacy["evidence"]] == ["x > 0", "x + 1 > 1"]
    assert wrong["erratum"] == "E1"
    assert wrong["where"] == "paper"
    assert document["errata"][0]["where"] == "paper.eq1, paper.listing.L1"
    assert document["errata"][0]["witness"] == "1/2 > 1/3,\nby hand"
    assert document["environment"]["sympy"]


def test_the_json_of_a_partial_run() -> None:
    """Is what was left out told apart from every status, and a lost witness absent?"""
    document = json.loads(render_json(audited(toy_ledgers.slow, quick=True)))
    assert [claim["status"] for claim in document["claims"]][:1] == ["SKIPPED"]
    assert document["headline"]["toy"] == {
        "claim": "toy.privacy",
        "scope": EVERYWHERE,
        "standing": "SKIPPED",
        "assumptions": None,
    }
    assert document["summary"]["SKIPPED"] == 1
    assert json.loads(render_json(audited(toy_ledgers.forsaken)))["errata"][0]["witness"] is None
    assert json.loads(render_json(audited(toy_ledgers.sound, "toy.law")))["headline"] == {}


def test_the_trusted_base_is_followed_through_imports() -> None:
    """Are the engines and each module that a verdict passes through listed, with sizes, and no others?"""
    base = trusted_base(audited(toy_ledgers.sound))
    assert base.checkers == ("markers", "paper", "sympy", "witness", "z3")
    assert {"proofs.audit.workers", "proofs.engine.ledger.status", "spec.logic.formula"} <= set(base.modules)
    assert "proofs.audit.report.table" not in base.modules
    assert base.modules["spec.logic.claim"] == len(
        Path(spec.logic.claim.__file__).read_text(encoding="utf-8").splitlines()
    )


def test_a_name_is_found_where_it_is_proved(tmp_path: Path) -> None:
    """Does a place lead to the proof, else to the statement, and never to a mere use?"""
    (tmp_path / "a.py").write_text('Instance("x.law")\nuses=("x.law",)\n', encoding="utf-8")
    assert find("x.law", (tmp_path,)) is None
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "b.py").write_text('\nClaim("x.eq", K)\nProof(\n    claim="x.eq",\n)\n', encoding="utf-8")
    assert find("x.eq", (tmp_path / "b",)) == f"{tmp_path / 'b' / 'b.py'}:4"


def test_an_exception_is_placed() -> None:
    """Does an error lead to where it was raised, or to the file that does not parse?"""
    with pytest.raises(RuntimeError) as raised:
        toy_ledgers.unbuildable()
    assert "tests/support/toy_ledgers.py:" in origin(raised.value)
    with pytest.raises(SyntaxError) as unparsed:
        compile("x = 1\n1 = x", "chapter.py", "exec")
    assert origin(unparsed.value) == "chapter.py:2"


def test_a_file_is_whole_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a failure while writing leave the old file and nothing beside it?"""
    path = tmp_path / "report"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write(path, "new \ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.setattr(os, "replace", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_file_keeps_its_place_and_mode(tmp_path: Path) -> None:
    """Is a link followed, a mode kept, a new file given the usual mode, and a pipe written to?"""
    path, link, pipe = tmp_path / "report", tmp_path / "link", tmp_path / "pipe"
    write(path, "1")
    usual = tmp_path / "usual"
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    link.symlink_to(path)
    write(link, "2")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "2"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    probe(pipe)
    write(pipe, "3")
    assert os.read(reader, 9) == b"3"
    os.close(reader)


def test_an_unwritable_place_is_found_out_before(tmp_path: Path) -> None:
    """Does the probe refuse a folder and a missing folder, and leave no trace where it could write?"""
    with pytest.raises(IsADirectoryError):
        probe(tmp_path)
    with pytest.raises(FileNotFoundError):
        probe(tmp_path / "no" / "where")
    probe(tmp_path / "report")
    assert list(tmp_path.iterdir()) == []
