"""Noisy top-k: release the indices of the k best scores, best first.

Promised, to whoever releases `make_noisy_top_k(...).invoke(x)` for a member x of its input domain, on independent fair
coins, whatever the domain, the metric, k, the scale and the direction are that it accepts:

law      under max divergence, the indices are drawn one after the other by permute-and-flip; under zero-concentrated
         divergence, each as the exponential mechanism would among what is left;
errors   no member of the domain causes an error, unless the coins run out, and then every member the same one;
privacy  if two members are d_in-close and `map(d_in)` answers m, the laws of their releases are m-close under the
         measure: the float m bounds the divergence, rounding included. So it is with `tight_map`, which never answers
         more, and under other measures too.
"""

from collections.abc import Sequence
from fractions import Fraction

from spec.gumbel import law_of_noisy_order
from spec.logic.claim import Claim, Kind
from spec.logic.release import FailsAlike, Maker, Private, ReleaseHasLaw
from spec.measurement import Measurement
from spec.peeling import law_of_rounds
from spec.permute_and_flip import law_of_permute_and_flip
from spec.scores import numbers_of
from spec.space import (
    Atom,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.triple import Triple
from spec.weights import Law


def measurement_is_on_the_space(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    result: Measurement[list[int]],
) -> bool:
    """What is promised is promised on the given domain, metric and measure."""
    return (result.input_domain, result.input_metric, result.output_measure) == (
        input_domain,
        input_metric,
        privacy_measure,
    )


MAKE_NOISY_TOP_K = Triple(
    name="make_noisy_top_k",
    cite=("noisy_top_k.theorem_2_1",),
    ensures=(measurement_is_on_the_space,),
)


def law_of_rounds_of_permute_and_flip(x: Sequence[Atom], scale: float, k: int, negate: bool) -> Law:
    """P([i_1, ..., i_k]) = Π_m P(permute-and-flip, on what is left of y after i_1, ..., i_{m-1}, answers i_m).

    At most n indices are released; y_i is the number that x_i stands for, or its negative if `negate`.
    """
    return _listed(law_of_rounds(law_of_permute_and_flip, numbers_of(x, negate), Fraction(scale), k))


def law_of_rounds_of_gumbel_noise(x: Sequence[Atom], scale: float, k: int, negate: bool) -> Law:
    """P([i_1, ..., i_k]) = Π_m w_{i_m}/(Σ of the w_j not yet taken), where w_i = e^(y_i/scale).

    At scale 0, the greatest first, of equal ones the last first.

    At most n indices are released; y_i is the number that x_i stands for, or its negative if `negate`.
    """
    return _listed(law_of_noisy_order(numbers_of(x, negate), Fraction(scale), k))


def _listed(law: Law) -> Law:
    """Indices as the list that is released."""
    return [(list(indices), weight) for indices, weight in law if isinstance(indices, tuple)]


PARAMETERS = ("input_domain", "input_metric", "privacy_measure", "k", "scale", "negate")
BY_PERMUTE_AND_FLIP = Maker("impl.noisy_top_k.make_noisy_top_k", PARAMETERS, MaxDivergence(), MAKE_NOISY_TOP_K)
BY_GUMBEL_NOISE = Maker("impl.noisy_top_k.make_noisy_top_k", PARAMETERS, ZeroConcentratedDivergence(), MAKE_NOISY_TOP_K)

MAX_DIVERGENCE_LAW = Claim(
    "make_noisy_top_k.max_divergence.law",
    Kind.CONTRACT,
    ReleaseHasLaw(BY_PERMUTE_AND_FLIP, law_of_rounds_of_permute_and_flip),
)
MAX_DIVERGENCE_ERRORS = Claim(
    "make_noisy_top_k.max_divergence.errors", Kind.POSTCONDITION, FailsAlike(BY_PERMUTE_AND_FLIP)
)
MAX_DIVERGENCE_PRIVACY = Claim(
    "make_noisy_top_k.max_divergence.privacy",
    Kind.PRIVACY,
    Private(BY_PERMUTE_AND_FLIP),
)
MAX_DIVERGENCE_TIGHT_PRIVACY = Claim(
    "make_noisy_top_k.max_divergence.tight_privacy",
    Kind.PRIVACY,
    Private(BY_PERMUTE_AND_FLIP, tight=(MaxDivergence(), ZeroConcentratedDivergence())),
)

ZERO_CONCENTRATED_LAW = Claim(
    "make_noisy_top_k.zero_concentrated.law",
    Kind.CONTRACT,
    ReleaseHasLaw(BY_GUMBEL_NOISE, law_of_rounds_of_gumbel_noise),
)
ZERO_CONCENTRATED_ERRORS = Claim(
    "make_noisy_top_k.zero_concentrated.errors", Kind.POSTCONDITION, FailsAlike(BY_GUMBEL_NOISE)
)
ZERO_CONCENTRATED_PRIVACY = Claim(
    "make_noisy_top_k.zero_concentrated.privacy",
    Kind.PRIVACY,
    Private(BY_GUMBEL_NOISE),
)
ZERO_CONCENTRATED_TIGHT_PRIVACY = Claim(
    "make_noisy_top_k.zero_concentrated.tight_privacy",
    Kind.PRIVACY,
    Private(BY_GUMBEL_NOISE, tight=(MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence())),
)
