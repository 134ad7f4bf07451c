"""The exponential mechanism: select one index, with a probability in proportion to exp(score / scale).

Promised, to whoever calls it: on independent fair coins the index has exactly the law that is written here, for every
list of rational scores that is not empty and every scale that is not negative. And of the code: scores that are within
range distance d of each other are selected from with close laws, under each of the three measures.
"""

from collections.abc import Sequence
from fractions import Fraction

from spec.logic.claim import Claim, Kind
from spec.logic.closeness import EPSILON, Abbreviated, CodeIsPrivate
from spec.logic.formula import Symbol
from spec.logic.promise import HasLaw
from spec.losses import rho
from spec.permute_and_flip import index_is_in_range, scale_is_nonnegative, some_score_is_given
from spec.space import MaxDivergence, RangeDivergence, ZeroConcentratedDivergence
from spec.triple import Triple
from spec.weights import ONE, ZERO, Law, exp_minus


def scale_is_positive(scale: Fraction) -> bool:
    """scale > 0."""
    return scale > 0


def index_is_in_range_or_none(x: Sequence[Fraction], result: int | None) -> bool:
    """The attempt was turned down, or 0 <= result < n."""
    return result is None or 0 <= result < len(x)


def law_of_exponential_mechanism(x: Sequence[Fraction], scale: Fraction) -> Law:
    """P(i) = w_i / (sum of all w_j), w_i = exp(x_i / scale). At scale 0: the last of the greatest scores."""
    best = max(x)
    if scale == 0:
        return [(max(i for i, score in enumerate(x) if score == best), ONE)]
    weights = [exp_minus((best - score) / scale) for score in x]
    total = sum(weights, ZERO)
    return [(i, weight / total) for i, weight in enumerate(weights)]


EXPONENTIAL_MECHANISM = Triple(
    name="exponential_mechanism",
    requires=(some_score_is_given, scale_is_nonnegative),
    ensures=(index_is_in_range,),
    law=law_of_exponential_mechanism,
)
ATTEMPT_EXPONENTIAL_MECHANISM = Triple(
    name="attempt_exponential_mechanism",
    requires=(some_score_is_given, scale_is_positive),
    ensures=(index_is_in_range_or_none,),
)

HAS_LAW = HasLaw("impl.exponential_mechanism.exponential_mechanism", EXPONENTIAL_MECHANISM)
RHO = Symbol("ρ")

CODE = Claim("exponential_mechanism.code", Kind.CONTRACT, HAS_LAW)
MAX_DIVERGENCE_PRIVACY = Claim(
    "exponential_mechanism.max_divergence.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(HAS_LAW, MaxDivergence(), Abbreviated(EPSILON)),
)
ZERO_CONCENTRATED_PRIVACY = Claim(
    "exponential_mechanism.zero_concentrated.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(HAS_LAW, ZeroConcentratedDivergence(), Abbreviated(RHO, where=((RHO, rho(EPSILON)),))),
)
RANGE_PRIVACY = Claim(
    "exponential_mechanism.range.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(HAS_LAW, RangeDivergence(), Abbreviated(EPSILON)),
)
