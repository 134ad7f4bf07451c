"""Is a tail that ends told of a contract of one's own, and not if plays had no chance to show the output?"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.tails import IN_DOUBT, check_tails
from proofs.conform.checks.walked import IN_DOUBT as HIDES
from proofs.conform.checks.walked_law import FOUND
from proofs.conform.contract import Contract
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast
from spec.space import MaxDivergence
from tests.support.stated_fakes import StatedTarget


def stated_tails(
    reach: int, whole: bool = True, missing: Fraction = Fraction(0), corners: Sequence[int] = (99,)
) -> Verdict:
    """The verdict on integers plus noise that reaches so far, whose last steps have probability 2^-60."""

    def foretells(x: int) -> Forecast:
        rare = Fraction(1, 2**60)
        ends = [(x - reach, rare), (x + reach, rare)]
        middle = [(z, (1 - 2 * rare) / (2 * reach - 1)) for z in range(x - reach + 1, x + reach)]
        return Forecast((*ends, *middle), missing, whole, "", 20_000)

    target = StatedTarget(DISCRETE_LAPLACE, foretells=foretells, cornering=corners)
    (found,) = check_tails(Bench([target], DISCRETE_LAPLACE), Ask(), FalseAlarmRate(RUN / 8))
    return found


def test_an_output_that_vanishes_breaks_any_contract() -> None:
    """Is it told which stated inputs and which output show an infinite loss, and nothing where nobody can tell?"""
    found = stated_tails(4)
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].witness == (
        "0 and 1: output [-4] has probability 8.6736174e-19 on the first and cannot come on the second: "
        "an infinite loss"
    )
    assert stated_tails(4, corners=range(-20, 20)).outcome is Outcome.PASSED
    for unknown in (stated_tails(4, whole=False), stated_tails(4, missing=Fraction(1, 2**99))):
        assert unknown.outcome is Outcome.SKIPPED


def hiding(p: Fraction, *found: tuple[int, Fraction], bound: int = 50) -> StatedTarget:
    """A bit that is told as 1 with probability 1/8, and its negation with p; this is not `found` in the forecast."""
    contract = Contract(
        name="make_hiding",
        valid=[{"scale": 1.0}],
        refused=[],
        inputs=(True, False),
        metric=lambda x, y: int(x != y),
        distances=(1,),
        measure=MaxDivergence(),
        output=int,
        law=lambda x, scale: [(1, Fraction(1, 8) if x else p), (0, Fraction(7, 8) if x else 1 - p)],
        map=lambda d_in, scale: bound * d_in,
    )

    def foretells(x: bool) -> Forecast:
        told = ((1, Fraction(1, 8)), (0, Fraction(7, 8))) if x else found or ((0, Fraction(1)),)
        return Forecast(told, Fraction(0), True, "", 20_000)

    return StatedTarget(contract, foretells=foretells)


ONE_CELL = Fraction(1, 2**53)


@pytest.mark.parametrize(
    ("p", "found", "outcome"),
    [
        (Fraction(1, 2**40), (), Outcome.SKIPPED),
        (Fraction(1, 2**60), (), Outcome.SKIPPED),
        (Fraction(1, 100), (), Outcome.FAILED),
        (Fraction(0), (), Outcome.FAILED),
        (ONE_CELL / 2, ((0, 1 - ONE_CELL), (2, ONE_CELL)), Outcome.FAILED),
        (ONE_CELL, ((0, 1 - ONE_CELL), (2, ONE_CELL)), Outcome.SKIPPED),
    ],
)
def test_an_output_may_hide_amid_a_draw(p: Fraction, found: tuple[tuple[int, Fraction], ...], outcome: Outcome) -> None:
    """Is it an infinite loss if plays had to show an output, or no draw has so small a part, and else in doubt?"""
    target = hiding(p, *found)
    (told,) = check_tails(Bench([target], target.contract), Ask(only=0), FalseAlarmRate(RUN / 8))
    assert told.outcome is outcome
    assert (told.detail == IN_DOUBT) is (outcome is Outcome.SKIPPED)


def test_pairs_that_leave_a_doubt_are_not_told_as_asked() -> None:
    """Does the text name the pairs that were asked, and is it the doubt alone if there is none?"""
    target = hiding(Fraction(1, 2**40))
    bench = Bench([target], target.contract)
    (told,) = check_tails(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert told.detail.startswith("on the pair that was asked, whatever has 2^-80 of the law")
    (doubted,) = check_tails(bench, Ask(only=0), FalseAlarmRate(RUN / 8))
    assert (doubted.outcome, doubted.detail) == (Outcome.SKIPPED, IN_DOUBT)
    assert stated_tails(4, corners=range(-20, 20)).detail.startswith("on the 8 pairs that were asked, ")


@pytest.mark.parametrize(("bits", "outcome"), [(40, Outcome.PASSED), (30, Outcome.PASSED), (6, Outcome.FAILED)])
def test_what_was_not_found_takes_plays_to_be_told_rare(bits: int, outcome: Outcome) -> None:
    """Is a law let pass whose rare output the forecast did not find, and refused if plays had to show it?"""
    target = hiding(Fraction(1, 2**bits))
    (told,) = check_law_at_the_coins(Bench([target], target.contract), Ask(), FalseAlarmRate(RUN / 8))
    assert told.outcome is outcome


@pytest.mark.parametrize(
    ("part", "law", "loss"),
    [
        (Fraction(1, 4), Outcome.PASSED, Outcome.PASSED),
        (Fraction(9, 10), Outcome.FAILED, Outcome.PASSED),
        (Fraction(1), Outcome.PASSED, Outcome.PASSED),
        (Fraction(5), Outcome.FAILED, Outcome.PASSED),
    ],
)
def test_an_output_of_which_much_is_missing_may_hide(part: Fraction, law: Outcome, loss: Outcome) -> None:
    """Is neither law nor loss refused, but in doubt, if the rest of an output may hide, and are they if it cannot?"""
    p = Fraction(1, 2**20)
    target = hiding(p, (1, part * p), (0, 1 - part * p), bound=12)
    bench = Bench([target], target.contract)
    (told,) = check_law_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert told.outcome is law
    assert (HIDES in told.detail) is (part < FOUND)
    (lost,) = check_privacy_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert lost.outcome is loss


def test_a_loss_that_nothing_hides_is_told() -> None:
    """Is a loss refused where an output was found as rare as it is, and more of it than is promised?"""
    p = Fraction(1, 2**20)
    target = hiding(p, (1, p), (0, 1 - p), bound=11)
    (lost,) = check_privacy_at_the_coins(Bench([target], target.contract), Ask(), FalseAlarmRate(RUN / 8))
    assert lost.outcome is Outcome.FAILED


INVERTED = """
import math, random

class Inverted:
    def __init__(self, scale):
        self.ratio, self.scale = math.exp(-1 / scale), scale

    def invoke(self, x):
        u = random.random()
        k = 0
        while k < 1000 and u < self.ratio ** (k + 1) / (1 + self.ratio):
            k += 1
        if k:
            return x - k
        while 1 - u <= self.ratio ** (k + 1) / (1 + self.ratio):
            k += 1
        return x + k

    def map(self, d_in):
        return math.nextafter(d_in / self.scale, math.inf)

make_discrete_laplace = Inverted
"""


def test_a_tail_of_floats_ends_under_a_contract(tmp_path: Path) -> None:
    """Is discrete Laplace noise by inversion of one float refused, in a process whose draws are led?"""
    file = tmp_path / "inverted.py"
    file.write_text(INVERTED, encoding="utf-8")
    with ProcessTarget(parse(f"{file}:make_discrete_laplace")) as target:
        (found,) = check_tails(Bench([target], DISCRETE_LAPLACE), Ask(only=0), FalseAlarmRate(RUN / 8))
    assert found.failures[0].witness.startswith("0 and 1: output [-36] has probability 1.110223e-16 on the first and")


def test_nothing_is_asked_of_the_tails_where_no_loss_is_claimed() -> None:
    """Is a contract's target without a finite map left to the clauses of the map?"""
    target = StatedTarget(DISCRETE_LAPLACE, bound=lambda *at: inf)
    (found,) = check_tails(Bench([target], DISCRETE_LAPLACE), Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED
