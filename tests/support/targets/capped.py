"""Exact samplers whose tails end, or do not: permute-and-flip, and discrete Laplace noise."""

import math
import os
import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

Below = Callable[[int], int]
ONE = Fraction(1)


class Draw(Protocol):
    def bit(self) -> int: ...


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


def by_bytes(n: int) -> int:
    while True:
        value = os.urandom(1)[0] & ((1 << (n - 1).bit_length()) - 1)
        if value < n:
            return value


def accepts_at_most_one(gap: Fraction, below: Below) -> bool:
    turn = 1
    while below((gap / turn).denominator) < (gap / turn).numerator:
        turn += 1
    return turn % 2 == 1


def accepts(gap: Fraction, below: Below, most: float = math.inf) -> bool:
    """Law: P(True) = e^-gap, but never after so many turns that were accepted."""
    turns = 0
    while gap > 1:
        if not accepts_at_most_one(ONE, below):
            return False
        gap, turns = gap - 1, turns + 1
        if turns >= most:
            return False
    return accepts_at_most_one(gap, below)


class Flips:
    """Permute and flip: what trails by more than `most` scales is turned down at once, or if `late` after a while.

    If `many`, only where more than one index comes out; otherwise only what has one of the `places`.
    """

    def __init__(
        self, scale: float, k: int, negate: bool, most: float, late: bool, many: bool, places: Sequence[int]
    ) -> None:
        self.scale, self.k, self.negate = Fraction(scale), k, negate
        self.most, self.late, self.places = most if k > 1 or not many else math.inf, late, places

    def select(self, x: Sequence[float], below: Below) -> list[int]:
        y = [Fraction(-score if self.negate else score) for score in x]
        rest, chosen = [*range(len(y))], list[int]()
        self.chosen = chosen
        while len(chosen) < min(self.k, len(y)):
            left, top = [*rest], max(y[place] for place in rest)
            while True:
                place = left.pop(below(len(left)))
                if self.accepts((top - y[place]) / self.scale, place, below):
                    break
            chosen.append(place)
            rest.remove(place)
        return chosen

    def accepts(self, gap: Fraction, place: int, below: Below) -> bool:
        most = self.most if place in self.places else math.inf
        return (self.late or gap <= most) and accepts(gap, below, most if self.late else math.inf)

    def map(self, d_in: float) -> float:
        return self.k * 2 * d_in / float(self.scale)


class FromSecond(Flips):
    """The same, but the first index is selected as it should be."""

    def invoke(self, x: Sequence[float]) -> list[int]:
        return self.select(x, secrets.randbelow)

    def accepts(self, gap: Fraction, place: int, below: Below) -> bool:
        return super().accepts(gap, place, below) if self.chosen else accepts(gap, below)


class OnCoins(Flips):
    def invoke(self, x: Sequence[float], draw: Draw) -> list[int]:
        return self.select(x, by_coins(draw))


class OnSecrets(Flips):
    def invoke(self, x: Sequence[float]) -> list[int]:
        return self.select(x, secrets.randbelow)


class OnBytes(Flips):
    def invoke(self, x: Sequence[float]) -> list[int]:
        return self.select(x, by_bytes)


def flips(
    kind: type[Flips], most: float = math.inf, late: bool = False, many: bool = False, places: Sequence[int] = range(99)
) -> Callable[..., Flips]:
    def make(scale: float, k: int, negate: bool, **_: Any) -> Flips:
        return kind(scale, k, negate, most, late, many, places)

    return make


coins, integers, pieces = flips(OnCoins), flips(OnSecrets), flips(OnBytes)
coins_6_late, coins_6 = flips(OnCoins, 6, late=True), flips(OnCoins, 6)
integers_4_late, integers_20_late = flips(OnSecrets, 4, late=True), flips(OnSecrets, 20, late=True)
integers_9_second = flips(FromSecond, 9)
integers_8_first = flips(OnSecrets, 8, late=True, places=(0,))
integers_10_many, pieces_20 = flips(OnSecrets, 10, late=True, many=True), flips(OnBytes, 20)


class Laplace:
    """An integer, and noise of either sign that is at most so many scales."""

    def __init__(self, scale: float, least: float, most: float) -> None:
        if not 0 < scale < math.inf:
            raise ValueError("the scale must be positive and finite")
        self.scale, self.least, self.most = Fraction(scale), least, most

    def invoke(self, x: int) -> int:
        while True:
            is_negative, size = secrets.randbits(1), 0
            while accepts(1 / self.scale, secrets.randbelow):
                size += 1
            if size or not is_negative:
                noise = -size if is_negative else size
                return int(x + max(self.least * self.scale, min(self.most * self.scale, noise)))

    def map(self, d_in: float) -> float:
        return math.nextafter(d_in / float(self.scale), math.inf)


def laplace(least: float = -1000, most: float = 1000) -> Callable[[float], Laplace]:
    return lambda scale: Laplace(scale, least, most)


noise, noise_up_to_6, noise_from_10 = laplace(), laplace(-6, 6), laplace(least=-10)
