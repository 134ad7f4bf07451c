"""Is every item of the five documents catalogued exactly once, and restated in our own words?"""

import hashlib
import os
import re
import shutil
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from proofs.contents import CHAPTERS
from proofs.documents.skeleton.__main__ import main, read
from proofs.documents.skeleton.blocks import TextError, digest
from proofs.documents.skeleton.sentences import SENTENCES
from spec.documents import DOCUMENTS, ITEMS, SILENCES, CatalogueGap, Document, item, join, listing_lines
from spec.logic.claim import Kind

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SHARED_RUN = 7


def texts() -> Path:
    """The folder of the five texts; the test is skipped if none is named."""
    if not (named := os.environ.get("NOISYMAX_DOCUMENTS")):
        pytest.skip("the documents' texts are not at hand: name their folder in NOISYMAX_DOCUMENTS")
    folder = Path(named)
    assert [document.file for document in DOCUMENTS if not (folder / document.file).is_file()] == []
    return folder


def test_texts_that_are_named_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a test skipped only if no folder is named, and failed if the named one does not hold every text?"""
    monkeypatch.setenv("NOISYMAX_DOCUMENTS", str(tmp_path))
    with pytest.raises(AssertionError):
        texts()
    monkeypatch.setenv("NOISYMAX_DOCUMENTS", "")
    with pytest.raises(pytest.skip.Exception):
        texts()


def words(text: str) -> list[str]:
    """The words and names of a text, without formulas' single letters."""
    return re.findall(r"[a-z]{2,}(?:_[a-z]+)*", text.lower())


def shared_run(statement: str, text: str) -> str:
    """The first run of words, one longer than allowed, that statement and text share; else nothing."""
    length = LONGEST_SHARED_RUN + 1
    printed = words(text)
    runs = {tuple(printed[at : at + length]) for at in range(len(printed) - length + 1)}
    own = words(statement)
    candidates = (tuple(own[at : at + length]) for at in range(len(own) - length + 1))
    return " ".join(next((run for run in candidates if run in runs), ()))


# The catalogue as committed


def test_every_document_is_catalogued_and_restated() -> None:
    """Do documents and names speak of the same five slugs, in one order, and stand in folders of their names?"""
    slugs = [document.slug for document in DOCUMENTS]
    assert len(slugs) == 5
    assert slugs == list(SENTENCES)
    assert [import_module(f"spec.documents.{slug}").DOCUMENT for slug in slugs] == list(DOCUMENTS)


def test_ids_are_unique_and_well_formed() -> None:
    """Can an id be typed, and does it name one item?"""
    assert max(Counter(item.id for item in ITEMS).values()) == 1
    slug = "|".join(document.slug for document in DOCUMENTS)
    for found in ITEMS:
        assert re.fullmatch(rf"({slug})(\.[a-z0-9_]+|\.L[0-9]+)+", found.id), found.id
        assert found.id.startswith(f"{found.document}.")
        assert item(found.id) is found


@pytest.mark.parametrize("slug", [document.slug for document in DOCUMENTS])
def test_every_item_is_a_claim_of_its_document(slug: str) -> None:
    """Does the chapter of a document hold each of its items as a claim, whether or not anything is known of it?"""
    chapter = import_module(f"proofs.documents.{slug}").CHAPTER
    claims = [claim for claim in chapter.claims if claim.document is not None]
    assert [claim.id for claim in claims] == [found.id for found in ITEMS if found.document == slug]
    assert {claim.document for claim in claims} == {slug}
    assert chapter in CHAPTERS


def test_an_unknown_id_is_refused() -> None:
    """Is an id that names nothing an error?"""
    with pytest.raises(KeyError, match=r"noisy_top_k\.eq99"):
        item("noisy_top_k.eq99")


def test_every_item_says_something_in_one_line() -> None:
    """Does each item have a statement of one line, which is not left to the reader to guess?"""
    for found in ITEMS:
        assert found.statement == " ".join(found.statement.split())
        assert len(found.statement) >= 2


def test_items_stand_in_the_order_of_the_text() -> None:
    """Do lines never go back within a document, and are digests digests?"""
    for document in DOCUMENTS:
        own = [found for found in ITEMS if found.document == document.slug]
        assert [found.line for found in own] == sorted(found.line for found in own)
    places = [(found.line, found.digest) for found in ITEMS] + [(s.line, s.digest) for s in SILENCES]
    assert all(line >= 1 and re.fullmatch("[0-9a-f]{16}", digits) for line, digits in places)


@pytest.mark.parametrize(
    ("slug", "items", "silences"),
    [
        ("report_noisy_max_gumbel", 144, 30),
        ("range_divergence", 35, 18),
        ("zero_concentrated_divergence", 30, 16),
        ("exponential_candidates_gumbel", 106, 21),
        ("noisy_top_k", 95, 19),
    ],
)
def test_the_denominator_is_known(slug: str, items: int, silences: int) -> None:
    """Does a document hold as many items as when it was read, so that none is lost unseen?"""
    assert sum(found.document == slug for found in ITEMS) == items
    assert sum(silence.document == slug for silence in SILENCES) == silences


def test_silence_has_a_reason_of_one_word() -> None:
    """Is every passage that asserts nothing excused by one of few words?"""
    reasons = {"footnote", "heading", "metadata", "motivation", "notation", "pointer", "reference", "setup"}
    assert {silence.reason for silence in SILENCES} == reasons


@pytest.mark.parametrize(
    ("id", "kind", "line"),
    [
        ("noisy_top_k.eq2", Kind.EQUATION, 20),
        ("report_noisy_max_gumbel.lemma_3_2.step_3", Kind.STEP, 187),
        ("report_noisy_max_gumbel.privacy.step_9", Kind.STEP, 203),
        ("noisy_top_k.listing.L29", Kind.LISTING, 98),
        ("noisy_top_k.prose.underflow", Kind.PROSE, 32),
        ("range_divergence.definition_1_2", Kind.DEFINITION, 59),
        ("range_divergence.precondition.caller.privacy_map.d_in", Kind.PRECONDITION, 26),
        ("zero_concentrated_divergence.theorem_1_1", Kind.THEOREM, 51),
        ("exponential_candidates_gumbel.lemma_4_1", Kind.LEMMA, 119),
        ("report_noisy_max_gumbel.postcondition.2", Kind.POSTCONDITION, 169),
    ],
)
def test_known_items_stand_where_they_are_printed(id: str, kind: Kind, line: int) -> None:
    """Is one item of each kind found on the line where a reader finds it?"""
    assert (item(id).kind, item(id).line) == (kind, line)


def test_listing_lines_are_the_printed_numbers() -> None:
    """Are the numbers those of the listing, without its blank lines?"""
    assert listing_lines("range_divergence") == (1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 14, 15, 17)
    assert [listing_lines(document.slug)[-1] for document in DOCUMENTS] == [51, 17, 17, 17, 44]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.slug)
def test_a_dropped_or_an_extra_statement_is_a_gap(document: Document) -> None:
    """Is an item without a statement reported, and a statement without an item?"""
    slug, rows, statements = document.slug, document.rows, document.statements
    assert len(join(slug, rows, statements)) == len(rows)
    dropped = {name: said for name, said in statements.items() if name != "listing.L1"}
    with pytest.raises(CatalogueGap, match=rf"^{slug}: no statement of listing\.L1$"):
        join(slug, rows, dropped)
    with pytest.raises(CatalogueGap, match=rf"^{slug}: a statement of eq0, which is no item$"):
        join(slug, rows, {**statements, "eq0": "0 = 0"})


# The texts, where they are at hand


def test_the_skeleton_is_what_the_texts_hold(tmp_path: Path) -> None:
    """Is the committed skeleton, byte for byte, what the generator writes from the texts?"""
    folder = str(texts())
    assert main(["--texts", folder, "--check"]) == 0
    assert main(["--texts", folder], tmp_path) == 0
    for document in DOCUMENTS:
        written = tmp_path / document.slug / "skeleton.py"
        assert written.read_bytes() == (ROOT / "spec" / "documents" / document.slug / "skeleton.py").read_bytes()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.slug)
def test_one_letter_of_a_text_matters(document: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is each text refused when one letter of it is another?"""
    shutil.copytree(texts(), tmp_path / "texts")
    path = tmp_path / "texts" / document.file
    path.chmod(0o600)
    path.write_bytes(path.read_bytes().replace(b"Gumbel", b"Bumgel", 1).replace(b"Michael", b"Micheal", 1))
    assert main(["--texts", str(path.parent)], tmp_path) == 2
    assert capsys.readouterr().err.startswith(f"{path}: error: this is not the text")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.slug)
def test_an_altered_sentence_of_a_document_has_no_name(document: Document, tmp_path: Path) -> None:
    """Were its digest accepted, would a text with one more sentence still fail to be accounted for?"""
    text = (texts() / document.file).read_text(encoding="utf-8")
    heading = next(line for line in text.split("\n") if "Hoare Triple" in line or "Introduction" in line)
    altered = text.replace(heading, f"{heading}\n\nOne thing more.")
    path = tmp_path / document.file
    path.write_text(altered, encoding="utf-8")
    accepted = replace(document, digest=hashlib.sha256(altered.encode()).hexdigest())
    with pytest.raises(TextError, match=f"sentence {digest('One thing more.')} has no name here"):
        read(accepted, path, SENTENCES[document.slug])


def test_nothing_is_copied_from_the_texts() -> None:
    """Does no restatement share eight words in a row with the document it restates?"""
    folder = texts()
    printed = {document.slug: (folder / document.file).read_text(encoding="utf-8") for document in DOCUMENTS}
    copied = {found.id: shared_run(found.statement, printed[found.document]) for found in ITEMS}
    assert {id: run for id, run in copied.items() if run} == {}


def test_a_copied_sentence_is_noticed() -> None:
    """Is a run of eight words found, however it is punctuated, and a run of seven let pass?"""
    text = "The quick brown fox jumps\nover the lazy dog, $x$ or not."
    assert shared_run("Quick, brown: fox jumps over the lazy dog", text) == "quick brown fox jumps over the lazy dog"
    assert shared_run("a quick brown fox jumps over the lazy cat", text) == ""
