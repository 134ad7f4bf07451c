"""Why the cells of a `Table` are long enough, why draws from them have the law of the weights, and what floats tell.

Notation: q is the gap of a candidate over the scale, w = e^-q its weight, c its cell, a whole number, and T the sum of
all cells; a weight of 1 is as long as a power of 2, called 1 below where lengths are compared with it.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from impl.ball import ball, precision
from impl.fast.coins import TapeWords, Uniform
from impl.fast.line import MOST_SCORES
from impl.fast.scores import LARGEST, LEAST
from impl.fast.table import COLUMNS, DEPTH_ERROR, FARTHEST, LONGEST, MANTISSA, NOBODY, ONE, SPOT_ERROR, Table
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.mechanisms.fast.filters import ACCURATE, FLOATS, LIBRARY, UNIT, power
from proofs.mechanisms.fast.races import CURVE, MEMORYLESS, W, s, t
from proofs.mechanisms.fast.undecided import TANGENT, e
from spec.logic.formula import Sort, Symbol, absolute, both, exp, implies, term

# Cells

g, L = Symbol("g", Sort.UNIT), Symbol("L", Sort.POSITIVE)
a, b, d, z = Symbol("a"), Symbol("b"), Symbol("d"), Symbol("z", Sort.NONNEGATIVE)
n, one = Symbol("n", Sort.NONNEGATIVE), Symbol("one", Sort.NONNEGATIVE)

CHORD = lemma(
    "fast.cells.chord",
    Step(
        exp(-(g * L)) <= 1 - g + g * exp(-L),
        "the tangent at g·L is below e^-x at both ends, and so is the chord between them above it. With L = ln 2: the "
        "bits of 2^k (1 - g/2), as a whole number, are those of 2^k, less g·2^52, or without the last 12 of them less "
        "g·2^40; so a float with these bits is at least 2^(k - g)",
        Smt(),
        using=(
            Instance(CURVE.id, {e: g * L}),
            Instance(TANGENT.id, {e: (1 - g) * L}),
            Instance(MEMORYLESS.id, {W: L, s: g, t: 1 - g}),
        ),
    ),
)


class Cell(NamedTuple):
    """The best of two scores, the other, and the scale."""

    top: float
    other: float
    scale: float


def pairs() -> Iterator[Cell]:
    """Gaps of every size, next to powers of 2 and between them, at scales from the least to the largest."""
    chance = random.Random(52)
    for exponent in (-1074, -1000, -960, -300, -30, -1, 0, 1, 30, 300, 900, 959):
        scale = 2.0**exponent * chance.uniform(1, 1.9) if exponent > -1022 else LEAST
        for gap in (0.0, LEAST, *(2.0 ** chance.uniform(-60, 11) for _ in range(60)), 17.5, 18.0, 18.5, 700.0, 1e300):
            below = min(gap * scale, LARGEST)
            for top in (0.0, below, chance.uniform(-1, 1) * scale):
                yield Cell(top, max(top - below, -LARGEST), scale)


def is_long_enough(case: Cell) -> bool:
    """The cell of the running code is at least the weight, and at most 1/15 and 1 more."""
    table = Table(np.array([case.top, case.other]), case.scale, case.top)
    cell = table.cell(1)
    with precision(4096):
        least = table.one * table.weight(1)
        return bool(least <= cell) and bool(16 * least >= 15 * (cell - 1))


CELLS = lemma(
    "fast.cells",
    "Every cell is a whole number and at least w, for all scores and scales; all sums of cells are exact",
    Step(
        implies(
            both(absolute(a) <= term(2 * LIBRARY), z <= term(int(FARTHEST) * 2), absolute(d) <= Fraction(1, 2)),
            z * (1 + a) + d <= z + term(int(ONE - 1023 * MANTISSA)),
        ),
        "what is to be taken away from the first 52 bits is q/(ln 2)·2^40, off by the logarithm's error and some "
        "roundings; the difference is between 2^52 and 2^53, so that it is rounded to a whole number, which its last "
        "52 bits are: all that is less than the 2^10 that cells are longer by",
        Smt(),
    ),
    Step(
        term(LONGEST) * power(999) <= 1,
        "a gap beyond 1000 octaves has a weight far below the least cell, 1: rounded up, no cell is 0",
        Smt(),
    ),
    Step(
        implies(
            both(n >= 1, n <= MOST_SCORES, 17 * n * (one + 1) <= 16 * term(LONGEST)),
            n * (one * Fraction(17, 16) + 1) <= term(LONGEST),
        ),
        "with `one` the length of a weight of 1, n cells add up to a whole number up to 2^53, and so do all parts of "
        "the sum: floats and 64 bits hold them exactly, in any order",
        Smt(),
    ),
    Step(
        "The cell of the running code is at least w, and at most 1/15 and 1 more",
        "by balls of 4096 bits",
        Exhaustive("gaps and scales from the least to the largest", OneIn(3, pairs), is_long_enough),
    ),
    uses=(CHORD.id, FLOATS.id, ACCURATE.id),
)

# Hits

c, w, T, other = (Symbol(name, Sort.POSITIVE) for name in ("c", "w", "T", "w'"))

HITS = lemma(
    "fast.hits",
    Step(
        ((c / T) * (w / c)).eq(w / T),
        "a uniform number is in the cell c with probability c/T, and then in the candidate's part with w/c, w as long "
        "as its weight",
        Symbolic(),
    ),
    Step(
        ((w / T) / ((w + other) / T)).eq(w / (w + other)),
        "so that, given that it hits one of those left, w' the weight of all others, it hits each by its weight",
        Symbolic(),
    ),
    uses=(CELLS.id,),
)
TICKS = lemma(
    "fast.ticks",
    Step(
        (exp(-(T * t)) * exp(T * t * (1 - w / T))).eq(exp(-(w * t))),
        "if draws come at the times of a Poisson process of rate T, m of them by time t with probability "
        "e^-Tt (T t)^m/m!, none of them hits anybody with probability (1 - w/T)^m, w the weight of all: added up over "
        "all m, nobody is hit by t with probability e^-wt. So the times of hits are those of a process of rate w, and "
        "those at which one candidate is hit of one of its own weight",
        Symbolic(),
    ),
    uses=(HITS.id,),
)

# What floats tell

q, E, T_ = Symbol("q", Sort.NONNEGATIVE), Symbol("e^(q/2)", Sort.POSITIVE), Symbol("T", Sort.NONNEGATIVE)

DEPTHS = lemma(
    "fast.depths",
    "The floats of w and of where in its cell a number is are off by 2^-40, beside the bits not drawn; where many are "
    "found at once, by 2^-50 T more",
    Step(
        implies(E >= 1 + q / 2, q <= E * E / 2),
        "q e^-q ≤ 1/2: a gap, off by 2^-51 of it, moves its weight by 2^-51 q w ≤ 2^-52, as long as that is little",
        Smt(),
    ),
    Step(
        term(power(51)) + term(2 * LIBRARY) + term(4 * UNIT) <= term(Fraction(DEPTH_ERROR)) / 8,
        "the library adds 2^-46; where in the cell a number is, is a whole number and a fraction below 1, added up by "
        "floats below 2",
        Smt(),
    ),
    Step(
        implies(
            both(absolute(a) <= term(UNIT), absolute(b) <= term(UNIT), absolute(d) <= term(UNIT) * T_),
            absolute(T_ * (1 + a) * (1 + b) - T_) + absolute(d) <= term(Fraction(SPOT_ERROR)) * T_,
        ),
        "where many are found at once, a spot is a word as a float, times T, less where its cell starts: three "
        "roundings",
        Smt(),
    ),
    uses=(CELLS.id, FLOATS.id, ACCURATE.id),
)


class Spot(NamedTuple):
    """Scores at a scale, and a word next to where a cell, or a candidate's part of it, starts or ends."""

    x: tuple[float, ...]
    scale: float
    word: int


BITS = 64
REST = (2**63 + 12345, 2**61 + 7, *range(2**60, 2**60 + 20))
"""Words that follow, the same for everybody."""
DISTANCES = (0, 1, 2, 2**4, 2**8, 2**11, 2**16, 2**20, 2**22, 2**24, 2**28, 2**34, 2**40, 2**50)
"""How far from an edge, in units of 2^-64."""


def vectors() -> Iterator[tuple[tuple[float, ...], float]]:
    """Scores of several shapes and scales, one by one and in rows."""
    chance = random.Random(26)
    for n in (2, 3, COLUMNS + 1, 300):
        yield tuple(chance.uniform(0, 10) for _ in range(n)), 1.0
        yield tuple(float(chance.randrange(20)) for _ in range(n)), 0.7
        yield tuple(chance.gauss(0, 1) * 1e-300 for _ in range(n)), 1e-300
        yield tuple(chance.uniform(-1, 1) * 1.7e308 for _ in range(n)), 2.0**959
    yield (0.0,) * 40, 1.0


@cache
def table_of(x: tuple[float, ...], scale: float) -> Table:
    """The table of these scores."""
    return Table(np.array(x), scale, max(x), single=COLUMNS)


@cache
def lengths(table: Table) -> list[int]:
    """All cells of a table, in order."""
    return list(map(table.cell, range(len(table.values))))


def spots() -> Iterator[Spot]:
    """Words next to the edges of cells, and of what is a candidate's in them."""
    for x, scale in vectors():
        table = table_of(x, scale)
        cells = lengths(table)
        for place in range(0, len(x), max(1, len(x) // 4)):
            start = sum(cells[:place])
            own = float(table.one * np.exp((x[place] - max(x)) / scale))
            for edge in (Fraction(start), start + Fraction(own), Fraction(start + cells[place])):
                near = int(edge / table.total * 2**BITS)
                words = {near + side * distance for distance in DISTANCES for side in (-1, 1)}
                yield from (Spot(x, scale, word) for word in sorted(words) if 0 <= word < 2**BITS)


def found_slowly(table: Table, number: Fraction) -> int | None:
    """Whom a number hits, by adding up all cells; None if balls do not tell."""
    spot = number * table.total
    for place, cell in enumerate(lengths(table)):
        if spot < cell:
            with precision(BITS * (len(REST) + 3)):
                own = table.one * table.weight(place)
                return place if own > ball(spot) else NOBODY if own <= ball(spot) else None
        spot -= cell
    return None


def is_found(case: Spot) -> bool:
    """Floats, if they tell, and balls find the candidate that all bits of the number tell."""
    table = table_of(case.x, case.scale)
    number = Fraction(0)
    for turn, word in enumerate((case.word, *REST), start=1):
        number += Fraction(word, 2 ** (BITS * turn))
    due = found_slowly(table, number)
    tapes = [TapeWords(BITS, tape) for tape in ((case.word, *REST), REST)]
    found, exactly = table.find(tapes[0].word(), tapes[0]), table.find_exactly(Uniform(case.word, tapes[1]))
    many, are_told = table.find_all([case.word, case.word], TapeWords(BITS, ()))
    return due is not None and found == exactly == due and (not are_told or many.tolist() == [due, due])


FOUND = lemma(
    "fast.found",
    "Next to the edge of a cell, or of what is a candidate's in it, floats leave the decision to balls, and farther "
    "off both agree",
    Step(
        "A word next to an edge is placed as all of its bits tell, by floats, by balls, and among many",
        "on the same words; one by one and in rows, gaps near the limits of floats",
        Exhaustive("words up to 2^50 units of 2^-64 from edges", OneIn(3, spots), is_found),
    ),
    uses=(CELLS.id, HITS.id, DEPTHS.id),
)
