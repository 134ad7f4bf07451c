"""Does a certificate stand only for the files and the source that it was written for?"""

import json
import shutil
from pathlib import Path

import pytest

from proofs.kernel.building import ALLOWED, VERSION, Theorem
from proofs.kernel.certificate import RENEW, Certificate, certify, check, emitted, load
from proofs.kernel.changes import Change
from proofs.kernel.development import KernelError, read
from proofs.kernel.planting import planted
from proofs.kernel.translator import COQ, translate
from tests.kernel.toys import ROOT

CLASSIC = "Classical_Prop.classic"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A certificate of the files as they are, of one theorem."""
    return write(tmp_path / "certificate.json", certify(read(), {"t": Theorem("0 = 0", (CLASSIC,))}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the Coq files."""
    shutil.copytree(COQ, tmp_path / "coq", ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    return tmp_path / "coq"


def write(place: Path, certificate: Certificate) -> Path:
    place.write_text(certificate.text(), encoding="utf-8")
    return place


def refused(place: Path, folder: Path = COQ, root: Path = ROOT) -> str:
    with pytest.raises(KernelError) as caught:
        check(root, folder, place)
    return str(caught.value)


def test_the_emitted_files_are_byte_identical_on_retranslation() -> None:
    """Are the committed files what the translator makes of the present source?"""
    for name, text in translate(ROOT).items():
        assert (COQ / f"{name}.v").read_text(encoding="utf-8") == text, name
    assert emitted() == translate(ROOT)


def test_the_committed_certificate_stands() -> None:
    """Is the certificate of the project about the files and the source that are here, and are its axioms allowed?"""
    found = check()
    assert set(found.theorems) == set(read().theorems)
    assert found.coq == VERSION
    assert all(set(theorem.axioms) <= ALLOWED for theorem in found.theorems.values())


def test_a_fresh_certificate_stands(place: Path) -> None:
    """Does a certificate of the present files pass, and come back as it was written?"""
    assert check(ROOT, COQ, place).text() == place.read_text(encoding="utf-8")


def test_a_changed_coq_file_makes_it_stale(place: Path, folder: Path) -> None:
    """Is a certificate refused as soon as a Coq file differs, by a comment even?"""
    file = folder / "Proofs.v"
    file.write_text(file.read_text(encoding="utf-8") + "(* later *)\n", encoding="utf-8")
    assert refused(place, folder) == f"certificate.json: error: not about Proofs.v as it is: {RENEW}"


def test_a_changed_line_of_python_makes_it_stale(place: Path, tmp_path: Path) -> None:
    """Is a certificate refused as soon as a translated line of Python differs?"""
    planted([Change("impl/peeling.py", (("if index <= place:", "if index < place:"),))], ROOT, tmp_path / "source")
    said = refused(place, COQ, tmp_path / "source")
    assert said.startswith("proofs/kernel/coq/EmittedSelection.v:")
    assert said.endswith("not what the Python source says: run python -m proofs.kernel.translator and prove it again")


def test_python_outside_the_subset_makes_it_stale(place: Path, tmp_path: Path) -> None:
    """Does the translator's refusal come through, with its line?"""
    planted([Change("impl/peeling.py", (("sorted(removed)", "set(removed)"),))], ROOT, tmp_path / "source")
    assert refused(place, COQ, tmp_path / "source").startswith(
        "impl/peeling.py:34: error: builtins.set is not translated"
    )


def test_a_missing_emitted_file_is_said(place: Path, folder: Path) -> None:
    """Is an emitted file that is not there missed?"""
    (folder / "EmittedGumbel.v").unlink()
    assert refused(place, folder).startswith(
        "proofs/kernel/coq/EmittedGumbel.v:1: error: not what the Python source says"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"coq": "8.16.1", "files": [], "theorems": {}}',
        '{"coq": "8.16.1", "files": {}, "theorems": {"t": {}}}',
    ],
)
def test_a_corrupt_certificate_is_refused(text: str, tmp_path: Path) -> None:
    """Is what is not a certificate told from one?"""
    place = tmp_path / "certificate.json"
    place.write_text(text, encoding="utf-8")
    assert refused(place) == f"certificate.json: error: not a certificate: {RENEW}"


def test_a_certificate_with_more_in_it_is_refused(place: Path) -> None:
    """Is an unknown entry not passed over?"""
    raw = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps({**raw, "more": 1}), encoding="utf-8")
    assert refused(place) == f"certificate.json: error: not a certificate: {RENEW}"


def test_no_certificate_is_said(tmp_path: Path) -> None:
    """Is there one line that says what to do where there is no certificate?"""
    assert refused(tmp_path / "certificate.json") == f"certificate.json: error: not there: {RENEW}"


def test_a_certificate_by_another_coq_is_refused(place: Path) -> None:
    """Is the version of Coq part of what is certified?"""
    write(place, Certificate("8.20.0", load(place).files, load(place).theorems))
    assert refused(place) == f"certificate.json: error: by Coq 8.20.0, not {VERSION}: {RENEW}"


def test_an_axiom_outside_the_list_is_refused(place: Path) -> None:
    """Is a theorem that rests on something else than the classical reals refused, even by a certificate?"""
    write(place, Certificate(VERSION, load(place).files, {"t": Theorem("0 = 1", ("Proofs.cheat",))}))
    assert refused(place) == "certificate.json: error: t rests on Proofs.cheat: prove it"
