"""A measurement: a private mechanism together with its privacy map."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from spec import errors
from spec.draw import Draw
from spec.space import Atom, AtomType, LInfDistance, Measure, RangeDistance, VectorDomain

TO = TypeVar("TO")
TO_co = TypeVar("TO_co", covariant=True)


class Twin(Protocol[TO_co]):
    """A fast program with the law of a mechanism's function, on entropy of its own."""

    def release(self, x: object) -> TO_co:
        """Release one output for x, or refuse what is not a member of the domain."""
        ...


@dataclass(frozen=True)
class Measurement(Generic[TO]):
    """A mechanism on `input_domain` with a privacy guarantee.

    Errors: every two members of `input_domain` cause the same error or none, while entropy lasts.
    Privacy: if x, x' are d_in-close under `input_metric` and d_out = map(d_in), then the laws of invoke(x) and
    invoke(x') are d_out-close under `output_measure`. The same holds for d_out = tight_map(d_in), and for
    d_out = tight_map(d_in, measure) under another `measure`.
    Twin: what runs on fresh entropy, if there is one, with the law of `function`.
    """

    input_domain: VectorDomain
    input_metric: LInfDistance | RangeDistance
    output_measure: Measure
    function: Callable[[Any, Draw], TO]
    privacy_map: Callable[[Any], float]
    entropy: Callable[[], Draw]
    tight_privacy_map: Callable[[Any, Measure], float] | None = None
    twin: Twin[TO] | None = None

    def invoke(self, x: object, draw: Draw | None = None) -> TO:
        """Release one output for x: on fresh entropy by the twin, on the given coins by the function itself."""
        if draw is None and self.twin is not None:
            return self.twin.release(x)
        self.input_domain.check(x)
        return self.function(x, self.entropy() if draw is None else draw)

    @property
    def literal(self) -> "Measurement[TO]":
        """The same mechanism without its twin: the function itself runs on fresh entropy, too."""
        return replace(self, twin=None)

    def release_many(self, x: object, times: int) -> list[TO]:
        """Release so many outputs for x, independent of each other: an experiment that costs `times` releases."""
        if type(times) is not int or times < 0:
            raise errors.TimesNotNatural
        return [self.invoke(x) for _ in range(times)]

    def map(self, d_in: object) -> float:
        """Bound the divergence between the outputs on any two d_in-close inputs."""
        return self.privacy_map(check_distance(d_in, self.input_metric.T))

    def tight_map(self, d_in: object, measure: Measure | None = None) -> float:
        """Bound the divergence between the outputs on any two d_in-close inputs as tightly as is proved.

        `map` is the classical bound, as other libraries have it; this one is never above it. A release can be measured
        by another `measure` than `output_measure`: permute-and-flip, say, by zero-concentrated divergence.
        """
        distance = check_distance(d_in, self.input_metric.T)
        by = self.output_measure if measure is None else measure
        if self.tight_privacy_map is not None:
            return self.tight_privacy_map(distance, by)
        if by != self.output_measure:
            raise errors.NotASpace("measure")
        return self.privacy_map(distance)


def check_distance(d_in: object, atom: AtomType) -> Atom:
    """Refuse what is not a finite non-negative number of the metric's type; an int is one of every type."""
    if type(d_in) is not atom and type(d_in) is not int:
        raise errors.DistanceNotNumber
    assert isinstance(d_in, int | float | Fraction)
    if type(d_in) is float and not math.isfinite(d_in):
        raise errors.DistanceNotFinite
    if d_in < 0 or (type(d_in) is float and math.copysign(1.0, d_in) < 0):
        raise errors.DistanceNegative
    return d_in
