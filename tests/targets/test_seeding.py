"""Has a generator that a release seeds no randomness but its seed's, however that is spelled?"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins
from proofs.conform.checks.walked import Walks
from proofs.conform.clauses import LAW_COINS
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, Setting
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast
from proofs.targets.worker.certifying import FOLDED, NOT_ITS_COINS
from proofs.targets.worker.seeding import SEEDED, SHORT_SEED
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
    """Is a seed of five bits walked as such, and one of 31 bits told to be short?"""
    few = foreseen(target, spelled, "few")
    assert few.whole
    assert all((32 * mass).denominator == 1 for _, mass in few.branches)
    assert foreseen(target, spelled, "many").reason == SHORT_SEED


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_seed_that_is_not_random_is_told(spelled: str, target: ProcessTarget) -> None:
    """Is it told that a time is no source of randomness, and is a generator walked that was seeded with nothing?"""
    assert foreseen(target, spelled, "time").reason == SEEDED
    right = foreseen(target, spelled, "none")
    assert right.reason == ""
    assert sum(mass for _, mass in right.branches) == 1


@pytest.mark.parametrize("seed", ["short text", "short bytes"])
def test_a_short_seed_may_be_written_in_characters(seed: str, target: ProcessTarget) -> None:
    """Is a seed short, too, that is a text or bytes?"""
    assert foreseen(target, "own", seed).reason == SHORT_SEED


@pytest.mark.parametrize("seed", ["secret", "now and then", "and more", "secret array"])
def test_other_seeds_are_not_short(seed: str, target: ProcessTarget) -> None:
    """Is no seed held to be short that has many bits, or if it is longer in other runs, or if more is drawn?"""
    assert foreseen(target, "default_rng" if "array" in seed else "own", seed).reason == NOT_ITS_COINS


@pytest.mark.parametrize("seed", ["time in a list", "time in an array"])
def test_a_seed_may_be_several_numbers(seed: str, target: ProcessTarget) -> None:
    """Is it told that several numbers of few bits are no source of randomness?"""
    assert foreseen(target, "default_rng", seed).reason == SEEDED


def seeding(reason: str) -> Bench:
    """A target of whose laws nothing is known but this reason."""

    def foresee(plain: LawMade, x: Vector, plays: int, way: str) -> Forecast:
        return Forecast((), Fraction(1), reason=reason)

    def seeded(plain: LawMade) -> LawMade:
        plain.foreseeing = foresee
        return plain

    return Bench([LawTarget(made=seeded)], NOISY_TOP_K)


@pytest.mark.parametrize("reason", [SEEDED, SHORT_SEED])
def test_a_law_of_seeds_that_are_not_random_fails(reason: str) -> None:
    """Does the clause fail, and not stay unasked, if releases have no randomness but times, or short seeds?"""
    (found,) = check_law_at_the_coins(seeding(reason), Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.FAILED
    assert reason in found.failures[0].witness


@pytest.mark.parametrize("reason", [SEEDED, SHORT_SEED, NOT_ITS_COINS])
def test_a_short_seed_may_do_for_ties(reason: str) -> None:
    """Is a short seed wrong where few bits cannot make the law, and may it be right for two equal scores?"""
    walks, setting = Walks(seeding(reason), Ask(), LAW_COINS, FalseAlarmRate(RUN / 8)), Setting()
    ties, others = (0.0, 0.0), (0.0, 1.0)
    walks.all([(setting, ties), (setting, others)])
    assert walks.seeded(setting, ties) == (SEEDED if reason == SEEDED else "")
    assert walks.seeded(setting, others) == ("" if reason == NOT_ITS_COINS else reason)
