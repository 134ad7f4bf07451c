"""Are tails that end seen in exact samplers, on coins and small integers, and right ones led to ever rarer outputs?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import exp, inf, log
from typing import Any

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.rare import UNDECIDED, WORK
from proofs.conform.checks.tails import UNTOLD, check_tails
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.run import Request, held
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Forecast, Raised, Reached, Trouble
from proofs.targets.worker.certifying import EXACT
from tests.support.conform_fakes import LawMade, LawTarget, Map, Vector, as_scores, promised_map
from tests.support.worker_here import TARGETS

DISCRETE_LAPLACE = "proofs/conform/examples/discrete_laplace.py:DISCRETE_LAPLACE"
FILE = TARGETS / "capped.py"
ENDS = " can come on the first and not on the second: an infinite loss"
LATE = "and on the second no run releases it, of all but "


def tails(target: str, triple: str = "make_noisy_top_k", case: str = "") -> Verdict:
    """What became of the tails of a target."""
    (run,) = held(target, triple, None, Request("quick", only=f"privacy.tails{case}"))
    (found,) = run.verdicts
    return found


@pytest.mark.parametrize("name", ["coins", "integers", pytest.param("pieces", marks=pytest.mark.deep)])
def test_right_samplers_are_led_far_out(name: str) -> None:
    """Do coins that are handed over, secret integers and random bytes show an output that trails by thirty scales?"""
    found = tails(f"{FILE}:{name}")
    assert (found.outcome, found.cases) == (Outcome.PASSED, 10)
    assert found.detail == "an output that trails by up to 30 scales can always come"


@pytest.mark.parametrize(
    ("name", "case", "pair"),
    [
        ("coins_6", "#0", "[0.0, -12.0] and [0.0, -13.0]: output [1]"),
        ("pieces_20", "#0", "[0.0, -40.0] and [0.0, -41.0]: output [1]"),
    ],
)
def test_what_is_turned_down_at_once_is_an_infinite_loss(name: str, case: str, pair: str) -> None:
    """Is the pair told, and the output, between which a tail ends, and that the loss is infinite?"""
    found = tails(f"{FILE}:{name}", case=case)
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].witness.startswith(pair)
    assert found.failures[0].witness.endswith(ENDS)


@pytest.mark.parametrize(
    ("name", "case", "pair"),
    [
        ("integers_4_late", "", "[0.0, -8.0] and [0.0, -9.0]: output [1]"),
        ("integers_8_first", "", "[-16.0, 0.0] and [-17.0, 0.0]: output [0]"),
        ("integers_9_second", "#8", "[0.0, -18.0, 400.0] and [0.0, -19.0, 400.0]: output [2, 1]"),
        pytest.param("coins_6_late", "#0", "[0.0, -12.0] and [0.0, -13.0]: output [1]", marks=pytest.mark.deep),
        pytest.param("integers_20_late", "#0", "[0.0, -40.0] and [0.0, -41.0]: output [1]", marks=pytest.mark.deep),
        pytest.param("integers_10_many", "#4", "[0.0, -20.0] and [0.0, -21.0]: output [1, 0]", marks=pytest.mark.deep),
    ],
)
def test_a_loop_that_ends_too_soon_is_a_great_loss(name: str, case: str, pair: str) -> None:
    """Is it told how much is lost at least, if a sampler gives up after 4 to 20 scales, for one index or for two?"""
    found = tails(f"{FILE}:{name}", case=case)
    assert found.outcome is Outcome.FAILED
    (failure,) = found.failures
    assert failure.witness.startswith(pair)
    assert LATE in failure.witness
    assert float(failure.numbers["loss at least"]) > 4


def test_right_noise_is_led_far_out() -> None:
    """Does noise of a contract of one's own pass, and is it told how rare the outputs were that were looked for?"""
    found = tails(f"{FILE}:noise", DISCRETE_LAPLACE, "#0")
    assert found.outcome is Outcome.PASSED
    assert found.detail.startswith("on the pair that was asked, whatever has 2^-34 of the law on one")


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("noise_up_to_6", "0 and 1: output -6 "),
        pytest.param("noise_from_10", "0 and 1: output -10 ", marks=pytest.mark.deep),
    ],
)
def test_noise_that_is_clipped_is_a_great_loss(name: str, pair: str) -> None:
    """Is noise of a contract of one's own refused that ends on both sides, or on one?"""
    found = tails(f"{FILE}:{name}", DISCRETE_LAPLACE, "#0")
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].witness.startswith(pair)


COMES, STAYS = Reached(((0,),)), Reached(())


def led(
    last: float = 12,
    missing: Fraction = Fraction(1, 2**30),
    found: Fraction = Fraction(1),
    hidden: Fraction = Fraction(0),
    whole: bool = True,
    one_by_one: bool = True,
    reaching: Callable[[float], Reached | Trouble] = lambda lead: COMES,
    bound: Map = promised_map,
) -> Verdict:
    """What is told of a target whose trailing output is reached up to a lead.

    Its law is watched: this part of what is promised is found there, and so much beyond the lead; and it may be known
    run by run, too.
    """

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        scores = as_scores(x)
        behind, lead = scores.index(min(scores)), max(scores) - min(scores)
        mass = found * Fraction(exp(-lead / 2)) / 2 if lead <= last else hidden
        known = whole and (way != EXACT or one_by_one)
        return Forecast((((1 - behind,), 1 - mass - missing), ((behind,), mass)), missing, known)

    def reach(x: Vector) -> Reached | Trouble:
        scores = as_scores(x)
        lead = max(scores) - min(scores)
        return reaching(lead) if lead <= last else STAYS

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=foresee, reaching=reach), bound=bound)
    (told,) = check_tails(Bench([target], NOISY_TOP_K), Ask(only=0), FalseAlarmRate(RUN / 8))
    return told


def test_an_output_that_is_lost_is_told_as_far_as_its_law_is_known() -> None:
    """Is a loss infinite if nothing is missing of a law, and else as great as what is missing allows?"""
    assert led(missing=Fraction(0)).failures[0].witness.endswith(ENDS)
    least = float(led().failures[0].numbers["loss at least"])
    assert least == pytest.approx(log(exp(-6) / 2 * 2**30), abs=1e-3)
    assert led(last=60).outcome is Outcome.PASSED


def test_no_loss_is_infinite_where_states_are_taken_to_be_one() -> None:
    """Is a loss no more than what 2^-100 allows, if nothing is missing of a law whose runs are not known one by one?"""
    (failure,) = led(missing=Fraction(0), one_by_one=False).failures
    assert ENDS not in failure.witness
    assert float(failure.numbers["loss at least"]) == pytest.approx(log(exp(-6) / 2 * 2**100), abs=1e-3)


@pytest.mark.parametrize(
    "unsure",
    [
        {"missing": Fraction(1, 2**11)},
        {"found": Fraction(1, 4)},
        {"hidden": Fraction(1, 2**40)},
        {"whole": False},
        {"bound": lambda *at: inf},
        {"reaching": lambda lead: COMES if lead < 4 else Raised("ValueError", "no")},
        {"reaching": lambda lead: replace(COMES, work=WORK * 3)},
    ],
)
def test_what_is_not_sure_is_undecided(unsure: dict[str, Any]) -> None:
    """Is nothing said if too much is missing, or too little of the output shows, or something hides, or work ends?"""
    told = led(**unsure)
    assert (told.outcome, told.detail) == (Outcome.SKIPPED, UNDECIDED)


def test_draws_among_many_are_left_to_others() -> None:
    """Is nobody led to a rare output where draws have cells to hide in, and nothing told of tails of two indices?"""
    assert led(reaching=lambda lead: replace(COMES, finest=2**53)).detail == UNTOLD
