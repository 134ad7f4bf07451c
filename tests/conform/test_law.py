"""Does sampling tell a wrong law and a broken guarantee, by name, and leave right ones alone?"""

from dataclasses import replace
from fractions import Fraction

import pytest

from impl.ball import Ball, ball, precision
from proofs.conform.ask import STANDARD, Ask
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import LawCase, law_cases
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.known_laws import MIXED, TILTS, UNIT, promised_law, rivals, steps_of_rival, steps_of_tilt, threshold
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench, Clock, indices
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, TRIPLES, Selection
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import RUN, Budget
from proofs.targets.target import Answer, Died, Raised
from spec.space import MaxDivergence
from tests.support.conform_fakes import LawMade, LawTarget, Ticker
from tests.support.conform_known import KNOWN


def law_verdict(
    target: LawTarget, only: int | None = None, tolerated: str | None = None, draws: int = 20_000
) -> Verdict:
    ask = Ask(only=only, effort=replace(STANDARD, draws=draws))
    check = LawCheck(Bench([target], target.triple), ask, Budget(), RUN / 2, tolerated)
    check.glance()
    check.draw_the_least()
    return check.verdict()


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_the_fast_law_encloses_the_exact_one(triple: Selection) -> None:
    """Does the law in balls hold the exact probability of every outcome of every case, and no other outcome?"""
    for case in law_cases(triple):
        fast = promised_law(triple, case)
        if len(case.x) > 8 or len(fast) > 60:
            continue  # an exact law has exponentially many terms
        exact = dict(triple.promised(case.setting, case.x).branches)
        assert fast.keys() == exact.keys()
        assert all(fast[order].overlaps(enclose(exact[order], 2 * BITS)) for order in fast)
        assert all(p.rel_accuracy_bits() > BITS // 2 for p in fast.values())


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_the_promised_law_passes(triple: Selection) -> None:
    """Do draws as the law has them pass, with the power told?"""
    found = law_verdict(LawTarget(triple=triple))
    assert found.outcome is Outcome.PASSED
    assert found.cases == len(list(law_cases(triple)))
    assert found.detail == f"{20_000 * found.cases:,} draws, 20,000 to 20,000 a case"
    assert found.power is not None
    low, high = found.power.total_variation
    assert 0 < low < Fraction(1, 10)
    assert low <= high < 1


OF_ONE_INDEX = [
    "the promised law in the opposite direction",
    "the promised law at half the scale",
    "the promised law at twice the scale",
    "the promised law at 2/3 of the scale",
    "the promised law at the inverse of the scale",
    "the promised law at scale one",
    "the other mechanism",
    "the best without noise",
    "the worst without noise",
    "the uniform law",
]


OF_MANY = [
    "the right indices in ascending order",
    "the right indices, worst first",
    "places among those left, not indices",
]


@pytest.mark.parametrize(
    ("triple", "name"),
    [(REPORT_NOISY_MAX_GUMBEL, name) for name in OF_ONE_INDEX] + [(NOISY_TOP_K, name) for name in OF_MANY],
)
def test_a_known_law_is_rejected_and_named(triple: Selection, name: str) -> None:
    """Is a target with another known law rejected, and told by the name of that law?"""
    found = law_verdict(LawTarget(law=KNOWN[name], triple=triple))
    promised, other = "the exponential mechanism", "permute-and-flip"
    spelled = name.replace("the promised law", promised).replace("the other mechanism", other)
    assert (found.outcome, found.detail) == (Outcome.FAILED, f"the draws fit {spelled}")


def test_an_error_under_one_measure_is_told_of_that_measure() -> None:
    """Is the law named for each measure where they differ?"""

    def law(triple: Selection, case: LawCase) -> Probabilities:
        wrong = KNOWN[OF_ONE_INDEX[6]]
        return (wrong if case.setting.measure == MaxDivergence() else promised_law)(triple, case)

    assert law_verdict(LawTarget(law=law)).detail == (
        "the draws fit under MaxDivergence the exponential mechanism, under ZeroConcentratedDivergence the promised law"
    )


def test_a_law_that_is_tolerated_is_noted() -> None:
    """Is another mechanism noted where a library is allowed it, and is its opposite direction not?"""
    for name, outcome in (
        (OF_ONE_INDEX[6], Outcome.NOTED),
        (f"{OF_ONE_INDEX[6]} in the opposite direction", Outcome.FAILED),
    ):
        target = LawTarget(law=KNOWN[name], triple=REPORT_NOISY_MAX_GUMBEL)
        assert law_verdict(target, tolerated=OF_ONE_INDEX[6]).outcome is outcome


def test_a_small_deviation_shows_in_all_cases_together() -> None:
    """Is a scale that is off by a tenth rejected by the pooled evidence, when no case alone would do?"""
    target = LawTarget(law=KNOWN["the promised law at 11/10 of the scale"], triple=REPORT_NOISY_MAX_GUMBEL)
    found = law_verdict(target, draws=4000)
    assert found.outcome is Outcome.FAILED
    assert len(found.failures) == 1
    assert "over all cases the draws speak for another law" in found.failures[0].witness


def test_a_biased_place_is_told() -> None:
    """Is a law that prefers index 0 a little rejected, though no known law fits it?"""

    def law(triple: Selection, case: LawCase) -> Probabilities:
        promised = promised_law(triple, case)
        total = sum(float(p.mid()) * (1.2 if order[0] == 0 else 1) for order, p in promised.items())
        return {order: p * (1.2 if order[0] == 0 else 1) / total for order, p in promised.items()}

    found = law_verdict(LawTarget(law=law, triple=REPORT_NOISY_MAX_GUMBEL))
    assert found.outcome is Outcome.FAILED
    assert found.detail == "the draws fit no law that is known here"


def test_an_output_that_cannot_be_is_rejected_at_once() -> None:
    """Is one answer that the law rules out enough, and is it shown?"""

    def made(plain: LawMade) -> LawMade:
        return replace(plain, sampling=lambda x, count: [(Raised("ValueError", "no"), 1)])

    found = law_verdict(LawTarget(made=made), only=3)
    (failure,) = found.failures
    assert failure.case.id == "law.sampled#3"
    assert "answers Raised(type='ValueError', message='no', ancestors=()), which the law rules out" in failure.witness


def test_what_is_refused_or_dies_is_not_judged() -> None:
    """Are cases that the factory refuses left out, and deaths handed on to the clause that is about them?"""
    found = law_verdict(LawTarget(refuses=lambda setting: True))
    assert (found.outcome, found.detail) == (Outcome.SKIPPED, "nothing could be drawn")

    def made(plain: LawMade) -> LawMade:
        return replace(plain, sampling=lambda x, count: [(Died("hung"), 1)])

    ask = Ask(only=0)
    bench = Bench([LawTarget(made=made)], NOISY_TOP_K)
    for check in (LawCheck(bench, ask, Budget(), RUN / 2), PrivacyCheck(bench, ask, Budget(), RUN / 2)):
        check.draw_the_least()
        assert check.verdict().outcome is Outcome.SKIPPED
    assert [death.case.id for death in ask.deaths[:2]] == ["law.sampled#0", "privacy.sampled#0"]


def test_evidence_for_a_rival_is_no_more_than_its_due() -> None:
    """Is the mean of what a draw multiplies evidence by at most 1 under the promised law, for every rival and tilt?"""
    for case in list(law_cases(NOISY_TOP_K))[::17]:
        promised = promised_law(NOISY_TOP_K, case)
        steps = [steps_of_rival(promised, rival.law(NOISY_TOP_K, case)) for rival in rivals(NOISY_TOP_K)]
        steps += [steps_of_tilt(promised, tilt, case) for tilt in TILTS]
        for found in steps:
            mean = sum(p * enclosed_step(found[order]) for order, p in promised.items())
            assert not mean > 1
            assert min(found.values()) >= -UNIT * 5
    assert threshold(Fraction(1, 2)) == -(-693147180559945309417232121458 * UNIT // 10**30)
    assert Fraction(1, 100) == MIXED


def enclosed_step(step: int) -> Ball:
    with precision(BITS):
        return ball(Fraction(step, UNIT)).exp()


@pytest.mark.parametrize(
    ("triple", "answer", "expected"),
    [
        (NOISY_TOP_K, (1, 0), (1, 0)),
        (NOISY_TOP_K, (), ()),
        (NOISY_TOP_K, 1, None),
        (NOISY_TOP_K, (1.0,), None),
        (NOISY_TOP_K, (True,), None),
        (REPORT_NOISY_MAX_GUMBEL, 2, (2,)),
        (REPORT_NOISY_MAX_GUMBEL, (2,), None),
        (REPORT_NOISY_MAX_GUMBEL, True, None),
    ],
)
def test_what_counts_as_an_output(triple: Selection, answer: Answer, expected: object) -> None:
    """Is an output read as indices only if it has the promised shape?"""
    assert indices(triple, answer) == expected


def test_time_adds_draws_and_takes_none_away() -> None:
    """Is drawn what the effort asks for, however slow the clock, and more where there is time?"""
    target = LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)
    for kind in (LawCheck, PrivacyCheck):
        check = kind(Bench([target], target.triple), Ask(clock=Ticker()), Budget(), RUN / 2)
        check.draw_the_least()
        least = drawn(check.verdict())
        check.draw_on(0.5)
        assert drawn(check.verdict()) == least
        check.draw_on(50)
        assert drawn(check.verdict()) > least


def drawn(found: Verdict) -> int:
    return int(found.detail.split()[0].replace(",", ""))


def test_time_runs_out() -> None:
    """Does a clock count down to nothing, and no further?"""
    clock = Clock(2.0, Ticker())
    assert [clock.left, clock.left, clock.left] == [1.0, 0.0, 0.0]
