"""How many coins a twin uses: few beyond the entropy of its output."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from impl.ball import ball, precision
from impl.fast.coins import Words
from impl.fast.line import MOST_SCORES
from impl.fast.selection import select
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.law import Law
from proofs.engine.law.cost import entropy, mean_coins
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import filters
from spec.exponential_mechanism import law_of_exponential_mechanism
from spec.logic.formula import Sort, Symbol, both, implies, term

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


n, edges = Symbol("n", Sort.NONNEGATIVE), Symbol("P")
THRIFT = lemma(
    "fast.thrift",
    "A thrifty release of one index by the exponential mechanism takes at most H + 3 coins on average, one from words "
    "of 64 bits at most H + 66, H the entropy of its law in bits",
    Step(
        "The mean number of coins is at most H + 3",
        "coin by coin; a cell falls into at most two dyadic intervals of each length below its own",
        Exhaustive("eight vectors of up to 12 scores, 40 coins deep", vectors, is_thrifty),
    ),
    Step(
        implies(both(n <= MOST_SCORES, edges <= 2 * n * term(Fraction(1, 2**37))), 64 + 64 * edges <= 66),
        "from words: a second one is drawn only if U is within the margin of one of n edges, and the margin, "
        "2 (2^-42 + 2^14·2^-53 + 2^-53), is below 2^-37: at most 64 + 64·2 n 2^-37 coins; a third word is rarer still",
        Smt(),
    ),
    uses=(filters.WEIGHTS.id, filters.SUMS.id, "softmax.inverse_transform"),
)
