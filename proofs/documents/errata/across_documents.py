"""Where the documents do not fit together: what one calls, another defines otherwise or not at all."""

from collections.abc import Callable, Iterable

from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.range_divergence import RangeDivergence
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measurement,
    MethodDomain,
    RangeDistance,
    VectorDomain,
    f64,
)
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.errata.witness import Raised, built, coins, keywords, outcome, published_source, show
from proofs.engine.ledger.model import Erratum, Severity
from spec.documents import item

TOP_K, REPORT, CONCENTRATED = "noisy_top_k", "report_noisy_max_gumbel", "zero_concentrated_divergence"
Make = Callable[..., Measurement]
Build = Callable[..., object]
DOMAIN, METRIC, MONOTONIC = VectorDomain(MethodDomain(f64)), LInfDistance(f64), LInfDistance(f64, monotonic=True)
PRINTED = (ZeroConcentratedDivergence(), RangeDivergence())

_make: Make = make_noisy_top_k
"""The listing without its types: with them, mypy refuses to hand it the two printed measures."""


class CountsRounds(MaxDivergence):
    """The printed map for zero-concentrated divergence, handed the 3 rounds that it asks for."""

    @staticmethod
    def privacy_map(d_in: f64, scale: f64) -> f64:
        """What the listing returns for k = 3."""
        return ZeroConcentratedDivergence.privacy_map(d_in, scale, 3)


def _with(measure: object, k: int = 1, metric: object = METRIC) -> Measurement:
    return built(_make, DOMAIN, metric, measure, k, f64(1.0), False)


def map_arity(measures: Iterable[object] = PRINTED) -> str:
    """Build with the two printed measures and ask for a loss."""
    found = {type(m).__name__: outcome(_with(m).privacy_map, f64(1.0)) for m in measures}
    text = "privacy_map(1.0): " + "; ".join(f"{error} with {name}" for name, error in found.items())
    return show(all(error == Raised("TypeError") for error in found.values()), text)


def missing_method(measures: Iterable[object] = PRINTED) -> str:
    """Build with the two printed measures and release."""
    found = {type(m).__name__: outcome(_with(m).function, [0.0], coins()) for m in measures}
    text = "function([0.0]): " + "; ".join(f"{error} with {name}" for name, error in found.items())
    return show(all(error == Raised("AttributeError") for error in found.values()), text)


def rounds_counted_twice(measure: type[MaxDivergence] = CountsRounds) -> str:
    """Hand the printed map its k, so that the call works."""
    returned = _with(measure(), 3, MONOTONIC).privacy_map(f64(1.0))
    text = f"k = 3, d_in = scale = 1, monotonic: the loss is {returned}, where three rounds of 1 cost 3"
    return show(returned == 9, text)


def nan_by_two_names(top_k: Build = make_noisy_top_k, report: Build = make_report_noisy_max_gumbel) -> str:
    """Hand each listing the domain of the other; neither holds NaN."""
    attribute, method = VectorDomain(AtomDomain(f64)), VectorDomain(MethodDomain(float))
    here = outcome(top_k, attribute, METRIC, MaxDivergence(), 1, f64(1.0), False)
    there = outcome(report, method, RangeDistance(float), f64(1.0), "max")
    text = f"nan = False, an attribute: {here} in {TOP_K}; nan() = False, a method: {there} in {REPORT}"
    return show(isinstance(here, Raised) and isinstance(there, Raised), text)


def minus_zero(top_k: Build = make_noisy_top_k, report: Build = make_report_noisy_max_gumbel) -> str:
    """Hand both listings a scale of -0.0."""
    here = outcome(top_k, DOMAIN, METRIC, MaxDivergence(), 1, f64(-0.0), False)
    there = outcome(report, VectorDomain(AtomDomain(float)), RangeDistance(float), f64(-0.0), "max")
    text = f"scale = -0.0, which is not below 0: {here} in {TOP_K}, a {type(there).__name__} in {REPORT}"
    return show(isinstance(here, Raised) and not isinstance(there, Raised), text)


def scale_zero(other: str = "privacy_map") -> str:
    """Compare where the two documents on measures allow a scale of 0."""
    here = item(f"{CONCENTRATED}.precondition.caller.random_variable.scale")
    there = item(f"range_divergence.precondition.caller.{other}.scale")
    text = f"{here.id} and {there.id} are one sentence: {here.statement.split(', ')[0].split('with ')[1]}"
    return show(here.digest == there.digest, text)


def output_metric(here: str | None = None) -> str:
    """Compare the names under which a measure is handed over."""
    mine = keywords(published_source(REPORT) if here is None else here)
    theirs = keywords(published_source(TOP_K))
    text = (
        f"output_metric={mine.get('output_metric')} in {REPORT}, output_measure={theirs['output_measure']} in {TOP_K}"
    )
    return show("output_metric" in mine, text)


ERRATA = (
    Erratum(
        id=f"{TOP_K}.map_arity",
        document=TOP_K,
        where=(
            f"{TOP_K}.listing.L36",
            "zero_concentrated_divergence.listing.L10",
            "range_divergence.listing.L10",
        ),
        severity=Severity.INCONSISTENT,
        says="a measure's privacy_map is called with d_in and scale",
        truth="both printed measures ask for k as well, so that with neither can a loss be computed",
        repair="let privacy_map price one round, from d_in and scale",
        witness=map_arity,
    ),
    Erratum(
        id=f"{TOP_K}.missing_method",
        document=TOP_K,
        where=(
            f"{TOP_K}.listing.L42",
            "zero_concentrated_divergence.listing.L6",
            "range_divergence.listing.L6",
        ),
        severity=Severity.INCONSISTENT,
        says="a measure's noisy_top_k is called",
        truth="both printed measures define random_variable, and neither noisy_top_k",
        repair="let a measure define noisy_top_k",
        witness=missing_method,
    ),
    Erratum(
        id=f"{TOP_K}.rounds_counted_twice",
        document=TOP_K,
        where=(
            f"{TOP_K}.listing.L36",
            "zero_concentrated_divergence.listing.L17",
            "zero_concentrated_divergence.postcondition.2",
        ),
        severity=Severity.LOOSE,
        says="the measure's map times k is the loss",
        truth="the printed map has the factor k already, though its postcondition speaks of one index: k^2 in all",
        repair="multiply by k in one place",
        witness=rounds_counted_twice,
    ),
    Erratum(
        id=f"{TOP_K}.nan_by_two_names",
        document=TOP_K,
        where=(f"{TOP_K}.listing.L9", f"{REPORT}.listing.L7"),
        severity=Severity.INCONSISTENT,
        says="nan is a method of a domain",
        truth="it is an attribute in report_noisy_max_gumbel, and no domain suits both",
        repair="make it an attribute in both",
        witness=nan_by_two_names,
    ),
    Erratum(
        id=f"{TOP_K}.minus_zero",
        document=TOP_K,
        where=(f"{TOP_K}.listing.L16", f"{TOP_K}.listing.L17", f"{REPORT}.listing.L10"),
        severity=Severity.INCONSISTENT,
        says="a scale that is not non-negative is refused, -0.0 among them",
        truth="-0.0 is not below 0, and report_noisy_max_gumbel accepts it",
        repair="refuse it in both, and say so",
        witness=minus_zero,
    ),
    Erratum(
        id=f"{CONCENTRATED}.scale_zero",
        document=CONCENTRATED,
        where=(
            f"{CONCENTRATED}.precondition.caller.random_variable.scale",
            f"{CONCENTRATED}.precondition.caller.privacy_map.scale",
            "range_divergence.precondition.caller.random_variable.scale",
            "range_divergence.precondition.caller.privacy_map.scale",
        ),
        severity=Severity.INCONSISTENT,
        says="random_variable may be called with scale 0, privacy_map may not",
        truth="range_divergence, line for line the same code, has it the other way round",
        repair="allow scale 0 in both: no noise, and an infinite loss",
        witness=scale_zero,
    ),
    Erratum(
        id=f"{REPORT}.output_metric",
        document=REPORT,
        where=(
            f"{REPORT}.listing.L49",
            "exponential_candidates_gumbel.listing.L15",
            f"{TOP_K}.listing.L41",
            f"{REPORT}.postcondition.2",
        ),
        severity=Severity.INCONSISTENT,
        says="a measurement has an output_metric",
        truth="its own postcondition and noisy_top_k call it output_measure, and a divergence is no metric",
        repair="say output_measure",
        witness=output_metric,
    ),
)
