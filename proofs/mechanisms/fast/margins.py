"""Decisions next to the edges of a list's cells and next to acceptance, where floats are the first to go wrong.

On the same words, what floats decide must be what balls decide. Words are put at distances of 0 to 2^50 units of 2^-64
on both sides of an edge: the nearest must be handed to exact arithmetic, the farthest need not.
"""

import random
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import accumulate
from typing import NamedTuple

from impl.ball import Ball, ball, lower, precision
from impl.fast import exactly
from impl.fast.coins import TapeWords, Uniform
from impl.fast.line import Few
from impl.fast.selection import Acceptance, is_early
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import acceptance, filters
from proofs.mechanisms.fast.cells import BITS, DISTANCES, REST

LAST = 2**BITS - 1


class Spot(NamedTuple):
    """Scores, and a word next to an edge between their cells."""

    x: tuple[float, ...]
    scale: float
    word: int


def vectors() -> Iterator[tuple[tuple[float, ...], float]]:
    """Scores of several shapes and scales, few and many."""
    chance = random.Random(26)
    for n in (2, 3, 10, 100, 300):
        yield tuple(chance.uniform(0, 10) for _ in range(n)), 1.0
        yield tuple(float(chance.randrange(20)) for _ in range(n)), 0.7
        yield tuple(chance.gauss(0, 1) * 1e-300 for _ in range(n)), 1e-300
        yield tuple(chance.uniform(-1, 1) * 1.7e308 for _ in range(n)), 2.0**959


@cache
def edges_of(x: tuple[float, ...], scale: float) -> tuple[Ball, ...]:
    """Where the cells of a line end, as shares of it."""
    with precision(PRECISE):
        weights = [exactly.weight(gap) for gap in Few(x, scale, max(x)).gaps()]
        whole = sum(weights, ball(0))
        return tuple(edge / whole for edge in accumulate(weights))


def spots() -> Iterator[Spot]:
    """Words next to the edges of cells."""
    for x, scale in vectors():
        with precision(PRECISE):
            units = [edge * ball(2) ** BITS for edge in edges_of(x, scale)]
            edges = [int(lower(edge)) if edge > 1 else 0 for edge in units]
        for edge in edges[:: max(1, len(edges) // 4)]:
            for word in {edge + side * distance for distance in DISTANCES for side in (-1, 1)}:
                if 0 <= word <= LAST:
                    yield Spot(x, scale, word)


PRECISE = BITS * (len(REST) + 2)
"""So many bits tell all these words from every edge."""


def tape(*first: int) -> TapeWords:
    """These words, and then the others."""
    return TapeWords(BITS, (*first, *REST))


def is_placed_as_by_balls(spot: Spot) -> bool:
    """The line picks the cell in which balls find the same word."""
    return Few(spot.x, spot.scale, max(spot.x)).draw(tape(spot.word)) == cell_of(spot)


def cell_of(spot: Spot) -> int | None:
    """The one cell in which the number lies whose first bits are all these words; None if balls find none."""
    edges = edges_of(spot.x, spot.scale)
    number = reduce(lambda known, word: known << BITS | word, (spot.word, *REST))
    with precision(PRECISE):
        low, high = (ball(Fraction(end, 2 ** (BITS * (1 + len(REST))))) for end in (number, number + 1))
        place = bisect_right(edges, low)
        surely = (place == 0 or edges[place - 1] <= low) and high <= edges[place]
    return place if surely else None


class Flip(NamedTuple):
    """Two candidates, the second picked, a V, and an A next to acceptance."""

    gap: Fraction
    v: int
    a: int


def flips() -> Iterator[Flip]:
    """Words A next to s/(1 - (1 - s) p)."""
    chance = random.Random(7)
    for gap in (Fraction(1, 2**40), Fraction(1, 8), Fraction(1), Fraction(5, 2), Fraction(20)):
        for v in (1, 2**40, 2**44 + 1, 2**60, 2**63, LAST, *(chance.getrandbits(BITS) for _ in range(6))):
            with precision(512):
                p = exactly.weight(gap)
                s = (Uniform(v, tape()).enclosed.log() / (1 + p)).exp()
                edge = (s / (1 - (1 - s) * p)).mid()
            near = int(float(edge) * 2.0**BITS)
            for a in {near + side * distance for distance in DISTANCES for side in (-1, 1)}:
                if 0 <= a <= LAST:
                    yield Flip(gap, v, a)


def is_accepted_as_by_balls(case: Flip) -> bool:
    """The second of two candidates is accepted if balls accept it on the same words."""
    line = Few((0.0, -float(case.gap)), 1.0, 0.0)
    others = tape()
    by_balls = exactly.accepts(Uniform(case.a, others), [Uniform(case.v, others)], line.gap(1), line.exact_length)
    if is_early(case.a, case.v, line, 2.0**-BITS) and not by_balls:
        return False
    return Acceptance(tape()).accepts(line, 1, line.share(1), case.a, [case.v]) == by_balls


MARGINS = lemma(
    "fast.margins",
    "Next to an edge floats leave the decision to balls, and farther off both agree",
    Step(
        "A word next to the edge of a cell is placed as balls place it",
        "on the same words; few and many candidates, gaps near the limits of floats",
        Exhaustive("words up to 2^50 units of 2^-64 from edges of cells", OneIn(3, spots), is_placed_as_by_balls),
    ),
    Step(
        "A word next to acceptance is accepted as balls accept it",
        "on the same words; times V from the least to the greatest",
        Exhaustive("words up to 2^50 units of 2^-64 from acceptance", flips, is_accepted_as_by_balls),
    ),
    uses=(filters.WEIGHTS.id, filters.SUMS.id, acceptance.FLIP.id),
)
