"""Do the contracts that are kept state what they say, and hold implementations?"""

import inspect
import math
import operator
import re
from fractions import Fraction
from pathlib import Path

import pytest

from impl import samplers
from impl.ball import ball, lower, precision, upper
from proofs.conform.contract import Contract, Stated
from proofs.conform.contract_file import contract_named
from proofs.conform.examples.above_threshold import ABOVE_THRESHOLD
from proofs.conform.examples.discrete_gaussian import DISCRETE_GAUSSIAN
from proofs.conform.testing import assert_conforms
from proofs.engine.enclosure import enclose
from spec.draw import retry
from spec.triple import triple_of
from spec.weights import exp_minus
from tests.project.sources import ROOT
from tests.support.stated_fakes import StatedTarget, failed

EXAMPLES = ROOT / "proofs/conform/examples"
TARGETS = "tests/support/targets/stated_mechanisms.py"
ABOVE = f"{EXAMPLES / 'above_threshold.py'}:ABOVE_THRESHOLD"
GAUSSIAN = f"{EXAMPLES / 'discrete_gaussian.py'}:DISCRETE_GAUSSIAN"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("[!_]*.py")), ids=lambda file: file.stem)
def test_an_example_is_a_contract_of_few_lines(file: Path) -> None:
    """Does every example state a good contract, which is named like its file, and is it short enough to begin with?"""
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 48
    assert contract_named(f"{file}:{file.stem.upper()}").name == f"make_{file.stem}"


def at_least(z: int, scale: float) -> float:
    """P(noise >= z)."""
    r = math.exp(-1 / scale)
    return r**z / (1 + r) if z > 0 else 1 - r ** (1 - z) / (1 + r)


@pytest.mark.parametrize("setting", ABOVE_THRESHOLD.settings, ids=lambda setting: setting.text)
def test_above_threshold_has_the_law_of_a_sum_over_thresholds(setting: Stated) -> None:
    """Is P(i), for every noise of the threshold, that of counts before i that do not reach it, and of i that does?"""
    scale, threshold = (float(str(setting.values[name])) for name in ("scale", "threshold"))
    for x in ABOVE_THRESHOLD.members(setting):
        expected = dict.fromkeys((*range(len(x)), None), 0.0)
        for z in range(-80, 81):
            left = math.tanh(0.5 / scale) * math.exp(-abs(z) / scale)
            for index, count in enumerate(x):
                reached = at_least(round(threshold) + z - count, 2 * scale)
                expected[index] += left * reached
                left *= 1 - reached
            expected[None] += left
        law = ABOVE_THRESHOLD.promised(setting, x)
        found = {outcome[0]: float(enclose(weight, 64).mid()) for outcome, weight in law.branches}
        assert found == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("setting", DISCRETE_GAUSSIAN.settings, ids=lambda setting: setting.text)
def test_the_normaliser_of_the_discrete_gaussian_is_summed_far_enough(setting: Stated) -> None:
    """Does the law add up to 1 at most and lack less than 2^-100, with weights in the ratios of the density?"""
    sigma = Fraction(str(setting.values["sigma"]))
    law = DISCRETE_GAUSSIAN.promised(setting, 1)
    weights = law.weights()
    with precision(256):
        centre = enclose(weights[(1,)], 256)
        whole = sum(((-ball(z * z / (2 * sigma**2))).exp() for z in range(-200, 201)), start=ball(0))
        assert 0 < lower(1 - centre * whole) < upper(1 - centre * whole) < Fraction(1, 2**100)
        for z in (1, -2, 5):
            ratio = enclose(weights[(1 + z,)], 256) / centre
            assert ratio.overlaps((-ball(Fraction(z * z) / (2 * sigma**2))).exp())
    assert law.doubt < Fraction(1, 2**64)


HALVED = {
    "above threshold": (ABOVE_THRESHOLD, {"scale": 0.5, "threshold": 1}),
    "the discrete Gaussian": (DISCRETE_GAUSSIAN, {"sigma": 0.5}),
}


@pytest.mark.parametrize("contract", [contract for contract, _ in HALVED.values()], ids=HALVED)
def test_what_keeps_an_example_passes(contract: Contract) -> None:
    """Does an implementation with the stated law and map meet every clause?"""
    assert failed(StatedTarget(contract)) == set()


@pytest.mark.deep
@pytest.mark.parametrize(("contract", "values"), HALVED.values(), ids=HALVED)
def test_half_the_noise_of_an_example_fails(contract: Contract, values: dict[str, object]) -> None:
    """Is half the noise at the first parameters told as another law, and as a loss above the map?"""
    narrow = contract.stated(values)
    wrong = StatedTarget(contract, law=lambda c, s, x: c.promised(narrow if s is c.settings[0] else s, x))
    assert {"law.sampled", "privacy.sampled"} <= failed(wrong)


@pytest.mark.parametrize(
    ("right", "wrong", "triple", "case"),
    [
        ("AboveThreshold", "SharedNoiseThreshold", ABOVE, "law.sampled#0"),
        ("Gaussian", "RoundedGaussian", GAUSSIAN, "law.sampled#2"),
    ],
)
def test_implementations_of_the_examples_are_held(right: str, wrong: str, triple: str, case: str) -> None:
    """Is a right implementation accepted on an input, and with its map, and a wrong one found by its draws?"""
    assert_conforms(f"{TARGETS}:{right}", triple, only=case)
    assert_conforms(f"{TARGETS}:{right}", triple, only="map.sound")
    with pytest.raises(AssertionError, match=f"{wrong} does not conform to make_"):
        assert_conforms(f"{TARGETS}:{wrong}", triple, only=case)


def test_the_guide_names_what_a_program_may_call() -> None:
    """Does the table of the guide have every sampler that promises a law, with its parameters, and `retry`?"""
    guide = (ROOT / "docs/conform.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)\(([\w, .]+)\)`", guide, re.MULTILINE)
    promising = {
        name: ", ".join(inspect.signature(body).parameters)
        for name, body in inspect.getmembers(samplers, inspect.isfunction)
        if (triple := triple_of(body)) is not None and triple.law is not None
    }
    assert dict(rows) == {**promising, retry.__name__: "attempt, ..., draw"}


def test_the_guide_is_right_about_weights_and_balls() -> None:
    """Are weights, ints and Fractions joined by what is named, balls by a power besides, and neither by what is not?"""
    weight, q = exp_minus(2), Fraction(1, 2)
    assert (1 - weight) * q / (weight + q) - weight * 2 + weight * weight == (1 - weight) / (1 + 2 * weight) - (
        2 * weight - exp_minus(4)
    )
    for join, other in ((operator.pow, 3), (operator.add, 0.5)):
        with pytest.raises(TypeError):
            join(weight, other)
    found = ball(q).log() * 2 + 1 - 2 / ball(3).sqrt() ** 2
    assert found.overlaps(ball(Fraction(1, 3)) - 2 * ball(2).log())
