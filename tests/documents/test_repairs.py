"""Would the witness of every erratum notice a repair?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from impl.ball import Ball
from impl.published.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import MaxDivergence, Measurement, Transformation, f64
from impl.scores import exact_score
from proofs.contents import ledger
from proofs.documents.exponential_candidates_gumbel.errata import listing as exponential
from proofs.documents.exponential_candidates_gumbel.errata import text as exponential_text
from proofs.documents.noisy_top_k.errata import listing as top_k
from proofs.documents.noisy_top_k.errata import noise
from proofs.documents.noisy_top_k.errata import other_documents as across
from proofs.documents.noisy_top_k.errata import text as top_k_text
from proofs.documents.range_divergence import errata as ranges
from proofs.documents.report_noisy_max_gumbel.errata import listing as report
from proofs.documents.report_noisy_max_gumbel.errata import text as report_text
from proofs.documents.shared_sections.errata import introduction, metric, trick
from proofs.documents.shared_sections.metric import Scorer
from proofs.documents.witness import published_source
from proofs.documents.zero_concentrated_divergence import errata as concentrated
from proofs.engine.ledger.model import WitnessGone
from spec.documents import ITEMS, Item, item
from spec.draw import Draw
from spec.weights import ONE, exp_minus, rational


def report_with(**changes: Callable[[Measurement], Callable[..., Any]]) -> Callable[..., Measurement]:
    """The published constructor, with some parts of what it builds replaced."""

    def make(*arguments: Any) -> Measurement:
        built = make_report_noisy_max_gumbel(*arguments)
        return replace(built, **{name: change(built) for name, change in changes.items()})

    return make


def top_k_with(**changes: Callable[[Measurement], Callable[..., Any]]) -> Callable[..., Measurement]:
    """The published constructor, with some parts of what it builds replaced."""

    def make(*arguments: Any) -> Measurement:
        built = make_noisy_top_k(*arguments)
        return replace(built, **{name: change(built) for name, change in changes.items()})

    return make


def refusing(*arguments: object) -> Any:
    """A constructor that refuses whatever it is given."""
    raise ValueError("refused")


def clamped(built: Measurement) -> Callable[..., object]:
    """The function on scores that are finite."""
    return lambda scores, draw: built.function([exact_score(score) for score in scores], draw)


def dividing(temperature: Fraction) -> Transformation:
    """The constructor with scores divided by the temperature."""
    built = make_base_exponential_candidates_gumbel(1 / temperature)
    return replace(built, privacy_relation=lambda d_in, d_out: d_out * temperature >= d_in)


def with_first_index(built: Transformation) -> Transformation:
    """A mechanism that has an answer for the empty vector."""
    return replace(built, function=lambda scores, draw: built.function(scores, draw) if scores else 0)


class Fitting(MaxDivergence):
    """A measure that has all that noisy_top_k calls."""


def defining(statement: str) -> Sequence[Item]:
    """The catalogue with a definition at its end."""
    last = replace(item("noisy_top_k.eq4"), id="noisy_top_k.eq5", statement=statement)
    return (*ITEMS, last)


def beyond_the_precondition(module: ModuleType) -> None:
    """Ask the map of a negative distance."""
    for measure in ("RangeDivergence", "ZeroConcentratedDivergence"):
        if hasattr(module, measure):
            with pytest.raises(ValueError, match="non-negative"):
                getattr(module, measure).privacy_map(f64(-1.0), f64(1.0), 1)


def gumbel_density(z: Ball) -> Ball:
    """The density that equation (1) means."""
    return (-(-z).exp() - z).exp()


def last_greatest(scores: Sequence[float], draw: Draw) -> int:
    """Select without noise."""
    return max(range(len(scores)), key=lambda i: (scores[i], i))


def taking_x(x: Sequence[Fraction], scale: Fraction) -> int:
    """A selection that deserves the postcondition of random_variable."""
    return len(x) if isinstance(x, list) else 0


RENAMED = published_source("report_noisy_max_gumbel").replace("output_metric=", "output_measure=")
TYPED = published_source("exponential_candidates_gumbel").replace("AllDomain(T0)", "AllDomain(u32)")
SYMMETRIC = published_source("exponential_candidates_gumbel").replace(
    "InfDifferenceDistance(TI)", "SymmetricDistance()"
)
REPAIRS: dict[str, Callable[[], str]] = {
    "infinite scores are clamped": lambda: report.infinite_score(report_with(function=clamped)),
    "the empty vector has an index": lambda: report.empty_vector(
        report_with(function=lambda built: lambda scores, draw: 0)
    ),
    "ties without noise are decided": lambda: report.ties_without_noise(
        report_with(function=lambda built: last_greatest)
    ),
    "scale 0 is refused": lambda: report.ties_without_noise(refusing),
    "scale 0 is not accepted": lambda: report.scale_zero_is_accepted(refusing),
    "the loss without noise is infinite": lambda: report.no_loss_without_noise(
        report_with(privacy_map=lambda built: lambda d_in: float("inf"))
    ),
    "the map takes a range distance": lambda: report.which_metric(
        report_with(privacy_map=lambda built: lambda d_in: d_in)
    ),
    "the bound has its factor of two": lambda: report_text.factor_two_forgotten(Fraction(2)),
    "the law does not depend on the scores": lambda: report_text.undefined_u(
        report_with(function=lambda built: lambda scores, draw: draw.bit())
    ),
    "min is max": lambda: report_text.direction_forgotten(
        lambda domain, metric, scale, _: make_report_noisy_max_gumbel(domain, metric, scale, "max")
    ),
    "the centre is that of line 24": lambda: report_text.centre(lambda score, tau: score),
    "the range map has 2k - 1": lambda: ranges.range_does_not_add(
        lambda d_in, scale, k: float((2 * k - 1) * d_in / scale)
    ),
    "the density is one": lambda: ranges.not_a_density(gumbel_density),
    "nothing costs nothing": lambda: ranges.loss_of_nothing(lambda d_in, scale, k: 0.0),
    "the range map is asked of anything": lambda: ranges.never_refused(beyond_the_precondition),
    "the zCDP map is quadratic": lambda: concentrated.pure_map(lambda d_in, scale, k: k * (d_in / scale) ** 2 / 8),
    "the measure has noisy_top_k": lambda: concentrated.no_noisy_top_k(MaxDivergence),
    "random_variable takes x": lambda: concentrated.returns_no_index(taking_x),
    "gumbel_top_k is defined": lambda: concentrated.undefined_names(["def gumbel_top_k(): ..."]),
    "the zCDP map is asked of anything": lambda: concentrated.never_refused(beyond_the_precondition),
    "scores are divided": lambda: exponential.inverted_temperature(dividing),
    "a temperature below zero is refused": lambda: exponential.negative_temperature(refusing),
    "the empty vector of candidates has an index": lambda: exponential.empty_vector(
        lambda temperature: with_first_index(make_base_exponential_candidates_gumbel(temperature))
    ),
    "NaN is refused": lambda: exponential.first_wins(refusing),
    "a scale that is no number is accepted": lambda: report.scale_unchecked(lambda *arguments: None),
    "scale 0 is allowed alike": lambda: concentrated.scale_zero("random_variable"),
    "the index has its own type": lambda: exponential.types_at_odds(TYPED),
    "the metric is symmetric": lambda: exponential_text.other_metrics(SYMMETRIC),
    "lemma 4.1 has its minus": lambda: exponential_text.lemma_4_1(lambda s, t: -exponential_text.printed_bound(s, t)),
    "step 5 has the upper bound": lambda: exponential_text.wrong_direction(
        lambda s, t: exponential_text.printed_bound(t, s)
    ),
    "the temperature is Delta/eps": lambda: exponential_text.temperature_above(Fraction(1)),
    "the index under max is i": lambda: exponential_text.certain_event(lambda values, k, i: values[i]),
    "the event has positive probability": lambda: exponential_text.empty_event((0,)),
    "an unknown size is refused": lambda: top_k.fewer_than_k(refusing),
    "scores are finite": lambda: top_k_text.infinite_score(1e308),
    "no coin is needed": lambda: top_k_text.entropy(top_k_with(function=lambda built: lambda scores, draw: (0,))),
    "the distance is cast first": lambda: top_k.doubled_before_checked(
        top_k_with(privacy_map=lambda built: lambda d_in: built.privacy_map(f64(d_in)))
    ),
    "NaN does not pass": lambda: top_k_text.nan_distance([lambda d_in: not d_in.is_finite()]),
    "line 36 is cited": lambda: top_k_text.line_35(36),
    "the parameter is output_measure": lambda: top_k_text.parameter_name(lambda output_measure: None),
    "k is one": lambda: top_k_text.temperature_of_k(1),
    "Delta is defined": lambda: top_k_text.delta_defined(defining("Δ = max d_Range(f(x), f(x'))")),
    "no index costs nothing": lambda: top_k.loss_of_nothing(top_k_with(privacy_map=lambda built: lambda d_in: 0.0)),
    "the measure's map takes two arguments": lambda: across.map_arity([Fitting()]),
    "the measure's method is there": lambda: across.missing_method([Fitting()]),
    "rounds are counted once": lambda: across.rounds_counted_twice(MaxDivergence),
    "one name for nan": lambda: across.nan_by_two_names(top_k=lambda *arguments: None),
    "-0.0 is refused by both": lambda: across.minus_zero(report=refusing),
    "the measure is no metric": lambda: report.output_metric(RENAMED),
    "e^-746 underflows": lambda: introduction.underflow(-746),
    "odds grow exponentially": lambda: introduction.not_exponential(introduction.odds),
    "the greatest score is unique": lambda: introduction.ties_stay((1, 0)),
    "the greatest score is positive": lambda: introduction.shift_rescues((1000, 0)),
    "both rules are strict": lambda: introduction.boundary(lambda mass, u: mass > u),
    "the first true one": lambda: introduction.argmin(lambda truths: truths.index(True)),
    "scores move in both directions": lambda: metric.not_always_two((0, 10), (1, 9)),
    "the variables are independent": lambda: trick.dependent(lambda x: exp_minus(2 * x)),
    "lambda is lambda_1": lambda: trick.minus_lambda(lambda one, two: one / (one + two)),
    "noise has many bits": lambda: noise.trick_in_floats(120),
    "the likelier one wins": lambda: noise.dependent_noise(0),
    "the greatest is selected": lambda: noise.selects_least(False),
    "noise is geometric on both sides": lambda: noise.geometric_noise(lambda q: 2 * q / (1 - q) ** 2),
    "rho is small": lambda: noise.exponential_noise(5, 6),
    "the density is the density": lambda: trick.called_density(lambda rate, x: rational(rate)),
}


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_repair_makes_the_witness_disappear(repair: str) -> None:
    """Is the witness gone as soon as what it shows is repaired?"""
    with pytest.raises(WitnessGone):
        REPAIRS[repair]()


GONE: list[tuple[Callable[..., str], object]] = [
    (trick.differentials, rational(Fraction(1, 2))),
    (trick.called_pdf, ONE),
    (metric.one_scorer, Scorer((1, -1))),
    (metric.one_monotonic_scorer, Scorer((1, 0))),
    (report_text.selects_least, +1),
    (report_text.difference_of_what, (0, 0)),
]


@pytest.mark.parametrize(("witness", "sound"), GONE)
def test_witnesses_show_and_can_be_gone(witness: Callable[..., str], sound: object) -> None:
    """Does each witness of these chapters show its defect, and say so when there is none?"""
    assert witness()
    with pytest.raises(WitnessGone):
        witness(sound)


def test_every_witness_meets_a_repair() -> None:
    """Is there a planted repair for each witness?"""
    repaired = {name for repair in REPAIRS.values() for name in repair.__code__.co_names}
    repaired |= {witness.__name__ for witness, _ in GONE}
    for erratum in ledger().errata.values():
        assert getattr(erratum.witness, "__name__", None) in repaired, erratum.id
