"""Products of exact weights that are not multiplied out: what rounds on shared sets of candidates leave as a law.

A product of k rounds has as many terms as the products of theirs; the rounds themselves have few, and are shared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import permutations
from math import prod
from operator import mul

from impl.ball import Ball
from spec.peeling import OneRound
from spec.weights import ONE, ZERO, ExpRatio, ExpSum


@dataclass(frozen=True, eq=False)
class Factor:
    """An exact weight, and the balls in which it was enclosed, by their bits."""

    weight: ExpRatio
    balls: dict[int, Ball] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Product:
    """The product of the factors."""

    factors: tuple[Factor, ...]

    def __bool__(self) -> bool:
        return all(factor.weight for factor in self.factors)

    def __mul__(self, other: "Product") -> "Product":
        return Product(self.factors + other.factors)

    @property
    def terms(self) -> int:
        """How many terms it has when it is multiplied out, at most."""
        return prod(len(factor.weight.over.terms) * len(factor.weight.under.terms) for factor in self.factors)

    def multiplied_out(self) -> ExpRatio:
        """The product as one quotient."""
        return reduce(mul, (factor.weight for factor in self.factors), ONE)


def without_common(over: Product, under: Product) -> tuple[Product, Product]:
    """Two products with the same quotient: factors at one place that differ by c*e^(-q) alone leave that."""
    left: list[Factor] = []
    below: list[Factor] = []
    for p, q in zip(over.factors, under.factors, strict=True):
        ratio = _monomial_ratio(p.weight, q.weight)
        left.append(p if ratio is None else Factor(ratio))
        below.append(q if ratio is None else Factor(ONE))
    return Product(tuple(left)), Product(tuple(below))


def _monomial_ratio(p: ExpRatio, q: ExpRatio) -> ExpRatio | None:
    """p/q, if it is c*e^(-r)."""
    if not p or not q:
        return None
    over, under = p.over * q.under, q.over * p.under
    (r, c), (s, d) = (min(side.terms.items()) for side in (over, under))
    ratio = ExpSum([(r - s, c / d)])
    return ExpRatio(ratio) if ratio * under == over else None


def law_of_shared_rounds(
    one_round: OneRound, x: Sequence[Fraction], scale: Fraction, k: int
) -> list[tuple[object, Product]]:
    """The law of `spec.peeling.law_of_rounds`: one round on every set that can be left, then products."""
    shares: dict[frozenset[int], dict[int, Factor]] = {}
    law: list[tuple[object, Product]] = []
    for order in permutations(range(len(x)), min(k, len(x))):
        law.append((order, Product(tuple(_rounds(one_round, x, scale, order, shares)))))
    return law


def _rounds(
    one_round: OneRound,
    x: Sequence[Fraction],
    scale: Fraction,
    order: tuple[int, ...],
    shares: dict[frozenset[int], dict[int, Factor]],
) -> Iterator[Factor]:
    for m, index in enumerate(order):
        taken = frozenset(order[:m])
        if taken not in shares:
            left = [i for i in range(len(x)) if i not in taken]
            law = dict(one_round([x[i] for i in left], scale))
            shares[taken] = {i: Factor(law.get(place, ZERO)) for place, i in enumerate(left)}
        yield shares[taken][index]
