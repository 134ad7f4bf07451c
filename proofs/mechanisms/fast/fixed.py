"""Why fixed coins are enough, and tell nothing: releases on three words for each uniform number, and no more."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from impl.ball import ball, lower, precision
from impl.fast.coins import WORDS_A_NUMBER, FixedWords
from impl.fast.exactly import GUARD_BITS
from impl.fast.fixed import by_balls, by_floats, cells_at, float_gaps, select_fixed, surely_in
from impl.fast.line import MOST_SCORES
from impl.fast.selection import select
from impl.fast.twin import LOST, TopK
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.law import Law, by_contract
from proofs.engine.law.cost import is_enough
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import coins, undecided
from proofs.mechanisms.fast.thinning import FIRST
from proofs.mechanisms.fast.tree import encloses, law_by_words
from proofs.mechanisms.fast.undecided import BITS, P, k, n
from spec.logic.formula import both, implies, term
from spec.space import AtomDomain, LInfDistance, MaxDivergence, VectorDomain
from spec.weights import ExpRatio


class Shape(NamedTuple):
    """Scores, the number of indices, and the noise."""

    x: tuple[float, ...]
    k: int
    flip: bool


def shapes() -> Iterator[Shape]:
    """Equal, near, far, and overflowing scores."""
    for size, wanted in ((1, 1), (2, 1), (2, 2), (10, 3), (200, 5), (600, 4)):
        for x in ((0.0,) * size, tuple(map(float, range(size))), tuple((-1.0) ** j * 1e308 for j in range(size))):
            yield from (Shape(x, wanted, flip) for flip in (False, True))


def uses_no_other_coins(case: Shape) -> bool:
    """Three words a number are drawn, and they are enough."""
    twin = TopK(VectorDomain(AtomDomain(float)), 1.0, case.k, False, case.flip, "fixed")
    words = twin.words(case.x)
    assert isinstance(words, FixedWords)
    released = select(case.x, 1.0, case.k, False, case.flip, words)
    return len(set(released)) == case.k and words.coins == (384 if case.flip else 192) * case.k


def is_off_by_edges_alone(case: coins.Vector) -> bool:
    """Among 2^12 tapes, those without an answer are at most twice as many as there are edges, on average over words."""
    release = partial(coins.released, case.x)
    undecided = sum(not is_enough(release, 4, (tape >> 8, tape >> 4 & 15, tape & 15)) for tape in range(2**12))
    return undecided <= 2 * len(case.x)


class Short(NamedTuple):
    """Scores, and the bits of V and U."""

    x: tuple[float, ...]
    bits: int


def short_numbers() -> Iterator[Short]:
    """Ties, near and far scores, on numbers of 7 bits."""
    yield from (Short(x, 7) for x in ((0.0, -1.0), (0.0, 0.0, -0.5), (0.0, -0.5, -3.0), (0.0, -1e300, -0.25, -0.5)))


def literal_law(x: tuple[float, ...], k: int) -> Law[ExpRatio]:
    """The law of peeled permute-and-flip."""
    space = VectorDomain(AtomDomain(float)), LInfDistance(float)
    return by_contract(make_noisy_top_k(*space, MaxDivergence(), k, 1.0, False).literal.invoke, x)


def is_the_law_but_for_what_is_undecided(case: Short) -> bool:
    """Every index is selected with its probability, or less, and what is missing, an eighth at most, is undecided."""
    gaps, size, seen = [Fraction(max(case.x)) - Fraction(score) for score in case.x], 2**case.bits, Counter[int]()
    with precision(GUARD_BITS + 2 * case.bits):
        edges = [ball(Fraction(u, size)) for u in range(size + 1)]
        for v in range(1, size):
            cells = cells_at(gaps, v, case.bits)
            places = [surely_in(cells, low, high) for low, high in pairwise(edges)]
            seen.update(place for place in places if place is not None)
    law = tuple(((place,), Fraction(count, size**2)) for place, count in seen.items())
    missing = 1 - Fraction(seen.total(), size**2)
    return encloses(Law(law, missing), literal_law(case.x, 1), Fraction(1, 8))


class Peeled(NamedTuple):
    """Scores and the number of indices, on words of one bit."""

    x: tuple[float, ...]
    k: int


def short_words() -> Iterator[Peeled]:
    """All tapes of 6 and of 12 coins."""
    yield from (Peeled((0.0, -0.5, -3.0), 1), Peeled((0.0, -1.0), 2))


def is_peeled_but_for_what_is_undecided(case: Peeled) -> bool:
    """On every tape: each order has its probability, or less."""
    walked = law_by_words(lambda words: select_fixed(case.x, 1.0, case.k, False, words), 1, 2**14)
    return encloses(walked, literal_law(case.x, case.k), Fraction(1, 2))


class Between(NamedTuple):
    """The gap between two candidates, and v of so many bits."""

    gap: Fraction
    v: int
    bits: int


def edges() -> Iterator[Between]:
    """One edge, at numbers V of 12 and of 192 bits, from the least to the greatest."""
    for gap in (Fraction(0), Fraction(1, 1000), Fraction(1), Fraction(30)):
        yield from (Between(gap, v, 12) for v in (8, 9, 100, 1000, 2**12 - 1))
        yield from (Between(gap, v, BITS) for v in (8, 2**100 + 1, 2**191, 2**192 - 1))


def leaves_little_undecided(case: Between) -> bool:
    """At most 64 2^B/v + 2 numbers u are undecided, found by halving."""

    def first(beyond: Fraction) -> int:
        low, high = 0, 2**case.bits
        while low < high:
            middle = (low + high) // 2
            place = by_balls((Fraction(0), case.gap), case.v, middle, case.bits)
            low, high = (low, middle) if (beyond if place is None else place) > Fraction(1, 2) else (middle + 1, high)
        return low

    undecided = first(Fraction(0)) - first(Fraction(1))
    return 0 <= undecided <= Fraction(64 * 2**case.bits, case.v) + 2


class Spot(NamedTuple):
    """Scores, a v, and a u next to an edge, both of 192 bits."""

    x: tuple[float, ...]
    v: int
    u: int


def spots() -> Iterator[Spot]:
    """Numbers u at distances of 2^-20 to 2^-192 from an edge, on both sides."""
    chance = random.Random(384)
    for size, v in product((2, 10, 150), (2**128, 2**150 + 1, 2**191, 2**192 - 1)):
        x = tuple(chance.choice((0.0, chance.uniform(0, 5), chance.gauss(0, 40))) for _ in range(size))
        with precision(512):
            cells = cells_at([Fraction(max(x)) - Fraction(score) for score in x], v, BITS)
            whole = sum(cells, ball(0))
            edges = [lower(end / whole * 2**BITS).__floor__() for end in accumulate(cells)]
        for edge, distance in product(edges[:: max(1, size // 2)], (20, 28, 29, 30, 31, 40, 60, 192)):
            for u in (edge - 2 ** (BITS - distance), edge + 2 ** (BITS - distance)):
                if 0 <= u < 2**BITS:
                    yield Spot(x, v, u)


def is_placed_as_by_balls(case: Spot) -> bool:
    """Floats leave the place open, or give that of balls."""
    top = max(case.x)
    by_float = by_floats(float_gaps(case.x, top, 1.0), case.v, case.u, BITS)
    gaps = [Fraction(top) - Fraction(score) for score in case.x]
    return by_float is None or by_float == by_balls(gaps, case.v, case.u, BITS)


FIXED = lemma(
    "fast.fixed",
    "On fixed coins a release of k indices draws 192 min(k, n) coins by Gumbel noise and 384 min(k, n) by "
    "permute-and-flip, whatever the scores, and its law is that of the mechanism up to a total variation of 2^-100",
    Step(
        implies(
            both(n <= MOST_SCORES, k <= n, P <= k * (2 * n) * term(Fraction(1, 2 ** (64 * WORDS_A_NUMBER)))),
            P <= term(LOST),
        ),
        "Gumbel noise: a pick is undecided after three words if the dyadic interval of length 2^-192 that they leave "
        "meets an edge, which balls widen by less than its length: at most 2 n of 2^192 intervals, for each of k "
        "picks. Only then is another answer given than on more words, and that answer does not look at the scores",
        Smt(),
    ),
    Step(
        "The number of coins is the same whatever the scores",
        "all words are drawn before the first is used, and no number ever asks for more",
        Exhaustive("scores of several shapes and sizes", shapes, uses_no_other_coins),
    ),
    Step(
        "With short words the law of Gumbel noise is off by no more than the share of undecided intervals",
        "three words of 4 bits: every tape is tried, and counts for the index that it gives, or for none",
        Exhaustive("vectors of up to 12 scores", OneIn(3, coins.vectors), is_off_by_edges_alone),
    ),
    Step(
        "With short numbers the law of permute-and-flip is off by no more than the share of undecided ones",
        "all V and U of 7 bits are tried, and count for the index that they give, or for none",
        Exhaustive("up to 4 scores", short_numbers, is_the_law_but_for_what_is_undecided),
    ),
    Step(
        "With short words, so is the law of one and of two indices",
        "words of one bit: every tape is tried, and counts for the indices that it gives, or for none",
        Exhaustive("up to 3 scores, up to 12 coins", short_words, is_peeled_but_for_what_is_undecided),
    ),
    Step(
        "For each v from 8 on, an edge leaves at most 64·2^B/v + 2 of the 2^B numbers u undecided",
        "V is known up to 1/v of itself, and so is ln s: cells are known up to a factor 1 ± 16/v, and an edge up to "
        "32/v on both sides. Added up over v, with v < 8 given up: the share 2^-B (8 + n (64 H + 2)) of `delta`",
        Exhaustive("one edge, numbers of 12 and 192 bits", OneIn(3, edges), leaves_little_undecided),
    ),
    Step(
        "Next to an edge floats leave the place of U open, and farther off they find that of balls",
        "on the same v and u; few and many candidates, times from the least to the greatest",
        Exhaustive("numbers u from 2^-192 to 2^-20 next to edges", spots, is_placed_as_by_balls),
    ),
    uses=(
        coins.THRIFT.id,
        FIRST.id,
        undecided.PLACE.id,
        undecided.RESIDUAL.id,
        undecided.CELLS.id,
        undecided.SUMS.id,
        undecided.ROUGHLY.id,
        undecided.GROWTH.id,
        undecided.NEWTON.id,
        undecided.STEPS_ENOUGH.id,
        undecided.KNOWN.id,
        undecided.COUNT.id,
        undecided.HARMONIC.id,
        undecided.DELTA.id,
    ),
)
CHAPTER = chapter(FIRST, undecided.CHAPTER, FIXED)
