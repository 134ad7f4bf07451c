"""Two noisy scores, all but 2^-16 of the coins: which of the cells of 17 bits the running edges tell apart.

A comparison that has drawn m bits of either sample is decided if the edges of the two cells are apart, or if the sample
that is centred no less far to the right has the greater bits. The edges rise with the cell, so that for each cell of
the one sample, those of the other that lie below are the first so many, and those above the last so many: 2^m steps go
through all 4^m pairs, of which 2·2^m at most are left undecided.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor
from types import FunctionType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impl.gumbel import GumbelPSRN, greater_than, standard_gumbel
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import Drawn
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Step
from proofs.mechanisms.drawn.proof import proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec.errors import EntropyExhausted
from spec.gumbel import COMPARISON, TOP_K_CODE, Edge, law_of_noisy_order

Standard = Callable[[int, int], tuple[Edge, Edge]]
"""The edges at R/2^r."""

Whole = NDArray[np.int64]
"""Whole numbers below 2^62, exactly."""

BITS = 17
FINE = 48
"""Edges are rounded outwards to so many bits after the point."""

TRIED = 400
"""On so many pairs of cells the comparison itself is run."""

FAR = 1 << 60
"""Beyond every finite edge."""


class Edges(NamedTuple):
    """For each cell, what its lower and its upper edge round to."""

    lower: Whole
    upper: Whole


class Apart(NamedTuple):
    """Two noisy scores of scale 1, so far apart, and how many bits of each are drawn."""

    distance: Fraction
    bits: int = BITS


def distances() -> Iterator[Apart]:
    """Equal, near, apart and far apart, either way."""
    yield from (Apart(Fraction(distance)) for distance in ("0", "1/3", "-5"))


@cache
def edges_of(bits: int, standard: Standard) -> Edges:
    """The edges of every cell of so many bits."""
    lower, upper = np.full(2**bits, -FAR), np.full(2**bits, FAR)
    quick = in_floats(standard)
    edges = np.fromiter((quick(numerator, bits) for numerator in range(1, 2**bits)), dtype=(float, 2))
    lower[1:] = np.floor(np.ldexp(np.nextafter(edges[:, 0], -np.inf), FINE))
    upper[:-1] = np.ceil(np.ldexp(np.nextafter(edges[:, 1], np.inf), FINE))
    return Edges(lower, upper)


def in_floats(standard: Standard) -> Standard:
    """The same code, but for edges that are rounded to the nearest float: half the work of writing out fractions."""
    assert isinstance(standard, FunctionType)
    rounded = {"lower": lambda x: float(x.lower()), "upper": lambda x: float(x.upper())}
    return FunctionType(standard.__code__, standard.__globals__ | rounded, closure=standard.__closure__)


@dataclass(frozen=True)
class SeparatesCells:
    """The pairs of cells that are told apart have the promised law, all but 2^(1 - bits) of it."""

    standard: Standard = standard_gumbel.__wrapped__
    comparison: Callable[..., tuple[bool, GumbelPSRN, GumbelPSRN]] = greater_than

    def __call__(self, case: Apart) -> bool:
        """Count the pairs, and compare the shares of either answer with the law."""
        lower, upper = edges_of(case.bits, self.standard)
        if any((edges[1:] < edges[:-1]).any() for edges in (lower, upper)):
            return False
        moved = case.distance * 2**FINE
        low, high = floor(moved), ceil(moved)
        below = _below(lower + low, upper, by_bits=moved >= 0)
        above = _below(lower - high, upper, by_bits=moved <= 0)
        pairs = 4**case.bits
        wins, loses = Fraction(int(below.sum()), pairs), Fraction(int(above.sum()), pairs)
        missing = 1 - wins - loses
        shares = [share for _, share in law_of_noisy_order((case.distance, Fraction(0)), Fraction(1), 1)]
        enclosed = all(
            compare(seen, share) <= 0 <= compare(seen + missing, share)
            for seen, share in zip((wins, loses), shares, strict=True)
        )
        return enclosed and missing <= Fraction(2, 2**case.bits) and self._runs(case, below)

    def _runs(self, case: Apart, below: Whole) -> bool:
        """Where the cells are apart the comparison answers without a coin, and rightly."""
        drawn = Drawn("cells")
        for place in (drawn.below(2**case.bits) for _ in range(TRIED)):
            a = GumbelPSRN(case.distance, Fraction(1), place, case.bits)
            for other, answers in ((int(below[place]) - 1, True), (int(below[place]), False)):
                if 0 <= other < 2**case.bits:
                    b = GumbelPSRN(Fraction(0), Fraction(1), other, case.bits)
                    if self._greater(a, b) is not answers:
                        return False
        return True

    def _greater(self, a: GumbelPSRN, b: GumbelPSRN) -> bool:
        """The comparison answers, without a coin, that a is greater."""
        try:
            return self.comparison(a, b, Scripted())[0]
        except EntropyExhausted:
            return False


def _below(these: Whole, those: Whole, by_bits: bool) -> Whole:
    """For each of these lower edges, how many of those upper edges are less, both rising; or how many bits are."""
    counts = np.searchsorted(those, these)
    return np.maximum(counts, np.arange(len(these))) if by_bits else counts


PROOF = proof_of(
    TOP_K_CODE,
    Step(
        "Of two noisy scores the one is greater in as many pairs of cells as the law says, all but 2^-16 of them",
        "the running code, on every pair",
        Exhaustive("every pair of cells of 17 bits; scores 0, 1/3 and 5 scales apart", distances, SeparatesCells()),
    ),
    uses=(COMPARISON,),
)
