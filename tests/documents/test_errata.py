"""Does every erratum still show its defect, where it says, in our own words?"""

import re

import pytest

from proofs.contents import ledger
from proofs.documents.exponential_candidates_gumbel import errata as exponential
from proofs.documents.noisy_top_k import errata as top_k
from proofs.documents.range_divergence import errata as ranges
from proofs.documents.report_noisy_max_gumbel import errata as report
from proofs.documents.shared_sections.errata.trick import minus_lambda
from proofs.documents.transcription import FOLDER
from proofs.documents.zero_concentrated_divergence import errata as concentrated
from proofs.engine.ledger.model import Erratum, Witnessed, WitnessGone
from proofs.engine.ledger.status import Status
from spec.documents import DOCUMENTS, ITEMS, item
from spec.logic.claim import Kind

DOCUMENTED = {
    "report_noisy_max_gumbel": report,
    "range_divergence": ranges,
    "zero_concentrated_divergence": concentrated,
    "exponential_candidates_gumbel": exponential,
    "noisy_top_k": top_k,
}
ERRATA = tuple(erratum for module in DOCUMENTED.values() for erratum in module.ERRATA)


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_witness_shows_its_defect(erratum: Erratum) -> None:
    """Does the witness run, and tell the defect in one line?"""
    told = erratum.witness()
    assert told
    assert "\n" not in told


def test_ids_are_unique_and_are_not_those_of_claims() -> None:
    """Does an id name one erratum, of its own document, and never a claim as well?"""
    ids = [erratum.id for erratum in ERRATA]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {found.id for found in ITEMS}
    assert all(re.fullmatch(rf"{erratum.document}\.[a-z0-9_]+", erratum.id) for erratum in ERRATA)
    assert {erratum.document for erratum in ERRATA} == {document.slug for document in DOCUMENTS}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_place_exists(erratum: Erratum) -> None:
    """Is each cited claim one of the catalogue, and one of them of the erratum's own document?"""
    assert len(set(erratum.where)) == len(erratum.where)
    assert erratum.document in {item(place).document for place in erratum.where}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_erratum_is_told_in_our_own_words(erratum: Erratum) -> None:
    """Are what is said, what is true and the repair three different lines?"""
    told = (erratum.says, erratum.truth, erratum.repair)
    assert len(set(told)) == 3
    assert all(text == " ".join(text.split()) for text in told)
    assert all(text and not text.endswith(".") for text in told)


def test_what_is_false_is_what_the_erratum_is_about() -> None:
    """Does every refuted statement stand among the places of its erratum, and is none of them a listing line?"""
    false = {(erratum.id, claim) for erratum in ERRATA for claim in erratum.refutes}
    assert false
    by_id = {erratum.id: erratum for erratum in ERRATA}
    refutations = {(refutation.erratum, claim) for claim, found in ledger().refutations.items() for refutation in found}
    assert false < refutations
    for erratum, claim in refutations:
        assert item(claim).document == by_id[erratum].document
        assert item(claim).kind is not Kind.LISTING
    assert all(claim in by_id[erratum].where for erratum, claim in false)


def test_each_document_has_its_errata_in_one_place() -> None:
    """Are the errata of a document those of its own folder, and in the ledger as they are there?"""
    for slug, module in DOCUMENTED.items():
        assert {erratum.document for erratum in module.ERRATA} == {slug}
    assert tuple(ledger().errata.values()) == ERRATA


def departures(source: str) -> set[int]:
    """The numbers of the errata by which a sound mechanism departs from its listing."""
    marked = re.findall(r"# [^#\n]*$", source, re.MULTILINE)
    return {int(number) for comment in marked for number in re.findall(r"\bE([1-9]\d*)\b", comment)}


@pytest.mark.parametrize("slug", [document.slug for document in DOCUMENTS])
def test_every_departure_has_its_errata(slug: str) -> None:
    """Is each `# E<n>` of a sound mechanism a number in the list, and each number in use?"""
    source = (FOLDER.parent / f"{slug}.py").read_text("utf-8")
    assert departures(source) == set(range(1, len(DOCUMENTED[slug].DEPARTURES) + 1))
    assert {id for ids in DOCUMENTED[slug].DEPARTURES for id in ids} <= {erratum.id for erratum in ERRATA}


def test_departures_are_read_off_the_markers() -> None:
    """Are numbers found at the end of lines only, alone or beside other markers?"""
    assert departures("x = E7  # L3 E1\ny = 1  # E2\nz = 2  # L4 E3 E4\n") == {1, 2, 3, 4}


def test_a_witness_refutes_until_it_is_gone() -> None:
    """Is the finding REFUTED with the witness, and OPEN once there is none?"""

    def gone() -> str:
        raise WitnessGone("repaired")

    assert Witnessed(minus_lambda).run("").status is Status.REFUTED
    assert Witnessed(gone).run("").status is Status.OPEN
