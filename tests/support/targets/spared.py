"""Noisy top k under max divergence on float noise, whose second round leaves out who is far behind."""

from collections.abc import Sequence
from typing import Any

import numpy

generator = numpy.random.default_rng()
FAR = 14


class Sparing:
    def __init__(self, k: int, scale: float, negate: bool) -> None:
        self.k, self.scale, self.sign = k, scale, -1 if negate else 1

    def invoke(self, x: Sequence[float]) -> list[int]:
        scores, chosen = [self.sign * score for score in x], list[int]()
        while len(chosen) < min(self.k, len(x)):
            left = [place for place in range(len(x)) if place not in chosen]
            best = max(scores[place] for place in left)
            near = [place for place in left if not chosen or best - scores[place] < FAR * self.scale]
            chosen.append(max(near, key=lambda place: scores[place] + self.scale * generator.standard_exponential()))
        return chosen

    def map(self, d_in: float) -> float:
        return 2 * self.k * d_in / self.scale


def make(privacy_measure: Any, k: int, scale: float, negate: bool, **others: Any) -> Sparing:
    if type(privacy_measure).__name__ != "MaxDivergence" or scale <= 0:
        raise ValueError("max divergence alone")
    return Sparing(k, scale, negate)
