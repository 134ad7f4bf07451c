"""Permute-and-flip on exact samplers of its own, on coins that are handed over or numpy's numbers; one index or two."""

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy

Below = Callable[[int], int]
generator = numpy.random.default_rng()


class Draw(Protocol):
    def bit(self) -> int: ...


class Secret:
    def bit(self) -> int:
        return secrets.randbits(1)


def by_coins(draw: Draw) -> Below:
    """Integers below n, by rejection."""

    def below(n: int) -> int:
        while True:
            value = 0
            for _ in range((n - 1).bit_length()):
                value = 2 * value + draw.bit()
            if value < n:
                return value

    return below


def by_numpy(n: int) -> int:
    return int(generator.integers(n))


def accepts(gap: Fraction, below: Below) -> bool:
    """Law: P(True) = e^-gap."""
    while gap > 1:
        if not accepts_at_most_one(Fraction(1), below):
            return False
        gap -= 1
    return accepts_at_most_one(gap, below)


def accepts_at_most_one(gap: Fraction, below: Below) -> bool:
    turn = 1
    while below((gap / turn).denominator) < (gap / turn).numerator:
        turn += 1
    return turn % 2 == 1


class Flips:
    """Permute and flip, with noise that is a part too little, for all or for what trails by more than five scales."""

    def __init__(self, scale: float, less: Fraction, behind: bool) -> None:
        self.scale = Fraction(scale) * (1 - less)
        self.near = Fraction(scale) if behind else self.scale

    def select(self, x: Sequence[float], below: Below) -> list[int]:
        left, top = list(range(len(x))), Fraction(max(x))
        while True:
            place = left.pop(below(len(left)))
            gap = top - Fraction(x[place])
            if accepts(gap / (self.scale if gap > 5 * self.near else self.near), below):
                return [place]

    def map(self, d_in: float) -> float:
        return 2 * d_in


class Twice(Flips):
    """Selects twice, and takes nobody away: the first is set twelve scales behind."""

    def invoke(self, x: Sequence[float]) -> list[int]:
        (first,) = self.select(x, secrets.randbelow)
        rest = [float(min(x) - 12 * self.scale) if i == first else score for i, score in enumerate(x)]
        return [first, *self.select(rest, secrets.randbelow)]


class OnCoins(Flips):
    def invoke(self, x: Sequence[float], draw: Draw | None = None) -> list[int]:
        return self.select(x, by_coins(draw or Secret()))


class OnIntegers(Flips):
    def invoke(self, x: Sequence[float]) -> list[int]:
        return self.select(x, by_numpy)


class OnSecrets(Flips):
    def invoke(self, x: Sequence[float]) -> list[int]:
        return self.select(x, secrets.randbelow)


def factory(kind: type[Flips], less: Fraction, behind: bool = False) -> Callable[..., Flips]:
    def make(scale: float, **_: Any) -> Flips:
        return kind(scale, less, behind)

    return make


coins, coins_3_percent = factory(OnCoins, Fraction(0)), factory(OnCoins, Fraction(3, 100))
integers, integers_half_percent = factory(OnIntegers, Fraction(0)), factory(OnIntegers, Fraction(1, 200))
secret_twice = factory(Twice, Fraction(0))
secret, secret_far_behind = factory(OnSecrets, Fraction(0)), factory(OnSecrets, Fraction(1, 50), behind=True)
