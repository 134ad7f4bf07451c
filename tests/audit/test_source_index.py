"""Do claims, proofs and errata know the lines that make them, and do the lines lead back to the claims?"""

from pathlib import Path

import pytest

from proofs.audit import source_index
from proofs.audit.source_index import Lines, SourceIndex, source
from proofs.contents import ledger
from proofs.engine.ledger.ledger import Chapter, Ledger
from spec.documents import ITEMS
from spec.logic.source import calls_under_way

PLANTED = """
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Erratum, Proof, Refutation, Severity, Step
from spec.logic.claim import Claim, Kind
from tests.support.toy_ledgers import PROVED

def stated(name):
    return Claim(name, Kind.LEMMA, "so it is", "paper")

def proved(name):
    return Proof(
        name, (Step("so it is", "plainly", PROVED),)
    )

ONE = stated("toy.one")
TWO = stated(
    "toy.two",
)
MANY = tuple(stated(f"toy.many_{i}") for i in range(3))
SLIP = Erratum("toy.slip", "paper", ("toy.two",), Severity.TYPO, "a", "b", "c", str)
PROOFS = [
    proved("toy.one"),
    proved("toy.one"),
    *(proved(claim.id) for claim in MANY),
]
WRONG = Refutation("toy.two", "toy.slip")

def law():
    assert True

LEDGER = Ledger([Chapter((ONE, TWO, *MANY, stated("toy.law"), stated("other.law")), tuple(PROOFS), (WRONG,), (SLIP,))])
"""


@pytest.fixture(scope="module")
def real() -> SourceIndex:
    """The source behind the real ledger."""
    return SourceIndex(ledger())


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SourceIndex:
    """The source behind a ledger of a file of its own."""
    file = tmp_path / "proofs" / "toy.py"
    file.parent.mkdir()
    file.write_text(PLANTED, encoding="utf-8")
    monkeypatch.setattr(source_index, "ROOT", tmp_path)
    source.cache_clear()
    names: dict[str, Ledger] = {}
    exec(compile(PLANTED, str(file), "exec"), names)
    return SourceIndex(names["LEDGER"])


def at(text: str) -> int:
    """The number of the planted line that begins so."""
    return next(n for n, line in enumerate(PLANTED.splitlines(), start=1) if line.startswith(text))


def test_a_claim_is_placed_where_it_is_stated(planted: SourceIndex) -> None:
    """Is a claim placed at the call that makes it alone, whatever makes others too?"""
    line = at("ONE")
    assert planted.stated("toy.one") == Lines("proofs/toy.py", line, line)
    assert planted.stated("toy.two") == Lines("proofs/toy.py", at("TWO"), at("TWO") + 2)
    assert {planted.stated(f"toy.many_{i}") for i in range(3)} == {Lines("proofs/toy.py", at("MANY"), at("MANY"))}
    assert [lines.first for lines in planted.proved("toy.one")] == [at("PROOFS") + 1, at("PROOFS") + 2]
    assert planted.files() == ["proofs/toy.py"]


def test_whatever_has_a_name_has_a_place_to_look_at(planted: SourceIndex) -> None:
    """Is it the proof, else the witness, else the statement; and nothing for a name that is not known?"""
    for name, line in (
        ("toy.one", at("PROOFS") + 1),
        ("toy.two", at("SLIP")),
        ("toy.slip", at("SLIP")),
        ("toy.law", at("LEDGER")),
    ):
        found = planted.place(name)
        assert found is not None
        assert found.start == f"proofs/toy.py:{line}"
    assert planted.place("toy.nothing") is None
    assert [lines.first for lines in planted.refuted("toy.two")] == [at("WRONG")]


def test_a_file_is_read_back(planted: SourceIndex) -> None:
    """Do the lines of a file lead to what they state, prove and refute, and a function to the claim of its name?"""
    found = {(entry.lines.first, entry.claims) for entry in planted.entries("proofs/toy.py")}
    assert (at("ONE"), ("toy.one",)) in found
    assert (at("MANY"), tuple(f"toy.many_{i}" for i in range(3))) in found
    assert (at("SLIP"), ("toy.two",)) in found
    assert (at("WRONG"), ("toy.two",)) in found
    assert (at("def law"), ("toy.law",)) in found


def test_what_is_made_elsewhere_has_no_place() -> None:
    """Is a claim that a test makes placed at its document, and not in the tests?"""
    from tests.support.toy_ledgers import sound

    index = SourceIndex(sound())
    assert index.files() == []
    assert index.where(index.ledger.claims["paper.eq1"]) == "paper"
    assert index.where(index.ledger.claims["toy.law"]) == ""


def test_calls_end_at_a_module() -> None:
    """Are calls listed from the innermost, and generated code left out?"""
    made: dict[str, object] = {}
    text = "from dataclasses import dataclass, field\nfrom spec.logic.source import calls_under_way as calls\n"
    text += "@dataclass\nclass Made:\n    by: object = field(default_factory=calls)\ndef make():\n    return Made()\n\n"
    exec(compile(f"{text}made = make(\n)\n", "planted.py", "exec"), made)
    calls = made["made"].by  # type: ignore[attr-defined]
    assert [(call.code.co_name, call.lines) for call in calls] == [("make", (7, 7)), ("<module>", (9, 10))]
    assert calls_under_way()[0].code.co_name == "test_calls_end_at_a_module"


def test_every_proof_is_found_where_it_stands(real: SourceIndex) -> None:
    """Does the first line of every proof and of every statement of ours lead back to its claim?"""
    entries = {file: real.entries(file) for file in real.files()}
    assert len(entries) > 40
    items = {item.id for item in ITEMS}
    for claim in real.ledger.claims:
        stated = real.stated(claim)
        assert stated is not None
        for lines in (*real.proved(claim), *real.refuted(claim), *([] if claim in items else [stated])):
            assert lines.file.startswith(("proofs/", "spec/"))
            here = [entry for entry in entries[lines.file] if entry.lines == lines]
            assert any(claim in entry.claims for entry in here), f"{lines.start} does not lead to {claim}"


def test_an_empty_ledger_has_no_source() -> None:
    """Is there nothing to find where nothing is claimed?"""
    assert SourceIndex(Ledger([Chapter()])).files() == []
