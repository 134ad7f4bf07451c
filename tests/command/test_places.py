"""Can a line of a document or of the source be followed to its verdict with `explain` and `trace` alone?"""

import re

import pytest

from proofs.command import main
from proofs.command.foundations import roots_of
from proofs.contents import ledger

pytestmark = pytest.mark.usefixtures("in_this_process", "built_once")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is reported, on one line, of arguments that are in order."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return " ".join(out.split())


def test_a_line_of_a_listing(capsys: pytest.CaptureFixture[str]) -> None:
    """Line 35 of document 004: its transcriptions, its erratum, what the document and the triple say of it?"""
    out = told(capsys, "explain", "004:104")
    assert out.startswith("noisy_top_k.listing.L35 TRANSCRIBED")
    assert "listing line, 004_96f5bc4303b214ba.txt:104 line 35 of the listing" in out
    assert re.search(
        r"as printed: impl/published/noisy_top_k\.py:\d+ # # L35 sound: impl/noisy_top_k\.py:\d+ return", out
    )
    assert "erratum: noisymax errata noisy_top_k.line_35 typo: d_out is on line 35; true is: it is on line 36" in out
    assert re.search(r"witness at proofs/documents/noisy_top_k/errata\S*\.py:\d+", out)
    assert "the document speaks of this line in (verdicts as accepted): noisy_top_k.proof.composition" in out
    assert "claimed of make_noisy_top_k (verdicts as accepted): noisy_top_k.theorem_2_1" in out
    assert "make_noisy_top_k.max_divergence.privacy" in out


def test_a_lemma(capsys: pytest.CaptureFixture[str]) -> None:
    """Lemma 3.2 of document 000: in words and as a formula, where it is proved, each step, and who uses it?"""
    out = told(capsys, "explain", "report_noisy_max_gumbel:183")
    assert out[:400] == told(capsys, "explain", "report_noisy_max_gumbel.lemma_3_2")[:400]
    assert "x, x' in input_domain ⟹ ln(Σ_i exp(ε x'_i/Δ)" in out
    assert "for Δ > 0, ε > 0: ln((Σ_i exp(ε·x'_i/Δ))/(Σ_i exp(ε·x_i/Δ))) ≤ ε·(max_j (x'_j - x_j))/Δ" in out
    assert "lemma, 000_a5a91874d004951b.txt:183" in out
    assert re.search(r"proved at proofs/documents/report_noisy_max_gumbel/\w+\.py:\d+", out)
    assert "PROVED z3: the negation is unsat" in out
    assert "used by: report_noisy_max_gumbel.privacy.step_7" in out


def test_several_claims_at_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Is each of them explained, and what is claimed of their function once?"""
    place = re.search(r"sound: (\S+)", told(capsys, "explain", "004:104"))
    assert place is not None
    out = told(capsys, "explain", place[1])
    assert out.startswith("noisy_top_k.listing.L35 TRANSCRIBED")
    assert " noisy_top_k.listing.L36 TRANSCRIBED" in out
    assert out.count("claimed of make_noisy_top_k") == 1


def test_a_line_that_departs(capsys: pytest.CaptureFixture[str]) -> None:
    """Are the errata shown for which a line of a sound mechanism departs from the listing?"""
    place = re.search(r"sound: (\S+)", told(capsys, "explain", "range_divergence.listing.L17"))
    assert place is not None
    out = told(capsys, "explain", place[1])
    departs = f"{place[1]} departs from the printed line: noisymax errata range_divergence.range_does_not_add"
    assert departs in out


def test_a_function_and_a_mechanism(capsys: pytest.CaptureFixture[str]) -> None:
    """Does a line without a printed one, or the name of a mechanism, lead to what is claimed of the function?"""
    by_line = told(capsys, "explain", "impl/permute_and_flip.py:25")
    assert by_line == told(capsys, "explain", "permute_and_flip")
    assert by_line.startswith("claimed of permute_and_flip (verdicts as accepted): ")
    assert " permute_and_flip.law " in by_line


def test_a_false_statement_leads_to_its_repair(capsys: pytest.CaptureFixture[str]) -> None:
    """Is the repaired claim named, and its explanation to be had?"""
    out = told(capsys, "explain", "exponential_candidates_gumbel.lemma_4_1")
    assert "repaired: noisymax explain exponential_candidates_gumbel.repaired.lemma_4_1" in out
    repaired = told(capsys, "explain", "exponential_candidates_gumbel.repaired.lemma_4_1")
    assert re.search(r", proofs/documents/exponential_candidates_gumbel/\w+\.py:\d+ proved at proofs/", repaired)


def test_what_is_traced() -> None:
    """Does a place stand for the claims there, and a line of a mechanism for its privacy?"""
    real = ledger()
    assert roots_of(real, "000:183") == ["report_noisy_max_gumbel.lemma_3_2"]
    assert set(roots_of(real, "impl/noisy_top_k.py:80")) == set(roots_of(real, "noisy_top_k"))
    assert "sample_bernoulli_exp.law" in roots_of(real, "impl/samplers.py:75")
    assert roots_of(real, "impl/published/noisy_top_k.py:60") == ["noisy_top_k.listing.L35"]


@pytest.mark.parametrize("command", ["explain", "trace"])
@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        (
            "004:99999",
            "nothing is claimed at 004_96f5bc4303b214ba.txt:99999; nearest: noisy_top_k.proof.composition (line ",
        ),
        ("004:", "'004:' is no place"),
        ("impl/none.py:3", "there is no document and no file 'impl/none.py'; close: "),
        ("impl:1", "impl is a folder: name a file and a line of it"),
        (
            "report_noisy_max_gumbel.lemma_3_3",
            "nothing is called 'report_noisy_max_gumbel.lemma_3_3'; close: report_noisy_max_gumbel.lemma_",
        ),
    ],
)
def test_bad_places_are_one_line(capsys: pytest.CaptureFixture[str], command: str, place: str, complaint: str) -> None:
    """Is a place that holds no claim, or is none, one line with what is nearest, and exit code 2?"""
    assert main([command, place]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("noisymax: error: ")
    assert complaint in err


def test_an_erratum_is_no_claim(capsys: pytest.CaptureFixture[str]) -> None:
    """Does the id of an erratum lead to the command that shows it?"""
    assert main(["explain", "noisy_top_k.line_35"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "noisymax: error: noisy_top_k.line_35 is an erratum: noisymax errata noisy_top_k.line_35"
