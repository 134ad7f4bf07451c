"""Python values as literals of Coq."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from impl.gumbel import GumbelPSRN, GumbelRV
from spec.space import Atom, AtomType, LInfDistance, Measure, VectorDomain

T = TypeVar("T")


def several(items: Sequence[T], show: Callable[[T], str]) -> str:
    """A list."""
    return "[" + "; ".join(map(show, items)) + "]"


def boolean(value: bool) -> str:
    """A bool."""
    return "true" if value else "false"


def coin(value: int) -> str:
    """A coin of a tape."""
    return boolean(value == 1)


def integer(value: int) -> str:
    """An int."""
    return f"({value})"


def integers(values: Sequence[int]) -> str:
    """A list of ints."""
    return several(values, integer)


def rational(value: Fraction) -> str:
    """A Fraction."""
    return f"(({value.numerator}) # {value.denominator})%Q"


def rationals(values: Sequence[Fraction]) -> str:
    """A list of Fractions."""
    return several(values, rational)


def floating(value: float) -> str:
    """A float."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return f"(Inf {boolean(value < 0)})"
    if value == 0 and math.copysign(1, value) < 0:
        return "NegZero"
    return f"(Fin {rational(Fraction(value))})"


def number(value: Atom) -> str:
    """A number of whichever type."""
    if isinstance(value, float):
        return f"(Flt {floating(value)})"
    return f"(Int {integer(value)})" if isinstance(value, int) else f"(Frac {rational(value)})"


def text(value: str) -> str:
    """A str: its code points."""
    return several(value, lambda character: str(ord(character)))


def atom(value: AtomType) -> str:
    """A type of numbers."""
    return {int: "TInt", float: "TFloat", Fraction: "TFrac"}[value]


def metric(value: LInfDistance) -> str:
    """A metric."""
    return f"(mk_LInfDistance {atom(value.T)} {boolean(value.monotonic)})"


def domain(value: VectorDomain) -> str:
    """A domain."""
    element = value.element_domain
    return f"(mk_VectorDomain (mk_AtomDomain {atom(element.T)} {boolean(element.nan)}) {size(value.size)})"


def size(value: int | None) -> str:
    """A number, or none."""
    return "None" if value is None else f"(Some {value})"


def measure(value: Measure) -> str:
    """A privacy measure."""
    return f"Measure_{type(value).__name__}"


def noise(value: GumbelRV) -> str:
    """A Gumbel distribution."""
    return f"(mk_GumbelRV {rational(value.shift)} {rational(value.scale)})"


def sample(value: GumbelPSRN) -> str:
    """A partially sampled number."""
    return f"(mk_GumbelPSRN {rational(value.shift)} {rational(value.scale)} {value.numerator} {value.refinements})"


def compared(value: tuple[bool, GumbelPSRN, GumbelPSRN]) -> str:
    """The answer of a comparison."""
    return f"({boolean(value[0])}, {sample(value[1])}, {sample(value[2])})"
