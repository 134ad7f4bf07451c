"""Does the comparison with Coq ask about every emitted function, and would it notice a wrong answer?"""

import re
import shutil
from pathlib import Path

import pytest

from impl import gumbel
from proofs.kernel import literals
from proofs.kernel.building import Stopped, compile_file
from proofs.kernel.tapes import collect
from spec.errors import EntropyExhausted

ASKED = [
    "sample_uniform_uint_below",
    "sample_bernoulli_rational",
    "sample_bernoulli_exp1",
    "sample_bernoulli_exp",
    "permute_and_flip",
    "peel",
    "greater_than",
    "gumbel_top_k",
    "gumbel_max",
    "inf_cast",
    "inf_add",
    "inf_mul",
    "inf_div",
    "inf_powi",
    "LInfDistance_close",
    "RangeDistance_close",
    "exact",
    "make_noisy_top_k",
    "make_report_noisy_max_gumbel",
    "make_base_exponential_candidates_gumbel",
    "Measurement_map",
    "Measurement_invoke",
    "exponential_mechanism",
    "VectorDomain_check",
    "check_natural",
    "checked_scale",
    "RangeDivergence_privacy_map",
    "tight_map_of",
]


def test_the_same_seed_asks_the_same() -> None:
    """Are the cases a function of the seed, so that a difference can be found again?"""
    assert collect(5, 2).text() == collect(5, 2).text()
    assert collect(5, 2).text() != collect(6, 2).text()


def test_every_kind_of_code_is_asked_about() -> None:
    """Does each function that users or proofs rely on occur among the cases, with answers and with errors?"""
    tapes = collect(1, 6)
    text = tapes.text()
    for name in ASKED:
        assert re.search(rf"\b{name}\b", text), name
    assert 0 < tapes.answered < tapes.size
    assert tapes.size == len(re.findall(r"(?m)^\(.*\)(?:;|\]\.)$", text)) - len(tapes.enclosed)
    assert "None)" in text
    assert "Error)" in text


def test_what_ball_arithmetic_answers_is_recorded_and_left_alone() -> None:
    """Is the function that was watched the same afterwards?"""
    before = gumbel.standard_gumbel
    tapes = collect(3, 3)
    assert gumbel.standard_gumbel is before
    assert tapes.enclosed
    assert all(before(*key) == value for key, value in tapes.enclosed.items())


def test_literals_tell_all_floats_apart() -> None:
    """Are the zeros, the infinities, NaN and the least float written as what they are?"""
    floats = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), 5e-324]
    written = [literals.floating(value) for value in floats]
    assert written[:5] == ["(Fin ((0) # 1)%Q)", "NegZero", "(Inf false)", "(Inf true)", "NaN"]
    assert written[5] == f"(Fin ((1) # {2**1074})%Q)"
    assert literals.text("max") == "[109; 97; 120]"


def test_an_exhausted_tape_is_no_answer() -> None:
    """Is a run that wants more coins than there are an answer of None, and not an error of the comparison?"""
    tapes = collect(1, 1)

    def hungry(draw: object) -> int:
        raise EntropyExhausted

    before = tapes.answered
    tapes.toss("Z", literals.integer, "sample_uniform_uint_below 1", hungry)
    assert tapes.answered == before
    assert tapes.tossed["Z"][-1].endswith(", None)")


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_coq_notices_a_wrong_answer(tmp_path: Path) -> None:
    """Does Coq accept equal lists and stop at unequal ones, by the means that the comparison uses?"""
    for value, good in (("true", True), ("false", False)):
        text = f"Lemma same : {value} = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
        (tmp_path / "Case.v").write_text(text, encoding="utf-8")
        if good:
            compile_file(tmp_path, "Case")
        else:
            with pytest.raises(Stopped):
                compile_file(tmp_path, "Case")
