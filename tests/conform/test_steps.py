"""Is the last step of a probability told that stops falling, and nothing where none is proved to be too steep?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, exp

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.tails import check_tails
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Forecast
from tests.support.conform_fakes import LawMade, LawTarget, Vector, as_scores

CELL = Fraction(1, 2**54)


def told(mass: Callable[[float], Fraction], plays: int = 20_000) -> Verdict:
    """The verdict on a target whose trailing output has this probability at a lead."""

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        scores = as_scores(x)
        behind, lead = scores.index(min(scores)), max(scores) - min(scores)
        rare = mass(lead)
        return Forecast((((1 - behind,), 1 - rare), ((behind,), rare)), Fraction(0), True, "", plays)

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=foresee, cornering=((0,), (1,))))
    (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    return found


def promised(lead: float) -> Fraction:
    """What permute-and-flip promises at scale 2: half of e^-gap."""
    return Fraction(exp(-lead / 2)) / 2


def in_cells(lead: float) -> Fraction:
    """The same, rounded up to whole cells: what comes of `random() < p`."""
    return ceil(promised(lead) / CELL) * CELL


def test_two_cells_and_one_are_too_steep() -> None:
    """Is it told where two cells become one, with the loss and the claim, and of pure privacy alone?"""
    found = told(in_cells)
    assert found.outcome is Outcome.FAILED
    (failure,) = found.failures
    assert failure.witness == (
        "[0.0, -73.375] and [0.0, -73.5]: output [1] has probability 1.110223e-16 on the first and 5.5511151e-17 on "
        "the second: a loss of at least 0.69314718, above the claimed 0.0625"
    )


@pytest.mark.parametrize(
    "mass",
    [
        promised,
        lambda lead: max(promised(lead), CELL),
        lambda lead: max(promised(lead), promised(120) * 2),
        lambda lead: in_cells(lead) if lead < 73.45 else CELL / 4,
    ],
    ids=["falls as it should", "stops smoothly", "stops at the end", "less is found than is promised"],
)
def test_what_is_not_too_steep(mass: Callable[[float], Fraction]) -> None:
    """Does it pass if there is no step, none that the map forbids, or one behind which more may be hidden?"""
    assert told(mass).outcome is Outcome.PASSED


def test_a_law_that_is_not_walked_hides_no_answer() -> None:
    """Where corners show the output and its law cannot be walked, is it still told that it can come?"""

    def nothing(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        return Forecast((), Fraction(1), False, "nothing can be foretold", 0)

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=nothing, cornering=((0,), (1,))))
    (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    assert (found.outcome, found.cases) == (Outcome.PASSED, 4)


def test_only_exact_laws_tell() -> None:
    """Is nothing said of steps where a law is not known to the cell?"""
    assert told(in_cells, plays=100).outcome is Outcome.PASSED


def test_plays_are_spent_on_what_is_said() -> None:
    """Is a law that is only looked at on the way to the last step learnt and not played?"""
    plays: dict[float, int] = {}

    def foresee(plain: LawMade, x: Vector, asked: int, way: str) -> Forecast:
        lead = -min(as_scores(x))
        plays[lead] = max(plays.get(lead, 0), asked)
        rare = Fraction(1 if lead > 74 else 2, 2**53)
        return Forecast((((0,), 1 - rare), ((1,), rare)), Fraction(0), True, "", asked)

    target = LawTarget(made=lambda plain: replace(plain, foreseeing=foresee, cornering=((0,), (1,))))
    ask = Ask(only=0)
    (found,) = check_tails(Bench([target], NOISY_TOP_K), ask, FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.FAILED
    assert {lead for lead, often in plays.items() if often} == {74.0, 74.125}
