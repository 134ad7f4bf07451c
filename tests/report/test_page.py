"""Does the page say what the audit found, of every claim, and escape what others wrote?"""

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest

from proofs.audit.baseline_file import Baseline
from proofs.audit.report.model import Report
from proofs.documents.skeleton.sentences import SENTENCES
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Finding, Proof, Step
from proofs.engine.ledger.status import Status
from proofs.kernel.development import KernelError, read
from proofs.kernel.trust import trusted
from proofs.report import kernel_statements, measured, provenance, texts
from proofs.report.charts import chart
from proofs.report.entries import Entries, Entry
from proofs.report.page import MEANINGS, breakable, dom_id, render
from proofs.worst.maps import MAPS
from spec.documents import DOCUMENTS
from spec.logic.claim import Claim, Kind, Statement
from spec.permute_and_flip import LAW
from tests.report.conftest import PLOT
from tests.report.pages import report_of
from tests.support import toy_ledgers
from tests.support.audits import audited
from tests.support.command_runner import CommandRunner


def entries() -> dict[str, Entry]:
    return {entry.id: entry for entry in Entries(report_of().audit).all()}


def test_every_claim_and_erratum_is_on_the_page(html: str, whole: Report) -> None:
    """Has each its own anchor, once?"""
    anchors = re.findall(r'\bid="([^"]*)"', html)
    assert len(anchors) == len(set(anchors))
    assert {f"c-{line.claim.id}" for line in whole.audit.claims} <= set(anchors)
    assert {f"e-{dom_id(shown.erratum.id)}" for shown in whole.audit.errata} <= set(anchors)


def test_what_a_promise_takes_on_trust_is_on_the_page(html: str, whole: Report) -> None:
    """Does every promise name all that it takes on trust, coins, axioms and readings included?"""
    (table,) = re.findall(r'<table class="promises">(.*?)</table>', html, re.DOTALL)
    lines = {line.claim.id: line for line in whole.audit.claims}
    rows = {unescape(row): row for row in re.findall(r"<tr><td>.*?</tr>", table, re.DOTALL)}
    assert len(rows) == len(whole.audit.ledger.headlines)
    for claim in whole.audit.ledger.headlines.values():
        (row,) = [row for row in rows if f'href="#c-{claim}"' in row]
        believed = trusted(whole.audit.ledger, claim, lines[claim].assumptions or ())
        assert re.findall("<li>(.*?)</li>", row) == [each.whole for each in believed]
        assert f"<summary>{len(believed)} things</summary>" in row


def test_the_page_is_one_file(html: str) -> None:
    """Does it name no file, no host and no script but its own?"""
    assert re.findall(r'(?:src|href)="(?!#|data:,)([^"]*)"', html) == []
    assert "url(" not in html
    assert "@import" not in html


@pytest.mark.parametrize("only", ["toy.privacy", "E1"])
def test_a_page_of_a_part_has_no_dead_links(only: str, small: None) -> None:
    """Where only some claims were audited, does every link still lead to something on the page?"""
    page = render(Report(audited(toy_ledgers.sound, only), Baseline(), ()))
    assert set(re.findall('href="#([^"]*)"', page)) <= set(re.findall(r'\bid="([^"]*)"', page))


def test_what_others_wrote_is_escaped(html: str) -> None:
    """Is a complaint with an angle bracket text, and no element?"""
    assert "&lt;planted&gt; &amp; so" in html
    assert "<planted>" not in html


def test_an_entry_has_contract_code_and_evidence() -> None:
    """Does an item of a listing show its transcriptions, a law its triple and function, a proof its steps?"""
    found = entries()
    line = found["noisy_top_k.listing.L35"]
    assert {code.what for code in line.code} >= {"as printed", "sound"}
    assert all(code.text for code in line.code)
    law = found["permute_and_flip.law"]
    assert any(place.startswith("spec/permute_and_flip.py:") for code in law.contracts for place in code.places)
    assert any(place.startswith("impl/permute_and_flip.py:") for code in law.code for place in code.places)
    assert law.derivations
    for proof in law.derivations:
        assert [step.number for step in proof.steps] == list(range(1, len(proof.steps) + 1))
    assert any(proof.bridged for proof in law.derivations)
    assert any(derivation.heading == "refutation" for entry in found.values() for derivation in entry.derivations)
    assert any(not d.bridged and d.heading != "refutation" for entry in found.values() for d in entry.derivations)
    assert any(step.is_prose for entry in found.values() for d in entry.derivations for step in d.steps)
    assert any(name in found for e in found.values() for d in e.derivations for s in d.steps for name, _ in s.using)


def test_every_status_has_a_sign_of_its_own() -> None:
    """Can the statuses be told apart without colours?"""
    assert len({sign for sign, _ in MEANINGS.values()}) == len(Status)


@dataclass(frozen=True)
class LooksUp:
    """A check like that of the kernel."""

    theorems: tuple[str, ...]
    checker: str = "coq"

    def run(self, statement: Statement) -> Finding:
        return Finding(Status.VERIFIED, "by certificate")


def test_python_and_coq_stand_side_by_side() -> None:
    """Does a claim that the kernel verified show the function and the theorem, and any other claim neither?"""
    name = next(iter(read().statements))
    step = Step(LAW.promise, "a theorem", LooksUp((name, "no such theorem")))
    ledger = Ledger([Chapter((LAW,), (Proof(LAW.id, (step,)),), headlines={"m": LAW.id})])
    known, unknown = kernel_statements.side_by_side(ledger, LAW)
    assert known.theorem == name
    assert " ".join(known.coq.split()) == read().statements[name]
    assert "def permute_and_flip(" in known.python
    assert unknown.coq == ""
    other = Claim("other", Kind.LEMMA, "a sentence")
    assert kernel_statements.side_by_side(ledger, other) == ()
    assert kernel_statements.laid_out("forall x, a -> b /\\ c") == "forall x,\n  a\n  -> b\n  /\\ c"


def test_a_source_that_is_not_there_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a name that means nothing, and a broken development, no error of the page?"""
    assert kernel_statements._source("impl.nowhere") == ""

    def broken() -> None:
        raise KernelError("planted")

    monkeypatch.setattr(kernel_statements, "read", broken)
    kernel_statements._statements.cache_clear()
    assert kernel_statements._statements() == {}
    kernel_statements._statements.cache_clear()


def test_texts_are_known_by_their_digests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a text recognised under any name, and any other file passed over?"""
    text = "fn toy\n\nSomebody\n\nToday\n\n$$x = 1 \\quad (1)$$\n"
    document = DOCUMENTS[0]
    monkeypatch.setitem(texts._BY_DIGEST, hashlib.sha256(text.encode()).hexdigest(), document)
    monkeypatch.setitem(SENTENCES, document.slug, "")
    (tmp_path / "renamed.txt").write_text(text, encoding="utf-8")
    (tmp_path / "other.txt").write_text("other", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert texts.printed_in(tmp_path) == {f"{document.slug}.eq1": "$$x = 1 \\quad (1)$$"}


def test_what_is_printed_stands_beside_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the printed text on the page where the reader has it, escaped?"""
    monkeypatch.setattr(measured, "plots", lambda: (PLOT,))
    monkeypatch.setattr("proofs.report.page.printed_in", lambda folder: {"paper.eq1": "0 < 1 is printed"})
    page = render(Report(audited(toy_ledgers.sound), Baseline(), ()), Path())
    assert page.count("0 &lt; 1 is printed") == 1


def test_pictures_show_what_was_measured() -> None:
    """Are the laws exact, do they sum to 1, and is what is achieved below what the map allows?"""
    for law in measured.laws():
        for side in (0, 1):
            assert abs(sum(outcome.shares[side] for outcome in law.outcomes) - 1) < 1e-9
        assert 0 < law.apart <= law.allowed


def test_a_plot_tells_an_exceeded_map() -> None:
    """Is the published range map exceeded at k = 2, ours not, and the printed temperature told from the sound one?"""
    published = next(m for m in MAPS if m.published and "range" in type(m.measure).__name__.lower())
    ours = next(m for m in MAPS if m.kind == "map" and m.measure == published.measure)
    (metric,) = published.metrics
    plot = measured._plot([published, ours], metric, "k", [(measured.DISTANCE, 2)])
    assert plot.exceeded == ("published",)
    assert [series.kind for series in plot.series] == ["published", "map", "achieved"]
    hot = [m for m in MAPS if m.mechanism == "exponential_candidates_gumbel"]
    plot = measured._plot(hot, hot[0].metrics[0], "d_in", [(Fraction(1), 1)])
    assert {series.kind for series in plot.series} >= {"achieved", "achieved as printed"}
    assert plot.exceeded == ("published",)
    assert {maps[0].mechanism for maps in measured._families()} == {m.mechanism for m in MAPS}


def test_a_family_of_maps_is_plotted_over_both_axes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a mechanism of several indices plotted over the distance and over k?"""
    family = tuple(known for known in MAPS if known.published and known.rounds is None)[-1:]
    monkeypatch.setattr(measured, "DISTANCES", (Fraction(1),))
    monkeypatch.setattr(measured, "INDICES", (1, 2))
    monkeypatch.setattr(measured, "_families", lambda: iter([family]))
    plots = measured.plots.__wrapped__()
    assert [(plot.axis, len(plot.points)) for plot in plots] == [("d_in", 1), ("k", 2)]


@pytest.mark.deep
def test_every_map_is_plotted() -> None:
    """Is there a plot for every mechanism and measure, with what is achieved on it?"""
    plots = measured.plots()
    named = {(plot.mechanism, plot.measure) for plot in plots}
    assert named >= {("range_divergence", "range_divergence"), ("permute_and_flip", "zero_concentrated_divergence")}
    assert all(any(series.kind == "achieved" for series in plot.series) for plot in plots)


def test_a_chart_has_both_axes_from_zero() -> None:
    """Do the ticks begin at 0, lie on the sheet and enclose every mark?"""
    drawn = chart(PLOT)
    assert drawn.up[0][1] == "0"
    for curve in drawn.curves:
        assert all(40 <= x <= 288 and 12 <= y <= 166 for x, y, _ in curve.marks)
    assert drawn.curves[0].marks[1][2] == "k = 2: published 1"


def test_names_may_go_on_in_the_next_line() -> None:
    """Is a break allowed after dots and underscores, and what is no name escaped?"""
    assert breakable("a_b.c") == "a_<wbr>b.<wbr>c"
    assert "<x>" not in breakable("<x>")
    assert dom_id("a b(c).d_e") == "a-b-c-.d_e"


def test_the_commit_and_its_changes(tmp_path: Path) -> None:
    """Does the page know the commit of a checkout, and say nothing where there is none?"""
    assert provenance.commit(tmp_path) == ""
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    run = [git, "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=e@n.invalid"]
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "a.py").write_text("1", encoding="utf-8")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "m"]):
        subprocess.run([*run, *arguments], check=True)
    assert re.fullmatch("[0-9a-f]{40}", provenance.commit(tmp_path))
    (tmp_path / "spec" / "a.py").write_text("2", encoding="utf-8")
    assert provenance.commit(tmp_path).endswith(", with changes")


def test_the_digests_name_the_documents() -> None:
    """Has every document its digest, and our source one?"""
    assert set(provenance.digests().values()) >= {document.digest for document in DOCUMENTS}
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in provenance.digests().values())


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "plots", lambda: (PLOT,))


def test_the_command_writes_the_page(runner: CommandRunner, small: None, tmp_path: Path) -> None:
    """Do `report` and `audit --html` write it, and does a difference end in 1?"""
    page = tmp_path / "a page.html"
    code, out, errors = runner.run(toy_ledgers.sound, "report", str(page))
    assert (code, errors, "5 claims, 1 errata" in out) == (0, [], True)
    assert 'id="c-toy.law"' in page.read_text(encoding="utf-8")
    assert runner.run(toy_ledgers.sound, "audit", "--html", str(page))[0] == 0
    code, _, errors = runner.run(toy_ledgers.degraded, "report", str(page))
    assert (code, len(errors)) == (1, 2)
    assert "PROVED in the baseline, now OPEN" in page.read_text(encoding="utf-8")
    assert runner.run(toy_ledgers.slow, "report", str(page), "--quick")[0] == 0


def test_a_folder_without_texts_is_refused(runner: CommandRunner, tmp_path: Path) -> None:
    """Is a folder without the documents, or none at all, bad usage in one line, before any work?"""
    for folder, what in ((tmp_path, "there is no text"), (tmp_path / "none", "cannot read")):
        code, out, errors = runner.run(toy_ledgers.sound, "report", str(tmp_path / "p"), "--documents", str(folder))
        assert (code, out, len(errors)) == (2, "", 1)
        assert what in errors[0]
    assert not (tmp_path / "p").exists()
