"""Do the statistical tests reject wrong laws, keep their rate of false alarms, and see what they claim to?"""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from impl.ball import ball, lower, precision, upper
from proofs.engine.statistics.budget import RUN, Budget
from proofs.engine.statistics.evidence import BITS, Cell, Null, e_value, log_regret
from proofs.engine.statistics.sequential import Result, SequentialTest
from spec.errors import FalseAlarmBudgetOverspent
from spec.weights import ONE, exp_minus, rational
from tests.support.planted_draws import COIN, HALF, SKEWED, THIRD, law, predicted


def rising(a: Fraction, m: int) -> Fraction:
    """a (a+1) ... (a+m-1)."""
    return prod((a + i for i in range(m)), start=Fraction(1))


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
