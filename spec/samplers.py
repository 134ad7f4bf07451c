"""The discrete samplers: what each requires, what it returns, and the law of what it returns."""

from fractions import Fraction

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
