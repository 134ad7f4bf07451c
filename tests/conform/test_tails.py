"""Is an output that comes on one input only told as an infinite loss, and not if plays had no chance to show it?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, count, permutations
from math import inf
from pathlib import Path

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.tails import IN_DOUBT, UNTOLD, check_tails
from proofs.conform.checks.walked import IN_DOUBT as HIDES
from proofs.conform.checks.walked_law import FOUND
from proofs.conform.contract import Contract
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Answer, Forecast, Raised
from spec.space import MaxDivergence
from tests.support.conform_fakes import LawMade, LawTarget, Vector, as_scores
from tests.support.stated_fakes import StatedTarget

ELSEWHERE: Sequence[Answer] = ((7,),)
"""Corners that show neither output."""
ORDERS: Sequence[Answer] = [*chain.from_iterable(permutations(range(3), k) for k in (1, 2))]


def trailing(setting: Setting, x: Vector) -> tuple[tuple[int, ...], tuple[int, ...], float]:
    """What comes usually, what comes if the score that trails passes the one before, and by how much it trails."""
    scores = as_scores(x)
    order = sorted(range(len(scores)), key=lambda i: scores[i], reverse=not setting.negate)
    swapped = [*order[:-2], order[-1], order[-2]]
    return tuple(order[: setting.k]), tuple(swapped[: setting.k]), abs(scores[order[-1]] - scores[order[-2]])


def tails(
    last: float,
    missing: Fraction = Fraction(0),
    corner: bool = False,
    plays: int = 20_000,
    rare: Fraction = Fraction(1, 2**53),
    ends: Callable[[Setting], bool] = lambda setting: True,
) -> tuple[Verdict, LawTarget]:
    """The verdict on a target whose trailing output comes up to a lead, in the law or in a corner of it."""

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        usual, unusual, lead = trailing(plain.setting, x)
        seen: list[tuple[Answer, Fraction]] = [(usual, Fraction(1))]
        comes = (lead <= last and not corner) or not ends(plain.setting)
        seen += [(unusual, rare)] if comes else []
        return Forecast(tuple(seen), missing, True, "", plays)

    def made(plain: LawMade) -> LawMade:
        return replace(plain, foreseeing=foresee, cornering=ORDERS if corner else ELSEWHERE)

    target = LawTarget(made=made)
    (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    return found, target


def test_an_output_that_vanishes_is_an_infinite_loss() -> None:
    """Is the pair told between which an output vanishes, and nothing if it comes at all, or nobody can tell?"""
    found, _ = tails(73)
    assert found.failures[0].witness == (
        "[0.0, -73.0] and [0.0, -74.0]: output [1] can come on the first and not on the second: an infinite loss"
    )
    for passing in (tails(1000), tails(0, corner=True)):
        assert passing[0].outcome is Outcome.PASSED
    for unknown in (tails(73, missing=Fraction(1, 2**99)), tails(73, plays=100)):
        assert unknown[0].outcome is Outcome.SKIPPED


@pytest.mark.parametrize(
    ("ends", "witness"),
    [
        (lambda setting: setting.k == 2 and setting.size == 2, "[0.0, -73.0] and [0.0, -74.0]: output [1, 0]"),
        (lambda setting: setting.negate, "[73.0, 0.0] and [74.0, 0.0]: output [0]"),
        (lambda setting: setting.size == 3, "[0.0, -73.0, 400.0] and [0.0, -74.0, 400.0]: output [2, 1]"),
    ],
)
def test_a_tail_may_end_for_another_index_or_direction(ends: Callable[[Setting], bool], witness: str) -> None:
    """Is it seen that an output vanishes among two indices, for the least score, or where another comes before?"""
    found, _ = tails(73, ends=ends)
    assert [failure.witness.split(" can come")[0] for failure in found.failures] == [witness] * 2


def test_an_output_that_never_comes_is_left_to_others() -> None:
    """Is nothing said of an output that comes at no lead at all?"""
    found, _ = tails(-1)
    assert (found.outcome, found.detail) == (Outcome.SKIPPED, IN_DOUBT)


def test_an_output_that_was_not_found_may_hide_amid_a_draw() -> None:
    """Is it left in doubt that an output cannot come, if it had many cells amid a draw at the lead before?"""
    for rare in (Fraction(9, 2**53), Fraction(1, 2**30)):
        found, _ = tails(41, rare=rare)
        assert (found.outcome, found.detail) == (Outcome.SKIPPED, IN_DOUBT)
    assert tails(41, rare=Fraction(7, 2**53))[0].outcome is Outcome.FAILED


def cornered(corners: Callable[[float], Sequence[Answer]]) -> Verdict:
    """The verdict on a target whose trailing output, at a lead, comes in corners alone."""

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        return Forecast((((x.index(max(as_scores(x))),), Fraction(1)),), Fraction(0), True, "", 20_000)

    def cornering(x: Vector) -> Sequence[Answer]:
        scores = as_scores(x)
        return corners(max(scores) - min(scores))

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=foresee, cornering=cornering))
    (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    return found


def test_corners_must_show_the_same_again() -> None:
    """Is an output impossible that leaves the corners, and nothing said if it comes and goes on one input?"""
    both: Sequence[Answer] = ((0,), (1,))
    assert cornered(lambda lead: both if lead <= 41 else ELSEWHERE).outcome is Outcome.FAILED
    asked = count()
    unsteady = cornered(lambda lead: both if lead <= 41 or (lead == 42 and next(asked) % 5 == 4) else ELSEWHERE)
    assert (unsteady.outcome, unsteady.detail) == (Outcome.SKIPPED, UNTOLD)


def test_what_cannot_be_cut_is_left_alone_soon() -> None:
    """Is a law that is not cut to the cell never played, and walked for one of two scores under each measure?"""
    plays: list[int] = []

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        plays.append(asked)
        return Forecast((((0,), Fraction(1)),), Fraction(1, 2**20))

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=foresee, cornering=ELSEWHERE))
    (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    assert (found.outcome, found.detail, plays) == (Outcome.SKIPPED, UNTOLD, [0, 0])


def test_tails_are_skipped_where_nothing_is_borrowed() -> None:
    """Is nothing told of a target that is refused, draws nothing, shows its coins or dies in a corner?"""
    troubled = LawTarget(made=lambda plain: replace(plain, cornering=Raised("ValueError", "no")))
    for target in (LawTarget(refuses=lambda setting: True), LawTarget(), troubled):
        (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
        assert found.outcome is Outcome.SKIPPED


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
