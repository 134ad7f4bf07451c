"""Small pairs of laws whose divergences are known."""

from fractions import Fraction

from proofs.engine.divergence import (
    AnyLaw,
    Pair,
    pair,
)
from spec.gumbel import law_of_gumbel_top_k
from spec.space import MaxDivergence, Measure, RangeDivergence, ZeroConcentratedDivergence
from spec.weights import ONE, exp_minus
from tests.support.noise import Shifted

F = Fraction
MAX, CONCENTRATED, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
EVERY: tuple[Measure, ...] = (MAX, CONCENTRATED, RANGE)


def randomized_response(eps: Fraction) -> Pair:
    """Tell the truth with probability e^eps/(1 + e^eps)."""
    lie = exp_minus(eps) / (ONE + exp_minus(eps))
    truth = ONE / (ONE + exp_minus(eps))
    return pair([("yes", truth), ("no", lie)], [("yes", lie), ("no", truth)])


def rational(*probabilities: int) -> list[tuple[int, Fraction]]:
    """Outcomes 0, 1, ... with probabilities in these proportions."""
    return [(i, F(p, sum(probabilities))) for i, p in enumerate(probabilities)]


def top(k: int, *scores: int) -> AnyLaw:
    """The k greatest of these scores with Gumbel noise of scale 1."""
    return law_of_gumbel_top_k([Shifted(F(score)) for score in scores], k)


LAWS: tuple[tuple[AnyLaw, AnyLaw], ...] = (
    (rational(1, 2, 3), rational(3, 2, 1)),
    (rational(5, 90, 5), rational(1, 90, 9)),
    (rational(1, 999), rational(500, 500)),
    (rational(7, 1, 1, 1), rational(6, 2, 1, 1)),
    (top(2, 1, -9, 0, -10), top(2, 0, -10, 0, -10)),
)
