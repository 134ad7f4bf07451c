"""Is a difference that a forecast shows only counted once plays confirm it, or once it is exact?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.conform.ask import Ask
from proofs.conform.checks.tails import check_tails
from proofs.conform.checks.walked import GRAIN
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Died, Forecast, Raised, Trouble
from proofs.targets.worker.certifying import NOT_ITS_COINS
from tests.support.conform_fakes import LawMade, LawTarget, Vector, as_scores
from tests.support.conform_walks import coins_verdicts, exactly

CUT = Path(__file__).parents[2] / "tests" / "support" / "targets" / "conform_cut.py"

Foresee = Callable[[LawMade, Vector, int, bool], Forecast | Trouble]


def foreseeing(foresee: Foresee) -> Callable[[LawMade], LawMade]:
    return lambda plain: replace(plain, foreseeing=foresee)


def moved(by: Fraction, whole: bool = False, otherwise: int = 0, reason: str = "") -> Callable[[LawMade], LawMade]:
    """The promised law, moved by a part of itself towards its first outcome; so many plays go otherwise."""

    def foresee(plain: LawMade, x: Vector, plays: int, folding: bool) -> Forecast:
        right = exactly(plain, x)
        masses = [(answer, mass * (1 - by)) for answer, mass in right.branches]
        first, mass = masses[0]
        masses[0] = (first, mass + by * (1 - right.missing))
        came = tuple((answer, otherwise, otherwise) for answer, _ in masses) if otherwise and plays else ()
        if reason and plays:
            return Forecast((), Fraction(1), reason=reason)
        return Forecast(tuple(masses), right.missing, whole and not folding, "", plays, 0, came)

    return foreseeing(foresee)


def test_a_difference_counts_once_plays_confirm_it() -> None:
    """Is a law off by 1/1000 refused after enough plays, and let pass if they deviate often or cannot be had?"""
    failed = coins_verdicts(LawTarget(made=moved(Fraction(1, 1000))))["law.coins"]
    assert failed.outcome is Outcome.FAILED
    assert " for certain, not " in failed.failures[0].witness
    for unsure in (
        moved(Fraction(1, 1000), otherwise=9000),
        moved(Fraction(1, 10**7)),
        moved(Fraction(1, 1000), reason=NOT_ITS_COINS),
    ):
        assert coins_verdicts(LawTarget(made=unsure))["law.coins"].outcome is Outcome.PASSED


def test_a_small_difference_counts_if_the_forecast_is_exact() -> None:
    """Is a bias of 10^-7 refused where every draw is cut to the cell, and not if a play deviates or floats do that?"""
    small = Fraction(1, 10**7)
    assert coins_verdicts(LawTarget(made=moved(small, whole=True)))["law.coins"].outcome is Outcome.FAILED
    deviating = moved(small, whole=True, otherwise=1)
    assert coins_verdicts(LawTarget(made=deviating))["law.coins"].outcome is Outcome.PASSED
    assert coins_verdicts(LawTarget(made=moved(GRAIN / 2, whole=True)))["law.coins"].outcome is Outcome.PASSED


def test_a_loss_counts_once_it_is_confirmed() -> None:
    """Is a loss above the map told if plays confirm the laws that show it, and not if they deviate?"""
    for otherwise, outcome in ((0, Outcome.FAILED), (1500, Outcome.PASSED)):
        target = LawTarget(made=moved(Fraction(0), otherwise=otherwise), bound=lambda triple, setting, d_in: 0.5)
        assert coins_verdicts(target)["privacy.coins"].outcome is outcome
    withdrawn = LawTarget(made=moved(Fraction(0), reason="no"), bound=lambda triple, setting, d_in: 0.5)
    assert coins_verdicts(withdrawn)["privacy.coins"].outcome is Outcome.PASSED


def test_a_target_that_dies_of_a_walk_is_not_walked_again() -> None:
    """Is it said once that a target cannot be walked, and is nothing asked after that?"""
    asked: list[Vector] = []

    def foresee(plain: LawMade, x: Vector, plays: int, folding: bool) -> Died:
        asked.append(x)
        return Died("gave no answer within 120 s")

    found = coins_verdicts(LawTarget(made=foreseeing(foresee)))
    assert {verdict.detail for verdict in found.values()} == {"it cannot be walked: gave no answer within 120 s"}
    assert len(asked) == 2


@pytest.mark.parametrize(("terms", "code"), [("4", 1), ("10**9", 0)])
def test_a_loop_cut_short_is_caught_without_a_sample(
    terms: str, code: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Is e^-1 to four terms, in a target that shows no coins, told from the right probability, and all terms not?"""
    text = CUT.read_text(encoding="utf-8")
    file = tmp_path / "target.py"
    file.write_text(text.replace("TERMS = 4", f"TERMS = {terms}"), encoding="utf-8")
    target = f"{file}:make_noisy_top_k"
    assert main(["conform", target, "--only", "law.coins#0"]) == code
    found = " ".join(capfd.readouterr().out.split())
    assert ("output [0] has probability 1/6" in found) is bool(code)


def tails(
    last: float, missing: Fraction = Fraction(0), corner: bool = False, plays: int = 20_000
) -> tuple[Verdict, LawTarget]:
    """The verdict on a target whose trailing output comes up to a lead, in the law or in a corner of it."""

    def foresee(plain: LawMade, x: Vector, asked: int, folding: bool) -> Forecast:
        scores = as_scores(x)
        behind, lead = scores.index(min(scores)), max(scores) - min(scores)
        comes = lead <= last and not corner
        seen: list[tuple[Answer, Fraction]] = [((1 - behind,), Fraction(1))]
        seen += [((behind,), Fraction(1, 2**53))] if comes else []
        return Forecast(tuple(seen), missing, True, "", plays)

    def made(plain: LawMade) -> LawMade:
        return replace(plain, foreseeing=foresee, cornering=((0,), (1,)) if corner else ())

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


def test_tails_are_skipped_where_nothing_is_borrowed() -> None:
    """Is nothing asked of a target that is refused, shows its coins or dies in a corner?"""
    troubled = LawTarget(made=lambda plain: replace(plain, cornering=Raised("ValueError", "no")))
    for target in (LawTarget(refuses=lambda setting: True), troubled):
        (found,) = check_tails(Bench([target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
        assert found.outcome is Outcome.SKIPPED
