"""Gumbel noise, sampled bit by bit: what a partially sampled number knows of itself, and what follows from it.

Promised, to whoever calls `gumbel_max` or `gumbel_top_k` on noisy scores of one scale: on independent fair coins the
indices have exactly the law that is written here. Beneath: the edges of a sample enclose it, and a comparison answers
only what no further coin can change.
"""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Protocol

import icontract

from spec.logic.claim import Claim, Kind
from spec.logic.promise import HasLaw
from spec.partial_samples import AnswersForGood, EnclosesInverse, EnclosesQuantile
from spec.peeling import as_many_as_asked_for, indices_are_distinct, indices_are_in_range, k_is_natural
from spec.permute_and_flip import index_is_in_range, some_score_is_given
from spec.triple import Triple
from spec.weights import ONE, ZERO, ExpRatio, Law, exp_minus

Edge = Fraction | float
"""A rational, or a float for an infinity."""


class Noise(Protocol):
    """A number that is random around `shift`, with noise of scale `scale`; at scale 0 it is `shift`."""

    @property
    def shift(self) -> Fraction:
        """The location."""
        ...

    @property
    def scale(self) -> Fraction:
        """The scale, not negative."""
        ...


class Partial(Noise, Protocol):
    """A sample Q(U), Q the inverse CDF, of which so far is known R/2^r <= U < (R + 1)/2^r.

    Invariant: lower <= Q(U) <= upper.
    """

    @property
    def numerator(self) -> int:
        """R, the coins drawn so far."""
        ...

    @property
    def refinements(self) -> int:
        """r, their number."""
        ...

    @property
    def lower(self) -> Edge:
        """An edge not above Q(R/2^r)."""
        ...

    @property
    def upper(self) -> Edge:
        """An edge not below Q((R + 1)/2^r)."""
        ...


def surely_above(a: Partial, b: Partial) -> bool:
    """However their coins fall from here, a > b.

    The edges show it; or, by monotonicity alone, a is at least as far to the right and U_a >= U_b's supremum.
    """
    return a.lower > b.upper or (
        a.numerator << b.refinements >= (b.numerator + 1) << a.refinements
        and a.shift >= b.shift
        and a.scale == b.scale > 0
    )


def refines(sample: Partial, earlier: Partial) -> bool:
    """The sample is the earlier one with further coins drawn, or none."""
    further = sample.refinements - earlier.refinements
    return (
        further >= 0
        and sample.numerator >> further == earlier.numerator
        and (sample.shift, sample.scale) == (earlier.shift, earlier.scale)
    )


def point_is_in_the_unit_interval(numerator: int, refinements: int) -> bool:
    """0 <= R/2^r <= 1."""
    return 0 <= numerator <= 1 << refinements


def edges_are_in_order(result: tuple[Edge, Edge]) -> bool:
    """The lower edge is not above the upper one."""
    return result[0] <= result[1]


def edges_are_infinite_only_at_the_ends(
    self: Noise, numerator: int, refinements: int, result: tuple[Edge, Edge]
) -> bool:
    """Q(u) is finite for 0 < u < 1, and for every u without noise."""
    inside = self.scale == 0 or 0 < numerator < 1 << refinements
    return all(isinstance(edge, Fraction) is inside for edge in result)


def samples_are_refined(a: Partial, b: Partial, result: tuple[bool, Partial, Partial]) -> bool:
    """The comparison draws further coins of a and b, and forgets none."""
    return refines(result[1], a) and refines(result[2], b)


def answer_is_forced(result: tuple[bool, Partial, Partial]) -> bool:
    """However the coins fall from here, a > b if that is the answer, and a <= b if not."""
    greater, a, b = result
    if a.scale == b.scale == 0:
        return greater is (a.shift > b.shift)
    return surely_above(a, b) if greater else surely_above(b, a)


def noises_have_one_scale(x: Sequence[Noise]) -> bool:
    """All noise of one scale."""
    return len({noise.scale for noise in x}) <= 1


def no_coin_is_drawn(x: Sequence[Partial]) -> bool:
    """No coin drawn of any x_i."""
    return all(sample.refinements == 0 for sample in x)


def law_of_gumbel_top_k(x: Sequence[Noise], k: int) -> Law:
    """P(i_1, ..., i_k) = Π_m w_{i_m}/(Σ of the w_j not yet taken), where w_i = e^(shift_i/scale).

    At scale 0, the greatest first, of equal ones the last first.
    """
    return law_of_noisy_order([noise.shift for noise in x], x[0].scale if x else Fraction(1), k)


def law_of_noisy_order(y: Sequence[Fraction], scale: Fraction, k: int) -> Law:
    """P(i_1, ..., i_k) = Π_m w_{i_m}/(Σ of the w_j not yet taken), where w_i = e^(y_i/scale).

    At scale 0, the greatest first, of equal ones the last first.
    """
    if scale == 0:
        return [(tuple(sorted(range(len(y)), key=lambda i: (y[i], i), reverse=True)[:k]), ONE)]
    best = max(y, default=Fraction(0))
    weights = [exp_minus((best - shift) / scale) for shift in y]
    return [(order, _in_order(weights, order)) for order in permutations(range(len(y)), min(k, len(y)))]


def _in_order(weights: Sequence[ExpRatio], order: Sequence[int]) -> ExpRatio:
    probability = ONE
    for m, index in enumerate(order):
        left = sum((weight for j, weight in enumerate(weights) if j not in order[:m]), ZERO)
        probability = probability * weights[index] / left
    return probability


def law_of_gumbel_max(x: Sequence[Noise]) -> Law:
    """P(i) = w_i/(Σ of all w_j), where w_i = e^(shift_i/scale); at scale 0, the last of the greatest."""
    return [(order[0], weight) for order, weight in law_of_gumbel_top_k(x, 1) if isinstance(order, tuple)]


INVERSE_CDF = Triple(
    name="GumbelRV.inverse_cdf",
    cite=("range_divergence.proof.gumbel_rv_has_inverse_cdf",),
    requires=(point_is_in_the_unit_interval,),
    ensures=(edges_are_in_order, edges_are_infinite_only_at_the_ends),
)
GREATER_THAN = Triple(
    name="GumbelPSRN.greater_than",
    cite=("report_noisy_max_gumbel.listing.L28",),
    ensures=(samples_are_refined, answer_is_forced),
)
GUMBEL_TOP_K = Triple(
    name="gumbel_top_k",
    cite=(
        "zero_concentrated_divergence.proof.gumbel_noisy_max_preconditions",
        "zero_concentrated_divergence.proof.random_variable_postcondition",
    ),
    requires=(noises_have_one_scale, k_is_natural),
    ensures=(indices_are_distinct, indices_are_in_range, as_many_as_asked_for),
    law=law_of_gumbel_top_k,
)
GUMBEL_MAX = Triple(
    name="gumbel_max",
    cite=("report_noisy_max_gumbel.lemma_3_1",),
    requires=(some_score_is_given, no_coin_is_drawn, noises_have_one_scale),
    ensures=(index_is_in_range,),
    law=law_of_gumbel_max,
)


class InverseCDF(icontract.DBC):
    """A distribution that is known by its inverse CDF Q."""

    @abstractmethod
    @INVERSE_CDF
    def inverse_cdf(self, numerator: int, refinements: int) -> tuple[Edge, Edge]:
        """Enclose Q(R/2^r), the more tightly the larger r is."""


TOP_K_HAS_LAW = HasLaw("impl.gumbel.gumbel_top_k", GUMBEL_TOP_K)
MAX_HAS_LAW = HasLaw("impl.report_noisy_max_gumbel.gumbel_max", GUMBEL_MAX)

EDGES = Claim("GumbelRV.law", Kind.CONTRACT, EnclosesInverse("impl.gumbel.GumbelRV"))
COMPARISON = Claim(
    "GumbelPSRN.comparison",
    Kind.CONTRACT,
    AnswersForGood("impl.gumbel.greater_than", GREATER_THAN, "impl.gumbel.GumbelPSRN"),
)
TOP_K_CODE = Claim("gumbel_top_k.code", Kind.CONTRACT, TOP_K_HAS_LAW)
MAX_CODE = Claim("gumbel_max.code", Kind.CONTRACT, MAX_HAS_LAW)
ENCLOSES = Claim("standard_gumbel.encloses", Kind.CONTRACT, EnclosesQuantile("impl.gumbel.standard_gumbel", margin=40))
