"""What is wrong in the listing of `make_base_exponential_candidates_gumbel`."""

import math
from collections.abc import Callable
from fractions import Fraction

from impl.published.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.published.vocabulary import Transformation
from proofs.documents.printed import EXPONENTIAL as DOCUMENT
from proofs.documents.witness import Raised, annotations, built, coins, keywords, outcome, published_source, show
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins
from proofs.engine.ledger.model import Severity
from spec import space
from spec.weights import exp_minus

Make = Callable[..., Transformation]
SOURCE = published_source(DOCUMENT.slug)
MISSING = Fraction(1, 2**6)


def inverted_temperature(make: Make = make_base_exponential_candidates_gumbel) -> str:
    """Measure a pair at the coins and hold it against what the relation accepts."""
    s, t, temperature, d_in, d_out = (1, 0), (0, 1), Fraction(4), 2, Fraction(1, 2)
    mechanism = built(make, temperature)
    p = at_the_coins(mechanism.function, [Fraction(score) for score in s], missing=MISSING)
    q = at_the_coins(mechanism.function, [Fraction(score) for score in t], missing=MISSING)
    least = p[0] / (q[0] + q.missing)
    close = space.RangeDistance(int).distance(s, t) <= d_in and mechanism.privacy_relation(d_in, d_out)
    text = (
        f"temperature {temperature}: s = {s}, s' = {t} are {d_in}-close and the relation accepts d_out = {d_out}, but "
        f"P(first)/P'(first) >= {least} at the coins, above e^(1/2)"
    )
    return show(close and compare(least, exp_minus(-d_out)) > 0, text)


def negative_temperature(make: Make = make_base_exponential_candidates_gumbel) -> str:
    """Ask the relation of a temperature below zero."""
    accepted = outcome(built(make, Fraction(-1)).privacy_relation, 1, Fraction(-1))
    text = f"temperature -1, d_in = 1, d_out = -1: the relation says {accepted}, and no divergence is negative"
    return show(accepted is True, text)


def empty_vector(make: Make = make_base_exponential_candidates_gumbel) -> str:
    """Release from no scores."""
    function = built(make, Fraction(1)).function
    good, bad = outcome(function, [Fraction(0)], coins()), outcome(function, [], coins())
    text = f"[0] and [] are both vectors over TI; the first gives index {good}, the second {bad}"
    return show(not isinstance(good, Raised) and isinstance(bad, Raised), text)


def first_wins(make: Make = make_base_exponential_candidates_gumbel) -> str:
    """Release from vectors with NaN, and with an infinity twice."""
    function = built(make, 1.0).function
    vectors = ([math.nan, 9.0], [9.0, math.nan], [math.inf, math.inf])
    laws = [at_the_coins(function, vector, missing=MISSING).branches for vector in vectors]
    text = f"on {', '.join(map(str, vectors))} the first index has probability 1"
    return show(all(law == ((0, Fraction(1)),) for law in laws), text)


def types_at_odds(source: str = SOURCE) -> str:
    """Compare the types of the parts."""
    parts, types = keywords(source), annotations(source)
    text = (
        f"index in {parts['output_domain']} and d_out: {types['d_out']}; distances in {parts['input_metric']} and "
        f"d_in: {types['d_in']}; losses in {parts['output_metric']} and d_out: {types['d_out']}"
    )
    of_index = parts["output_domain"] == f"AllDomain({types['d_out']})"
    of_loss = parts["output_metric"] != f"MaxDivergence({types['d_out']})"
    return show(of_index and of_loss and f"({types['d_in']})" not in parts["input_metric"], text)


ERRATA = (
    DOCUMENT.erratum(
        "inverted_temperature",
        Severity.UNSOUND,
        where=("listing.L4", "listing.L8", "eq4"),
        says="the noisy score is s_i * temperature + noise, and d_out is accepted if d_out * temperature >= d_in",
        truth="with scores multiplied the loss reaches d_in * temperature: too small a d_out is accepted above 1",
        repair="divide the scores by the temperature, as equation (4) does",
        witness=inverted_temperature,
    ),
    DOCUMENT.erratum(
        "negative_temperature",
        Severity.UNSOUND,
        where=("listing.L2", "listing.L8"),
        says="any temperature is accepted",
        truth="a negative one turns the relation round, so that a negative d_out is accepted",
        repair="refuse a temperature that is not positive",
        witness=negative_temperature,
    ),
    DOCUMENT.erratum(
        "empty_vector",
        Severity.DATA_DEPENDENT_ERROR,
        where=("listing.L5", "listing.L11"),
        says="the domain is that of all vectors",
        truth="of the empty one line 5 can return no index",
        repair="accept only a domain whose known size is at least one",
        witness=empty_vector,
    ),
    DOCUMENT.erratum(
        "first_wins",
        Severity.INCONSISTENT,
        where=("listing.L5", "listing.L11", "theorem_2_1"),
        says="scores are all of TI, and the law is that of equation (2)",
        truth="with NaN, or an infinity twice, equation (2) has no value, and position alone decides",
        repair="refuse a domain with NaN, as the later documents do, and clamp infinite scores",
        witness=first_wins,
    ),
    DOCUMENT.erratum(
        "types_at_odds",
        Severity.INCONSISTENT,
        where=("listing.L7", "listing.L10", "listing.L12", "listing.L14", "listing.L15"),
        says="T0 is the type of the output and of d_out, u32 that of a distance between scores of type TI",
        truth="the output is an index, a distance has the type of scores, and a private mechanism is a measurement",
        repair="give index, distance and loss a type each, and build a Measurement",
        witness=types_at_odds,
    ),
)
