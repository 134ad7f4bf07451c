"""Does sampling tell a wrong law and a broken guarantee, by name, and leave right ones alone?"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from impl.ball import Ball, ball, precision
from proofs.conform.ask import STANDARD, Ask
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import LawCase, law_cases
from proofs.conform.checks.privacy import PrivacyCheck
from proofs.conform.known_laws import (
    MIXED,
    TILTS,
    UNIT,
    law_at_noise,
    promised_law,
    rivals,
    steps_of_rival,
    steps_of_tilt,
    threshold,
)
from proofs.conform.model import Failure, Outcome, Verdict
from proofs.conform.pool import Bench, indices
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, TRIPLES, Selection
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import RUN, Budget
from proofs.targets.target import Answer, Died, Raised
from spec.space import MaxDivergence
from tests.support.conform_fakes import LawMade, LawTarget
from tests.support.conform_known import KNOWN

FEW = replace(STANDARD, draws=192)


def law_verdict(
    target: LawTarget,
    only: int | None = None,
    tolerated: str | None = None,
    draws: int = 20_000,
    found: Callable[[Failure], None] = lambda failure: None,
) -> Verdict:
    ask = Ask(only=only, effort=replace(STANDARD, draws=draws), found=found)
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
    assert found.detail == f"{20_000 * found.cases:,} draws, 20,000 a case"
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
        target, heard = LawTarget(law=KNOWN[name], triple=REPORT_NOISY_MAX_GUMBEL), list[Failure]()
        assert law_verdict(target, tolerated=OF_ONE_INDEX[6], found=heard.append).outcome is outcome
        assert not heard  # before it is known whether it fails anything


def test_a_small_deviation_shows_in_all_cases_together() -> None:
    """Is a scale that is off by a tenth rejected by the pooled evidence, when no case alone would do?"""
    target = LawTarget(law=KNOWN["the promised law at 11/10 of the scale"], triple=REPORT_NOISY_MAX_GUMBEL)
    found = law_verdict(target, draws=2000)
    assert found.outcome is Outcome.FAILED
    assert len(found.failures) == 1
    assert "over all cases the draws speak for another law" in found.failures[0].witness


def test_a_slight_deviation_shows_in_very_many_draws() -> None:
    """Is a scale rejected that is off by three in a hundred, once there are enough draws, and not looked for before?"""
    for factor in (97, 103):
        law = KNOWN[f"the promised law at {factor}/100 of the scale"]
        target = LawTarget(law=law, triple=REPORT_NOISY_MAX_GUMBEL)
        assert law_verdict(target, draws=10_000).outcome is Outcome.FAILED
        assert law_verdict(target, draws=1000).outcome is Outcome.PASSED


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
    assert "a release raises ValueError: no, which the law rules out" in failure.witness


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


@pytest.mark.parametrize(("kind", "most"), [(LawCheck, 3**7), (PrivacyCheck, 3**6)])
def test_time_adds_whole_stages_and_takes_none_away(kind: type[LawCheck | PrivacyCheck], most: int) -> None:
    """Is drawn what the effort asks for, however slow the target, three times as much where that fits, and no more?"""
    target = LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)
    check = kind(Bench([target], target.triple), Ask(effort=FEW), Budget(), RUN / 2)
    check.draw_the_least()
    least = drawn(check.verdict())
    laws = least // FEW.draws
    for seconds, times in ((0.5, 1), (3, 3), (0.5, 3), (1000, most)):
        check.draw_on(laws * seconds)
        assert drawn(check.verdict()) == times * least
    assert 3**7 * FEW.draws <= FEW.most < 3**8 * FEW.draws


def test_a_diagnosis_is_silent_on_what_is_refused() -> None:
    """Is a law named under the measures that were drawn under, and is none said of one that the target refuses?"""
    half = KNOWN["the promised law at half the scale"]
    target = LawTarget(law=half, refuses=lambda setting: setting.measure != MaxDivergence())
    assert law_verdict(target).detail == "the draws fit permute-and-flip at half the scale"


def leaning(chance: float) -> LawTarget:
    """A target on which index 0 of two comes more often by so much."""

    def law(triple: Selection, case: LawCase) -> Probabilities:
        return {order: p + (chance if order == (0,) else -chance) for order, p in promised_law(triple, case).items()}

    return LawTarget(law=law)


@pytest.mark.parametrize(("chance", "failed", "draws"), [(0.005, False, 8000), (0.02, True, 72_000)])
def test_what_is_suspect_is_drawn_until_it_shows(chance: float, failed: bool, draws: int) -> None:
    """Is a bias that the least draws leave in doubt drawn more often, until it is rejected, and no other?"""
    ask = Ask(only=0, effort=replace(STANDARD, draws=8000))
    check = LawCheck(Bench([leaning(chance)], NOISY_TOP_K), ask, Budget(), RUN / 2)
    check.draw_the_least()
    assert not check.failed
    check.draw_what_is_suspect()
    assert check.failed is failed
    assert f" {draws}" in str(check.verdict().failures) or drawn(check.verdict()) == draws


def drawn(found: Verdict) -> int:
    return int(found.detail.split()[0].replace(",", ""))


def test_what_is_said_to_show_shows() -> None:
    """Is noise rejected that is as much too large or too small as a pass names, and are more draws worth more?"""
    target = LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)
    told = []
    for draws in (100, 1350, 6000):
        power = law_verdict(target, draws=draws).power
        assert power is not None
        told.append(power.noise)
    assert told == [None, Fraction(1, 5), Fraction(1, 10)]
    for change, draws in ((Fraction(1, 5), 1350), (Fraction(1, 10), 6000)):
        for factor in (1 + change, 1 - change):

            def law(triple: Selection, case: LawCase, factor: Fraction = factor) -> Probabilities:
                return law_at_noise(triple, case, factor) or {}

            wrong = LawTarget(law=law, triple=REPORT_NOISY_MAX_GUMBEL)
            assert law_verdict(wrong, draws=draws).outcome is Outcome.FAILED
