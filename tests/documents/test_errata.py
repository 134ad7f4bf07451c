"""Does every erratum still show its defect, and would its witness notice a repair?"""

import re
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
from proofs.documents import errata
from proofs.documents.errata import CHAPTER, DEPARTURES, ERRATA, FALSE
from proofs.documents.errata import across_documents as across
from proofs.documents.errata import shared_text as shared
from proofs.documents.errata.witness import published_source
from proofs.documents.exponential_candidates_gumbel import errata as exponential
from proofs.documents.noisy_top_k import errata as top_k
from proofs.documents.range_divergence import errata as ranges
from proofs.documents.report_noisy_max_gumbel import errata as report
from proofs.documents.transcription import FOLDER
from proofs.documents.zero_concentrated_divergence import errata as concentrated
from proofs.engine.ledger.model import Erratum, Witnessed, WitnessGone
from proofs.engine.ledger.status import Status
from spec.documents import DOCUMENTS, ITEMS, Item, item
from spec.draw import Draw
from spec.logic.claim import Kind
from spec.weights import exp_minus, rational

# The list


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_witness_shows_its_defect(erratum: Erratum) -> None:
    """Does the witness run, and tell the defect in one line?"""
    told = erratum.witness()
    assert told
    assert "\n" not in told


def test_ids_are_unique_and_are_not_those_of_claims() -> None:
    """Does an id name one erratum, of its own document, and never a claim as well?"""
    ids = [erratum.id for erratum in ERRATA]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {found.id for found in ITEMS}
    assert all(re.fullmatch(rf"{erratum.document}\.[a-z0-9_]+", erratum.id) for erratum in ERRATA)
    assert {erratum.document for erratum in ERRATA} == {document.slug for document in DOCUMENTS}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_place_exists(erratum: Erratum) -> None:
    """Is each cited claim one of the catalogue, and one of them of the erratum's own document?"""
    assert len(set(erratum.where)) == len(erratum.where)
    assert erratum.document in {item(place).document for place in erratum.where}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_erratum_is_told_in_our_own_words(erratum: Erratum) -> None:
    """Are what is said, what is true and the repair three different lines?"""
    told = (erratum.says, erratum.truth, erratum.repair)
    assert len(set(told)) == 3
    assert all(text == " ".join(text.split()) for text in told)
    assert all(text and not text.endswith(".") for text in told)


def test_what_is_false_is_what_the_erratum_is_about() -> None:
    """Does every refuted statement stand among the places of its erratum, and is none of them a listing line?"""
    by_id = {erratum.id: erratum for erratum in ERRATA}
    assert set(FALSE) <= set(by_id)
    assert len(CHAPTER.refutations) == sum(map(len, FALSE.values()))
    for refutation in CHAPTER.refutations:
        assert refutation.claim in by_id[refutation.erratum].where
        assert item(refutation.claim).kind is not Kind.LISTING


def departures(source: str) -> set[int]:
    """The numbers of the errata by which a sound mechanism departs from its listing."""
    marked = re.findall(r"# [^#\n]*$", source, re.MULTILINE)
    return {int(number) for comment in marked for number in re.findall(r"\bE([1-9]\d*)\b", comment)}


@pytest.mark.parametrize("slug", [document.slug for document in DOCUMENTS])
def test_every_departure_has_its_errata(slug: str) -> None:
    """Is each `# E<n>` of a sound mechanism a number in the list, and each number in use?"""
    source = (FOLDER.parent / f"{slug}.py").read_text("utf-8")
    assert departures(source) == set(range(1, len(DEPARTURES[slug]) + 1))
    assert {id for ids in DEPARTURES[slug] for id in ids} <= {erratum.id for erratum in ERRATA}


def test_departures_are_read_off_the_markers() -> None:
    """Are numbers found at the end of lines only, alone or beside other markers?"""
    assert departures("x = E7  # L3 E1\ny = 1  # E2\nz = 2  # L4 E3 E4\n") == {1, 2, 3, 4}


def test_a_witness_refutes_until_it_is_gone() -> None:
    """Is the finding REFUTED with the witness, and OPEN once there is none?"""

    def gone() -> str:
        raise WitnessGone("repaired")

    assert Witnessed(shared.minus_lambda).run("").status is Status.REFUTED
    assert Witnessed(gone).run("").status is Status.OPEN


# Repairs, planted one at a time


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
    "the bound has its factor of two": lambda: report.factor_two_forgotten(Fraction(2)),
    "the law does not depend on the scores": lambda: report.undefined_u(
        report_with(function=lambda built: lambda scores, draw: draw.bit())
    ),
    "min is max": lambda: report.direction_forgotten(
        lambda domain, metric, scale, _: make_report_noisy_max_gumbel(domain, metric, scale, "max")
    ),
    "the centre is that of line 24": lambda: report.centre(lambda score, tau: score),
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
    "scale 0 is allowed alike": lambda: across.scale_zero("random_variable"),
    "the index has its own type": lambda: exponential.types_at_odds(TYPED),
    "the metric is symmetric": lambda: exponential.other_metrics(SYMMETRIC),
    "lemma 4.1 has its minus": lambda: exponential.lemma_4_1(lambda s, t: -exponential.printed_bound(s, t)),
    "step 5 has the upper bound": lambda: exponential.wrong_direction(lambda s, t: exponential.printed_bound(t, s)),
    "the temperature is Delta/eps": lambda: exponential.temperature_above(Fraction(1)),
    "the index under max is i": lambda: exponential.certain_event(lambda values, k, i: values[i]),
    "the event has positive probability": lambda: exponential.empty_event((0,)),
    "an unknown size is refused": lambda: top_k.fewer_than_k(refusing),
    "scores are finite": lambda: top_k.infinite_score(1e308),
    "no coin is needed": lambda: top_k.entropy(top_k_with(function=lambda built: lambda scores, draw: (0,))),
    "the distance is cast first": lambda: top_k.doubled_before_checked(
        top_k_with(privacy_map=lambda built: lambda d_in: built.privacy_map(f64(d_in)))
    ),
    "NaN does not pass": lambda: top_k.nan_distance([lambda d_in: not d_in.is_finite()]),
    "line 36 is cited": lambda: top_k.line_35(36),
    "the parameter is output_measure": lambda: top_k.parameter_name(lambda output_measure: None),
    "k is one": lambda: top_k.temperature_of_k(1),
    "Delta is defined": lambda: top_k.delta_defined(defining("Δ = max d_Range(f(x), f(x'))")),
    "no index costs nothing": lambda: top_k.loss_of_nothing(top_k_with(privacy_map=lambda built: lambda d_in: 0.0)),
    "the measure's map takes two arguments": lambda: across.map_arity([Fitting()]),
    "the measure's method is there": lambda: across.missing_method([Fitting()]),
    "rounds are counted once": lambda: across.rounds_counted_twice(MaxDivergence),
    "one name for nan": lambda: across.nan_by_two_names(top_k=lambda *arguments: None),
    "-0.0 is refused by both": lambda: across.minus_zero(report=refusing),
    "the measure is no metric": lambda: across.output_metric(RENAMED),
    "e^-746 underflows": lambda: shared.underflow(-746),
    "odds grow exponentially": lambda: shared.not_exponential(shared.odds),
    "the greatest score is unique": lambda: shared.ties_stay((1, 0)),
    "the greatest score is positive": lambda: shared.shift_rescues((1000, 0)),
    "both rules are strict": lambda: shared.boundary(lambda mass, u: mass > u),
    "the first true one": lambda: shared.argmin(lambda truths: truths.index(True)),
    "scores move in both directions": lambda: shared.not_always_two((0, 10), (1, 9)),
    "the variables are independent": lambda: shared.dependent(lambda x: exp_minus(2 * x)),
    "lambda is lambda_1": lambda: shared.minus_lambda(lambda one, two: one / (one + two)),
    "the density is the density": lambda: shared.called_density(lambda rate, x: rational(rate)),
}


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_repair_makes_the_witness_disappear(repair: str) -> None:
    """Is the witness gone as soon as what it shows is repaired?"""
    with pytest.raises(WitnessGone):
        REPAIRS[repair]()


def test_every_witness_meets_a_repair() -> None:
    """Is there a planted repair for each witness?"""
    modules = (report, ranges, concentrated, exponential, top_k, across, shared)
    named = {name for repair in REPAIRS.values() for name in repair.__code__.co_names}
    for module in modules:
        for erratum in module.ERRATA:
            witness = next(name for name, value in vars(module).items() if value is erratum.witness)
            assert witness in named, f"{module.__name__}.{witness}"
    assert errata.ERRATA == tuple(erratum for module in modules for erratum in module.ERRATA)
