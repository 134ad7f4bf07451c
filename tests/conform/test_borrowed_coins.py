"""Is a difference that a walk shows only counted once there is no doubt of it?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.conform.model import Outcome
from proofs.targets.target import Walk
from proofs.targets.worker.walking import NOT_ITS_COINS
from tests.support.conform_fakes import LawMade, LawTarget, Vector
from tests.support.conform_walks import coins_verdicts, exactly

ROOT = Path(__file__).parents[2]


CUT = ROOT / "tests" / "support" / "targets" / "conform_cut.py"


def biased(plain: LawMade, x: Vector) -> Walk:
    """The promised law, moved by a thousandth of itself towards its first outcome, and not confirmed."""
    right = exactly(plain, x)
    moved = [(answer, mass * Fraction(999, 1000)) for answer, mass in right.branches]
    first, mass = moved[0]
    moved[0] = (first, mass + Fraction(1, 1000) * (1 - right.missing))
    return Walk(tuple(moved), right.missing, doubt=Fraction(1, 2))


def doubted(least: Fraction, walker: Callable[[LawMade, Vector], Walk] = biased) -> Callable[[LawMade], LawMade]:
    return lambda plain: replace(plain, walking=walker, least_doubt=least)


def test_a_difference_counts_once_it_is_confirmed() -> None:
    """Is a law that is off by 1/1000 refused if the doubt can be brought below, and let pass if it cannot?"""
    failed = coins_verdicts(LawTarget(made=doubted(Fraction(0))))["law.coins"]
    assert failed.outcome is Outcome.FAILED
    assert "give or take" in failed.failures[0].witness
    assert float(failed.failures[0].numbers["doubt"]) < 0.001
    passed = coins_verdicts(LawTarget(made=doubted(Fraction(1, 1000))))["law.coins"]
    assert passed.outcome is Outcome.PASSED


def test_a_loss_counts_once_it_is_confirmed() -> None:
    """Is a loss above the map told only if the doubt is below the probabilities that show it?"""

    def low(plain: LawMade, x: Vector) -> Walk:
        return replace(exactly(plain, x), doubt=Fraction(1, 2))

    for least, outcome in ((Fraction(0), Outcome.FAILED), (Fraction(1, 4), Outcome.PASSED)):
        target = LawTarget(made=doubted(least, low), bound=lambda triple, setting, d_in: 0.5)
        assert coins_verdicts(target)["privacy.coins"].outcome is outcome


def test_other_randomness_found_on_confirming_withdraws_all() -> None:
    """Is nothing said of a target whose second walk shows other randomness?"""
    walks: set[Vector] = set()

    def at_first(plain: LawMade, x: Vector) -> Walk:
        if tuple(x) in walks:
            return Walk((), Fraction(1), NOT_ITS_COINS)
        walks.add(tuple(x))
        return biased(plain, x)

    found = coins_verdicts(LawTarget(made=doubted(Fraction(0), at_first)))["law.coins"]
    assert (found.outcome, found.detail) == (Outcome.SKIPPED, NOT_ITS_COINS)


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
    assert ("output [0] has probability 1/6, up to 0 more, give or take" in found) is bool(code)
