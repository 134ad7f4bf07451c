"""Is a difference that a forecast shows only counted once plays confirm it, or once it is exact?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.walk_plan import ALL_WORK, NO_WORK_LEFT, PATIENCE
from proofs.conform.checks.walked_law import GRAIN
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Died, Forecast, Trouble
from proofs.targets.worker.certifying import FOLDED, NOT_ITS_COINS
from tests.support.conform_fakes import LawMade, LawTarget, Vector
from tests.support.conform_walks import coins_verdicts, exactly

CUT = Path(__file__).parents[2] / "tests" / "support" / "targets" / "conform_cut.py"

UNCONFIRMED = ", which fails nothing: plays could not confirm it"

Foresee = Callable[[LawMade, Vector, int, str], Forecast | Trouble]


def foreseeing(foresee: Foresee) -> Callable[[LawMade], LawMade]:
    return lambda plain: replace(plain, foreseeing=foresee)


def moved(
    by: Fraction, whole: bool = False, deviating: Fraction = Fraction(0), reason: str = ""
) -> Callable[[LawMade], LawMade]:
    """The promised law, moved by a part of itself towards its first outcome; so many of the plays deviate."""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        right = exactly(plain, x)
        masses = [(answer, mass * (1 - by)) for answer, mass in right.branches]
        first, mass = masses[0]
        masses[0] = (first, mass + by * (1 - right.missing))
        often = int(plays * deviating)
        came = tuple((answer, often, often) for answer, _ in masses) if often else ()
        if reason and plays:
            return Forecast((), Fraction(1), reason=reason)
        return Forecast(tuple(masses), right.missing, whole and way != FOLDED, "", plays, 0, came)

    return foreseeing(foresee)


def test_a_difference_counts_once_plays_confirm_it() -> None:
    """Is a law off by 1/1000 refused after enough plays, let pass if they deviate, and doubted if there are none?"""
    failed = coins_verdicts(LawTarget(made=moved(Fraction(1, 1000))))["law.coins"]
    assert failed.outcome is Outcome.FAILED
    assert " has a probability between " in failed.failures[0].witness
    assert UNCONFIRMED not in failed.detail
    for unsure, is_told in (
        (moved(Fraction(1, 1000), deviating=Fraction(1, 3)), False),
        (moved(Fraction(1, 10**7)), False),
        (moved(Fraction(1, 1000), reason=NOT_ITS_COINS), True),
    ):
        doubted = coins_verdicts(LawTarget(made=unsure))["law.coins"]
        assert doubted.outcome is Outcome.PASSED
        assert doubted.detail.endswith(UNCONFIRMED) is is_told


def test_what_nothing_confirms_would_not_have_been_seen() -> None:
    """Does a pass say that a difference was too small to be seen if one was foretold that nothing confirms?"""
    right, off = (coins_verdicts(LawTarget(made=moved(Fraction(by, 10**7))))["law.coins"].power for by in (0, 1000))
    assert right is not None
    assert off is not None
    assert off.total_variation[1] > max(right.total_variation[1], Fraction(1, 10**4))
    worse = coins_verdicts(LawTarget(made=moved(Fraction(1, 100), deviating=Fraction(1, 50))))["law.coins"].power
    assert worse is not None
    assert worse.total_variation[1] > Fraction(1, 100)


def test_a_small_difference_counts_if_the_forecast_is_exact() -> None:
    """Is a bias of 10^-7 refused where every draw is cut to the cell, and not if a play deviates or floats do that?"""
    small = Fraction(1, 10**7)
    assert coins_verdicts(LawTarget(made=moved(small, whole=True)))["law.coins"].outcome is Outcome.FAILED
    deviating = moved(small, whole=True, deviating=Fraction(1, 20_000))
    assert coins_verdicts(LawTarget(made=deviating))["law.coins"].outcome is Outcome.PASSED
    assert coins_verdicts(LawTarget(made=moved(GRAIN / 2, whole=True)))["law.coins"].outcome is Outcome.PASSED


def test_no_law_is_exact_if_more_than_the_draws_decides() -> None:
    """Is a bias of 10^-7 let pass if, on any one vector, the same draws did not always do the same?"""
    odd: list[Vector] = []

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        right = exactly(plain, x)
        (first, mass), *others = right.branches
        by = mass / 10**7
        masses = ((first, mass - by), (others[0][0], others[0][1] + by), *others[1:]) if others else right.branches
        return Forecast(masses, right.missing, way != FOLDED, "", plays, steady=x not in odd)

    assert coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"].outcome is Outcome.FAILED
    odd.append((0.0, 1.0))
    assert coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"].outcome is Outcome.PASSED


def test_a_loss_counts_once_it_is_confirmed() -> None:
    """Is a loss above the map told if plays confirm the laws that show it, and not if these are withdrawn?"""
    for reason, outcome in (("", Outcome.FAILED), (NOT_ITS_COINS, Outcome.PASSED)):
        target = LawTarget(made=moved(Fraction(0), reason=reason), bound=lambda triple, setting, d_in: 0.5)
        assert coins_verdicts(target)["privacy.coins"].outcome is outcome


def test_a_target_that_dies_of_a_walk_is_not_walked_again() -> None:
    """Is it said once that a target cannot be walked, and is nothing asked after that?"""
    asked: list[Vector] = []

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Died:
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
    assert ("seen: 1/6;" in found) is bool(code)


@pytest.mark.parametrize(("kept", "code"), [("scale", 0), ("unpack('f', pack('f', scale))[0]", 1)])
def test_a_scale_in_32_bits_is_caught(kept: str, code: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Is a scale that was rounded to a float of 32 bits told from the scale itself?"""
    text = CUT.read_text(encoding="utf-8").replace("TERMS = 4", "from struct import pack, unpack\n\nTERMS = 10**9")
    file = tmp_path / "target.py"
    file.write_text(text.replace("Fraction(scale)", f"Fraction({kept})"), encoding="utf-8")
    assert main(["conform", f"{file}:make_noisy_top_k", "--only", "law.coins#11"]) == code
    assert ("on [0.0, 33554433.0]" in capfd.readouterr().err) is bool(code)


def test_an_output_that_never_comes_is_played_for() -> None:
    """Is a law refused that lacks an output of one in thousands, by plays, and not doubted where there are none?"""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        right = exactly(plain, x)
        likely = [(answer, mass) for answer, mass in right.branches if mass > Fraction(1, 1000)]
        return Forecast(tuple(likely), right.missing, way != FOLDED, "", plays)

    found = coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"]
    assert found.outcome is Outcome.FAILED
    assert " has a probability between " in found.failures[0].witness

    def withdraw(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        return Forecast((), Fraction(1), reason=NOT_ITS_COINS) if plays else foresee(plain, x, plays, way)

    unplayed = coins_verdicts(LawTarget(made=foreseeing(withdraw)))["law.coins"]
    assert unplayed.outcome is Outcome.PASSED
    assert UNCONFIRMED not in unplayed.detail


def test_a_law_is_learnt_to_the_cell_even_where_nothing_differs() -> None:
    """Is a bias found that only the thorough way to learn sees?"""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        right = exactly(plain, x)
        (first, mass), (second, other), *rest = right.branches
        by = Fraction(0) if way == FOLDED else Fraction(1, 2**20)
        masses = ((first, mass + by), (second, other - by), *rest)
        return Forecast(masses, right.missing, True, "", plays)

    found = coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"]
    assert found.outcome is Outcome.FAILED
    assert " between " not in found.failures[0].witness


def test_a_rough_forecast_raises_no_suspicion_within_its_roughness() -> None:
    """Is a difference below the roughness of a forecast not played for, and is one above it?"""
    asked: list[int] = []

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        if way != FOLDED:
            return Forecast((), Fraction(1), reason=NOT_ITS_COINS)
        asked.append(plays)
        right = moved(Fraction(1, 100))(plain).foreseeing
        assert right is not None
        found = right(plain, x, plays, way)
        assert isinstance(found, Forecast)
        return replace(found, rough=Fraction(1, 10) if rough else Fraction(0))

    for rough, outcome in ((True, Outcome.PASSED), (False, Outcome.FAILED)):
        asked.clear()
        assert coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"].outcome is outcome
        assert (max(asked) > 0) is not rough


@pytest.mark.parametrize("folded", [False, True])
def test_a_law_of_states_that_look_alike_is_no_measure_of_what_is_seen(folded: bool) -> None:
    """Is a law whose states were taken to be one, and that no plays confirm, left out of what would have been seen?"""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        right = exactly(plain, x)
        return Forecast(right.branches, right.missing, True, "" if way == FOLDED else NOT_ITS_COINS, folded=folded)

    found = coins_verdicts(LawTarget(made=foreseeing(foresee)))["law.coins"]
    assert found.outcome is Outcome.PASSED
    if folded:
        assert found.power is None
    else:
        assert found.power is not None
        assert found.power.reach.startswith(f"{found.cases} inputs")


def test_a_loss_is_played_for_though_its_forecast_is_rough() -> None:
    """Do as many plays confirm an output lost on the neighbour as its probability asks for, and not its roughness?"""
    asked: list[int] = []

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        asked.append(plays)
        right = exactly(plain, x).branches
        if x == (1.0, 0.0):
            ((first, mass), (second, other)) = right
            right = ((first, mass + other), (second, Fraction(0)))
        return Forecast(right, Fraction(0), False, "", plays, rough=Fraction(1, 9))

    bench = Bench([LawTarget(made=foreseeing(foresee))], NOISY_TOP_K)
    (found,) = check_privacy_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.FAILED
    assert 0 < max(asked) < 2_500


@pytest.mark.parametrize(
    ("work", "reason", "told", "walked"),
    [
        (ALL_WORK // 10, "", f"10 laws walked, all but 1.9e-09 of each; 40 not: {NO_WORK_LEFT}", 10),
        (PATIENCE // 3, NOT_ITS_COINS, NOT_ITS_COINS, 14),
        (PATIENCE, NOT_ITS_COINS, NOT_ITS_COINS, 4),
    ],
)
def test_walks_have_so_much_work(work: int, reason: str, told: str, walked: int) -> None:
    """Are the first cases walked while work is left, and is soon given up what comes to nothing?"""
    asked: set[tuple[Setting, Vector]] = set()

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        asked.add((plain.setting, x))
        right = exactly(plain, x)
        missing = Fraction(1) if reason else right.missing
        return Forecast(right.branches, missing, False, reason, plays, rough=Fraction(1), work=work)

    (found,) = check_law_at_the_coins(
        Bench([LawTarget(made=foreseeing(foresee))], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8)
    )
    assert found.detail == told
    assert len(asked) == walked
