"""Domains, metrics and privacy measures: plain values, exact on rationals, standard library only."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from spec import errors

Atom = int | float | Fraction
AtomType = type[int] | type[float] | type[Fraction]


def check_atom_type(atom: object) -> None:
    """Refuse what is not one of the types; something else may call itself equal to one."""
    if not any(atom is known for known in (int, float, Fraction)):
        raise errors.UnknownAtomType


@dataclass(frozen=True)
class AtomDomain:
    """Numbers of one type; a float domain holds both infinities, and NaN if `nan`."""

    T: AtomType
    nan: bool = False

    def __post_init__(self) -> None:
        check_atom_type(self.T)
        if self.nan and self.T is not float:
            raise errors.DomainHasNoNan

    def check(self, value: object) -> None:
        """Refuse what is not a member. A bool is not an int here, nor is an int a float."""
        if type(value) is not self.T:
            raise errors.WrongAtomType(self.T.__name__)
        if type(value) is float and math.isnan(value) and not self.nan:
            raise errors.NanScore

    def member(self, value: object) -> bool:
        """Tell whether `value` is a member."""
        return _accepts(self, value)


@dataclass(frozen=True)
class VectorDomain:
    """Lists or tuples of members of `element_domain`, of length `size` if it is known."""

    element_domain: AtomDomain
    size: int | None = None

    def __post_init__(self) -> None:
        if self.size is not None and (type(self.size) is not int or self.size < 0):
            raise errors.SizeNotNatural

    def check(self, value: object) -> None:
        """Refuse what is not a member."""
        if type(value) is not list and type(value) is not tuple:
            raise errors.NotAVector
        if self.size is not None and len(value) != self.size:
            raise errors.WrongSize(self.size)
        for element in value:
            self.element_domain.check(element)

    def member(self, value: object) -> bool:
        """Tell whether `value` is a member."""
        return _accepts(self, value)


def _accepts(domain: AtomDomain | VectorDomain, value: object) -> bool:
    try:
        domain.check(value)
    except errors.NotInDomain:
        return False
    return True


@dataclass(frozen=True)
class LInfDistance:
    """d(x, x') = max_i |x_i - x'_i|; if `monotonic`, infinite unless all differences have one sign.

    Vectors of different lengths are infinitely far apart; so are a finite and an infinite score.
    """

    T: AtomType
    monotonic: bool = False

    def __post_init__(self) -> None:
        check_atom_type(self.T)

    def distance(self, x: Sequence[Atom], y: Sequence[Atom]) -> Fraction | float:
        """Measure exactly: a Fraction, or infinity."""
        if len(x) != len(y):
            return math.inf
        moves = differences(x, y)
        if self.monotonic and not of_one_sign(moves):
            return math.inf
        return largest_move(moves)

    def close(self, x: Sequence[Atom], y: Sequence[Atom], d_in: Atom) -> bool:
        """Tell whether x and y are d_in-close."""
        return self.distance(x, y) <= d_in


@dataclass(frozen=True)
class RangeDistance:
    """d(x, x') = max_ij |(x_i - x'_i) - (x_j - x'_j)|; infinite between vectors of different lengths."""

    T: AtomType

    def __post_init__(self) -> None:
        check_atom_type(self.T)

    def distance(self, x: Sequence[Atom], y: Sequence[Atom]) -> Fraction | float:
        """Measure exactly: a Fraction, or infinity."""
        if len(x) != len(y):
            return math.inf
        return spread(differences(x, y))

    def close(self, x: Sequence[Atom], y: Sequence[Atom], d_in: Atom) -> bool:
        """Tell whether x and y are d_in-close."""
        return self.distance(x, y) <= d_in


@dataclass(frozen=True)
class MaxDivergence:
    """D(P, Q) = max over outcomes y of ln(P(y)/Q(y)), in both directions: pure differential privacy."""


@dataclass(frozen=True)
class ZeroConcentratedDivergence:
    """D(P, Q) = sup over alpha > 1 of D_alpha(P || Q)/alpha, in both directions, D_alpha the Renyi divergence."""


@dataclass(frozen=True)
class RangeDivergence:
    """D(P, Q) = max_y ln(P(y)/Q(y)) - min_y ln(P(y)/Q(y)): bounded range."""


Measure = MaxDivergence | ZeroConcentratedDivergence | RangeDivergence


def is_infinite(value: Atom) -> bool:
    """Tell an infinity; `math.isinf` itself fails on integers beyond the floats."""
    return type(value) is float and math.isinf(value)


def differences(x: Sequence[Atom], y: Sequence[Atom]) -> list[Fraction | float]:
    """x_i - y_i, exactly; equal infinities have not moved."""
    return [_difference(a, b) for a, b in zip(x, y, strict=True)]


def _difference(a: Atom, b: Atom) -> Fraction | float:
    if a == b:
        return Fraction(0)
    if is_infinite(a) or is_infinite(b):
        return math.inf if a > b else -math.inf
    return Fraction(a) - Fraction(b)


def of_one_sign(moves: Sequence[Fraction | float]) -> bool:
    """Tell whether no two moves go in opposite directions."""
    return all(m >= 0 for m in moves) or all(m <= 0 for m in moves)


def largest_move(moves: Sequence[Fraction | float]) -> Fraction | float:
    """max_i |m_i|, and 0 without any."""
    return max([m if m >= 0 else -m for m in moves]) if moves else Fraction(0)


def spread(moves: Sequence[Fraction | float]) -> Fraction | float:
    """max_ij |m_i - m_j| = max m - min m, and 0 without any; infinite as soon as one move is."""
    if any(is_infinite(m) for m in moves):
        return math.inf
    return max(moves) - min(moves) if moves else Fraction(0)
