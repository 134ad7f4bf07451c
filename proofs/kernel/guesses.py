"""Random inputs for the comparison with Coq, the edges of every type among them."""

import math
import random
from dataclasses import dataclass
from fractions import Fraction

from spec import space
from spec.space import Atom, AtomType, Measure, VectorDomain

FLOATS = (0.0, -0.0, 1.0, 0.1, -0.1, 5e-324, -5e-324, 2.0**-1022, 1.7976931348623157e308, math.inf, -math.inf, math.nan)
DISTANCES: tuple[Atom, ...] = (
    0,
    0.0,
    1,
    0.1,
    2.5,
    1e-300,
    1e300,
    5e-324,
    Fraction(1, 3),
    Fraction(1, 10**400),
    10**400,
)
SCALES: tuple[Atom, ...] = (0, 0.0, -0.0, 1, 0.1, 2.5, 1e-300, 1e300, 5e-324, 2**60, -1, -2.5, math.inf, math.nan)


@dataclass(frozen=True)
class Guesses:
    """A source of inputs."""

    random: random.Random

    def switch(self) -> bool:
        """A bool."""
        return self.random.random() < 0.5

    def natural(self) -> int:
        """A number of outcomes: a few, or about a power of two."""
        power = 1 << self.random.randint(1, 70)
        return self.random.choice([self.random.randint(1, 40), power, power + 1, power - 1])

    def probability(self) -> Fraction:
        """A probability."""
        d = self.random.choice([1, 2, 3, 7, 8, 49, 64, 1000, 2**80, 10**30])
        return Fraction(self.random.randint(0, d), d)

    def exponent(self) -> Fraction:
        """An x for e^-x."""
        return Fraction(self.random.randint(0, 40), self.random.choice([1, 3, 8, 9, 10**20])) * self._size()

    def fraction(self) -> Fraction:
        """A score."""
        return Fraction(self.random.randint(-6, 6), self.random.choice([1, 1, 2, 3])) * self._size()

    def _size(self) -> Fraction:
        """Mostly 1, else a power of two of whichever size."""
        return Fraction(2) ** self.random.choice([0, 0, 0, 0, self.random.randint(-300, 300)])

    def fractions(self, least: int) -> tuple[Fraction, ...]:
        """Scores, not fewer than so many."""
        return tuple(self.fraction() for _ in range(self.random.choice([least, 2, 3, 5, 5, 13])))

    def scale(self) -> Fraction:
        """A scale of exact noise."""
        return self.random.choice([Fraction(0), Fraction(1), Fraction(2, 3), Fraction(5), self._size()])

    def floating(self) -> float:
        """A float of whichever size."""
        size = self.random.uniform(0, 1) * 2.0 ** self.random.randint(-1070, 1020)
        return self.random.choice([*FLOATS, self.random.uniform(-4, 4), size, -size, float(self.random.randint(1, 20))])

    def number(self) -> Atom:
        """A number of whichever type."""
        kind = self.random.randrange(5)
        if kind < 2:
            return self.floating()
        if kind == 2:
            return self.random.randint(-9, 9)
        if kind == 3:
            return (self.random.randint(-2, 2) << self.random.randint(1000, 1026)) + self.random.randint(-1, 1)
        under: int = self.random.choice([1, 7, 99, 3**650])
        return Fraction(self.random.randint(-99, 99), under)

    def atom(self) -> AtomType:
        """A type of scores."""
        return self.random.choice([int, float, Fraction])

    def vector(self, atom: AtomType, n: int | None = None) -> list[Atom]:
        """Scores of one type, so many or a few."""
        edges: list[Atom] = [math.inf, -math.inf, 0.5, -0.0] if atom is float else [atom(2**70)]
        n = self.random.choice([1, 2, 3, 3, 9]) if n is None else n
        return [self.random.choice([atom(self.random.randint(-3, 3)), atom(0), *edges]) for _ in range(n)]

    def neighbour(self, x: list[Atom]) -> list[Atom]:
        """Scores that are as likely as not near the given ones."""
        if self.random.random() < 0.3:
            return list(x)
        moved = [value + type(value)(self.random.randint(0, 1)) for value in x]
        return moved if self.switch() else self.vector(type(x[0]), len(x))

    def domain(self) -> tuple[VectorDomain, list[Atom]]:
        """A domain, and a vector that is as likely as not a member."""
        atom = self.atom()
        nan = atom is float and self.random.random() < 0.1
        x = self.vector(self.atom() if nan else atom)
        size = self.random.choice([None, 0, len(x), len(x), len(x), len(x) + 1])
        return VectorDomain(space.AtomDomain(atom, nan=nan), size), x

    def size(self) -> int | None:
        """A number of candidates, where it is known."""
        return self.random.choice([None, 0, 1, 2, 5, 10**9])

    def loss(self) -> float:
        """A finite float that is not negative."""
        return next(abs(f) for f in iter(self.floating, None) if math.isfinite(f))

    def metric_atom(self, domain: VectorDomain) -> AtomType:
        """The type of a metric, mostly that of the domain."""
        return domain.element_domain.T if self.random.random() < 0.9 else self.atom()

    def measure(self) -> Measure:
        """A privacy measure, not always one that a mechanism has."""
        usual: list[Measure] = [space.MaxDivergence(), space.ZeroConcentratedDivergence()]
        return self.random.choice([*usual, *usual, space.RangeDivergence()])

    def given_scale(self) -> float:
        """A scale as a user gives it, which may be refused."""
        return float_or_int(self.random.choice([*SCALES, 1, 0.5, 2.0, self.random.uniform(0, 3)]))

    def distance(self) -> Atom:
        """A distance as a user gives it, which may be refused."""
        d = self.random.choice([*DISTANCES, 1, self.random.uniform(0, 3)])
        return -d if self.random.random() < 0.2 else d


def float_or_int(value: Atom) -> float:
    """The value, where Python takes an int for a float."""
    assert not isinstance(value, Fraction)
    return value
