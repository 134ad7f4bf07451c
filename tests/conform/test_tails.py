"""Is an output that comes on one input only told as an infinite loss, and not if plays had no chance to show it?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, count, permutations

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.tails import IN_DOUBT, UNTOLD, check_tails
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.run import Request, held
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Forecast, Raised
from tests.support.conform_fakes import LawMade, LawTarget, Vector, as_scores
from tests.support.worker_here import TARGETS

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


def test_a_later_index_of_floats_may_leave_out_who_is_far_behind() -> None:
    """Is it seen of a target on float noise that its second round has a tail that ends, and of which pair?"""
    (run,) = held(f"{TARGETS / 'spared.py'}:make", "make_noisy_top_k", None, Request("quick", only="privacy.tails#8"))
    (failure,) = run.verdicts[0].failures
    assert failure.witness.startswith("[0.0, -27.0, 400.0] and [0.0, -28.0, 400.0]: output [2, 1] can come on")


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
