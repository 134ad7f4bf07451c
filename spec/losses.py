"""What rounds of selection cost, as terms, and the promises that tight maps make of them.

Notation: η = d/scale, where d is the range distance that d_in allows; r is the number of rounds that have a choice; the
losses of two selections can differ by c·η.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

from spec.directed import BINARY64
from spec.errors import Overflow
from spec.logic.closeness import Abbreviated, name_of_measure
from spec.logic.formula import Sort, Symbol, Term, both, exp, ln
from spec.logic.notation import show
from spec.logic.promise import Judge, bound
from spec.logic.release import OfMaker
from spec.measurement import Measurement
from spec.space import Atom, LInfDistance, Measure


def rho(v: Term) -> Term:
    """ρ(v) = ln((e^v - 1)/v) + v/(e^v - 1) - 1."""
    return ln((exp(v) - 1) / v) + v / (exp(v) - 1) - 1


def permute_and_flip_range(v: Term) -> Term:
    """R(v) = 2·ln(2·e^(v/2) - 1)."""
    return 2 * ln(2 * exp(Fraction(1, 2) * v) - 1)


ETA, ROUNDS, SPAN = Symbol("η", Sort.POSITIVE), Symbol("r", Sort.NATURAL), Symbol("c", Sort.NATURAL)
RHO, R = Symbol("ρ", Sort.POSITIVE), Symbol("R", Sort.POSITIVE)
BEFORE, RESULT = Symbol("float before"), Symbol("result")

PURE, RANGED = Abbreviated(ROUNDS * ETA), Abbreviated(SPAN * ETA)
CONCENTRATED = Abbreviated(ROUNDS * RHO, where=((RHO, rho(ETA)),))
FLIPPED = Abbreviated(ROUNDS * RHO, where=((RHO, rho(R)), (R, permute_and_flip_range(ETA))))

Losses = tuple[tuple[Measure, Abbreviated], ...]
"""What r rounds at η cost under each measure."""


class Distances(NamedTuple):
    """A case: the parameters of a mechanism, and distances in ascending order."""

    parameters: tuple[object, ...]
    distances: tuple[Atom, ...]


@dataclass(frozen=True)
class IsLeastFloat(OfMaker):
    """The tight map is the least float not below the loss.

    For all parameters that the maker accepts, all distances d_in and each measure with its loss: let d be d_in if the
    metric is a range distance or monotonic, else 2 d_in; let r = min(k, n - 1) where the number n of candidates is
    known, else r = k, and k = 1 where one index is released; let c = k - 1 + min(k, n - k) where n is known, else
    c = 2k - 1. `tight_map(d_in, measure)` is 0.0 if d = 0 or r = 0; else infinity if scale = 0; else the least float
    that is not below the loss at η = d/scale, r and c, or Overflow if there is no such float.

    A case is a `Distances`.
    """

    losses: Losses

    def show(self) -> str:
        """For all parameters and distances: what the map answers."""
        return (
            f"{self.maker.show()}, and all d_in: tight_map(d_in, measure) is the least float not below "
            f"{', '.join(map(_shown, self.losses))}, or Overflow if there is none; here η = d/scale, d = d_in for a "
            "range distance or if monotonic, else 2·d_in, r = min(k, n - 1) and c = k - 1 + min(k, n - k) if n is "
            "known, else r = k and c = 2·k - 1; the map is 0 if d = 0 or r = 0, else inf if scale = 0"
        )

    def holds(self, case: Distances, judge: Judge) -> bool:
        """The float is not below the loss, and the float before it is."""
        measurement, named = self.maker.made(case.parameters, judge), bound(self.maker.parameters, case.parameters)
        scale: Any = named["scale"] if "scale" in named else named["temperature"]
        k: Any = named.get("k", 1)
        size, metric = measurement.input_domain.size, measurement.input_metric
        rounds = k if size is None else min(k, max(size - 1, 0))
        span = 2 * k - 1 if size is None else k - 1 + min(k, size - k)
        factor = 2 if isinstance(metric, LInfDistance) and not metric.monotonic else 1
        for d_in, (measure, loss) in product(case.distances, self.losses):
            d, answer = factor * Fraction(d_in), asked(measurement, d_in, measure)
            if d == 0 or rounds == 0:
                holds = answer == 0 and math.copysign(1, answer) > 0
            elif scale == 0:
                holds = answer == math.inf
            else:
                at = {ETA: d / Fraction(scale), ROUNDS: Fraction(rounds), SPAN: Fraction(span)}
                holds = _is_least(answer, loss.written_out(), at, judge)
            if not holds:
                return False
        return True


def _is_least(answer: float | None, exact: Term, at: Mapping[Symbol, Fraction], judge: Judge) -> bool:
    if answer is None:
        return judge.certain(exact > BINARY64.largest, at)
    below = BINARY64.before(answer) if math.isfinite(answer) else None
    if below is None:
        return False
    return judge.certain(both(BEFORE < exact, exact <= RESULT), {**at, BEFORE: below, RESULT: Fraction(answer)})


def _shown(loss: tuple[Measure, Abbreviated]) -> str:
    where = loss[1].explained()
    return f"{show(loss[1].term)}{f' with {where}' if where else ''} if measure = {name_of_measure(loss[0])}"


@dataclass(frozen=True)
class NeverFalls(OfMaker):
    """The tight map does not fall with the distance, and is nowhere above the classical map.

    For all parameters that the maker accepts, every measure in `measures` and all distances d <= d': the answer of
    `tight_map(d, measure)` is at most that of `tight_map(d', measure)`, where Overflow counts as infinity; and
    `tight_map(d)` answers at most what `map(d)` answers, unless that is Overflow.

    A case is a `Distances`.
    """

    measures: tuple[Measure, ...]

    def show(self) -> str:
        """For all parameters and distances: how the answers compare."""
        measures = ", ".join(map(name_of_measure, self.measures))
        return (
            f"{self.maker.show()}, and all d ≤ d': tight_map(d, measure) ≤ tight_map(d', measure) for measure in "
            f"{{{measures}}}, Overflow counting as inf, and tight_map(d) ≤ map(d) if map(d) is no error"
        )

    def holds(self, case: Distances, judge: Judge) -> bool:
        """Compare the answers in turn."""
        measurement = self.maker.made(case.parameters, judge)
        for measure in self.measures:
            answers = [asked(measurement, d_in, measure) for d_in in case.distances]
            known = [math.inf if answer is None else answer for answer in answers]
            if any(later < sooner for sooner, later in pairwise(known)):
                return False
        return all(_is_not_above(measurement, d_in) for d_in in case.distances)


def asked(measurement: Measurement[Any], d_in: Atom, measure: Measure) -> float | None:
    """What the tight map answers, or None if no float is as large."""
    try:
        return measurement.tight_map(d_in, measure)
    except Overflow:
        return None


def _is_not_above(measurement: Measurement[Any], d_in: Atom) -> bool:
    try:
        classical = measurement.map(d_in)
    except Overflow:
        return True
    return measurement.tight_map(d_in) <= classical
