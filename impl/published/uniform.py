"""Real numbers that are drawn bit by bit: `ln(-ln(sample_uniform()))` and comparisons of it, exactly.

A number is f(U) + shift for a uniform U in (0, 1) of which some bits are drawn, f monotone. A comparison
draws further bits until it can tell which number is greater, and no float decides it.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from impl.ball import Ball, ball, precision
from spec.draw import Draw
from spec.space import Atom

GUARD_BITS: Final = 64


class Uniform:
    """U in [R/2^r, (R + 1)/2^r], of which the r leading bits are drawn."""

    def __init__(self, draw: Draw) -> None:
        self.numerator = 0
        self.refinements = 0
        self._draw = draw

    def refine(self) -> None:
        """Draw the next bit."""
        self.numerator = 2 * self.numerator + self._draw.bit()
        self.refinements += 1

    def ends(self) -> tuple[Ball, Ball]:
        """The ends of the interval that U is in."""
        low, high = (Fraction(self.numerator + i, 1 << self.refinements) for i in (0, 1))
        return ball(low), ball(high)


class Sampled:
    """The number f(U) + shift, f the monotone function `image`."""

    def __init__(self, source: Uniform, image: Callable[[Ball], Ball], shift: Fraction, rising: bool) -> None:
        self.source = source
        self.image = image
        self.shift = shift
        self.rising = rising

    def __neg__(self) -> "Sampled":
        return Sampled(self.source, lambda u: -self.image(u), -self.shift, not self.rising)

    def __rsub__(self, number: Atom) -> "Sampled | float":
        """An infinity stays what it is, and so does NaN: the sample is finite."""
        if isinstance(number, float) and not math.isfinite(number):
            return number
        opposite = -self
        return Sampled(opposite.source, opposite.image, Fraction(number) + opposite.shift, opposite.rising)

    def __gt__(self, other: "Sampled | float") -> bool:
        """A float here is an infinity or NaN, which compares with every finite number as with 0."""
        return other < 0 if isinstance(other, float) else greater_than(self, other)

    def __lt__(self, other: "Sampled | float") -> bool:
        return other > 0 if isinstance(other, float) else greater_than(other, self)

    def edges(self) -> tuple[Ball, Ball]:
        """The least and the greatest that f(U) can still be, as far as the working precision tells."""
        at_low, at_high = map(self.image, self.source.ends())
        return (at_low.lower(), at_high.upper()) if self.rising else (at_high.lower(), at_low.upper())


def greater_than(a: Sampled, b: Sampled) -> bool:
    """Decide a > b, drawing bits of the one with fewer of them until the edges part."""
    while True:
        with precision(2 * max(a.source.refinements, b.source.refinements) + GUARD_BITS):
            gap = ball(b.shift - a.shift)
            (a_low, a_high), (b_low, b_high) = a.edges(), b.edges()
            if a_low > (b_high + gap).upper():
                return True
            if a_high < (b_low + gap).lower():
                return False
        fewer = a if a.source.refinements < b.source.refinements else b
        fewer.source.refine()


def sample_uniform(draw: Draw) -> Sampled:
    """A uniform number in (0, 1) of which no bit is drawn yet."""
    return Sampled(Uniform(draw), lambda u: u, Fraction(0), rising=True)


def ln(x: Sampled) -> Sampled:
    """The logarithm of a positive number."""
    return Sampled(x.source, lambda u: _log(x.image(u) + ball(x.shift)), Fraction(0), x.rising)


def _log(x: Ball) -> Ball:
    return Ball.neg_inf() if x == 0 else x.log()
