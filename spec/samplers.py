"""The discrete samplers: what each requires, what it returns, and the law of what it returns.

Promised, to whoever calls them: on independent fair coins each has exactly the law that is written here, for every
argument that meets its precondition. The `law` claim of a sampler takes those that it calls at their word; its `code`
claim is about all of them together, down to the coins.
"""

from fractions import Fraction

from spec.logic.claim import Claim, Kind
from spec.logic.promise import HasLaw
from spec.triple import Triple
from spec.weights import ONE, Law, exp_minus, rational


def n_is_positive(n: int) -> bool:
    """n >= 1."""
    return n >= 1


def result_is_below_n(n: int, result: int) -> bool:
    """0 <= result < n."""
    return 0 <= result < n


def result_is_below_n_or_none(n: int, result: int | None) -> bool:
    """The attempt was turned down, or 0 <= result < n."""
    return result is None or 0 <= result < n


def p_is_a_probability(p: Fraction) -> bool:
    """0 <= p <= 1."""
    return 0 <= p <= 1


def x_is_in_the_unit_interval(x: Fraction) -> bool:
    """0 <= x <= 1."""
    return 0 <= x <= 1


def x_is_nonnegative(x: Fraction) -> bool:
    """x >= 0."""
    return x >= 0


def law_of_uniform_uint_below(n: int) -> Law:
    """P(i) = 1/n for 0 <= i < n."""
    return [(i, rational(Fraction(1, n))) for i in range(n)]


def law_of_bernoulli_rational(p: Fraction) -> Law:
    """P(True) = p."""
    return [(True, rational(p)), (False, rational(1 - p))]


def law_of_bernoulli_exp(x: Fraction) -> Law:
    """P(True) = e^-x."""
    return [(True, exp_minus(x)), (False, ONE - exp_minus(x))]


UNIFORM_UINT_BELOW = Triple(
    name="sample_uniform_uint_below",
    requires=(n_is_positive,),
    ensures=(result_is_below_n,),
    law=law_of_uniform_uint_below,
)
ATTEMPT_UNIFORM_UINT_BELOW = Triple(
    name="attempt_uniform_uint_below",
    requires=(n_is_positive,),
    ensures=(result_is_below_n_or_none,),
)
BERNOULLI_RATIONAL = Triple(
    name="sample_bernoulli_rational",
    requires=(p_is_a_probability,),
    law=law_of_bernoulli_rational,
)
BERNOULLI_EXP1 = Triple(
    name="sample_bernoulli_exp1",
    requires=(x_is_in_the_unit_interval,),
    law=law_of_bernoulli_exp,
)
BERNOULLI_EXP = Triple(
    name="sample_bernoulli_exp",
    requires=(x_is_nonnegative,),
    law=law_of_bernoulli_exp,
)

UNIFORM_HAS_LAW = HasLaw("impl.samplers.sample_uniform_uint_below", UNIFORM_UINT_BELOW)
RATIONAL_HAS_LAW = HasLaw("impl.samplers.sample_bernoulli_rational", BERNOULLI_RATIONAL)
EXP1_HAS_LAW = HasLaw("impl.samplers.sample_bernoulli_exp1", BERNOULLI_EXP1)
EXP_HAS_LAW = HasLaw("impl.samplers.sample_bernoulli_exp", BERNOULLI_EXP)

UNIFORM_LAW = Claim("sample_uniform_uint_below.law", Kind.LAW, UNIFORM_HAS_LAW)
RATIONAL_LAW = Claim("sample_bernoulli_rational.law", Kind.LAW, RATIONAL_HAS_LAW)
EXP1_LAW = Claim("sample_bernoulli_exp1.law", Kind.LAW, EXP1_HAS_LAW.provided(RATIONAL_HAS_LAW))
EXP_LAW = Claim("sample_bernoulli_exp.law", Kind.LAW, EXP_HAS_LAW.provided(EXP1_HAS_LAW))

UNIFORM_CODE = Claim("sample_uniform_uint_below.code", Kind.CONTRACT, UNIFORM_HAS_LAW)
RATIONAL_CODE = Claim("sample_bernoulli_rational.code", Kind.CONTRACT, RATIONAL_HAS_LAW)
EXP1_CODE = Claim("sample_bernoulli_exp1.code", Kind.CONTRACT, EXP1_HAS_LAW)
EXP_CODE = Claim("sample_bernoulli_exp.code", Kind.CONTRACT, EXP_HAS_LAW)
