"""Germs: how a function behaves as s falls to 0, by the first coefficients of its Laurent series.

The coefficients are expressions of sympy in the other symbols. Nothing is generic: to divide by a germ, its first
coefficient must be known not to be 0, and so for every other question that the next step depends on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import sympy

from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_sympy import Sympy


class Oracle(Protocol):
    """What is known of coefficients."""

    def nonzero(self, coefficient: Sympy) -> bool:
        """It is known not to be 0."""
        ...

    def positive(self, coefficient: Sympy) -> bool:
        """It is known to be above 0."""
        ...


class TooShort(Exception):
    """More coefficients are needed to tell."""


@dataclass(frozen=True)
class Exploding:
    """Grows beyond every power of 1/s, with this sign."""

    sign: int


@dataclass(frozen=True)
class Laurent:
    """Σ c_i·s^(low + i), up to a term of the order of s^(low + number of coefficients), or flatter."""

    low: int
    coefficients: tuple[Sympy, ...]

    @property
    def end(self) -> int:
        """The order of what is left out."""
        return self.low + len(self.coefficients)

    def at(self, power: int) -> Sympy:
        """The coefficient of a power of s that is not left out."""
        return self.coefficients[power - self.low] if power >= self.low else sympy.S.Zero


Germ = Laurent | Exploding


class Germs:
    """Arithmetic of germs with so many coefficients."""

    def __init__(self, length: int, oracle: Oracle) -> None:
        self.length = length
        self.oracle = oracle

    def power_of_s(self, power: int) -> Laurent:
        """s^power."""
        return Laurent(power, (sympy.S.One, *[sympy.S.Zero] * (self.length - 1)))

    def constant(self, c: Sympy) -> Laurent:
        """A function that does not depend on s."""
        return Laurent(0, (c, *[sympy.S.Zero] * (self.length - 1)))

    def add(self, a: Germ, b: Germ) -> Germ:
        """a + b."""
        if isinstance(a, Laurent) and isinstance(b, Laurent):
            low, end = min(a.low, b.low), min(a.end, b.end)
            return self._trimmed(low, [a.at(n) + b.at(n) for n in range(low, end)])
        signs = {germ.sign for germ in (a, b) if isinstance(germ, Exploding)}
        if len(signs) == 2:
            raise Unsupported("both parts of a sum grow without bound, one up and one down")
        return Exploding(signs.pop())

    def multiply(self, a: Germ, b: Germ) -> Germ:
        """a·b."""
        if isinstance(a, Laurent) and isinstance(b, Laurent):
            length = min(len(a.coefficients), len(b.coefficients))
            products = [
                sum((a.coefficients[i] * b.coefficients[n - i] for i in range(n + 1)), sympy.S.Zero)
                for n in range(length)
            ]
            return self._trimmed(a.low + b.low, products)
        return Exploding(self._sign(a) * self._sign(b))

    def invert(self, a: Germ) -> Laurent:
        """1/a."""
        if isinstance(a, Exploding):
            return self._nothing()
        first = self._first(a)
        found: list[Sympy] = []
        for n in range(len(a.coefficients)):
            carried = sum((a.coefficients[n - i] * found[i] for i in range(n)), sympy.S.Zero)
            found.append((int(n == 0) - carried) / first)
        return self._trimmed(-a.low, found)

    def exp(self, a: Germ) -> Germ:
        """e^a."""
        if isinstance(a, Exploding):
            return a if a.sign > 0 else self._nothing()
        if a.coefficients and a.low < 0:
            return Exploding(1) if self._sign(a) > 0 else self._nothing()
        if a.end <= 0:
            raise TooShort
        found = [sympy.exp(a.at(0))]
        for n in range(1, a.end):
            found.append(sum((k * a.at(k) * found[n - k] for k in range(1, n + 1)), sympy.S.Zero) / n)
        return self._trimmed(0, found)

    def ln(self, a: Germ) -> Laurent:
        """The logarithm of a, which must tend to a positive number."""
        if isinstance(a, Exploding) or a.low != 0 or not a.coefficients or not self.oracle.positive(a.at(0)):
            raise Unsupported("a logarithm is followed only where its argument tends to a positive number")
        found = [sympy.log(a.at(0))]
        for n in range(1, a.end):
            carried = sum((k * found[k] * a.at(n - k) for k in range(1, n)), sympy.S.Zero)
            found.append((a.at(n) - carried / n) / a.at(0))
        return self._trimmed(0, found)

    def limit(self, a: Germ) -> Sympy:
        """What the function tends to."""
        if isinstance(a, Exploding) or (a.coefficients and a.low < 0):
            raise Unsupported("it has no finite limit")
        if a.end <= 0:
            raise TooShort
        return a.at(0)

    def _nothing(self) -> Laurent:
        """Flatter than every power."""
        return Laurent(self.length, ())

    def _trimmed(self, low: int, coefficients: Sequence[Sympy]) -> Laurent:
        """The germ without leading zeros; a leading coefficient that may or may not be 0 is refused when asked for."""
        rest = [sympy.expand(c) for c in coefficients]
        while rest and _vanishes(rest[0]):
            low, rest = low + 1, rest[1:]
        return Laurent(low, tuple(rest))

    def _first(self, a: Laurent) -> Sympy:
        """The leading coefficient, known not to be 0."""
        if not a.coefficients:
            raise TooShort
        if not self.oracle.nonzero(a.coefficients[0]):
            raise Unsupported("whether the first coefficient of a divisor or an exponent is 0 is not known")
        return a.coefficients[0]

    def _sign(self, a: Germ) -> int:
        if isinstance(a, Exploding):
            return a.sign
        first = self._first(a)
        for sign in (1, -1):
            if self.oracle.positive(sign * first):
                return sign
        raise Unsupported("the sign of what grows without bound is not known")


def _vanishes(c: Sympy) -> bool:
    """Whether sympy shows that the coefficient is 0."""
    return bool(c == 0 or (not c.is_Rational and not c.is_nonzero and sympy.simplify(c) == 0))
