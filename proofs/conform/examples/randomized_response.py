"""Randomized response: a bit is told truly with probability `truth`, and else turned over."""

from collections.abc import Iterator
from fractions import Fraction
from math import nan

from impl.ball import Ball, ball
from proofs.conform.contract import Contract
from spec.space import MaxDivergence


def law(x: bool, truth: Fraction) -> Iterator[tuple[bool, Fraction]]:
    """P(x) = truth."""
    yield x, truth
    yield not x, 1 - truth


def bound(d_in: Fraction, truth: Fraction) -> Ball | int:
    """ln(truth/(1 - truth)) as soon as the bit may differ."""
    return ball(truth / (1 - truth)).log() if d_in else 0


RANDOMIZED_RESPONSE = Contract(
    name="make_randomized_response",
    valid=[{"truth": 0.75}, {"truth": 0.5}, {"truth": 0.9}, {"truth": 0.625}],
    refused=[{"truth": 1.5}, {"truth": -0.25}, {"truth": 0.25}, {"truth": nan}, {"truth": 1.0}],
    inputs=(False, True),
    metric=lambda x, y: int(x != y),
    distances=(1,),
    measure=MaxDivergence(),
    output=bool,
    law=law,
    map=bound,
    rivals={
        "the truth without noise": lambda x, truth: [(x, 1)],
        "the bit turned over": lambda x, truth: [(x, 1 - truth), (not x, truth)],
    },
)
