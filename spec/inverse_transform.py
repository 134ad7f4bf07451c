"""The naive exponential mechanism: select one index by inverse transform sampling.

Promised, to whoever releases `make_inverse_transform(...).invoke(x)` for a member x of its input domain, on independent
fair coins, whatever the domain, the metric and the scale are that it accepts:

law      the index is drawn as by the exponential mechanism;
errors   no member of the domain causes an error, unless the coins run out, and then every member the same one;
privacy  if two members are d_in-close and `map(d_in)` answers m, no set of indices is likelier on the one than e^m
         times what it is on the other: the float m is enough, rounding included.
"""

from collections.abc import Sequence
from fractions import Fraction

from spec.logic.claim import Claim, Kind
from spec.logic.promise import HasLaw
from spec.logic.release import FailsAlike, Maker, Private, ReleaseHasLaw
from spec.measurement import Measurement
from spec.permute_and_flip import index_is_in_range, scale_is_nonnegative, some_score_is_given
from spec.scores import numbers_of
from spec.space import Atom, LInfDistance, MaxDivergence, VectorDomain
from spec.triple import Triple
from spec.weights import ONE, ZERO, Law, exp_minus


def law_of_inverse_transform(x: Sequence[Fraction], scale: Fraction) -> Law:
    """P(k) = e^(x_k/scale)/(Σ_i e^(x_i/scale)).

    At scale 0, the last of the greatest.
    """
    best = max(x)
    if scale == 0:
        return [(max(i for i, score in enumerate(x) if score == best), ONE)]
    weights = [exp_minus((best - score) / scale) for score in x]
    return [(k, weight / sum(weights, ZERO)) for k, weight in enumerate(weights)]


def promises_max_divergence_on_the_space(
    input_domain: VectorDomain, input_metric: LInfDistance, result: Measurement[int]
) -> bool:
    """What is promised is promised on the given domain and metric, and of max divergence."""
    promised = (result.input_domain, result.input_metric, result.output_measure)
    return promised == (input_domain, input_metric, MaxDivergence())


INVERSE_TRANSFORM = Triple(
    name="inverse_transform",
    cite=("noisy_top_k.eq1", "noisy_top_k.eq2"),
    requires=(some_score_is_given, scale_is_nonnegative),
    ensures=(index_is_in_range,),
    law=law_of_inverse_transform,
)
MAKE_INVERSE_TRANSFORM = Triple(
    name="make_inverse_transform",
    cite=("report_noisy_max_gumbel.eq1",),
    ensures=(promises_max_divergence_on_the_space,),
)


def law_of_release(x: Sequence[Atom], scale: float) -> Law:
    """P(i) = w_i/(Σ of all w_j), where w_i = e^(y_i/scale) and y_i is the number that x_i stands for.

    At scale 0, the last of the greatest y_i.
    """
    return law_of_inverse_transform(numbers_of(x), Fraction(scale))


HAS_LAW = HasLaw("impl.inverse_transform.inverse_transform", INVERSE_TRANSFORM)
MAKER = Maker(
    "impl.inverse_transform.make_inverse_transform",
    ("input_domain", "input_metric", "scale"),
    MaxDivergence(),
    MAKE_INVERSE_TRANSFORM,
)

CODE = Claim("inverse_transform.code", Kind.CONTRACT, HAS_LAW)
LAW = Claim("make_inverse_transform.law", Kind.CONTRACT, ReleaseHasLaw(MAKER, law_of_release))
ERRORS = Claim("make_inverse_transform.errors", Kind.POSTCONDITION, FailsAlike(MAKER))
PRIVACY = Claim("make_inverse_transform.privacy", Kind.PRIVACY, Private(MAKER))
