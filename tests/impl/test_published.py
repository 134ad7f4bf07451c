"""Do the five listings run as they are printed, and does each have the law that it has?"""

import ast
import math
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from impl.draws import SystemDraw, TapeDraw
from impl.permute_and_flip import permute_and_flip
from impl.published.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.range_divergence import RangeDivergence
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.uniform import ln, sample_uniform
from impl.published.vocabulary import (
    AtomDomain,
    GumbelRV,
    LInfDistance,
    MaxDivergence,
    Measurement,
    MethodDomain,
    RangeDistance,
    Refused,
    VectorDomain,
    f64,
    i32,
)
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.transcription import FOLDER
from proofs.engine.enclosure import compare
from proofs.engine.law import Law, at_the_coins, by_contract
from spec.errors import OperandNotFinite, Overflow
from spec.peeling import law_of_peel
from spec.weights import ZERO, ExpRatio, exp_minus

ROOT = Path(__file__).resolve().parents[2]


# Never for use


def leans_on_a_listing(source: str) -> bool:
    """Whether a module imports from the published listings."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(alias.name.startswith("impl.published") for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom):
            imported = [f"{node.module}.{alias.name}" for alias in node.names]
            if any(name.startswith("impl.published") for name in imported):
                return True
    return False


def test_nothing_sound_rests_on_a_published_listing() -> None:
    """Is the package imported by no mechanism, only by proofs and tests?"""
    for room in ("spec", "impl"):
        for path in (ROOT / room).rglob("*.py"):
            assert path.is_relative_to(FOLDER) or not leans_on_a_listing(path.read_text("utf-8")), path


@pytest.mark.parametrize(
    "line",
    ["import impl.published.noisy_top_k", "from impl import published", "from impl.published.vocabulary import f64"],
)
def test_an_import_of_a_listing_is_noticed(line: str) -> None:
    """Is every way to import a listing told from other imports?"""
    assert leans_on_a_listing(f"import math\nfrom impl import ball\n{line}\n")
    assert not leans_on_a_listing("import math\nfrom impl import ball\n")


# Laws


def encloses(law: Law[Fraction], weights: list[ExpRatio]) -> bool:
    """Whether softmax weights lie in what was measured at the coins."""
    total = sum(weights, ZERO)
    return all(
        compare(law[i], weight / total) <= 0 <= compare(law[i] + law.missing, weight / total)
        for i, weight in enumerate(weights)
    )


def report_noisy_max(scale: float, optimize: Literal["max", "min"]) -> Measurement:
    domain, metric = VectorDomain(AtomDomain(float)), RangeDistance(float)
    return make_report_noisy_max_gumbel(domain, metric, f64(scale), optimize)


@pytest.mark.untraced
@pytest.mark.parametrize(("optimize", "sign"), [("max", 1), ("min", -1)])
def test_report_noisy_max_has_the_law_of_the_softmax(optimize: Literal["max", "min"], sign: int) -> None:
    """Is P(i) proportional to e^(+-s_i/scale), measured at the coins?"""
    function = report_noisy_max(0.5, optimize).function
    law = at_the_coins(function, [0.0, 0.5], missing=Fraction(1, 2**6))
    weights = [exp_minus(0), exp_minus(-sign)]
    assert encloses(law, weights)
    assert not encloses(law, weights[::-1])


@pytest.mark.untraced
def test_report_noisy_max_on_three_scores() -> None:
    """Does the fold over three noisy scores have the law of the softmax, too?"""
    law = at_the_coins(report_noisy_max(1.0, "max").function, [0.0, 1.0, 2.0], missing=Fraction(1, 2**3))
    assert encloses(law, [exp_minus(2), exp_minus(1), exp_minus(0)])
    assert not encloses(law, [exp_minus(4), exp_minus(2), exp_minus(0)])


@pytest.mark.parametrize("temperature", [Fraction(1, 2), Fraction(2)])
def test_exponential_candidates_multiplies_by_the_temperature(temperature: Fraction) -> None:
    """Is P(i) proportional to e^(s_i * temperature), as the listing has it and not as equation (4) does?"""
    function = make_base_exponential_candidates_gumbel(temperature).function
    law = at_the_coins(function, [Fraction(0), Fraction(1)], missing=Fraction(1, 2**6))
    assert encloses(law, [exp_minus(0), exp_minus(-temperature)])
    assert not encloses(law, [exp_minus(0), exp_minus(-1 / temperature)])


@pytest.mark.parametrize("negate", [False, True])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_noisy_top_k_peels(k: int, negate: bool) -> None:
    """With a measure that fits, is the law that of k rounds of permute-and-flip, by contract?"""
    scores, sign = [0.0, 1.0, 1.0], -1 if negate else 1
    domain, metric = VectorDomain(MethodDomain(f64)), LInfDistance(f64)
    measurement = make_noisy_top_k(domain, metric, MaxDivergence(), k, f64(2.0), negate)
    law = by_contract(measurement.function, scores)
    promised = law_of_peel(permute_and_flip, [sign * Fraction(s) for s in scores], Fraction(2), k)
    assert set(law.outcomes()) == {outcome for outcome, _ in promised}
    assert all(law[outcome] == weight for outcome, weight in promised)


def test_maps_return_what_they_print() -> None:
    """Do the maps return the printed formulas, rounded up?"""
    assert report_noisy_max(3.0, "max").privacy_map(1.0) == float.fromhex("0x1.5555555555556p-1")
    assert report_noisy_max(3.0, "max").privacy_map(0.0) == 0
    for measure in (RangeDivergence, ZeroConcentratedDivergence):
        assert measure.privacy_map(f64(1.0), f64(2.0), 3) == 1.5
        assert measure.privacy_map(f64(1.0), f64(0.0), 3) == math.inf
        assert measure.random_variable(Fraction(1), Fraction(2)) == GumbelRV(Fraction(1), Fraction(2))
    relation = make_base_exponential_candidates_gumbel(Fraction(2)).privacy_relation
    assert relation(2, Fraction(1))
    assert not relation(3, Fraction(1))


def test_noisy_top_k_refuses_and_maps() -> None:
    """Does the map double, multiply by k, and refuse what it prints that it refuses?"""
    domain = VectorDomain(MethodDomain(f64), size=3)
    measurement = make_noisy_top_k(domain, LInfDistance(f64), MaxDivergence(), 3, f64(2.0), False)
    assert measurement.privacy_map(f64(1.0)) == 3.0
    assert measurement.privacy_map(f64(0.0)) == 0.0
    with pytest.raises(Refused, match=r"^sensitivity must be non-negative$"):
        measurement.privacy_map(f64(-1.0))
    with pytest.raises(Refused, match=r"^k must not exceed the number of candidates$"):
        make_noisy_top_k(domain, LInfDistance(f64), MaxDivergence(), 4, f64(2.0), False)
    with pytest.raises(Refused, match=r"^scale must be finite and non-negative$"):
        make_noisy_top_k(domain, LInfDistance(f64), MaxDivergence(), 1, f64(-0.0), False)


# Vocabulary


def test_sampled_numbers_compare_as_their_bits_say() -> None:
    """Is a comparison of uniform numbers, and of a monotone image of them, decided by their leading bits?"""
    draw = TapeDraw([0, 1, 0, 1])
    a, b = sample_uniform(draw), sample_uniform(draw)
    assert b > a  # 0 and 1: the edges touch; another 0: they have parted
    assert -ln(a) > -ln(b)
    assert ln(-ln(a)) > ln(-ln(b))
    assert 0 - ln(-ln(b)) > 0 - ln(-ln(a))
    assert draw.used == 3


def test_numbers_far_apart_take_no_coins_to_speak_of() -> None:
    """Do huge and equal shifts neither cost coins nor precision?"""
    for shift in (10**300, Fraction(1, 10**300), 0):
        draw = TapeDraw([0, 1, 0, 1, 0])
        assert shift - ln(-ln(sample_uniform(draw))) < shift + 10**9 - ln(-ln(sample_uniform(draw)))
        assert shift - ln(-ln(sample_uniform(draw))) < shift - ln(-ln(sample_uniform(draw)))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([math.inf, 0.0], 0),
        ([0.0, math.inf], 1),
        ([-math.inf, 0.0], 1),
        ([math.inf, math.inf], 0),
        ([math.nan, 5.0], 0),
        ([5.0, math.nan], 0),
    ],
)
def test_infinite_scores_and_nan_behave_as_floats_do(scores: list[float], expected: int) -> None:
    """Does noise leave an infinity and NaN what they are, so that Python's own `max` decides?"""
    function = make_base_exponential_candidates_gumbel(1.0).function
    assert function(list(scores), SystemDraw()) == expected


def test_numbers_of_the_listings_round_up_or_refuse() -> None:
    """Do the number types behave as the listings assume?"""
    assert f64(1.0).inf_div(f64(3.0)) > Fraction(1, 3)
    assert f64(-0.0).is_sign_negative()
    assert f64(-0.0).is_zero()
    assert f64.inf_cast(2**53 + 1) == float(2**53 + 2)
    assert i32(2).inf_add(i32(3)) == 5
    with pytest.raises(Overflow):
        i32(2**30).inf_add(i32(2**30))
    with pytest.raises(OperandNotFinite):
        f64.inf_cast(math.nan)
