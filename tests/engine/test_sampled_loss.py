"""Do tests of privacy maps reject maps that promise too much, keep their rate, and see what they say they see?"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import cast

import pytest

from impl.inverse_transform import make_inverse_transform
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.engine.checkers.sampled_loss import SampledLoss
from proofs.engine.checkers.statistical import AUDIT, SampledShares
from proofs.engine.ledger.model import Proof
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.engine.statistics.loss import sure_counts
from proofs.mechanisms import sampled
from spec.draw import Draw
from spec.inverse_transform import law_of_release
from spec.logic.formula import Family, Formula, Symbol, Term, exp, total
from spec.space import AtomDomain, LInfDistance, MaxDivergence, Measure, RangeDivergence, VectorDomain
from spec.space import ZeroConcentratedDivergence as ZeroConcentrated

NEAR, FAR = (1.0, 0.0), (0.0, 1.0)
INVERSE = make_inverse_transform(VectorDomain(AtomDomain(float), 2), LInfDistance(float), 1.0)


def rate() -> FalseAlarmRate:
    """A rate for one test."""
    return Budget().spend(Fraction(1, 10**12))


def check(
    allowed: float, measure: Measure, release: Callable[..., int] = INVERSE.function, draws: int = 3000
) -> SampledLoss:
    """A test of softmax selection on (1, 0) and (0, 1), whose loss is 1 at either outcome."""
    first = lambda released: released == 0  # noqa: E731
    return SampledLoss(
        release, lambda: allowed, measure, NEAR, FAR, first, lambda x: law_of_release(x, 1.0), rate(), draws
    )


@pytest.mark.parametrize(
    ("measure", "sound", "unsound"),
    [
        pytest.param(MaxDivergence(), 1.0, 0.4, marks=pytest.mark.deep),
        (RangeDivergence(), 2.0, 0.9),
        pytest.param(ZeroConcentrated(), 0.5, 0.1, marks=pytest.mark.deep),
    ],
)
def test_a_map_that_promises_too_much_is_rejected(measure: Measure, sound: float, unsound: float) -> None:
    """Is the least sound map tested, and one well below left open, with counts, loss and map?"""
    tested = check(sound, measure).run("no more is lost")
    assert tested.status is Status.TESTED, tested.detail
    for part in ("3000 draws on either side", "null: ", "alpha = 1e-12", "power 0.99 (proven bounds)"):
        assert part in tested.detail
    rejected = check(unsound, measure).run("no more is lost")
    assert rejected.status is Status.OPEN
    assert rejected.detail.startswith("REJECTED after ")
    assert f"map {unsound}" in rejected.detail


def leaking(x: Sequence[float], draw: Draw) -> int:
    """Answers the argmax seven times of eight."""
    return max(range(len(x)), key=lambda i: x[i]) if draw.bit() | draw.bit() | draw.bit() else draw.bit()


def test_a_sampler_that_leaks_is_rejected() -> None:
    """Is a wrong sampler rejected where the map is right?"""
    assert check(2.0, MaxDivergence(), leaking).run("no more is lost").status is Status.OPEN


def test_too_few_draws_see_nothing() -> None:
    """Does a test of a few draws say that there is no effect which it is sure to see?"""
    finding = check(1.0, MaxDivergence(), draws=20).run("no more is lost")
    assert finding.status is Status.TESTED
    assert "a map of less than 0 is rejected" in finding.detail


def test_other_statements_are_left_open() -> None:
    """Are formulas not tested by draws that have nothing to do with them?"""
    assert check(1.0, MaxDivergence()).run(Formula(Symbol("x") <= 1)).status is Status.OPEN


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(9, 10), Fraction(1, 50)])
def test_counts_are_as_sure_as_is_said(p: Fraction) -> None:
    """Does an event fall below the one count, and exceed the other, as rarely as promised?"""
    draws, unseen = 200, Fraction(1, 200)
    low, high = sure_counts(p, draws, unseen)
    chances = [comb(draws, m) * p**m * (1 - p) ** (draws - m) for m in range(draws + 1)]
    assert sum(chances[:low], Fraction(0)) <= unseen
    assert sum(chances[high + 1 :], Fraction(0)) <= unseen
    assert low < p * draws < high
    assert high - low < draws / 2


s, k, i = Family("s"), Symbol("k"), Symbol("i")


def shares(sign: int) -> Formula:
    """P = e^(s_k)/Σ e^(s_i), or that with the sign changed."""
    return Formula(Symbol("P").eq(exp(sign * s[k]) / total(i, exp(sign * s[i]))))


def test_the_right_side_of_an_equation_is_what_is_tested() -> None:
    """Do draws agree with the softmax, reject it once a sign is changed, and say nothing of what is no equation?"""
    scores = (Fraction(0), Fraction(1), Fraction(1, 3))
    equation = SampledShares(gumbel_max, (sampled.UNSAMPLED,), k, {}, {s: scores}, rate(), 3000)
    assert equation.run(shares(1)).status is Status.TESTED
    assert equation.run(shares(-1)).status is Status.OPEN
    assert equation.run(Formula(s[k] <= 1)).status is Status.OPEN
    assert equation.run("a sentence").status is Status.OPEN


def test_all_tests_share_one_budget() -> None:
    """Do the tests of the ledger together spend no more than 1e-9, and has each its share?"""
    rates = [step.check.alpha for proof in sampled.CHAPTER.proofs for step in proof.steps]  # type: ignore[attr-defined]
    assert sum(rates) == RUN - AUDIT.left <= RUN
    assert all(rate > 0 for rate in rates)


@pytest.mark.deep
@pytest.mark.parametrize("proof", sampled.CHAPTER.proofs, ids=[proof.claim for proof in sampled.CHAPTER.proofs])
def test_the_running_code_is_tested(proof: Proof) -> None:
    """Is what runs on the operating system's coins TESTED, for every lemma and every map?"""
    (step,) = proof.steps
    asked = step.statement if isinstance(step.statement, str) else Formula(cast(Term, step.statement))
    assert step.check.run(asked).status is Status.TESTED
