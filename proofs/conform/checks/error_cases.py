"""Pairs of vectors that must cause the same error or none, simple ones first."""

import itertools
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proofs.conform.cases import diagonal, fitted
from proofs.conform.contract import Contract
from proofs.conform.triples import Selection, Setting

Scores = tuple[float, ...] | tuple[int, ...]

LARGEST, LEAST_NORMAL, TINY, INF = sys.float_info.max, sys.float_info.min, 5e-324, math.inf
BELOW_LARGEST = math.nextafter(LARGEST, 0.0)


@dataclass(frozen=True)
class ErrorCase:
    """Two members of the domain of a setting."""

    setting: Setting
    x: Scores
    y: Scores


THREE: tuple[Scores, ...] = (
    (0.0, 0.0, 0.0),
    (-1.0, 0.0, 1.0),
    (1.0, 1.0, 0.0),
    (0.0, 1.0, 1000.0),
    (0.0, 1.0, -1000.0),
    (0.0, 1e6, -1e6),
    (-3.0, -2.0, -1.0),
    (0.5, 0.25, 1e-9),
    (0.0, -0.0, -0.0),
    (0.0, 1.0, math.nextafter(2.0, 3.0)),
    (0.0, 1.0, TINY),
    (TINY, -TINY, 0.0),
    (LEAST_NORMAL, TINY, 0.0),
    (1e16, 1.0, 0.0),
    (1e300, 1.0, 1e-300),
    (LARGEST, 1.0, 2.0),
    (-LARGEST, 1.0, 2.0),
    (LARGEST, BELOW_LARGEST, 0.0),
    (LARGEST, -LARGEST, 0.0),
    (LARGEST, LARGEST, LARGEST),
    (-LARGEST, -LARGEST, -LARGEST),
    (2.0**1023, -(2.0**1023), TINY),
)
FOUR: tuple[Scores, ...] = (
    (0.0, 0.0, 0.0, 0.0),
    (3.0, 2.0, 1.0, 0.0),
    (-1.0, 0.0, 1.0, 1000.0),
    (LARGEST, -LARGEST, 1.0, 2.0),
    (TINY, 0.0, 1.0, 1.0),
)
ALIKE: tuple[tuple[Scores, Sequence[Scores]], ...] = (
    ((0.0, 1.0, 2.0), THREE[:6]),
    ((0.0, 1.0, 2.0, 3.0), FOUR),
    ((0.0, 1.0, 2.0), THREE[6:]),
    ((0.0, 1.0), ((1.0, 0.0), (2.0, 2.0), (-1.0, 1.0), (LARGEST, -LARGEST), (TINY, 0.0))),
    ((0.0,), ((1.0,), (-1.0,), (TINY,), (LARGEST,), (-LARGEST,))),
    ((INF, 0.0, 1.0), ((INF, -1.0, 5.0), (INF, 0.0, 0.0), (INF, LARGEST, -LARGEST), (INF, -LARGEST, TINY))),
    ((-INF, 0.0, 1.0), ((-INF, -1.0, 5.0), (-INF, 0.0, 0.0), (-INF, LARGEST, -LARGEST))),
    ((INF, -INF, 0.0), ((INF, -INF, 1.0), (INF, -INF, LARGEST), (INF, -INF, -LARGEST))),
    ((INF, INF, 0.0), ((INF, INF, LARGEST), (INF, INF, -1.0))),
    (tuple(map(float, range(30))), ((0.0,) * 30, (1e308, -1e308) * 15, (-1.0, TINY) * 15)),
)
"""A vector, and others that are finitely far from it."""

INTEGERS: tuple[Scores, ...] = (
    (0, 0, 0),
    (-1, 0, 1),
    (2**31 - 1, 0, 1),
    (-(2**31), 0, 1),
    (2**31 - 1, -(2**31), 0),
    (-(2**31), -(2**31), -(2**31)),
)
"""Numbers that 32 bits hold: a library's narrowest integers."""

FAR: tuple[tuple[Scores, Scores], ...] = (
    ((0.0, 1.0, 2.0), (INF, 1.0, 2.0)),
    ((0.0, 1.0, 2.0), (-INF, 1.0, 2.0)),
    ((0.0, 1.0, 2.0), (INF, -INF, 0.0)),
    ((0.0, 1.0, 2.0), (INF, INF, INF)),
    ((0.0, 1.0, 2.0), (-INF, -INF, -INF)),
    ((0.0, 1.0), (INF, -INF)),
)
OF_ANY_LENGTH: tuple[tuple[Scores, Scores], ...] = (
    ((0.0, 1.0, 2.0), ()),
    ((0.0, 1.0, 2.0), (0.0,)),
    ((0.0, 1.0, 2.0), (0.0, 1.0)),
    ((0.0,), (0.0,) * 30),
)


def close_cases(triple: Contract) -> list[ErrorCase]:
    """Pairs of equal length at a finite distance, fewer than k scores included where the size is not known."""
    if not isinstance(triple, Selection):
        return [ErrorCase(setting, x, y) for setting, _, x, y in triple.pairs()]
    pairs = [(x, y) for x, others in ALIKE for y in others] + [((0, 1, 2), y) for y in INTEGERS]
    return _cases(triple, pairs)


def printed_cases(triple: Contract) -> list[ErrorCase]:
    """Pairs at an infinite distance first, then the close ones."""
    if not isinstance(triple, Selection):
        return [ErrorCase(s, triple.members(s)[0], y) for s in triple.settings for y in triple.members(s)[1:]]
    usual = Setting(k=2) if triple.indices else Setting()
    unsized = [ErrorCase(usual, x, y) for x, y in OF_ANY_LENGTH]
    return unsized + _cases(triple, FAR) + close_cases(triple)


def _cases(triple: Selection, pairs: Sequence[tuple[Scores, Scores]]) -> list[ErrorCase]:
    cases = []
    for setting, (x, y) in diagonal(_settings(triple), pairs):
        moved = replace(setting, T=type((*x, *y)[0]))
        if setting.size is not None:
            moved = replace(moved, size=len(x))
            if setting.k > len(x):
                continue
        cases.append(ErrorCase(moved, x, y))
    return cases


def _settings(triple: Selection) -> list[Setting]:
    """The ways to select, at scales from none to huge; a single index is selected from vectors of known length."""
    modes = [
        Setting(1.0, k, negate, measure, size=size)
        for k, negate, measure, size in itertools.product((2, 1, 3), (False, True), triple.measures, (None, 3))
    ]
    scales = (1.0, 1e-3, 0.0, TINY, LARGEST)
    return [replace(mode, scale=scale) for scale, mode in diagonal(scales, fitted(triple, modes))]
