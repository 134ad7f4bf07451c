"""Does sampling tell a wrong law and a broken guarantee, by name, and leave right ones alone?"""

from dataclasses import replace
from fractions import Fraction
from math import lgamma, log

import pytest

from impl.ball import Ball, ball, precision
from proofs.conform.ask import Ask
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import LawCase, law_cases, pair_cases
from proofs.conform.checks.privacy import PrivacyCheck, least_loss
from proofs.conform.known_laws import MIXED, TILTS, UNIT, promised_law, rivals, steps_of_rival, steps_of_tilt, threshold
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench, Clock, indices
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, TRIPLES, Selection, Setting
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.engine.statistics.interval import bounds
from proofs.targets.target import Answer, Died, Raised
from spec.space import MaxDivergence, RangeDistance, ZeroConcentratedDivergence
from tests.support.conform_fakes import LawMade, LawTarget, Ticker, Vector


def law_verdict(target: LawTarget, only: int | None = None, looks: float = 12) -> Verdict:
    check = LawCheck(Bench([target], target.triple), Ask(only=only, clock=Ticker()), Budget(), RUN / 2)
    check.glance(looks)
    return check.finish(looks)


def privacy_verdict(target: LawTarget, looks: float = 12) -> Verdict:
    check = PrivacyCheck(Bench([target], target.triple), Ask(clock=Ticker()), Budget(), RUN / 2)
    check.glance(looks)
    return check.finish(looks)


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_the_fast_law_encloses_the_exact_one(triple: Selection) -> None:
    """Does the law in balls hold the exact probability of every outcome of every case, and no other outcome?"""
    for case in law_cases(triple):
        fast = promised_law(triple, case)
        if len(case.x) > 8 or len(fast) > 60:
            continue  # an exact law has exponentially many terms
        exact = dict(triple.law(case.setting, case.x))
        assert fast.keys() == exact.keys()
        assert all(fast[order].overlaps(enclose(exact[order], 2 * BITS)) for order in fast)
        assert all(p.rel_accuracy_bits() > BITS // 2 for p in fast.values())


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_every_pair_is_as_close_as_it_says(triple: Selection) -> None:
    """Are the two vectors of every pair exactly d_in apart under the triple's own metric?"""
    for case in pair_cases(triple):
        metric = triple.metric(case.setting)
        assert metric.distance(case.x, case.neighbour) == Fraction(case.d_in)
        assert isinstance(metric, RangeDistance) is ("monotonic" not in triple.varies)


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_the_promised_law_passes(triple: Selection) -> None:
    """Do draws as the law has them pass, with the power told?"""
    found = law_verdict(LawTarget(triple=triple))
    assert found.outcome is Outcome.PASSED
    assert found.cases == len(list(law_cases(triple)))
    assert "with probability 0.99 a total variation of" in found.detail


KNOWN = {rival.name: rival.law for rival in rivals()}
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
        bench, ask = Bench([target], target.triple), Ask(clock=Ticker())
        assert LawCheck(bench, ask, Budget(), RUN / 2, OF_ONE_INDEX[6]).finish(20).outcome is outcome


def test_a_small_deviation_shows_in_all_cases_together() -> None:
    """Is a scale that is off by a tenth rejected by the pooled evidence, when no case alone would do?"""
    target = LawTarget(law=KNOWN["the promised law at 11/10 of the scale"], triple=REPORT_NOISY_MAX_GUMBEL)
    found = law_verdict(target)
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

    ask = Ask(only=0, clock=Ticker())
    bench = Bench([LawTarget(made=made)], NOISY_TOP_K)
    assert LawCheck(bench, ask, Budget(), RUN / 2).finish(9).outcome is Outcome.SKIPPED
    assert PrivacyCheck(bench, ask, Budget(), RUN / 2).finish(9).outcome is Outcome.SKIPPED
    assert [death.case.id for death in ask.deaths[:2]] == ["law.sampled#0", "privacy.sampled#0"]


def test_evidence_for_a_rival_is_no_more_than_its_due() -> None:
    """Is the mean of what a draw multiplies evidence by at most 1 under the promised law, for every rival and tilt?"""
    for case in list(law_cases(NOISY_TOP_K))[::17]:
        promised = promised_law(NOISY_TOP_K, case)
        steps = [steps_of_rival(promised, rival.law(NOISY_TOP_K, case)) for rival in rivals()]
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


def test_the_promised_guarantee_passes() -> None:
    """Do laws as promised never exceed the printed map, on any pair?"""
    for triple in TRIPLES.values():
        found = privacy_verdict(LawTarget(triple=triple))
        assert found.outcome is Outcome.PASSED
        assert "the nearest pair proves a loss of" in found.detail


def halved(triple: Selection, setting: Setting, d_in: Fraction) -> Answer:
    return triple.bound(setting, d_in) / 2


HALF_SCALE = KNOWN["the promised law at half the scale"]
NO_NOISE = KNOWN["the best without noise"]


@pytest.mark.parametrize(
    ("target", "case", "claimed"),
    [
        (LawTarget(law=HALF_SCALE), 0, "1.0"),
        (LawTarget(law=NO_NOISE), 0, "1.0"),
        (LawTarget(bound=halved), 0, "0.5"),
        (LawTarget(law=HALF_SCALE, triple=REPORT_NOISY_MAX_GUMBEL), 20, "2.0"),
        (LawTarget(bound=lambda triple, setting, d_in: 0.0, triple=REPORT_NOISY_MAX_GUMBEL), 32, "0.0"),
    ],
)
def test_a_broken_guarantee_is_shown_on_a_pair(target: LawTarget, case: int, claimed: str) -> None:
    """Is a loss above the map proved on a pair, with the claim beside it?"""
    found = privacy_verdict(target)
    assert found.outcome is Outcome.FAILED
    failure = found.failures[0]
    assert (failure.case.number, failure.numbers["claimed"]) == (case, claimed)
    assert "max divergence of at least" in failure.witness
    assert float(failure.numbers["loss at least"]) > float(claimed)


def test_a_broken_zero_concentrated_guarantee_is_shown() -> None:
    """Is a loss above the map proved under zero-concentrated divergence, too?"""

    def bound(triple: Selection, setting: Setting, d_in: Fraction) -> Answer:
        exact = triple.bound(setting, d_in)
        return exact if setting.measure == MaxDivergence() else exact / 16

    found = privacy_verdict(LawTarget(bound=bound))
    assert found.outcome is Outcome.FAILED
    assert all("zero-concentrated divergence of at least" in failure.witness for failure in found.failures)


@pytest.mark.parametrize("answer", [None, float("nan"), float("inf"), "1", True])
def test_a_map_that_claims_nothing_is_left_to_its_own_clauses(answer: Answer) -> None:
    """Is a pair left out whose map claims nothing that could be exceeded?"""
    assert privacy_verdict(LawTarget(bound=lambda triple, setting, d_in: answer)).outcome is Outcome.SKIPPED


def test_an_error_on_one_side_alone_is_an_event() -> None:
    """Is an error that only one of two neighbours causes a broken guarantee?"""

    def fussy(x: Vector, count: int) -> list[tuple[Answer, int]]:
        return [(Raised("ValueError", "no") if x == (0.0, 0.0) else (0,), count)]

    def made(plain: LawMade) -> LawMade:
        return replace(plain, sampling=fussy)

    found = privacy_verdict(LawTarget(made=made))
    assert "an error or another output shows a max divergence" in found.failures[0].witness


def test_bounds_hold_what_they_must() -> None:
    """Do the bounds on a probability hold the frequency, shrink with more draws and stay inside [0, 1]?"""
    alpha = FalseAlarmRate(Fraction(1, 10**6))
    low, high = bounds(30, 100, alpha)
    assert 0 < low < Fraction(30, 100) < high < 1
    closer = bounds(3000, 10000, alpha)
    assert low < closer[0] < closer[1] < high
    assert bounds(0, 50, alpha)[0] == 0
    assert bounds(50, 50, alpha)[1] == 1
    assert bounds(0, 50, alpha)[1] > bounds(0, 500, alpha)[1] > 0


@pytest.mark.parametrize("count", [3, 30])
def test_bounds_rule_out_just_what_the_evidence_does(count: int) -> None:
    """Is the evidence at a bound what the rate asks for, recomputed from the formula?"""
    alpha, n = FalseAlarmRate(Fraction(1, 1000)), 60
    mixture = lgamma(count + 0.5) + lgamma(n - count + 0.5) - 2 * lgamma(0.5) - lgamma(n + 1)
    for bound in bounds(count, n, alpha):
        p = float(bound)
        assert mixture - count * log(p) - (n - count) * log(1 - p) == pytest.approx(log(1000), abs=1e-6)


def test_the_least_loss_of_an_event() -> None:
    """Is the loss of a two-point event what the closed forms say?"""
    p, q = Fraction(3, 4), Fraction(1, 4)
    assert float(least_loss(MaxDivergence(), p, q).mid()) == pytest.approx(1.0986122886681098)
    # randomised response: D_alpha/alpha is largest as alpha tends to 1, where it is eps tanh(eps/2)
    assert float(least_loss(ZeroConcentratedDivergence(), p, q).mid()) == pytest.approx(0.5493061443340549)
    certain = least_loss(ZeroConcentratedDivergence(), Fraction(1), q)
    assert float(certain.mid()) == pytest.approx(1.3862943611198906)


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


def test_time_runs_out() -> None:
    """Does a clock count down to nothing, and no further?"""
    clock = Clock(2.0, Ticker())
    assert [clock.left, clock.left, clock.left] == [1.0, 0.0, 0.0]
