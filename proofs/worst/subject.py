"""What is put to the search: a mechanism by its exact law, and what is claimed of it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofs.engine.divergence import AnyLaw, Bounds
from spec.space import LInfDistance, Measure, RangeDistance

Scores = tuple[Fraction, ...]
Metric = LInfDistance | RangeDistance
Logs = NDArray[np.float64]
Guess = Callable[[Scores, int], Logs]
"""Scores and k to the logarithms of the probabilities, about, of all outcomes in an order of their own."""


@dataclass(frozen=True)
class Neighbours:
    """Two score vectors, and how many indices are released of each."""

    x: Scores
    y: Scores
    k: int

    @property
    def n(self) -> int:
        """How many candidates there are."""
        return len(self.x)


@dataclass(frozen=True)
class Subject:
    """A mechanism and its claim.

    `law` takes scores and k to the exact law of the output, `claim` takes d_in, n and k to the bound on the
    divergence. `scale` is the unit in which scores are tried; `guess` steers faster than exact laws do, and decides
    nothing.
    """

    law: Callable[[Scores, int], AnyLaw]
    claim: Callable[[Fraction, int, int], Bounds]
    measure: Measure
    metric: Metric
    scale: Fraction = Fraction(1)
    guess: Guess | None = None


def is_monotonic(metric: Metric) -> bool:
    """All scores move in one direction."""
    return isinstance(metric, LInfDistance) and metric.monotonic
