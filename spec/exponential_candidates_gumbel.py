"""The exponential mechanism on candidates, by Gumbel noise: release the index of the best score.

Promised, to whoever releases `make_base_exponential_candidates_gumbel(...).invoke(x)` for a member x of its input
domain, on independent fair coins, whatever the domain and the temperature are that it accepts:

law      the index is drawn as by the exponential mechanism of this temperature;
errors   no member of the domain causes an error, unless the coins run out, and then every member the same one;
privacy  if two members are within range distance d_in and `map(d_in)` answers m, no set of indices is likelier on the
         one than e^m times what it is on the other: the float m is enough, rounding included. `tight_map` never
         answers more, and answers under other measures too.
"""

from collections.abc import Sequence
from fractions import Fraction

from spec.inverse_transform import law_of_inverse_transform
from spec.logic.claim import Claim, Kind
from spec.logic.release import FailsAlike, Maker, Private, ReleaseHasLaw
from spec.measurement import Measurement
from spec.scores import numbers_of
from spec.space import (
    Atom,
    MaxDivergence,
    RangeDistance,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.triple import Triple
from spec.weights import Law


def promises_max_divergence_at_range_distance(input_domain: VectorDomain, result: Measurement[int]) -> bool:
    """What is promised is promised on the given domain, of max divergence, at a range distance."""
    promised = (result.input_domain, result.input_metric, result.output_measure)
    return promised == (input_domain, RangeDistance(input_domain.element_domain.T), MaxDivergence())


MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL = Triple(
    name="make_base_exponential_candidates_gumbel",
    cite=("exponential_candidates_gumbel.theorem_2_1",),
    ensures=(promises_max_divergence_at_range_distance,),
)


def law_of_exponential_candidates(x: Sequence[Atom], temperature: float) -> Law:
    """P(i) = w_i/(Σ of all w_j), where w_i = e^(y_i/temperature) and y_i is the number that x_i stands for.

    At temperature 0, the last of the greatest y_i.
    """
    return law_of_inverse_transform(numbers_of(x), Fraction(temperature))


MAKER = Maker(
    "impl.exponential_candidates_gumbel.make_base_exponential_candidates_gumbel",
    ("input_domain", "temperature"),
    MaxDivergence(),
    MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL,
)

LAW = Claim(
    "make_base_exponential_candidates_gumbel.law",
    Kind.CONTRACT,
    ReleaseHasLaw(MAKER, law_of_exponential_candidates),
)
ERRORS = Claim("make_base_exponential_candidates_gumbel.errors", Kind.POSTCONDITION, FailsAlike(MAKER))
PRIVACY = Claim("make_base_exponential_candidates_gumbel.privacy", Kind.PRIVACY, Private(MAKER))
TIGHT_PRIVACY = Claim(
    "make_base_exponential_candidates_gumbel.tight_privacy",
    Kind.PRIVACY,
    Private(MAKER, tight=(MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence())),
)
