"""Discrete samplers from fair coins, exact on rationals.

Each is a boundary of `Draw`, and one attempt of a rejection loop is a sampler of its own: that is what makes their laws
measurable coin by coin.
"""

from fractions import Fraction

from spec.draw import Draw, retry, sampler
from spec.samplers import (
    ATTEMPT_UNIFORM_UINT_BELOW,
    BERNOULLI_EXP,
    BERNOULLI_EXP1,
    BERNOULLI_RATIONAL,
    UNIFORM_UINT_BELOW,
)


@UNIFORM_UINT_BELOW
@sampler
def sample_uniform_uint_below(n: int, draw: Draw) -> int:
    """Draw an integer below n.

    Law: P(i) = 1/n for 0 <= i < n.
    """
    return retry(attempt_uniform_uint_below, n, draw)


@ATTEMPT_UNIFORM_UINT_BELOW
@sampler
def attempt_uniform_uint_below(n: int, draw: Draw) -> int | None:
    """Draw just enough bits for the integers below n, and turn down what is not one of them.

    Law, with 2^b the least power of two not below n: P(i) = 2^-b for 0 <= i < n, P(None) = 1 - n 2^-b.
    """
    value = 0
    for _ in range((n - 1).bit_length()):
        value = 2 * value + draw.bit()
    return value if value < n else None


@BERNOULLI_RATIONAL
@sampler
def sample_bernoulli_rational(p: Fraction, draw: Draw) -> bool:
    """Decide p > U for a uniform U in [0, 1), reading only as many bits of U as it takes.

    Law: P(True) = p.
    """
    low, width = Fraction(0), Fraction(1)  # U is in [low, low + width)
    while low < p < low + width:
        width /= 2
        low += width * draw.bit()
    return p > low


@BERNOULLI_EXP1
@sampler
def sample_bernoulli_exp1(x: Fraction, draw: Draw) -> bool:
    """Toss a coin that shows True with probability e^-x, for 0 <= x <= 1.

    Law: P(True) = sum over odd k of (x^(k-1)/(k-1)! - x^k/k!) = e^-x.
    """
    k = 1
    while sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 1


@BERNOULLI_EXP
@sampler
def sample_bernoulli_exp(x: Fraction, draw: Draw) -> bool:
    """Toss a coin that shows True with probability e^-x, for x >= 0.

    Law: P(True) = e^-1 * ... * e^-1 * e^-(x - m), where m is the number of ones taken off.
    """
    while x > 1:
        if not sample_bernoulli_exp1(Fraction(1), draw):
            return False
        x -= 1
    return sample_bernoulli_exp1(x, draw)
