"""What is wrong in `make_report_noisy_max_gumbel` alone."""

import math
from collections.abc import Callable
from fractions import Fraction

from impl.draws import TapeDraw
from impl.published.range_divergence import RangeDivergence
from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import AtomDomain, GumbelPSRN, Measurement, RangeDistance, VectorDomain, f64
from proofs.documents.errata.witness import Raised, built, coins, log_digits, outcome, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins
from proofs.engine.ledger.model import Erratum, Severity
from spec import space
from spec.weights import exp_minus

SLUG = "report_noisy_max_gumbel"
Make = Callable[..., Measurement]
DOMAIN, METRIC = VectorDomain(AtomDomain(float)), RangeDistance(float)
MEMBERS = space.VectorDomain(space.AtomDomain(float))
MISSING = Fraction(1, 2**6)
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


def factor_two_forgotten(d_in: Fraction = Fraction(1)) -> str:
    """Hold the last line of the derivation against a pair at this distance."""
    x, y = (0, 0), (1, -1)
    d_inf, d_range = space.LInfDistance(int).distance(x, y), space.RangeDistance(int).distance(x, y)
    ratio = softmax(x)[1] / softmax(y)[1]
    text = (
        f"x = {x}, x' = {y}, tau = 1: d_inf = {d_inf} = d_in, yet d_Range = {d_range}, "
        f"and D_inf = ln((1 + e^2)/2) = {log_digits(ratio)} > d_in/tau = {d_in}"
    )
    return show(d_inf <= d_in < d_range and compare(ratio, exp_minus(-d_in)) > 0, text)


def undefined_u(make: Make = make_report_noisy_max_gumbel) -> str:
    """Measure the law of the function, which the right side of lemma 3.1 does not depend on."""
    law = at_the_coins(built(make, DOMAIN, METRIC, f64(1.0), "max").function, [1.0, 0.0], missing=MISSING)
    text = f"no x on the right side, so 1/2 for both indices; P(function([1, 0]) = first) >= {law[0]}"
    return show(law[0] > Fraction(1, 2), text)


def direction_forgotten(make: Make = make_report_noisy_max_gumbel) -> str:
    """Measure the law of the function when it minimises."""
    law = at_the_coins(built(make, DOMAIN, METRIC, f64(1.0), "min").function, [1.0, 0.0], missing=MISSING)
    measured, printed = law[0] + law.missing, softmax((1, 0))[0]
    text = f'optimize = "min", x = (1, 0): P(first) <= {measured}, but the lemma, with x_k, says e/(1 + e)'
    return show(compare(measured, printed) < 0, text)


def centre(location: Callable[[Fraction, Fraction], Fraction] = lambda score, tau: score / tau) -> str:
    """Compare the printed centre of the noise with that of line 24."""
    score, tau = Fraction(6), Fraction(2)
    drawn = GumbelPSRN(shift=+1 * Fraction(score), scale=tau).known
    text = f"score 6, scale 2: line 24 has shift {drawn.shift}, the proof a centre at {location(score, tau)}"
    return show(drawn.shift != location(score, tau), text)


ERRATA = (
    Erratum(
        id=f"{SLUG}.infinite_score",
        document=SLUG,
        where=(f"{SLUG}.listing.L24", f"{SLUG}.postcondition", f"{SLUG}.postcondition.1"),
        severity=Severity.DATA_DEPENDENT_ERROR,
        says="any two members cause the same error or none",
        truth="a float domain without NaN has both infinities, and an infinite score has no fraction",
        repair="clamp infinite scores to the largest finite float of their sign",
        witness=infinite_score,
    ),
    Erratum(
        id=f"{SLUG}.empty_vector",
        document=SLUG,
        where=(f"{SLUG}.listing.L2", f"{SLUG}.listing.L29", f"{SLUG}.postcondition.1"),
        severity=Severity.DATA_DEPENDENT_ERROR,
        says="any two members cause the same error or none",
        truth="a vector domain of unknown size holds the empty vector, of which line 29 can return no index",
        repair="accept only a domain whose known size is at least one",
        witness=empty_vector,
    ),
    Erratum(
        id=f"{SLUG}.ties_without_noise",
        document=SLUG,
        where=(f"{SLUG}.listing.L10", f"{SLUG}.listing.L24", f"{SLUG}.listing.L28"),
        severity=Severity.DOES_NOT_TERMINATE,
        says="a scale of 0 is accepted",
        truth="without noise, two equal scores are compared for ever, and whether they are equal is data",
        repair="compare the scores themselves when the scale is 0",
        witness=ties_without_noise,
    ),
    Erratum(
        id=f"{SLUG}.scale_may_be_zero",
        document=SLUG,
        where=(f"{SLUG}.proof.scale_positive", f"{SLUG}.listing.L10", f"{SLUG}.listing.L11"),
        severity=Severity.FALSE_STATEMENT,
        says="the scale is required to be positive",
        truth="the listing requires it to be non-negative",
        repair="prove the case of scale 0 on its own: the loss is infinite, or 0 at distance 0",
        witness=scale_zero_is_accepted,
    ),
    Erratum(
        id=f"{SLUG}.scale_unchecked",
        document=SLUG,
        where=(f"{SLUG}.listing.L10", f"{SLUG}.listing.L20", "noisy_top_k.listing.L16"),
        severity=Severity.INCONSISTENT,
        says="only a negative scale is refused",
        truth="NaN and infinity pass the check and fail in the conversion; noisy_top_k refuses them by design",
        repair="refuse a scale that is not finite",
        witness=scale_unchecked,
    ),
    Erratum(
        id=f"{SLUG}.no_loss_without_noise",
        document=SLUG,
        where=(f"{SLUG}.listing.L43", "range_divergence.listing.L15", "noisy_top_k.listing.L33"),
        severity=Severity.INCONSISTENT,
        says="the loss is d_in divided by the scale, which may be 0",
        truth="the division by zero is an error, where the other documents say that the loss is infinite",
        repair="return infinity if the scale is 0 and d_in is not",
        witness=no_loss_without_noise,
    ),
    Erratum(
        id=f"{SLUG}.which_metric",
        document=SLUG,
        where=(
            f"{SLUG}.listing.L3",
            f"{SLUG}.listing.L33",
            f"{SLUG}.listing.L34",
            f"{SLUG}.prose.uses_linf",
            f"{SLUG}.proof.hypothesis",
        ),
        severity=Severity.INCONSISTENT,
        says="the input metric is RangeDistance in the listing, the infinity distance in prose and proof",
        truth="line 34 converts and doubles, as only an infinity distance that knows monotonicity needs",
        repair="take LInfDistance, which stores whether scores are monotonic",
        witness=which_metric,
    ),
    Erratum(
        id=f"{SLUG}.factor_two_forgotten",
        document=SLUG,
        where=(f"{SLUG}.privacy.step_9", f"{SLUG}.proof.hypothesis"),
        severity=Severity.FALSE_STATEMENT,
        says="for pairs that are d_in-close under LInfDistance the loss is d_in/tau",
        truth="it is at most d_Range/tau, and d_Range may be 2 d_in; nor need any pair reach it",
        repair="write d_Range for d_in, and at most for equal",
        witness=factor_two_forgotten,
    ),
    Erratum(
        id=f"{SLUG}.undefined_u",
        document=SLUG,
        where=(f"{SLUG}.lemma_3_1",),
        severity=Severity.TYPO,
        says="the noisy score is u_k/tau - ln(-ln U_k), where the only u_k so far is the uniform number of (4)",
        truth="the score x_k stands in its place",
        repair="write x_k for u_k",
        witness=undefined_u,
    ),
    Erratum(
        id=f"{SLUG}.direction_forgotten",
        document=SLUG,
        where=(f"{SLUG}.lemma_3_1", f"{SLUG}.listing.L16"),
        severity=Severity.FALSE_STATEMENT,
        says="the function has the law of argmax_k (x_k/tau - ln(-ln U_k)), for any parameters",
        truth="when it minimises, it has that of argmax_k (-x_k/tau - ln(-ln U_k))",
        repair="state the lemma with sign * x_k; the loss is the same",
        witness=direction_forgotten,
    ),
    Erratum(
        id=f"{SLUG}.centre",
        document=SLUG,
        where=(f"{SLUG}.proof.gumbel_centre", f"{SLUG}.listing.L24"),
        severity=Severity.FALSE_STATEMENT,
        says="the Gumbel variables are centred at sign * s_k/tau",
        truth="line 24 centres them at sign * s_k, with scale tau; the argmax is the same for tau > 0",
        repair="divide all of them by tau as a step of the proof",
        witness=centre,
    ),
)
