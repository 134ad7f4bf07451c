"""Do the statistical tests reject wrong laws, keep their rate of false alarms, and see what they claim to?"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from math import comb, prod

import numpy as np
import pytest

from impl.ball import ball, lower, precision, upper
from impl.samplers import sample_bernoulli_exp
from proofs.engine.checkers.statistical import Sampled
from proofs.engine.enclosure import Weight
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.engine.statistics.evidence import BITS, Cell, Null, e_value, log_regret
from proofs.engine.statistics.power import POWER, detectable, telling_count
from proofs.engine.statistics.sequential import Result, Sampler, SequentialTest
from spec.draw import Draw
from spec.errors import EntropyExhausted, FalseAlarmBudgetOverspent
from spec.logic.formula import Formula, Symbol
from spec.weights import ONE, Law, exp_minus, rational

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
COIN = ((0, HALF), (1, HALF))
SKEWED = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))


def rate(alpha: Fraction = Fraction(1, 10**12)) -> FalseAlarmRate:
    """A rate for one test, from a budget of its own."""
    return Budget(alpha).spend(alpha)


def law(*probabilities: Weight) -> Null:
    """The null with these probabilities of 0, 1, 2, ..."""
    return Null(enumerate(probabilities))


def planted(seed: int, *probabilities: float) -> Sampler:
    """A sampler of 0, 1, 2, ... with these probabilities, the same each time for each seed."""
    generator = np.random.default_rng(seed)
    return lambda size: generator.choice(len(probabilities), size=size, p=probabilities).tolist()


def rising(a: Fraction, m: int) -> Fraction:
    """a (a+1) ... (a+m-1)."""
    return prod((a + i for i in range(m)), start=Fraction(1))


def predicted(p: Sequence[Fraction], draws: Sequence[int]) -> Fraction:
    """The e-value from its definition draw by draw: how well each mixture predicts, and how well p does."""
    size = len(p)
    whole = Fraction(1)
    single = [Fraction(1)] * size
    for n, drawn in enumerate(draws):
        whole *= (draws[:n].count(drawn) + HALF) / (n + size * HALF) / p[drawn]
        for j in range(size):
            seen = draws[:n].count(j)
            hit = drawn == j
            single[j] *= ((seen if hit else n - seen) + HALF) / (n + 1) / (p[j] if hit else 1 - p[j])
    return (whole + sum(single, Fraction(0)) / size) / 2


class TestBudget:
    def test_a_run_has_one_in_a_billion(self) -> None:
        """Is the budget of a run the one that was promised?"""
        assert Budget().left == RUN == Fraction(1, 10**9)

    def test_it_can_be_spent_to_the_end_and_no_further(self) -> None:
        """Can ten tenths be spent, and not the least bit more?"""
        budget = Budget()
        assert [budget.spend(RUN / 10) for _ in range(10)] == [RUN / 10] * 10
        assert budget.left == 0
        with pytest.raises(FalseAlarmBudgetOverspent):
            budget.spend(Fraction(1, 10**100))

    @pytest.mark.parametrize("amount", [Fraction(0), -RUN, 2 * RUN])
    def test_it_refuses_what_is_no_share(self, amount: Fraction) -> None:
        """Are nothing, less than nothing and more than all refused, and is nothing lost thereby?"""
        budget = Budget()
        with pytest.raises(FalseAlarmBudgetOverspent):
            budget.spend(amount)
        assert budget.left == RUN


class TestEvidence:
    @pytest.mark.untraced
    @pytest.mark.parametrize(
        ("p", "length"),
        [((HALF, HALF), 9), ((Fraction(1, 10), Fraction(9, 10)), 9), (SKEWED, 6), ((THIRD,) * 3, 6)],
    )
    def test_mean_is_one_exactly(self, p: tuple[Fraction, ...], length: int) -> None:
        """Over all sequences: is the mean 1 under the null given each past, and has the code these values?"""
        null = law(*p)
        for n in range(length):
            mean = Fraction(0)
            for draws in product(range(len(p)), repeat=n):
                now = predicted(p, draws)
                assert sum(p[k] * predicted(p, (*draws, k)) for k in range(len(p))) == now
                mean += prod((p[k] for k in draws), start=Fraction(1)) * now
                coded = e_value(null, [draws.count(k) for k in range(len(p))])
                assert lower(coded) <= now <= upper(coded)
                assert upper(coded) - lower(coded) < now / 2**50
            assert mean == 1

    def test_regret_is_never_exceeded_and_reached(self) -> None:
        """Is the largest likelihood never further above the mixture than stated, and that far at a corner?"""
        for size, n in ((2, 12), (3, 9), (4, 6)):
            allowed = rising(size * HALF, n) / rising(HALF, n)
            found = set()
            for counts in product(range(n + 1), repeat=size):
                if sum(counts) == n:
                    likelihood = prod(Fraction(c, n) ** c for c in counts)
                    found.add(likelihood * rising(size * HALF, n) / prod(rising(HALF, c) for c in counts))
            assert max(found) == allowed
            assert lower(log_regret(size, n).exp()) <= allowed <= upper(log_regret(size, n).exp())

    def test_exponential_probabilities(self) -> None:
        """Are laws with e^-x in them evaluated, at tiny probabilities too, against a hand-made value?"""
        null = law(exp_minus(1000), ONE - exp_minus(1000))
        once = e_value(null, [1, 0])
        assert once.overlaps(ball(1000).exp() / 2)
        assert e_value(null, [0, 3]) < 1

    @pytest.mark.parametrize("p", [(HALF, THIRD), (HALF, HALF, HALF), (Fraction(3, 2), -HALF), ()])
    def test_what_is_no_law_is_refused(self, p: tuple[Fraction, ...]) -> None:
        """Is a null refused whose probabilities are negative or do not add up to one?"""
        with pytest.raises(ValueError, match=r"add up to one|not positive"):
            law(*p)

    def test_outcomes_are_told_apart_by_type(self) -> None:
        """Are True, 1.0 and what has no hash not taken for 1?"""
        null = Null(COIN)
        assert null.place(1) == 1
        assert [null.place(other) for other in (True, 1.0, np.int64(1), {1}, [1], None)] == [None] * 6

    def test_impossible_outcomes_are_no_cells(self) -> None:
        """Is an outcome of probability zero ruled out?"""
        null = law(HALF, 0, rational(HALF))
        assert [cell.outcome for cell in null.cells] == [0, 2]
        assert null.place(1) is None

    def test_law_in_balls_has_the_logarithms_of_the_exact_one(self) -> None:
        """Are ln p and ln(1 - p) of each outcome enclosed, and tightly, where the law comes in balls?"""
        p = [Fraction(k, 31) for k in (2, 16, 1, 8, 4)]
        with precision(BITS):
            cells = Null.enclosed({f"outcome {k}": ball(x) for k, x in enumerate(p)}).cells
        assert [cell.outcome for cell in cells] == [f"outcome {k}" for k in range(len(p))]
        with precision(2 * BITS):
            for cell, x in zip(cells, p, strict=True):
                for found, exact in ((cell.probability, x), (cell.log.exp(), x), (cell.log_rest.exp(), 1 - x)):
                    assert lower(found) < exact < upper(found)
                    assert upper(found) - lower(found) < Fraction(1, 2**100)

    def test_what_is_certain_is_no_evidence(self) -> None:
        """With one outcome, is E_n = 1 however often it came, in balls too?"""
        for null, n in product((law(1), Null.enclosed({0: ball(1)})), (0, 1, 1000)):
            found = e_value(null, [n])
            assert lower(found) <= 1 <= upper(found) < 1 + Fraction(1, 2**50)

    @pytest.mark.parametrize("counts", [[3], [3, 4, 5, 0]])
    def test_each_outcome_has_its_count(self, counts: list[int]) -> None:
        """Are counts refused that are fewer or more than the outcomes?"""
        with pytest.raises(ValueError, match="zip"):
            e_value(law(*SKEWED), counts)


@pytest.mark.parametrize("kind", [Cell, Result, SequentialTest])
def test_what_was_found_does_not_change(kind: type) -> None:
    """Can nobody change an outcome's probability, a test or how it ended?"""
    assert vars(kind)["__dataclass_params__"].frozen


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
