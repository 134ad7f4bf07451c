"""What is wrong in the listing of `make_report_noisy_max_gumbel`."""

import math
from collections.abc import Callable
from fractions import Fraction

from impl.draws import TapeDraw
from impl.published.range_divergence import RangeDivergence
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import AtomDomain, GumbelPSRN, Measurement, RangeDistance, VectorDomain, f64
from proofs.documents.printed import REPORT as DOCUMENT
from proofs.documents.witness import Raised, built, coins, keywords, outcome, published_source, show
from proofs.engine.ledger.model import Severity
from spec import space

Make = Callable[..., Measurement]
DOMAIN, METRIC = VectorDomain(AtomDomain(float)), RangeDistance(float)
MEMBERS = space.VectorDomain(space.AtomDomain(float))
TAPE = 4096


def _members(make: Make, fine: list[float], failing: list[float]) -> str:
    function = built(make, DOMAIN, METRIC, f64(1.0), "max").function
    good, bad = outcome(function, fine, coins()), outcome(function, failing, coins())
    both = MEMBERS.member(fine) and MEMBERS.member(failing)
    text = f"{fine} and {failing} are members; the first gives index {good}, the second {bad}"
    return show(both and not isinstance(good, Raised) and isinstance(bad, Raised), text)


def infinite_score(make: Make = make_report_noisy_max_gumbel) -> str:
    """Release from a vector with an infinite score."""
    return _members(make, [0.0, 1.0], [0.0, math.inf])


def empty_vector(make: Make = make_report_noisy_max_gumbel) -> str:
    """Release from no scores."""
    return _members(make, [0.0], [])


def ties_without_noise(make: Make = make_report_noisy_max_gumbel) -> str:
    """Release from equal scores at scale 0."""
    function = built(make, DOMAIN, METRIC, f64(0.0), "max").function
    apart, tied = TapeDraw([]), TapeDraw([0, 1] * (TAPE // 2))
    decided, undecided = outcome(function, [0.0, 1.0], apart), outcome(function, [0.0, 0.0], tied)
    number = GumbelPSRN(shift=Fraction(0), scale=Fraction(0)).known
    stuck = undecided == Raised("EntropyExhausted") and number.lower == number.upper == 0
    text = (
        f"scale 0: on [0.0, 1.0] index {decided} after 0 coins; on [0.0, 0.0] nothing after {tied.used}, "
        "as all four edges are 0 whatever the coins"
    )
    return show(decided == 1 and stuck and tied.used == TAPE, text)


def scale_zero_is_accepted(make: Make = make_report_noisy_max_gumbel) -> str:
    """Build the mechanism with scale 0."""
    found = outcome(make, DOMAIN, METRIC, f64(0.0), "max")
    return show(not isinstance(found, Raised), "scale = 0 passes line 10, and a Measurement is returned")


def scale_unchecked(make: Callable[..., object] = make_report_noisy_max_gumbel) -> str:
    """Build the mechanism with scales that are no numbers."""
    found = {scale: outcome(make, DOMAIN, METRIC, f64(scale), "max") for scale in ("nan", "inf")}
    text = "; ".join(f"scale = {scale}: {error}, from line 20" for scale, error in found.items())
    passes = not f64("nan") < 0 and not f64("inf") < 0
    return show(passes and found == {"nan": Raised("ValueError"), "inf": Raised("OverflowError")}, text)


def no_loss_without_noise(make: Make = make_report_noisy_max_gumbel) -> str:
    """Ask for the loss at scale 0."""
    here = outcome(built(make, DOMAIN, METRIC, f64(0.0), "max").privacy_map, 1.0)
    there = RangeDivergence.privacy_map(f64(1.0), f64(0.0), 1)
    text = f"d_in = 1, scale = 0: {here} here, {there} in the listing for RangeDivergence"
    return show(isinstance(here, Raised) and there == math.inf, text)


def which_metric(make: Make = make_report_noisy_max_gumbel) -> str:
    """Ask for the loss under the range distance of equation (6)."""
    metric = space.RangeDistance(float)
    found = outcome(built(make, DOMAIN, metric, f64(1.0), "max").privacy_map, 1.0)
    text = f"a metric that is max_ij |(x_i - x'_i) - (x_j - x'_j)| and nothing else: line 34 raises {found}"
    return show(found == Raised("AttributeError"), text)


def output_metric(here: str | None = None) -> str:
    """Compare the names under which a measure is handed over."""
    mine = keywords(published_source(DOCUMENT.slug) if here is None else here)
    theirs = keywords(published_source("noisy_top_k"))
    text = (
        f"output_metric={mine.get('output_metric')} in {DOCUMENT.slug}, output_measure={theirs['output_measure']} in "
        "noisy_top_k"
    )
    return show("output_metric" in mine, text)


ERRATA = (
    DOCUMENT.erratum(
        "infinite_score",
        Severity.DATA_DEPENDENT_ERROR,
        where=("listing.L24", "postcondition", "postcondition.1"),
        refutes=("postcondition", "postcondition.1"),
        says="any two members cause the same error or none",
        truth="a float domain without NaN has both infinities, and an infinite score has no fraction",
        repair="clamp infinite scores to the largest finite float of their sign",
        witness=infinite_score,
    ),
    DOCUMENT.erratum(
        "empty_vector",
        Severity.DATA_DEPENDENT_ERROR,
        where=("listing.L2", "listing.L29", "postcondition.1"),
        says="any two members cause the same error or none",
        truth="a vector domain of unknown size holds the empty vector, of which line 29 can return no index",
        repair="accept only a domain whose known size is at least one",
        witness=empty_vector,
    ),
    DOCUMENT.erratum(
        "ties_without_noise",
        Severity.DOES_NOT_TERMINATE,
        where=("listing.L10", "listing.L24", "listing.L28"),
        says="a scale of 0 is accepted",
        truth="without noise, two equal scores are compared for ever, and whether they are equal is data",
        repair="compare the scores themselves when the scale is 0",
        witness=ties_without_noise,
    ),
    DOCUMENT.erratum(
        "scale_may_be_zero",
        Severity.FALSE_STATEMENT,
        where=("proof.scale_positive", "listing.L10", "listing.L11"),
        refutes=("proof.scale_positive",),
        says="the scale is required to be positive",
        truth="the listing requires it to be non-negative",
        repair="prove the case of scale 0 on its own: the loss is infinite, or 0 at distance 0",
        witness=scale_zero_is_accepted,
    ),
    DOCUMENT.erratum(
        "scale_unchecked",
        Severity.INCONSISTENT,
        where=("listing.L10", "listing.L20", "noisy_top_k.listing.L16"),
        says="only a negative scale is refused",
        truth="NaN and infinity pass the check and fail in the conversion; noisy_top_k refuses them by design",
        repair="refuse a scale that is not finite",
        witness=scale_unchecked,
    ),
    DOCUMENT.erratum(
        "no_loss_without_noise",
        Severity.INCONSISTENT,
        where=("listing.L43", "range_divergence.listing.L15", "noisy_top_k.listing.L33"),
        says="the loss is d_in divided by the scale, which may be 0",
        truth="the division by zero is an error, where the other documents say that the loss is infinite",
        repair="return infinity if the scale is 0 and d_in is not",
        witness=no_loss_without_noise,
    ),
    DOCUMENT.erratum(
        "which_metric",
        Severity.INCONSISTENT,
        where=("listing.L3", "listing.L33", "listing.L34", "prose.uses_linf", "proof.hypothesis"),
        says="the input metric is RangeDistance in the listing, the infinity distance in prose and proof",
        truth="line 34 converts and doubles, as only an infinity distance that knows monotonicity needs",
        repair="take LInfDistance, which stores whether scores are monotonic",
        witness=which_metric,
    ),
    DOCUMENT.erratum(
        "output_metric",
        Severity.INCONSISTENT,
        where=(
            "listing.L49",
            "exponential_candidates_gumbel.listing.L15",
            "noisy_top_k.listing.L41",
            "postcondition.2",
        ),
        says="a measurement has an output_metric",
        truth="its own postcondition and noisy_top_k call it output_measure, and a divergence is no metric",
        repair="say output_measure",
        witness=output_metric,
    ),
)
