"""Exact weights: sums of c * e^(-q) with c and q rational, and quotients of such sums.

Two sums are the same number exactly if they have the same terms (Lindemann-Weierstrass: exponentials of distinct
rationals are linearly independent over the rationals), so equality is decided by comparing dictionaries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


class ExpSum:
    """A finite sum of c * e^(-q), held as the dictionary {q: c} without zero coefficients."""

    __slots__ = ("terms",)
    terms: Mapping[Fraction, Fraction]

    def __init__(self, terms: Iterable[tuple[Fraction, Fraction]] = (), distinct: bool = False) -> None:
        """Add the terms up; with `distinct`, no exponent comes twice."""
        collected: dict[Fraction, Fraction] = dict(terms) if distinct else {}
        for q, c in () if distinct else terms:
            known = collected.get(q)
            collected[q] = c if known is None else known + c
        self.terms = collected if all(collected.values()) else {q: c for q, c in collected.items() if c}

    def __add__(self, other: "ExpSum") -> "ExpSum":
        if not self.terms or not other.terms:
            return self if self.terms else other
        collected = dict(self.terms)
        for q, c in other.terms.items():
            collected[q] = collected[q] + c if q in collected else c
        return ExpSum(collected.items(), distinct=True)

    def __neg__(self) -> "ExpSum":
        return ExpSum(((q, -c) for q, c in self.terms.items()), distinct=True)

    def __sub__(self, other: "ExpSum") -> "ExpSum":
        return self + -other

    def __mul__(self, other: "ExpSum") -> "ExpSum":
        if self.rational() == 1:
            return other
        if other.rational() == 1:
            return self
        products = ((q + r, c * d) for q, c in self.terms.items() for r, d in other.terms.items())
        return ExpSum(products, distinct=min(len(self.terms), len(other.terms)) <= 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpSum) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return " + ".join(f"({c})*e^({-q})" if q else f"{c}" for q, c in sorted(self.terms.items())) or "0"

    def rational(self) -> Fraction | None:
        """The value, if no exponential occurs in it."""
        if len(self.terms) > 1:
            return None
        return next((c if q == 0 else None for q, c in self.terms.items()), Fraction(0))


@dataclass(frozen=True, eq=False)
class ExpRatio:
    """A quotient of two exponential sums, the lower one positive; a rational lower one is divided out.

    Integers and Fractions mix with weights: 1 - r, 3 * r.
    """

    over: ExpSum
    under: ExpSum = ExpSum([(Fraction(0), Fraction(1))])  # noqa: RUF009

    def __post_init__(self) -> None:
        divisor = self.under.rational()
        if divisor is not None and divisor != 1:
            inverse = 1 / divisor
            object.__setattr__(self, "over", ExpSum((q, c * inverse) for q, c in self.over.terms.items()))
            object.__setattr__(self, "under", ONE.over)

    def __add__(self, other: "ExpRatio | Fraction | int") -> "ExpRatio":
        if not isinstance(other, ExpRatio):
            return self + rational(other) if isinstance(other, int | Fraction) else NotImplemented
        if self.under == other.under:
            return ExpRatio(self.over + other.over, self.under)
        return ExpRatio(self.over * other.under + other.over * self.under, self.under * other.under)

    __radd__ = __add__

    def __neg__(self) -> "ExpRatio":
        return ExpRatio(-self.over, self.under)

    def __sub__(self, other: "ExpRatio | Fraction | int") -> "ExpRatio":
        return self + -other if isinstance(other, ExpRatio | int | Fraction) else NotImplemented

    def __rsub__(self, other: "Fraction | int") -> "ExpRatio":
        return -self + other

    def __mul__(self, other: "ExpRatio | Fraction | int") -> "ExpRatio":
        if not isinstance(other, ExpRatio):
            return self * rational(other) if isinstance(other, int | Fraction) else NotImplemented
        return ExpRatio(self.over * other.over, self.under * other.under)

    __rmul__ = __mul__

    def __truediv__(self, other: "ExpRatio | Fraction | int") -> "ExpRatio":
        if not isinstance(other, ExpRatio):
            return self / rational(other) if isinstance(other, int | Fraction) else NotImplemented
        return ExpRatio(self.over * other.under, self.under * other.over)

    def __rtruediv__(self, other: "Fraction | int") -> "ExpRatio":
        return rational(other) / self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpRatio) and self.over * other.under == other.over * self.under

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self.over)

    def __repr__(self) -> str:
        return repr(self.over) if self.under == ONE.over else f"({self.over!r})/({self.under!r})"


def rational(c: Fraction | int) -> ExpRatio:
    """The rational c as a weight."""
    return ExpRatio(ExpSum([(Fraction(0), Fraction(c))]))


def exp_minus(q: Fraction | int) -> ExpRatio:
    """e^(-q) as a weight."""
    return ExpRatio(ExpSum([(Fraction(q), Fraction(1))]))


ONE = rational(1)
ZERO = rational(0)

Law = Sequence[tuple[object, ExpRatio]]
"""Each outcome with its probability."""
