"""What is wrong in `make_base_exponential_candidates_gumbel` alone."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from impl.published.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.published.vocabulary import Transformation
from proofs.documents.errata.witness import (
    Raised,
    annotations,
    built,
    coins,
    digits,
    keywords,
    log_digits,
    outcome,
    published_source,
    show,
    softmax,
)
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins
from proofs.engine.ledger.model import Erratum, Severity
from spec import space
from spec.weights import ZERO, ExpRatio, exp_minus

SLUG = "exponential_candidates_gumbel"
Make = Callable[..., Transformation]
Bound = Callable[[Sequence[int], Sequence[int]], int]
SOURCE = published_source(SLUG)
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


def other_metrics(source: str = SOURCE) -> str:
    """Compare the metrics of section 4.1 with those of the listing."""
    parts = keywords(source)
    text = f"the listing has {parts['input_metric']} on the input side and {parts['output_metric']} on the output side"
    return show("SymmetricDistance" not in parts["input_metric"] and "InfDiff" not in parts["output_metric"], text)


def total_weight(scores: Sequence[int]) -> ExpRatio:
    """The sum of e^(s_i)."""
    return sum((exp_minus(-score) for score in scores), ZERO)


def printed_bound(s: Sequence[int], t: Sequence[int]) -> int:
    """max_j (s_j - s'_j)."""
    return max(a - b for a, b in zip(s, t, strict=True))


def lemma_4_1(bound: Bound = printed_bound) -> str:
    """Hold the lower bound of lemma 4.1 against a pair."""
    s, t = (1, 0), (0, 0)
    ratio = total_weight(t) / total_weight(s)
    text = f"s = {s}, s' = {t}, eps = Delta = 1: ln(2/(1 + e)) = {log_digits(ratio)}, and not >= {bound(s, t)}"
    return show(compare(ratio, exp_minus(-bound(s, t))) < 0, text)


def wrong_direction(bound: Bound = lambda s, t: -printed_bound(s, t)) -> str:
    """Hold the upper bound of the fifth step, taken from lemma 4.1, against a pair."""
    s, t = (1, 0), (0, 0)
    ratio = softmax(s)[0] / softmax(t)[0]
    limit = s[0] - t[0] + bound(s, t)
    text = f"s = {s}, s' = {t}, k the first: the left side is {log_digits(ratio)}, the right side {limit}"
    return show(compare(ratio, exp_minus(-limit)) > 0, text)


def temperature_above(tau: Fraction = Fraction(2)) -> str:
    """Put this temperature where Delta/eps = 1 is substituted."""
    left = softmax((1 / tau, 0))[0] / softmax((0, 0))[0]
    right = softmax((1, 0))[0] / softmax((0, 0))[0]
    text = (
        f"s = (1, 0), s' = (0, 0), Delta = eps = 1, tau = {tau}: ln(P(first)/P'(first)) = {log_digits(left)}, "
        f"the right side {log_digits(right)}"
    )
    return show(left != right, text)


def under_max(values: Sequence[int], k: int, i: int) -> int:
    """What the printed step has under max_i: the index is k."""
    return values[k]


def certain_event(under: Callable[[Sequence[int], int, int], int] = under_max) -> str:
    """Ask which index the printed event names, where one is the greatest."""
    values = (0, 1)
    named = [k for k in (0, 1) if values[k] == max(under(values, k, i) for i in (0, 1))]
    text = f"-log(Z_i/N) = {values}: the event holds for indices {named}, so that it has probability 1, not p_k"
    return show(named == [0, 1], text)


def empty_event(subset: tuple[int, ...] = ()) -> str:
    """Take logarithms at this set of outcomes."""
    mass = sum((softmax((1, 0))[k] for k in subset), ZERO)
    text = f"K = {{}}: (7) holds as 0 <= e^eps 0, and (8) is ln(0/0); P(M(s) in K) = {digits(mass)}"
    return show(not mass, text)


def _at(*names: str) -> tuple[str, ...]:
    return tuple(f"{SLUG}.{name}" for name in names)


ERRATA = (
    Erratum(
        id=f"{SLUG}.inverted_temperature",
        document=SLUG,
        where=_at("listing.L4", "listing.L8", "eq4"),
        severity=Severity.UNSOUND,
        says="the noisy score is s_i * temperature + noise, and d_out is accepted if d_out * temperature >= d_in",
        truth="with scores multiplied the loss reaches d_in * temperature: too small a d_out is accepted above 1",
        repair="divide the scores by the temperature, as equation (4) does",
        witness=inverted_temperature,
    ),
    Erratum(
        id=f"{SLUG}.negative_temperature",
        document=SLUG,
        where=_at("listing.L2", "listing.L8"),
        severity=Severity.UNSOUND,
        says="any temperature is accepted",
        truth="a negative one turns the relation round, so that a negative d_out is accepted",
        repair="refuse a temperature that is not positive",
        witness=negative_temperature,
    ),
    Erratum(
        id=f"{SLUG}.empty_vector",
        document=SLUG,
        where=_at("listing.L5", "listing.L11"),
        severity=Severity.DATA_DEPENDENT_ERROR,
        says="the domain is that of all vectors",
        truth="of the empty one line 5 can return no index",
        repair="accept only a domain whose known size is at least one",
        witness=empty_vector,
    ),
    Erratum(
        id=f"{SLUG}.first_wins",
        document=SLUG,
        where=_at("listing.L5", "listing.L11", "theorem_2_1"),
        severity=Severity.INCONSISTENT,
        says="scores are all of TI, and the law is that of equation (2)",
        truth="with NaN, or an infinity twice, equation (2) has no value, and position alone decides",
        repair="refuse a domain with NaN, as the later documents do, and clamp infinite scores",
        witness=first_wins,
    ),
    Erratum(
        id=f"{SLUG}.types_at_odds",
        document=SLUG,
        where=_at("listing.L7", "listing.L10", "listing.L12", "listing.L14", "listing.L15"),
        severity=Severity.INCONSISTENT,
        says="T0 is the type of the output and of d_out, u32 that of a distance between scores of type TI",
        truth="the output is an index, a distance has the type of scores, and a private mechanism is a measurement",
        repair="give index, distance and loss a type each, and build a Measurement",
        witness=types_at_odds,
    ),
    Erratum(
        id=f"{SLUG}.other_metrics",
        document=SLUG,
        where=_at(
            "proof.symmetric_distance_compatible", "proof.inf_difference_compatible", "listing.L14", "listing.L15"
        ),
        severity=Severity.INCONSISTENT,
        says="the input metric is SymmetricDistance, the output metric InfDifferenceDistance",
        truth="that is another function, the scorer: here they are InfDifferenceDistance and MaxDivergence",
        repair="show that InfDifferenceDistance is defined on vectors of one length",
        witness=other_metrics,
    ),
    Erratum(
        id=f"{SLUG}.lemma_4_1_sign",
        document=SLUG,
        where=_at("lemma_4_1"),
        severity=Severity.FALSE_STATEMENT,
        says="ln(sum e^(s'_i)/sum e^(s_i)) >= max_j (s_j - s'_j), with eps = Delta",
        truth="it is at least minus that, as the last line of the lemma's own proof has it",
        repair="add the minus sign",
        witness=lemma_4_1,
    ),
    Erratum(
        id=f"{SLUG}.wrong_direction",
        document=SLUG,
        where=_at("privacy.step_5", "proof.m_is_private"),
        severity=Severity.FALSE_STATEMENT,
        says="the logarithm of the normalisers is at most -max_j (s_j - s'_j), by lemma 4.1",
        truth="lemma 4.1 bounds it from below; as printed, every loss would be at most 0",
        repair="use the upper bound max_j (s'_j - s_j), lemma 3.2 of report_noisy_max_gumbel",
        witness=wrong_direction,
    ),
    Erratum(
        id=f"{SLUG}.temperature_above",
        document=SLUG,
        where=_at("privacy.step_1"),
        severity=Severity.FALSE_STATEMENT,
        says="the law at any tau >= Delta/eps equals that at tau = Delta/eps",
        truth="only at tau = Delta/eps; above it the largest loss is smaller, but not that of each outcome",
        repair="prove the bound with tau, and put d_Range/tau <= eps last",
        witness=temperature_above,
    ),
    Erratum(
        id=f"{SLUG}.certain_event",
        document=SLUG,
        where=_at("theorem_2_1.step_2", "theorem_2_1.step_3", "theorem_2_1.step_4"),
        severity=Severity.TYPO,
        says="P(G_k = max_i G_i) = P(-log(Z_k/N) = max_i -log(Z_k/N))",
        truth="the right side is 1, as what stands under max_i does not depend on i",
        repair="write Z_i under max_i and min_i",
        witness=certain_event,
    ),
    Erratum(
        id=f"{SLUG}.empty_event",
        document=SLUG,
        where=_at("prose.eq7_implies_eq8", "eq8"),
        severity=Severity.PROOF_GAP,
        says="(7) for all sets K of outcomes implies (8) for all of them",
        truth="(8) has no meaning at a set of probability 0, such as the empty one",
        repair="state (8) for sets of positive probability",
        witness=empty_event,
    ),
)
