"""Has a generator that a release seeds no randomness but its seed's, however that is spelled?"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast
from proofs.targets.worker.certifying import FOLDED, NOT_ITS_COINS, SEEDED
from tests.support.conform_fakes import LawMade, LawTarget, Vector
from tests.support.target_processes import PATIENT, made
from tests.support.targets.seeding import SPELLED
from tests.support.worker_here import TARGETS

MISSING, WORK = Fraction(1, 2**40), 60_000


@pytest.fixture(scope="module")
def target() -> Iterator[ProcessTarget]:
    """A process in which generators are seeded."""
    with ProcessTarget(parse(f"{TARGETS / 'seeding.py'}:make"), limits=PATIENT) as process:
        yield process


def foreseen(target: ProcessTarget, spelled: str, seed: str) -> Forecast:
    found = made(target, spelled=spelled, seed=seed).foresee(0, MISSING, WORK, 0, FOLDED)
    assert isinstance(found, Forecast)
    return found


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_seed_of_few_bits_is_all_the_randomness(spelled: str, target: ProcessTarget) -> None:
    """Is a seed of five bits walked as such, and one of 31 bits not believed to be anything else?"""
    few = foreseen(target, spelled, "few")
    assert few.whole
    assert all((32 * mass).denominator == 1 for _, mass in few.branches)
    assert foreseen(target, spelled, "many").reason == NOT_ITS_COINS


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_seed_that_is_not_random_is_told(spelled: str, target: ProcessTarget) -> None:
    """Is it told that a time is no source of randomness, and is a generator walked that was seeded with nothing?"""
    assert foreseen(target, spelled, "time").reason == SEEDED
    right = foreseen(target, spelled, "none")
    assert right.reason == ""
    assert sum(mass for _, mass in right.branches) == 1


def test_a_law_of_seeds_that_are_not_random_fails() -> None:
    """Does the clause fail, and not stay unasked, if releases have no randomness but times and counters?"""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        return Forecast((), Fraction(1), reason=SEEDED)

    def seeded(plain: LawMade) -> LawMade:
        plain.foreseeing = foresee
        return plain

    bench = Bench([LawTarget(made=seeded)], NOISY_TOP_K)
    (found,) = check_law_at_the_coins(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.FAILED
    assert SEEDED in found.failures[0].witness
