"""Permute-and-flip on the standard library's integers, with its loop cut short: e^-1 is 1 - 1 + 1/2 - 1/6."""

import secrets
from collections.abc import Sequence
from fractions import Fraction

TERMS = 4


def below(p: Fraction) -> bool:
    return secrets.randbelow(p.denominator) < p.numerator


def bernoulli_exp(x: Fraction) -> bool:
    """Right with probability e^-x for 0 <= x <= 1, if there were no end to the terms."""
    terms = 1
    while terms < TERMS and below(x / terms):
        terms += 1
    return terms % 2 == 1


class Selection:
    def __init__(self, scale: float) -> None:
        self.scale = Fraction(scale)

    def invoke(self, x: Sequence[float]) -> list[int]:
        gaps = [(Fraction(max(x)) - Fraction(score)) / self.scale for score in x]
        left = list(range(len(x)))
        while True:
            place = left[secrets.randbelow(len(left))]
            if all(bernoulli_exp(part) for part in parts(gaps[place])):
                return [place]
            left.remove(place)

    def map(self, d_in: float) -> float:
        return 2 * d_in / float(self.scale)


def parts(gap: Fraction) -> list[Fraction]:
    return [Fraction(1)] * int(gap) + [gap - int(gap)]


def make_noisy_top_k(scale: float, **others: object) -> Selection:
    return Selection(scale)
