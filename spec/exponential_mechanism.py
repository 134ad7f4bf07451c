"""The exponential mechanism: select one index, with a probability in proportion to exp(score / scale)."""

from collections.abc import Sequence
from fractions import Fraction

from spec.permute_and_flip import index_is_in_range, scale_is_nonnegative, some_score_is_given
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
