"""Mechanisms as other people might write them: a sound one, and many ways to go wrong."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from impl.noisy_top_k import make_noisy_top_k
from spec.draw import Draw
from spec.measurement import Measurement
from spec.space import LInfDistance, Measure, VectorDomain


def sound(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> Measurement[list[int]]:
    return make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, negate)


def without_the_factor_two(
    input_domain: VectorDomain, input_metric: LInfDistance, privacy_measure: Measure, k: int, scale: float
) -> Measurement[list[int]]:
    made = make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, False)
    return replace(made, privacy_map=lambda d_in: k * float(d_in) / scale)


@dataclass(frozen=True)
class Release:
    """Anything with `invoke` and `map`."""

    body: Callable[[Sequence[Fraction], Draw], object]
    bound: object = 1.0

    def invoke(self, x: Sequence[Fraction], draw: Draw) -> object:
        return self.body(x, draw)

    def map(self, d_in: object) -> object:
        return self.bound


@dataclass(frozen=True)
class Index:
    """An outcome of a type of their own."""

    value: int


def _toss(x: Sequence[Fraction], draw: Draw) -> Index:
    """Heads at last, and an error that depends on the scores."""
    while draw.bit():
        if max(x) > 0:
            raise KeyError("secret")
    return Index(0)


def _fail(x: Sequence[Fraction], draw: Draw) -> object:
    raise TypeError("only\nstrings")


def _endless(x: Sequence[Fraction], draw: Draw) -> object:
    while True:
        draw.bit()


def _opaque(x: Sequence[Fraction], draw: Draw) -> object:
    return object()


def _hang(x: Sequence[Fraction], draw: Draw) -> object:
    while True:
        time.sleep(60)


def at_the_coins() -> Release:
    return Release(_toss)


def no_bound() -> Release:
    return Release(lambda x, draw: draw.bit(), "one")


def whole_bound() -> Release:
    return Release(lambda x, draw: draw.bit(), 1)


def failing() -> Release:
    return Release(_fail)


def endless() -> Release:
    return Release(_endless)


def opaque() -> Release:
    return Release(_opaque)


def hanging() -> Release:
    return Release(_hang)


def refusing(scale: float) -> Release:
    raise ValueError("not\ntoday")


def dying() -> Release:
    os._exit(7)


def of_floats_alone(
    input_domain: VectorDomain, input_metric: LInfDistance, privacy_measure: Measure, k: int, scale: float
) -> Measurement[list[int]]:
    if input_domain.element_domain.T is not float:
        raise TypeError("the scores must be floats")
    return make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, False)
