"""Report noisy max with Gumbel noise: release the index of the best score.

Promised, to whoever releases `make_report_noisy_max_gumbel(...).invoke(x)` for a member x of its input domain, on
independent fair coins, whatever the domain, the metric, the scale and the direction are that it accepts:

law      the index is drawn as the exponential mechanism would, greater scores more often, or lesser ones;
errors   no member of the domain causes an error, unless the coins run out, and then every member the same one;
privacy  if two members are d_in-close and `map(d_in)` answers m, no set of indices is likelier on the one than e^m
         times what it is on the other: the float m is enough, rounding included. `tight_map` never answers more, and
         answers under other measures too.
"""

from collections.abc import Sequence
from fractions import Fraction

from spec.inverse_transform import law_of_inverse_transform, promises_max_divergence_on_the_space
from spec.logic.claim import Claim, Kind
from spec.logic.release import FailsAlike, Maker, Private, ReleaseHasLaw
from spec.scores import numbers_of
from spec.space import Atom, MaxDivergence, RangeDivergence, ZeroConcentratedDivergence
from spec.triple import Triple
from spec.weights import Law

MAKE_REPORT_NOISY_MAX_GUMBEL = Triple(
    name="make_report_noisy_max_gumbel",
    cite=("report_noisy_max_gumbel.postcondition",),
    ensures=(promises_max_divergence_on_the_space,),
)


def law_of_report_noisy_max(x: Sequence[Atom], scale: float, optimize: str) -> Law:
    """P(i) = w_i/(Σ of all w_j), where w_i = e^(y_i/scale).

    At scale 0, the last of the greatest y_i.

    At optimize = "max", y_i is the number that x_i stands for; at "min", its negative.
    """
    return law_of_inverse_transform(numbers_of(x, negate=optimize == "min"), Fraction(scale))


MAKER = Maker(
    "impl.report_noisy_max_gumbel.make_report_noisy_max_gumbel",
    ("input_domain", "input_metric", "scale", "optimize"),
    MaxDivergence(),
    MAKE_REPORT_NOISY_MAX_GUMBEL,
)

LAW = Claim("make_report_noisy_max_gumbel.law", Kind.CONTRACT, ReleaseHasLaw(MAKER, law_of_report_noisy_max))
ERRORS = Claim("make_report_noisy_max_gumbel.errors", Kind.POSTCONDITION, FailsAlike(MAKER))
PRIVACY = Claim("make_report_noisy_max_gumbel.privacy", Kind.PRIVACY, Private(MAKER))
TIGHT_PRIVACY = Claim(
    "make_report_noisy_max_gumbel.tight_privacy",
    Kind.PRIVACY,
    Private(MAKER, tight=(MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence())),
)
