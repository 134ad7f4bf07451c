"""Randomized response on coins that are handed over, by samplers of its own; no walk of all its runs is short."""

import secrets
from fractions import Fraction
from typing import Any


class Secret:
    def bit(self) -> int:
        return secrets.randbits(1)


def accepts(p: Fraction, draw: Any) -> bool:
    """Law: P(True) = p, digit by digit."""
    while p:
        p *= 2
        digit = int(p >= 1)
        p -= digit
        coin = draw.bit()
        if coin != digit:
            return bool(coin < digit)
    return False


def accepts_exp(gap: Fraction, draw: Any) -> bool:
    """Law: P(True) = e^-gap."""
    while gap > 1:
        if not accepts_exp(Fraction(1), draw):
            return False
        gap -= 1
    turn = 1
    while accepts(gap / turn, draw):
        turn += 1
    return turn % 2 == 1


class Tossing:
    """The bit, or the other one that is e^-epsilon times as likely."""

    factor = Fraction(1)

    def __init__(self, epsilon: float) -> None:
        self.epsilon = Fraction(epsilon)

    def invoke(self, x: int, draw: Any = None) -> int:
        draw = draw or Secret()
        while True:
            bit: int = draw.bit()
            if bit == x or accepts_exp(self.epsilon * self.factor, draw):
                return bit

    def map(self, d_in: int) -> float:
        return float(d_in * self.epsilon)


class Leaning(Tossing):
    """A tenth more is lost than the map says."""

    factor = Fraction(11, 10)


class Halving(Tossing):
    """The map says a quarter of what is lost."""

    def map(self, d_in: int) -> float:
        return super().map(d_in) / 4


class Wide(Tossing):
    """Every run takes 30 coins, and each of them is one of 2^30."""

    def invoke(self, x: int, draw: Any = None) -> int:
        draw, threes = draw or Secret(), 0
        for _ in range(15):
            first = draw.bit()
            second = draw.bit()
            threes = threes + first * second
        return x ^ (threes > 7)


class Unseen(Wide):
    """The same, with the first coin in no variable when the second is tossed."""

    def invoke(self, x: int, draw: Any = None) -> int:
        draw, threes = draw or Secret(), 0
        for _ in range(15):
            threes += draw.bit() * draw.bit()
        return x ^ (threes > 7)


factory = Leaning
