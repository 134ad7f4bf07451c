"""Promises about mechanisms: does each fail on a mechanism that breaks it, and refuse what it says nothing of?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from impl.noisy_top_k import make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence as Sound
from proofs.engine.judge import RUNNING
from proofs.engine.law import Unfinished
from spec import errors, noisy_top_k, peeling, range_divergence
from spec.draw import Draw
from spec.inverse_transform import law_of_inverse_transform
from spec.logic.closeness import EPSILON, Abbreviated, LawIsPrivate, Scores
from spec.logic.promise import HasLaw, NotAbout, Promise
from spec.logic.release import Neighbours, Private, Release, Tapes
from spec.measurement import Measurement
from spec.noisy_top_k import (
    BY_PERMUTE_AND_FLIP,
    MAKE_NOISY_TOP_K,
    MAX_DIVERGENCE_ERRORS,
    MAX_DIVERGENCE_LAW,
    MAX_DIVERGENCE_PRIVACY,
    MAX_DIVERGENCE_TIGHT_PRIVACY,
)
from spec.peeling import HAS_LAW as PEEL_HAS_LAW
from spec.peeling import LossesAdd, Rounds
from spec.permute_and_flip import law_of_permute_and_flip
from spec.space import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.weights import ONE, Law
from tests.support.judges import Planted

LAW = MAX_DIVERGENCE_LAW.promise.provided(PEEL_HAS_LAW)
ERRORS = MAX_DIVERGENCE_ERRORS.promise.provided(PEEL_HAS_LAW)
PRIVACY = MAX_DIVERGENCE_PRIVACY.promise.provided(PEEL_HAS_LAW)
TIGHT = MAX_DIVERGENCE_TIGHT_PRIVACY.promise.provided(PEEL_HAS_LAW)
SPACE = VectorDomain(AtomDomain(int), 3), LInfDistance(int)
PARAMETERS = (*SPACE, MaxDivergence(), 1, 1.0, False)
RELEASE = Release(PARAMETERS, (0, 1, 3))
NEIGHBOURS = Neighbours(PARAMETERS, (0, 1, 3), (1, 0, 3), 1)

Change = Callable[[Measurement[list[int]]], Measurement[list[int]]]


def planted(change: Change) -> Planted:
    """A judge who finds a maker whose measurements are changed."""

    @MAKE_NOISY_TOP_K
    def make(
        input_domain: VectorDomain,
        input_metric: LInfDistance,
        privacy_measure: Measure,
        k: int,
        scale: float,
        negate: bool,
    ) -> Measurement[list[int]]:
        return change(make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, negate))

    return Planted({BY_PERMUTE_AND_FLIP.name: make})


def releasing(function: Callable[[Sequence[int], Draw], Any]) -> Planted:
    """A judge who finds a maker of measurements that release by this function."""
    return planted(lambda measurement: replace(measurement, function=function))


def test_the_running_mechanism_keeps_all_promises() -> None:
    """Do law, errors and privacy hold of the code as it is?"""
    assert LAW.holds(RELEASE, RUNNING)
    assert ERRORS.holds(Tapes(RELEASE, 3), RUNNING)
    assert PRIVACY.holds(NEIGHBOURS, RUNNING)
    assert TIGHT.holds(NEIGHBOURS, RUNNING)


def greatest(x: Sequence[int], draw: Draw) -> list[int]:
    return [x.index(max(x))]


def coin(x: Sequence[int], draw: Draw) -> list[int]:
    return [draw.bit()]


def fails_on_three(x: Sequence[int], draw: Draw) -> list[int]:
    if 3 in x:
        raise errors.Overflow
    return [draw.bit()]


def fails_otherwise(x: Sequence[int], draw: Draw) -> list[int]:
    return [1 // draw.bit()]


def gives_up(x: Sequence[int], draw: Draw) -> list[int]:
    raise errors.EntropyExhausted


def makes_do(x: Sequence[int], draw: Draw) -> list[int]:
    try:
        return [draw.bit()]
    except errors.EntropyExhausted:
        return [2]


@pytest.mark.parametrize("function", [greatest, coin, fails_on_three])
def test_another_law_is_refuted(function: Callable[[Sequence[int], Draw], list[int]]) -> None:
    """Is a release refuted that has another law, or fails?"""
    assert not LAW.holds(RELEASE, releasing(function))


@pytest.mark.parametrize("function", [fails_on_three, fails_otherwise, gives_up, makes_do])
def test_other_errors_are_refuted(function: Callable[[Sequence[int], Draw], list[int]]) -> None:
    """Is an error refuted that depends on data, is not designed or comes too soon; and a release without coins?"""
    assert not ERRORS.holds(Tapes(RELEASE, 2), releasing(function))


def test_less_privacy_is_refuted() -> None:
    """Is a release without noise refuted, a map that says half, and a tight map that does?"""
    assert not PRIVACY.holds(NEIGHBOURS, releasing(lambda x, draw: [x[0] % 2]))
    half = planted(lambda whole: replace(whole, privacy_map=lambda d_in: whole.privacy_map(d_in) / 2))
    assert not PRIVACY.holds(NEIGHBOURS._replace(x=(0, 0, 0), x_prime=(1, -1, -1)), half)

    def halved(whole: Measurement[list[int]]) -> Measurement[list[int]]:
        tight = whole.tight_privacy_map
        assert tight is not None
        return replace(whole, tight_privacy_map=lambda d_in, measure: tight(d_in, measure) / 4)

    assert not TIGHT.holds(NEIGHBOURS, planted(halved))


def wrong_measure(whole: Measurement[list[int]]) -> Measurement[list[int]]:
    return make_noisy_top_k(*SPACE, ZeroConcentratedDivergence(), 1, 1.0, False)


@pytest.mark.parametrize(
    ("promise", "case", "why"),
    [
        (LAW, RELEASE._replace(x=(0, 1)), "x is no member of the domain"),
        (LAW, RELEASE._replace(x=(0.0, 1.0, 2.0)), "x is no member of the domain"),
        (LAW, RELEASE._replace(parameters=PARAMETERS[:-1]), "a case has arguments for input_domain, input_metric"),
        (LAW, RELEASE._replace(parameters=(*PARAMETERS[:3], 4, 1.0, False)), "does not accept the parameters: k = 4"),
        (
            LAW,
            RELEASE._replace(parameters=(*SPACE, ZeroConcentratedDivergence(), 1, 1.0, False)),
            "makes no measurement under MaxDivergence() of them",
        ),
        (PRIVACY, NEIGHBOURS._replace(x_prime=(2, 1, 3)), "x, x' are not d_in-close"),
        (PRIVACY, NEIGHBOURS._replace(d_in=2**1024), "the map does not answer: result is larger than the largest"),
        (
            Private(BY_PERMUTE_AND_FLIP, tight=(RangeDivergence(),)),
            NEIGHBOURS,
            "the map does not answer: measure is not",
        ),
    ],
)
def test_promises_do_not_speak_of_everything(promise: Promise, case: object, why: str) -> None:
    """Is a case refused of which the promise says nothing?"""
    with pytest.raises(NotAbout) as refused:
        promise.holds(case, RUNNING)
    assert why in str(refused.value)


def test_a_maker_without_the_triple_is_refused() -> None:
    """Is code refused that stands under the name and does not carry the triple, or takes other parameters?"""
    for stranger, why in ((lambda *parameters: None, "does not carry the triple"), (permute_and_flip, "triple")):
        with pytest.raises(NotAbout, match=why):
            LAW.holds(RELEASE, Planted({BY_PERMUTE_AND_FLIP.name: stranger}))


def test_the_promised_law_owes_nothing_to_impl(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a bug in the exact scores of `impl` seen by the law of the release, which has scores of its own?"""
    infinite = Release((VectorDomain(AtomDomain(float)), LInfDistance(float), *PARAMETERS[2:]), (float("inf"), 0.0))
    assert LAW.holds(infinite, RUNNING)
    monkeypatch.setattr("impl.max_divergence.exact", lambda scores: tuple(Fraction(0) for _ in scores))
    assert not LAW.holds(infinite, RUNNING)


def test_a_wrong_law_in_spec_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the promise refuted if the meaning of scores, or the law of a round, is wrong in `spec`?"""
    monkeypatch.setattr(noisy_top_k, "numbers_of", lambda x, negate: tuple(2 * Fraction(score) for score in x))
    assert not LAW.holds(RELEASE, RUNNING)
    monkeypatch.undo()
    monkeypatch.setattr(noisy_top_k, "law_of_permute_and_flip", law_of_inverse_transform)
    assert not LAW.holds(RELEASE, RUNNING)


def test_what_the_release_may_not_take_for_granted() -> None:
    """Without the promise of the function that it calls, is the law walked to its coins, and given up?"""
    with pytest.raises(Unfinished):
        MAX_DIVERGENCE_LAW.promise.holds(RELEASE, RUNNING)


def test_mechanisms_are_told() -> None:
    """Do the promises print for whom they are, on what condition, and on which coins?"""
    assert PRIVACY.show() == (
        "for all input_domain, input_metric, k, scale, negate that make_noisy_top_k accepts with privacy_measure = "
        "MaxDivergence(), all members x, x' of its domain and all d_in: if peel has its law, then if x, x' are "
        "d_in-close under its metric and map(d_in) answers m, then on independent fair coins the laws P of invoke(x) "
        "and P' of invoke(x') have P(S) ≤ e^m·P'(S) for every set S of outputs"
    )
    assert TIGHT.show().endswith(
        "P(S) ≤ e^m·P'(S) for every set S of outputs if measure = MaxDivergence(), D_α(P‖P') ≤ α·m for every α > 1 if "
        "measure = ZeroConcentratedDivergence()"
    )
    assert "invoke(x) raises no error but EntropyExhausted" in ERRORS.show()
    assert "on independent fair coins, invoke(x) has the law P([i_1, ..., i_k]) = " in LAW.show()
    ranged = range_divergence.PRIVACY.promise.show()
    assert "(where invoke(x) is noisy_top_k(x, scale, k, negate)" in ranged
    assert ranged.endswith("|ln(P(y)/P'(y)) - ln(P(z)/P'(z))| ≤ m for all outputs y, z")


def test_range_divergence_by_other_methods_is_refused() -> None:
    """Is a class refused whose methods do not carry the triples of range divergence?"""

    class Other(Sound):
        @staticmethod
        def privacy_map(d_in: float, scale: float, k: int, size: int | None = None) -> float:
            return 0.0

    promise = range_divergence.PRIVACY.promise
    case = Neighbours((int, 1.0, 1, False, None), (0, 1), (1, 1), 1.0)
    with pytest.raises(NotAbout, match="do not carry the triples"):
        promise.holds(case, Planted({promise.about: Other}))
    drawn = range_divergence.selection(Sound, int, 1.0, 1, False, 2)
    with pytest.raises(errors.EntropyExhausted):
        drawn.invoke([0, 0])


# Laws of `spec`

SCORES = Scores((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), Fraction(1))


def test_close_scores_have_close_laws() -> None:
    """Does the bound hold that is promised, half of it not, and no bound on laws that look at more than differences?"""
    assert LawIsPrivate(law_of_permute_and_flip, MaxDivergence(), Abbreviated(EPSILON)).holds(SCORES, RUNNING)
    assert not LawIsPrivate(law_of_permute_and_flip, MaxDivergence(), Abbreviated(EPSILON / 2)).holds(SCORES, RUNNING)

    def looks_at_the_first(x: Sequence[Fraction], scale: Fraction) -> Law:
        return [(int(x[0]), ONE)]

    shifted = Scores((Fraction(0), Fraction(1)), (Fraction(1), Fraction(2)), Fraction(1))
    assert LawIsPrivate(law_of_permute_and_flip, MaxDivergence(), Abbreviated(EPSILON)).holds(shifted, RUNNING)
    assert not LawIsPrivate(looks_at_the_first, MaxDivergence(), Abbreviated(EPSILON)).holds(shifted, RUNNING)


def test_losses_add(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do k rounds lose k times as much, one round more not; and is a round refused that loses more than it may?"""
    case = Rounds(law_of_permute_and_flip, SCORES.x, SCORES.x_prime, Fraction(1), 1, Fraction(2))
    assert LossesAdd().holds(case, RUNNING)
    assert LossesAdd().about == "spec.peeling.law_of_rounds"
    with pytest.raises(NotAbout, match="one round loses more than δ"):
        LossesAdd().holds(case._replace(delta=Fraction(1)), RUNNING)
    rounds = peeling.law_of_rounds
    monkeypatch.setattr(peeling, "law_of_rounds", lambda law, x, scale, k: rounds(law, [4 * s for s in x], scale, k))
    assert not LossesAdd().holds(case, RUNNING)


def test_a_promise_of_a_law_names_the_law() -> None:
    """Does the promise about a law of `spec` name it, and no running code?"""
    promise = LawIsPrivate(law_of_permute_and_flip, MaxDivergence(), Abbreviated(EPSILON))
    assert promise.about == "spec.permute_and_flip.law_of_permute_and_flip"
    assert isinstance(promise, Promise)
    assert not isinstance(promise, HasLaw)
