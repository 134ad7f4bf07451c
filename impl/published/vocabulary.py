"""What the listings call and do not print, as far as it takes to run them.

Types of numbers carry the methods that the listings use. Where two documents disagree on a name, there is
one of each kind.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from impl import directed, gumbel
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from spec.draw import Draw
from spec.errors import Overflow
from spec.space import Atom

FBig = Fraction
GumbelRV = gumbel.GumbelRV
usize = int
u32 = int

T = TypeVar("T")


class Rational(Protocol):
    """A number that is a ratio of integers."""

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator."""
        ...


class Number(Rational, Protocol):
    """A number of which the listing of `make_noisy_top_k` can have two, added up."""

    def inf_add(self, other: Self) -> Self:
        """The sum, not rounded down."""
        ...


class Refused(Exception):
    """What `raise "..."` means: an error with this message."""


class f64(float):
    """A binary64 number; `inf_` operations round up, and overflow is an error."""

    INFINITY: ClassVar["f64"]
    __hash__ = float.__hash__

    def __eq__(self, other: object) -> bool:
        return float(self) == other

    @staticmethod
    def inf_cast(x: Rational) -> "f64":
        """The least f64 that is not below x."""
        exact = float(x) if isinstance(x, float) else Fraction(*x.as_integer_ratio())
        return f64(directed.inf_cast(exact))

    def inf_add(self, other: Self) -> Self:
        """The sum."""
        return type(self)(directed.inf_add(float(self), float(other)))

    def inf_mul(self, other: "f64") -> "f64":
        """The product."""
        return f64(directed.inf_mul(float(self), float(other)))

    def inf_div(self, other: "f64") -> "f64":
        """The quotient."""
        return f64(directed.inf_div(float(self), float(other)))

    def is_finite(self) -> bool:
        """Neither NaN nor an infinity."""
        return math.isfinite(self)

    def is_zero(self) -> bool:
        """0.0 or -0.0."""
        return self == 0

    def is_sign_negative(self) -> bool:
        """The sign bit is set."""
        return math.copysign(1.0, self) < 0


f64.INFINITY = f64("inf")


class i32(int):
    """A 32-bit integer; overflow is an error."""

    def inf_add(self, other: Self) -> Self:
        """The sum."""
        total = int(self) + int(other)
        if not -(2**31) <= total < 2**31:
            raise Overflow
        return type(self)(total)


@dataclass(frozen=True)
class AtomDomain(Generic[T]):
    """Numbers of type T; whether NaN is among them is an attribute."""

    T: type[T]
    nan: bool = False


@dataclass(frozen=True)
class MethodDomain(Generic[T]):
    """Numbers of type T; whether NaN is among them is a method."""

    T: type[T]
    has_nan: bool = False

    def nan(self) -> bool:
        """NaN is among them."""
        return self.has_nan


@dataclass(frozen=True)
class AllDomain:
    """Everything that has the type."""

    T: object


@dataclass(frozen=True)
class VectorDomain(Generic[T]):
    """Vectors of members of `element_domain`, of length `size` if it is known."""

    element_domain: T
    size: int | None = None


@dataclass(frozen=True)
class LInfDistance(Generic[T]):
    """The greatest change of a score; if `monotonic`, all scores move in one direction."""

    T: type[T]
    monotonic: bool = False


@dataclass(frozen=True)
class RangeDistance(Generic[T]):
    """The metric that `make_report_noisy_max_gumbel` asks for a range distance."""

    T: type[T]
    monotonic: bool = False

    def range_distance(self, d_in: Atom) -> Atom:
        """The range distance of d_in-close vectors: twice d_in, unless monotonic."""
        if self.monotonic:
            return d_in
        return directed.inf_add(float(d_in), float(d_in)) if isinstance(d_in, float) else d_in + d_in


@dataclass(frozen=True)
class InfDifferenceDistance:
    """The greatest difference between the changes of two scores."""

    T: object


class GumbelPSRN:
    """A partially sampled Gumbel number, which remembers the coins that were drawn for it."""

    def __init__(self, shift: Fraction, scale: Fraction) -> None:
        self.known = gumbel.GumbelPSRN(shift, scale)

    def greater_than(self, other: "GumbelPSRN", draw: Draw) -> bool:
        """Refine the one that is known less well, `other` if neither is, until the edges part."""
        while True:
            if self.known.lower > other.known.upper:
                return True
            if self.known.upper < other.known.lower:
                return False
            fewer = self if self.known.refinements < other.known.refinements else other
            fewer.known = fewer.known.refine(draw)


class SelectionMeasure:
    """The trait that `RangeDivergence` implements; no document prints it."""


class TopKMeasure:
    """The trait that `ZeroConcentratedDivergence` implements; no document prints it."""


class TopKMeasureAsCalled(Protocol):
    """The trait of that name as `make_noisy_top_k` calls it."""

    @staticmethod
    def privacy_map(d_in: f64, scale: f64) -> f64:
        """What one index costs."""
        ...

    @staticmethod
    def noisy_top_k(x: Sequence[Atom], scale: f64, k: int, negate: bool, draw: Draw) -> Sequence[int]:
        """Select k indices."""
        ...


@dataclass(frozen=True)
class MaxDivergence:
    """Pure differential privacy, by permute-and-flip; two listings name the type of its distances."""

    distance: object = f64

    @staticmethod
    def privacy_map(d_in: f64, scale: f64) -> f64:
        """What one index costs."""
        return d_in.inf_div(scale)

    @staticmethod
    def noisy_top_k(x: Sequence[Atom], scale: f64, k: int, negate: bool, draw: Draw) -> Sequence[int]:
        """Peel off k indices, the greatest first, or the least if `negate`."""
        y = tuple(-Fraction(score) if negate else Fraction(score) for score in x)
        return peel(permute_and_flip, y, Fraction(scale), k, draw)


@dataclass(frozen=True)
class Measurement:
    """A mechanism and its privacy map, by the names that `make_report_noisy_max_gumbel` gives its parts."""

    input_domain: object
    function: Callable[[Any, Draw], object]
    input_metric: object
    output_metric: object
    privacy_map: Callable[[Any], float]

    @classmethod
    def new(
        cls,
        input_domain: object,
        input_metric: object,
        output_measure: object,
        function: Callable[[Any, Draw], object],
        privacy_map: Callable[[Any], float],
    ) -> "Measurement":
        """The same, by the names that `make_noisy_top_k` gives them."""
        return cls(input_domain, function, input_metric, output_measure, privacy_map)


@dataclass(frozen=True)
class Transformation:
    """A function and its relation of distances, by the names of `make_base_exponential_candidates_gumbel`."""

    input_domain: object
    output_domain: object
    function: Callable[[Any, Draw], object]
    input_metric: object
    output_metric: object
    privacy_relation: Callable[[Any, Any], bool]
