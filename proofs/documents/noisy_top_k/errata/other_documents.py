"""Where `make_noisy_top_k` does not fit the other documents: what it calls, they define otherwise or not at all."""

from collections.abc import Callable, Iterable

from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.range_divergence import RangeDivergence
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import (
    AtomDomain,
    MaxDivergence,
    Measurement,
    MethodDomain,
    RangeDistance,
    VectorDomain,
    f64,
)
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.noisy_top_k.errata.listing import DOMAIN, METRIC, MONOTONIC, Make
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.witness import Raised, built, coins, outcome, show
from proofs.engine.ledger.model import Severity

Build = Callable[..., object]
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
    text = (
        f"nan = False, an attribute: {here} in noisy_top_k; nan() = False, a method: {there} in report_noisy_max_gumbel"
    )
    return show(isinstance(here, Raised) and isinstance(there, Raised), text)


def minus_zero(top_k: Build = make_noisy_top_k, report: Build = make_report_noisy_max_gumbel) -> str:
    """Hand both listings a scale of -0.0."""
    here = outcome(top_k, DOMAIN, METRIC, MaxDivergence(), 1, f64(-0.0), False)
    there = outcome(report, VectorDomain(AtomDomain(float)), RangeDistance(float), f64(-0.0), "max")
    text = (
        f"scale = -0.0, which is not below 0: {here} in noisy_top_k, a {type(there).__name__} in "
        "report_noisy_max_gumbel"
    )
    return show(isinstance(here, Raised) and not isinstance(there, Raised), text)


ERRATA = (
    DOCUMENT.erratum(
        "map_arity",
        Severity.INCONSISTENT,
        where=("listing.L36", "zero_concentrated_divergence.listing.L10", "range_divergence.listing.L10"),
        says="a measure's privacy_map is called with d_in and scale",
        truth="both printed measures ask for k as well, so that with neither can a loss be computed",
        repair="let privacy_map price one round, from d_in and scale",
        witness=map_arity,
    ),
    DOCUMENT.erratum(
        "missing_method",
        Severity.INCONSISTENT,
        where=("listing.L42", "zero_concentrated_divergence.listing.L6", "range_divergence.listing.L6"),
        says="a measure's noisy_top_k is called",
        truth="both printed measures define random_variable, and neither noisy_top_k",
        repair="let a measure define noisy_top_k",
        witness=missing_method,
    ),
    DOCUMENT.erratum(
        "rounds_counted_twice",
        Severity.LOOSE,
        where=(
            "listing.L36",
            "zero_concentrated_divergence.listing.L17",
            "zero_concentrated_divergence.postcondition.2",
        ),
        says="the measure's map times k is the loss",
        truth="the printed map has the factor k already, though its postcondition speaks of one index: k^2 in all",
        repair="multiply by k in one place",
        witness=rounds_counted_twice,
    ),
    DOCUMENT.erratum(
        "nan_by_two_names",
        Severity.INCONSISTENT,
        where=("listing.L9", "report_noisy_max_gumbel.listing.L7"),
        says="nan is a method of a domain",
        truth="it is an attribute in report_noisy_max_gumbel, and no domain suits both",
        repair="make it an attribute in both",
        witness=nan_by_two_names,
    ),
    DOCUMENT.erratum(
        "minus_zero",
        Severity.INCONSISTENT,
        where=("listing.L16", "listing.L17", "report_noisy_max_gumbel.listing.L10"),
        says="a scale that is not non-negative is refused, -0.0 among them",
        truth="-0.0 is not below 0, and report_noisy_max_gumbel accepts it",
        repair="refuse it in both, and say so",
        witness=minus_zero,
    ),
)
