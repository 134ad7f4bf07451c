"""How many coins a twin uses: few beyond the entropy of its output, or a number that no score has a say in."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from impl.ball import Ball, ball, precision
from impl.fast.coins import FixedWords
from impl.fast.selection import MOST_SCORES, select
from impl.fast.twin import WORDS_A_PICK
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import filters
from proofs.mechanisms.fast.tree import TapeWords
from spec.errors import EntropyExhausted
from spec.logic.formula import Sort, Symbol, both, implies, term

DEEP = 40
"""Coins after which the walk stops; what is left is counted as if it never shrank by more than half a coin."""


class Vector(NamedTuple):
    """Scores, in units of the scale."""

    x: tuple[float, ...]


def vectors() -> Iterator[Vector]:
    """Equal scores, near and far ones, and shares that no dyadic number meets."""
    yield from map(Vector, ((0.0, 0.0), (0.0, -1.0), (0.0, -0.01, -0.02), (0.0,) * 5, (0.0,) * 8, (0.0, -30.0)))
    yield Vector((0.0, -1.0, -2.0, -5.0))
    yield Vector(tuple(-float(i) for i in range(12)))


def mean_coins(x: tuple[float, ...]) -> Fraction:
    """The mean number of coins of one thrifty release, or a little more."""
    mean = Fraction(0)
    waiting: list[tuple[int, ...]] = [()]
    for depth in range(DEEP):
        waiting = [tape for tape in waiting if not ends(x, tape)]
        mean += Fraction(len(waiting), 2**depth)
        waiting = [(*tape, coin) for tape in waiting for coin in (0, 1)]
    return mean + Fraction(4 * len(x), 2**DEEP)


def ends(x: tuple[float, ...], tape: tuple[int, ...]) -> bool:
    """Whether these coins are enough."""
    try:
        select(x, 1.0, 1, False, False, TapeWords(1, tape))
    except EntropyExhausted:
        return False
    return True


def entropy(x: tuple[float, ...]) -> Ball:
    """The entropy of the exponential mechanism, in bits."""
    weights = [ball(Fraction(score)).exp() for score in x]
    whole = sum(weights, ball(0))
    return -sum((w / whole * (w / whole).log() for w in weights), ball(0)) / ball(2).log()


def is_thrifty(case: Vector) -> bool:
    """At most H + 3 coins on average."""
    with precision(128):
        return bool(ball(mean_coins(case.x)) <= entropy(case.x) + 3)


n, k, edges = Symbol("n", Sort.NONNEGATIVE), Symbol("k", Sort.NONNEGATIVE), Symbol("P")
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


class Shape(NamedTuple):
    """Scores and the number of indices."""

    x: tuple[float, ...]
    k: int


def shapes() -> Iterator[Shape]:
    """Equal, near, far, and overflowing scores."""
    for size, wanted in ((1, 1), (2, 1), (2, 2), (10, 3), (200, 5), (600, 4)):
        for x in ((0.0,) * size, tuple(map(float, range(size))), tuple((-1.0) ** j * 1e308 for j in range(size))):
            yield Shape(x, wanted)


def uses_no_other_coins(case: Shape) -> bool:
    """Three words a pick are drawn, and they are enough."""
    words = FixedWords(WORDS_A_PICK * case.k)
    released = select(case.x, 1.0, case.k, False, False, words)
    return len(set(released)) == case.k and words.coins == 192 * case.k


def is_off_by_edges_alone(case: Vector) -> bool:
    """Among 2^12 tapes, those without an answer are at most twice as many as there are edges, on average over words."""
    undecided = sum(not ends_in_words(case.x, tape) for tape in range(2**12))
    return undecided <= 2 * len(case.x)


def ends_in_words(x: tuple[float, ...], tape: int) -> bool:
    """Whether three words of 4 bits are enough."""
    try:
        select(x, 1.0, 1, False, False, TapeWords(4, (tape >> 8, tape >> 4 & 15, tape & 15)))
    except EntropyExhausted:
        return False
    return True


FIXED = lemma(
    "fast.fixed",
    "On fixed coins a release of k indices by Gumbel noise draws 192 min(k, n) coins, whatever the scores, and its law "
    "is that of the mechanism up to a total variation of 2^-100",
    Step(
        implies(
            both(n <= MOST_SCORES, k <= n, edges <= k * (2 * n) * term(Fraction(1, 2 ** (64 * WORDS_A_PICK)))),
            edges <= term(Fraction(1, 2**100)),
        ),
        "a pick is undecided after three words if the dyadic interval of length 2^-192 that they leave meets an edge, "
        "which balls widen by less than its length: at most 2 n of 2^192 intervals, for each of k picks. Only then is "
        "another answer given than on more words, and that answer does not look at the scores",
        Smt(),
    ),
    Step(
        "The number of coins is the same whatever the scores",
        "all words are drawn before the first is used, and picks never ask for more",
        Exhaustive("scores of several shapes and sizes", shapes, uses_no_other_coins),
    ),
    Step(
        "With short words the law is off by no more than the share of undecided intervals",
        "three words of 4 bits: every tape is tried, and counts for the index that it gives, or for none",
        Exhaustive("vectors of up to 12 scores", vectors, is_off_by_edges_alone),
    ),
    uses=(THRIFT.id,),
)
