"""Programs that call noisymax's samplers, or samplers of their own."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from impl.samplers import sample_bernoulli_exp
from spec.draw import Draw, sampler
from spec.triple import Triple
from spec.weights import rational

Body = Callable[[Sequence[Fraction], Draw], object]


class Program:
    def __init__(self, body: Body) -> None:
        self.body = body

    def invoke(self, x: Sequence[Fraction], draw: Draw) -> object:
        return self.body(x, draw)

    def map(self, d_in: object) -> object:
        return d_in


def selecting(x: Sequence[Fraction], draw: Draw) -> list[int]:
    """The first index with probability e^-gap/2, at worst an error."""
    if sample_bernoulli_exp(abs(x[0] - x[1]), draw):
        return [draw.bit()]
    if draw.bit():
        raise ValueError("unlucky")
    return [1]


def without_end(x: Sequence[Fraction], draw: Draw) -> int:
    while draw.bit():
        pass
    return 0


def with_other_coins(x: Sequence[Fraction], draw: Draw) -> int:
    return random.getrandbits(64)


class Silent(Program):
    def invoke(self, x: Sequence[Fraction]) -> object:  # type: ignore[override]
        return 0


def make(name: str) -> Program:
    body: Any = globals()[name]
    return Silent(body) if name == "Silent" else Program(body)


def certify() -> None:
    """Give a sampler a contract of one's own."""

    @Triple("own", (), law=lambda: [(0, rational(1))])
    @sampler
    def own(draw: Draw) -> int:
        return draw.bit()
