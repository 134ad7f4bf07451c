"""Is the place of every claim found in the documents and in our sources, and never typed?"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from proofs.audit.places import find, origin
from proofs.audit.source_index import SourceIndex
from proofs.contents import ledger
from spec.documents import ITEMS
from spec.logic.claim import Claim
from tests.support import toy_ledgers

ROOT = Path(__file__).resolve().parents[2]


def test_every_claim_has_a_place() -> None:
    """Is a document's item placed at its line, and a claim of ours at the call in our sources that states it?"""
    assert "where" not in {field.name for field in fields(Claim)}
    index = SourceIndex(ledger())
    places = {claim.id: index.where(claim) for claim in index.ledger.claims.values()}
    for item in ITEMS:
        assert re.fullmatch(rf"\d{{3}}_[0-9a-f]{{16}}\.txt:{item.line}", places.pop(item.id))
    assert places
    for name, place in places.items():
        file, _, line = place.partition(":")
        stating = (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert re.search(r"\w\(", stating), f"{name} is not stated at {place}"


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
