"""Does a place that a user names lead to the claims there, or else say what is nearest?"""

import pytest

from proofs.audit.functions import functions_in
from proofs.audit.listings import departures, markers_in, transcribed_at
from proofs.audit.lookup import Found, NoClaim, is_place, look_up
from proofs.audit.nearest import UnknownName, nearest
from proofs.audit.source_index import ROOT, SourceIndex
from proofs.contents import ledger
from spec.documents import DOCUMENTS, ITEMS, listing_lines


@pytest.fixture(scope="module")
def index() -> SourceIndex:
    """The source behind the real ledger."""
    return SourceIndex(ledger())


def line_of(file: str, text: str) -> int:
    """The number of the first line that has this text."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


@pytest.mark.parametrize("name", ["noisy_top_k", "004", "004_96f5bc4303b214ba.txt"])
def test_a_line_of_a_document(index: SourceIndex, name: str) -> None:
    """Does a document's line, by each of its names, lead to all that is stated there?"""
    assert look_up(index, f"{name}:104") == Found("004_96f5bc4303b214ba.txt:104", ("noisy_top_k.listing.L35",))
    assert look_up(index, f"{name}:14").claims == (
        "noisy_top_k.prose.same_purpose",
        "noisy_top_k.prose.naive_law",
        "noisy_top_k.prose.inverse_transform",
    )


def test_every_item_is_at_its_line(index: SourceIndex) -> None:
    """Does the line of each catalogued item lead to it?"""
    for item in ITEMS:
        assert item.id in look_up(index, f"{item.document}:{item.line}").claims


def test_a_line_of_a_sound_mechanism(index: SourceIndex) -> None:
    """Do the markers of a line lead to the listing and the errata, and its function to what is promised?"""
    line = line_of("impl/noisy_top_k.py", "# L35 L36")
    found = look_up(index, f"impl/noisy_top_k.py:{line}")
    assert found.claims == ("noisy_top_k.listing.L35", "noisy_top_k.listing.L36")
    assert found.function == "make_noisy_top_k"
    assert found.promised[0] == "noisy_top_k.theorem_2_1"
    assert "make_noisy_top_k.max_divergence.privacy" in found.promised
    assert found.departures == ()
    line = line_of("impl/range_divergence.py", "# L17 E2")
    found = look_up(index, f"impl/range_divergence.py:{line}")
    assert found.claims == ("range_divergence.listing.L17",)
    assert (found.function, found.departures) == (
        "RangeDivergence.privacy_map",
        ("range_divergence.range_does_not_add",),
    )


@pytest.mark.parametrize(
    ("file", "text", "function", "promised"),
    [
        ("impl/permute_and_flip.py", "left = 0", "permute_and_flip", "permute_and_flip.law"),
        ("impl/directed.py", "def inf_add", "inf_add", "directed.inf_add"),
        ("impl/range_divergence.py", "noisy = tuple", "RangeDivergence.noisy_top_k", "RangeDivergence.law"),
        ("impl/max_divergence.py", "y = tuple", "TopKMeasure.noisy_top_k", "make_noisy_top_k.max_divergence.privacy"),
        ("impl/peeling.py", "remaining = tuple", "peel", "peeling.code"),
        ("spec/noisy_top_k.py", "def measurement_is", "make_noisy_top_k", "make_noisy_top_k.max_divergence.privacy"),
        ("spec/permute_and_flip.py", "PERMUTE_AND_FLIP = ", "permute_and_flip", "permute_and_flip.law"),
    ],
)
def test_a_line_of_a_function(index: SourceIndex, file: str, text: str, function: str, promised: str) -> None:
    """Does a line that belongs to a triple lead to the claims on its function?"""
    found = look_up(index, f"{file}:{line_of(file, text)}")
    assert function in found.function.split(", ")
    assert promised in found.promised


@pytest.mark.parametrize(
    ("file", "text", "claim"),
    [
        ("impl/published/noisy_top_k.py", "# L35", "noisy_top_k.listing.L35"),
        ("spec/documents/noisy_top_k/statements.py", '"proof.composition"', "noisy_top_k.proof.composition"),
        ("spec/documents/noisy_top_k/skeleton.py", '"listing.L35"', "noisy_top_k.listing.L35"),
        ("spec/documents/noisy_top_k/formulas.py", '"eq3"', "noisy_top_k.eq3"),
        (
            "proofs/documents/report_noisy_max_gumbel/privacy.py",
            "the four lines together",
            "report_noisy_max_gumbel.lemma_3_2",
        ),
        ("proofs/documents/noisy_top_k/errata/text.py", "d_out is on line 35", "noisy_top_k.listing.L35"),
        (
            "proofs/mechanisms/contracts/space.py",
            "def range_distance_is_at_most_twice_linf",
            "contracts.space.range_distance_is_at_most_twice_linf",
        ),
    ],
)
def test_a_line_that_states_or_proves(index: SourceIndex, file: str, text: str, claim: str) -> None:
    """Does a line of a statement, a proof, an erratum or a harness lead to its claim?"""
    assert claim in look_up(index, f"{file}:{line_of(file, text)}").claims


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        (
            "004:99999",
            "nothing is claimed at 004_96f5bc4303b214ba.txt:99999; nearest: noisy_top_k.proof.composition (line",
        ),
        ("noisy_top_k:0", "004_96f5bc4303b214ba.txt:0; nearest: noisy_top_k.prose.selects_greatest (line 10), "),
        ("004:3", "nothing is claimed at 004_96f5bc4303b214ba.txt:3 (metadata); nearest: "),
        ("004", "'004' is no place: a place is a document or a file, a colon, and the number of a line"),
        ("004:", "'004:' is no place"),
        ("004:x", "'004:x' is no place"),
        ("004:-1", "'004:-1' is no place"),
        ("004:1.5", "'004:1.5' is no place"),
        (f"004:{'9' * 5000}", "is no place"),
        (":5", "':5' is no place"),
        ("005:5", "there is no document and no file '005'; close: 00"),
        ("noisy_topk:5", "there is no document and no file 'noisy_topk'; close: noisy_top_k, "),
        ("impl/none.py:3", "there is no document and no file 'impl/none.py'; close: impl/"),
        (f"{'a' * 5000}.py:3", "there is no document and no file "),
        ("impl:3", "impl is a folder: name a file and a line of it"),
        ("impl/noisy_top_k.py", "'impl/noisy_top_k.py' is no place"),
        ("impl/noisy_top_k.py:0", "impl/noisy_top_k.py has "),
        ("impl/noisy_top_k.py:800", "lines, and no line 800"),
        ("impl/noisy_top_k.py:2", "nothing is claimed at impl/noisy_top_k.py:2; nearest: "),
        ("impl/__init__.py:1", "nothing is claimed in impl/__init__.py; files with claims: "),
        ("proofs/command/law.py:3", "nothing is claimed in proofs/command/law.py; files with claims: proofs/"),
        (
            "pyproject.toml:1",
            "nothing is claimed in pyproject.toml: claims stand in the documents, spec, impl and proofs",
        ),
        ("tests/conftest.py:1", "nothing is claimed in tests/conftest.py: "),
        ("/dev/null/x:1", "there is no document and no file '/dev/null/x'; close: "),
    ],
)
def test_a_place_without_a_claim(index: SourceIndex, place: str, complaint: str) -> None:
    """Is what is wrong with a place told in one line, with what is nearest where something is?"""
    assert is_place(place)
    with pytest.raises(NoClaim) as refused:
        look_up(index, place)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_ids_are_no_places() -> None:
    """Can no id of a claim or an erratum, and no name of a mechanism, be taken for a place?"""
    known = ledger()
    assert not any(map(is_place, (*known.claims, *known.errata, "noisy_top_k")))


@pytest.mark.parametrize("slug", [document.slug for document in DOCUMENTS])
def test_every_printed_line_is_transcribed_somewhere(slug: str) -> None:
    """Does each line of a listing lead to exactly one line as printed; and do most to a line of the sound mechanism?"""
    lines = [transcribed_at(slug, f"L{number}") for number in listing_lines(slug)]
    assert all(len(as_printed) == 1 for as_printed, _ in lines)
    assert sum(bool(sound) for _, sound in lines) >= 0.8 * len(lines)


def test_markers_are_read_at_the_end_of_a_line() -> None:
    """Are printed lines and departures told apart, and are departures those of the document?"""
    line = line_of("impl/report_noisy_max_gumbel.py", "# L24 E4")
    assert markers_in("impl/report_noisy_max_gumbel.py")[line] == ("L24", "E4")
    assert departures("report_noisy_max_gumbel", ("L24", "E4")) == ("report_noisy_max_gumbel.infinite_score",)
    assert markers_in("impl/permute_and_flip.py") == {}


def test_functions_of_a_file(index: SourceIndex) -> None:
    """Are a function, its decorators and the method that overrides another found with their triples?"""
    (function,) = functions_in(index.ledger, "impl/permute_and_flip.py")
    text = (ROOT / "impl/permute_and_flip.py").read_text(encoding="utf-8").splitlines()
    assert text[function.lines.first - 1] == "@PERMUTE_AND_FLIP"
    assert function.lines.last == len(text)
    names = [function.name for function in functions_in(index.ledger, "impl/max_divergence.py")]
    assert names == ["TopKMeasure.noisy_top_k", "TopKMeasure.privacy_map"]


def test_the_nearest_names() -> None:
    """Is the nearest name first, by itself or by its last part, and is there one whatever is asked for?"""
    known = ["paper.lemma_3_2", "paper.lemma_3_1", "toy.law"]
    assert nearest("lemma_3_2", known)[0] == "paper.lemma_3_2"
    assert nearest("toi.law", known, 1) == ["toy.law"]
    assert len(nearest("?", known)) == 3
    assert str(UnknownName("toy.lw", ["toy.law"])) == "nothing is called 'toy.lw'; close: toy.law"
    assert str(UnknownName("toy.lw", [])) == "nothing is called 'toy.lw'"
