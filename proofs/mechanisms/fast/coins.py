"""How many coins a twin uses: few beyond the entropy of its output."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from impl.ball import ball, precision
from impl.fast import table
from impl.fast.coins import Words
from impl.fast.line import FEW
from impl.fast.selection import select
from impl.fast.table import LONGEST
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.law import Law
from proofs.engine.law.cost import entropy, mean_coins
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import filters
from spec.exponential_mechanism import law_of_exponential_mechanism
from spec.logic.formula import Sort, Symbol, both, implies, ln, term

DEEP = 40
"""Coins after which the walk stops; of tapes of d coins at most 2 n are not enough, so that the rest adds little."""


class Vector(NamedTuple):
    """Scores, in units of the scale."""

    x: tuple[float, ...]


def vectors() -> Iterator[Vector]:
    """Equal scores, near and far ones, and shares that no dyadic number meets."""
    yield from map(Vector, ((0.0, 0.0), (0.0, -1.0), (0.0, -0.01, -0.02), (0.0,) * 5, (0.0,) * 8, (0.0, -30.0)))
    yield Vector((0.0, -1.0, -2.0, -5.0))
    yield Vector(tuple(-float(i) for i in range(12)))


def is_thrifty(case: Vector) -> bool:
    """At most H + 3 coins on average."""
    mean, goes_on = mean_coins(partial(released, case.x), DEEP)
    given = entropy(Law(tuple(law_of_exponential_mechanism(tuple(map(Fraction, case.x)), Fraction(1))), Fraction(0)))
    with precision(128):
        return bool(ball(mean + 4 * len(case.x) * goes_on) <= given + 3)


def released(x: tuple[float, ...], words: Words) -> list[int]:
    """One index by the exponential mechanism, on these words."""
    return select(x, 1.0, 1, False, False, words)


class Table(NamedTuple):
    """The gap between the best and all others, who are equal, and how many there are."""

    gap: float
    n: int


def tables() -> Iterator[Table]:
    """Cells that are longer than weights by as much as can be, and by nothing; one candidate that is sure, and none."""
    yield from (Table(gap, n) for gap in (0.0, 0.3, 1.0, 3.0, 7.0, 12.1, 300.0) for n in (101, 2000, 10**5, 10**7))


def is_within_66(case: Table) -> bool:
    """64 T/W coins are at most H + 66, by the cells of the running code."""
    two = table.Table(np.array([0.0, -case.gap]), 1.0, 0.0)
    two.one = table.length_of_one(case.n)
    two.lay(0.0)
    with precision(512):
        w = two.weight(1)
        mass = 1 + (case.n - 1) * w
        length = ball(two.cell(0) + (case.n - 1) * two.cell(1)) / two.one
        given = (mass.log() + (case.n - 1) * w * ball(Fraction(case.gap)) / mass) / ball(2).log()
        return bool(64 * length / mass <= given + 66)


n, edges = Symbol("n", Sort.NONNEGATIVE), Symbol("P", Sort.NONNEGATIVE)
p, X, H, L = Symbol("p", Sort.UNIT), Symbol("T/W", Sort.POSITIVE), Symbol("H", Sort.NONNEGATIVE), Symbol("ln 2")
FEW_EDGES = Fraction(1, 2**14)
ON_A_TABLE = both(L > 0, 10 * L <= 7, edges <= term(FEW_EDGES), X <= 1 + (1 - p) / 16 + p / 50)

THRIFT = lemma(
    "fast.thrift",
    "A thrifty release of one index by the exponential mechanism takes at most H + 3 coins on average, one from words "
    "of 64 bits at most H + 66, for up to 10^7 scores; H is the entropy of its law in bits",
    Step(
        "The mean number of coins is at most H + 3",
        "coin by coin; a cell falls into at most two dyadic intervals of each length below its own",
        Exhaustive("eight vectors of up to 12 scores, 40 coins deep", vectors, is_thrifty),
    ),
    Step(
        implies(both(n <= FEW, edges <= 2 * n * term(Fraction(1, 2**37))), 64 + 64 * edges <= 66),
        "from words, on a list: a second one is drawn only if U is within the margin of one of n edges, and the "
        "margin, 2 (2^-42 + 2^-46 + 2^-53), is below 2^-37: at most 64 + 64·2 n 2^-37 coins; a third word is "
        "rarer still",
        Smt(),
    ),
    Step(
        both(17 * term(10**7) * term(2**29 + 1) <= 16 * term(LONGEST), 50 * term(10**7) <= term(2**29)),
        "on a table: up to 10^7 candidates have a weight of 1 that is 2^29 long, so that rounding up makes their cells "
        "longer by 1/50 of that together. The best is no longer than its weight, and others by 1/16 at most: with p "
        "the probability of the best, T/W draws take 1 + (1 - p)/16 + p/50 words on average",
        Smt(),
    ),
    Step(
        ln(term(Fraction(7, 20))) <= term(Fraction(-104, 100)),
        "no probability is above p, so that H ln 2 is at least -ln p: by ln x ≤ x - 1, at least 1 - p, and at least "
        "1.04 + 1 - p/0.35",
        Balls(({L: 0},)),
    ),
    Step(
        implies(both(ON_A_TABLE, 2 * p >= 1, H * L >= 1 - p), 64 * X * (1 + edges) <= H + 66),
        "if the best is likelier than not; a second word is drawn next to an edge, with a probability below 2^-14",
        Smt(),
    ),
    Step(
        implies(
            both(ON_A_TABLE, 2 * p <= 1, 35 * H * L >= 35 * Fraction(204, 100) - 100 * p),
            64 * X * (1 + edges) <= H + 66,
        ),
        "if not",
        Smt(),
    ),
    Step(
        "64 T/W is at most H + 66 for the cells of the running code",
        "one best, and others that are equal, at gaps at which cells are longest",
        Exhaustive("up to 10^7 scores", tables, is_within_66),
    ),
    uses=(filters.WEIGHTS.id, filters.SUMS.id, "fast.cells", "fast.hits", "softmax.inverse_transform"),
)
