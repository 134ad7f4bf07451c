"""Do sequential tests stop when they should, see what they claim to, and reject wrong samplers?"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import comb

import numpy as np
import pytest

from impl.ball import ball
from impl.samplers import sample_bernoulli_exp
from proofs.engine.checkers.statistical import Sampled
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import Budget, FalseAlarmRate
from proofs.engine.statistics.evidence import Null, e_value
from proofs.engine.statistics.power import POWER, detectable, telling_count
from proofs.engine.statistics.sequential import Sampler, SequentialTest
from spec.draw import Draw
from spec.errors import EntropyExhausted
from spec.logic.formula import Formula, Symbol
from spec.weights import ONE, Law, exp_minus
from tests.support.planted_draws import COIN, HALF, SKEWED, law, predicted


def rate(alpha: Fraction = Fraction(1, 10**12)) -> FalseAlarmRate:
    """A rate for one test, from a budget of its own."""
    return Budget(alpha).spend(alpha)


def planted(seed: int, *probabilities: float) -> Sampler:
    """A sampler of 0, 1, 2, ... with these probabilities, the same each time for each seed."""
    generator = np.random.default_rng(seed)
    return lambda size: generator.choice(len(probabilities), size=size, p=probabilities).tolist()


class TestSequentialTest:
    @pytest.mark.untraced
    @pytest.mark.parametrize("seed", range(5))
    def test_biased_coin_is_rejected(self, seed: int) -> None:
        """Is a coin of 0.51 told from a fair one?"""
        result = SequentialTest(Null(COIN), rate(), 400_000).run(planted(seed, 0.49, 0.51))
        assert result.rejected
        assert result.evidence is not None
        assert result.evidence >= 10**12

    @pytest.mark.parametrize(
        "wrong",
        [(2 / 7, 1 / 7, 4 / 7), (1 / 7, 6 / 7, 0.0), (1 / 3, 1 / 3, 1 / 3), (0.1, 2 / 7, 1 - 0.1 - 2 / 7)],
        ids=["swapped", "one never comes", "uniform", "one too rare"],
    )
    def test_wrong_laws_are_rejected(self, wrong: tuple[float, ...]) -> None:
        """Are swapped, missing and shifted outcomes noticed?"""
        assert SequentialTest(law(*SKEWED), rate(), 50_000).run(planted(1, *wrong)).rejected

    def test_witness_names_the_most_deviating_outcome(self) -> None:
        """Does a rejection say which outcome came too often, and how often it should have come?"""
        result = SequentialTest(law(*(Fraction(1, 6),) * 6), rate(), 5_000).run(
            planted(3, 0.1, 0.1, 0.1, 0.5, 0.1, 0.1)
        )
        assert result.witness.startswith("outcome 3 came ")
        assert f"of {result.draws}, expected {result.draws / 6:.6g}" in result.witness

    def test_impossible_outcome_is_rejected_at_sight(self) -> None:
        """Does the fifth draw end the test if it cannot be, with no further draw made?"""
        made: list[object] = []

        def sample(size: int) -> Iterator[object]:
            for outcome in (0, 1, 1, 0, "2", 1, 1):
                made.append(outcome)
                yield outcome

        result = SequentialTest(Null(COIN), rate(), 1000).run(sample)
        assert (result.rejected, result.draws, result.evidence) == (True, 5, None)
        assert result.witness == "outcome '2', which the law rules out"
        assert len(made) == 5

    def test_outcome_that_is_next_to_impossible_is_rejected_soon(self) -> None:
        """Does one occurrence of what has probability e^-100 end the test at the first look?"""
        test = SequentialTest(law(exp_minus(100), ONE - exp_minus(100)), rate(), 10_000)
        result = test.run(lambda size: [0] + [1] * (size - 1))
        assert (result.rejected, result.draws) == (True, 16)

    def test_gross_violation_stops_early(self) -> None:
        """Does a coin that only shows heads end a test of a million draws within a hundred?"""
        result = SequentialTest(Null(COIN), rate(), 10**6).run(lambda size: [1] * size)
        assert result.rejected
        assert result.draws <= 100

    def test_certain_outcome(self) -> None:
        """Is a law with one outcome tested, passing it and rejecting another?"""
        test = SequentialTest(law(1), rate(), 100)
        passed = test.run(lambda size: [0] * size)
        assert not passed.rejected
        assert passed.witness == "outcome 0 came 100 times of 100, expected 100"
        assert test.run(lambda size: [0] * (size - 1) + [1]).rejected

    @pytest.mark.untraced
    @pytest.mark.parametrize("p", [(HALF, HALF), SKEWED, (Fraction(1, 1000), Fraction(999, 1000))])
    def test_right_law_passes_every_time(self, p: tuple[Fraction, ...]) -> None:
        """Does the right law pass a hundred times out of a hundred, drawing no more than allowed?"""
        test = SequentialTest(law(*p), rate(), 2000)
        results = [test.run(planted(seed, *map(float, p))) for seed in range(100)]
        assert not any(result.rejected for result in results)
        assert {result.draws for result in results} == {2000}

    @pytest.mark.untraced
    def test_false_alarms_keep_their_rate_at_a_high_alpha(self) -> None:
        """With alpha = 1/10, are at most a tenth of 300 fair coins rejected at any look, and some at all?"""
        test = SequentialTest(Null(COIN), rate(Fraction(1, 10)), 1000)
        rejected = sum(test.run(planted(seed, 0.5, 0.5)).rejected for seed in range(300))
        assert 0 < rejected <= 30

    def test_threshold_is_reached_and_not_a_hair_below(self) -> None:
        """Is E_n = 1/alpha enough, and anything less not?"""
        exact = predicted((HALF, HALF), [1] * 16)
        for alpha, expected in (
            (1 / exact + Fraction(1, 10**30), True),
            (1 / exact - Fraction(1, 10**30), False),
        ):
            result = SequentialTest(Null(COIN), rate(alpha), 16).run(lambda size: [1] * size)
            assert result.rejected is expected

    @pytest.mark.parametrize("given", [1, 18])
    def test_short_or_long_sampler_is_an_error(self, given: int) -> None:
        """Is a sampler that gives too few outcomes, or too many, not mistaken for one that passes?"""
        with pytest.raises(ValueError, match="number of outcomes"):
            SequentialTest(Null(COIN), rate(), 16).run(lambda size: [0] * given)

    @pytest.mark.parametrize(
        ("most", "looks"),
        [(1, [1]), (16, [16]), (17, [16, 17]), (20, [16, 20]), (60, [16, 20, 25, 31, 38, 47, 58, 60])],
    )
    def test_looks_are_a_quarter_apart_and_end_at_the_last_draw(self, most: int, looks: list[int]) -> None:
        """Is the evidence looked at after 16 draws, whenever a quarter more are made, and once at the end?"""
        asked: list[int] = []

        def sample(size: int) -> list[int]:
            asked.append(size)
            return [(sum(asked) - k) % 2 for k in range(size)]

        assert SequentialTest(Null(COIN), rate(), most).run(sample).draws == most
        assert list(accumulate(asked)) == looks


def chance_of_rejection(null: Null, alpha: FalseAlarmRate, q: Fraction, n: int) -> Fraction:
    """P(E_n >= 1/alpha) exactly, for a null on 0 and 1 of which the true law gives 0 the probability q."""
    rejecting = (c for c in range(n + 1) if e_value(null, [c, n - c]) >= ball(1 / alpha))
    return sum((comb(n, c) * q**c * (1 - q) ** (n - c) for c in rejecting), Fraction(0))


class TestPower:
    @pytest.mark.parametrize(("p", "n"), [(HALF, 300), (Fraction(1, 10), 300), (Fraction(3, 4), 500)])
    def test_stated_power_is_kept_exactly(self, p: Fraction, n: int) -> None:
        """At the deviations that the test claims to see, is the exact chance of rejection at least 0.99?"""
        null, alpha = law(p, 1 - p), rate(Fraction(1, 10**6))
        seen = detectable(null, alpha, n)
        shifted = (p + seen.likelier, p + seen.total_variation, p - seen.total_variation)
        for q in (Fraction(round(q * 1000) + (1 if q > p else -1), 1000) for q in shifted):
            if 0 <= q <= 1:
                assert chance_of_rejection(null, alpha, q, n) >= POWER

    def test_stated_power_is_not_idle(self) -> None:
        """Is the claim sharp enough that at 6/10 of the deviation the test fails more often than not?"""
        null, alpha = Null(COIN), rate(Fraction(1, 10**6))
        seen = detectable(null, alpha, 300)
        assert chance_of_rejection(null, alpha, HALF + seen.likelier * Fraction(6, 10), 300) < HALF

    @pytest.mark.parametrize("place", range(3))
    def test_telling_count_tells(self, place: int) -> None:
        """From the telling count of one outcome on, is the null rejected whatever the other counts are?"""
        null, alpha, n = law(*SKEWED), rate(Fraction(1, 100)), 60
        telling = telling_count(null, place, alpha, n)
        assert telling is not None
        for count in range(telling, n + 1):
            for other in range(n - count + 1):
                counts = [other, n - count - other]
                counts.insert(place, count)
                assert e_value(null, counts) >= ball(1 / alpha)

    def test_outcome_outside_the_law(self) -> None:
        """With one certain outcome, is the mass seen elsewhere with power 0.99 the exact one?"""
        seen = detectable(law(1), rate(), 100)
        assert seen.likelier == seen.total_variation
        assert (1 - seen.likelier) ** 100 <= 1 - POWER <= (1 - seen.likelier + Fraction(1, 10**30)) ** 100

    def test_more_draws_see_more(self) -> None:
        """Do the bounds shrink with the number of draws, and say nothing where there are too few?"""
        bounds = [detectable(law(*SKEWED), rate(), n) for n in (10, 1000, 100_000)]
        assert bounds[0].total_variation == 1
        assert 0 <= bounds[0].likelier - (1 - Fraction(1, 7)) < Fraction(1, 2**100)
        assert bounds[0].likelier > bounds[1].likelier > bounds[2].likelier
        assert bounds[1].total_variation > bounds[2].total_variation

    def test_extreme_probabilities(self) -> None:
        """Are the bounds of use where one outcome is next to impossible and the other next to certain?"""
        seen = detectable(law(exp_minus(1000), ONE - exp_minus(1000)), rate(), 1000)
        assert seen.likelier < Fraction(1, 50)


def fair(draw: Draw) -> int:
    """A fair coin."""
    return draw.bit()


def either_of_two(draw: Draw) -> int:
    """A coin of 3/4."""
    return draw.bit() | draw.bit()


def fails(draw: Draw) -> int:
    """An error, rarely."""
    if not any(draw.bit() for _ in range(5)):
        raise EntropyExhausted
    return draw.bit()


def sampled(body: Callable[..., object]) -> Sampled:
    """A check that a coin is fair."""
    return Sampled(body, (), lambda: COIN, rate(), 3000)


def law_of_bernoulli_exp(x: Fraction) -> Law:
    """True with probability e^-x."""
    return [(True, exp_minus(x)), (False, ONE - exp_minus(x))]


class TestSampled:
    def test_right_sampler_is_tested(self) -> None:
        """Is a fair coin tested, and does the finding state all that a reader needs to judge it?"""
        finding = sampled(fair).run("the coin is fair")
        assert finding.status is Status.TESTED
        for part in ("3000 draws", "null: independent draws", "alpha = 1e-12", "power 0.99 (proven bounds)"):
            assert part in finding.detail

    def test_law_with_exponentials(self) -> None:
        """Does Bernoulli(e^(-2/3)) on fresh coins pass, and fail against e^(-1/3)?"""
        x = Fraction(2, 3)
        for claimed, status in ((x, Status.TESTED), (x / 2, Status.OPEN)):
            check = Sampled(sample_bernoulli_exp, (x,), partial(law_of_bernoulli_exp, claimed), rate(), 3000)
            assert check.run("the law").status is status

    def test_wrong_sampler_is_left_open_with_the_evidence(self) -> None:
        """Is a coin of 3/4 rejected, with e-value, draws and the outcome that gave it away?"""
        finding = sampled(either_of_two).run("the coin is fair")
        assert finding.status is Status.OPEN
        assert finding.detail.startswith("REJECTED after ")
        assert "e-value" in finding.detail
        assert "probability at most 1e-12; outcome" in finding.detail

    def test_designed_error_is_an_outcome(self) -> None:
        """Is a designed error, which the law does not have, a rejection?"""
        finding = sampled(fails).run("the coin is fair")
        assert finding.status is Status.OPEN
        assert "Failure(error=EntropyExhausted())" in finding.detail
        assert "e-value infinite" in finding.detail

    def test_formula_is_open(self) -> None:
        """Is a formula not tested by draws that have nothing to do with it?"""
        assert sampled(fair).run(Formula(Symbol("x") <= 1)).status is Status.OPEN
