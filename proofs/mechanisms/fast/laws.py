"""The law of a twin, walked word by word on every kind of line, against that of the literal function."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from impl.fast.coins import Words
from impl.fast.field import Field, Together
from impl.fast.race import race
from impl.fast.rows import Rows
from impl.fast.scores import LARGEST, numbers
from impl.fast.selection import rounds, select
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import OneIn
from proofs.engine.law import by_contract
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.fast import acceptance, cells, filters, margins, race_shares, races, shares, thinning
from proofs.mechanisms.fast.tree import encloses, law_by_words
from spec.logic.claim import Claim, Kind
from spec.measurement import Measurement
from spec.space import Atom, AtomDomain, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence

LAW = Claim(
    "fast.law",
    Kind.LAW,
    "The twin of a mechanism has its law: Gumbel noise in one shot and peeled permute-and-flip, for every n up to "
    "2^26, every k, every scale, and scores of every kind",
)


class Release(NamedTuple):
    """What is released, by which line, on words of how many bits."""

    x: tuple[Atom, ...]
    scale: float
    k: int
    flip: bool
    negate: bool
    line: str
    bits: int


VECTORS: tuple[tuple[tuple[Atom, ...], float], ...] = (
    ((0.0, 0.0), 1.0),
    ((0.0, -1.0), 1.0),
    ((0.0, -0.5, -3.0), 1.0),
    ((1.0, 1.0, 0.0), 0.75),
    ((1e308, -1e308, 9e307), 1e308),
    ((float("inf"), 1.0, -float("inf")), 1.5e308),
    ((5e-324, 0.0, 1e-323), 5e-324),
    ((0.0, -1e300, -1e300), 3.0),
    ((10**400, 10**400 - 1, 0), 2.0),
    ((Fraction(1, 3), Fraction(1, 3) - Fraction(1, 10**400), Fraction(-1)), 1.0),
    ((7.0,), 0.0),
    ((2.0, 3.0, 3.0), 0.0),
    ((0.0, -LARGEST, -float("inf")), 1.0),
    ((-LARGEST, -float("inf")), 1.0),
)
"""Scores and scales: ties, gaps that overflow, underflow or lie 1e300 apart, infinities, huge integers, fractions."""
IN_A_RACE: tuple[tuple[tuple[Atom, ...], float], ...] = (((0.0, -1.0), 1.0), ((10**400, 10**400), 2.0))
"""Scores that race, two of them: every other one adds numbers to be walked."""
STEPS = (((0.0, -150.0, -300.0, -300.5), 1.0), ((0.0, -0.5, -301.0, -301.0), 1.0), ((3, 2, 1, 0), 1.0))
"""Scores of which one or two are far above the rest, so that weights are taken anew."""


def releases() -> Iterator[Release]:
    """Every vector, by lists on words of 1 bit and by arrays on words of 3; one and two indices; least ones, too.

    Steps by arrays, three indices; and two scores in a race.
    """
    for (x, scale), k, flip, (line, bits) in product(VECTORS, (1, 2), (False, True), (("few", 1), ("rows", 3))):
        yield Release(x, scale, k, flip, False, line, bits)
        if k == 1 and line == "few":
            yield Release(x, scale, k, flip, True, line, bits)
    for (x, scale), flip in product(STEPS, (False, True)):
        yield Release(x, scale, 3, flip, False, "rows", 3)
    for (x, scale), flip in product(IN_A_RACE, (False, True)):
        yield Release(x, scale, 2, flip, False, "race", 1)
    yield Release((0.0, -1.0), 1.0, 2, False, False, "together", 1)


def releases_of_neighbours() -> Iterator[Release]:
    """Scores, and the same after moves by at most 1."""
    for x, flip in product(((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.5, 1.0, 0.0)), (False, True)):
        yield Release(x, 1.0, 1, flip, False, "few", 1)


RUNS, MANY_RUNS = 500, 4000
MISSING_BY_LISTS = Fraction(1, 2**20)
"""What one index by lists and Gumbel noise may leave open."""
MISSING_IN_A_RACE = {False: Fraction(1, 8), True: Fraction(1, 3)}
"""What a race may leave open, by noise: its numbers are compared with each other (`race_shares` goes on)."""
MISSING = {
    (1, False): Fraction(1, 2**8),
    (1, True): Fraction(1, 3),
    (2, False): Fraction(1, 3),
    (2, True): Fraction(2, 3),
    (3, False): Fraction(2, 3),
    (3, True): Fraction(9, 10),
}
"""What else may be left open, by k and noise: a round of permute-and-flip has three numbers (`shares` goes on)."""


def twin_of(case: Release, words: Words) -> list[int]:
    """The twin by the line that is asked for, however few the scores are."""
    if case.line == "few" or not case.scale:
        return select(case.x, case.scale, case.k, case.negate, case.flip, words)
    values, scale, top = numbers(case.x, case.scale, case.negate)
    held = np.array(values) if isinstance(values[0], float) else values
    wanted = min(case.k, len(values))
    if case.line == "together":
        return race(Together(np.array(values), scale, float(top)), wanted, case.flip, words)
    if case.line == "race":
        return race(Field(held, scale, wanted), wanted, case.flip, words)
    return rounds(Rows(held, scale, top), wanted, case.flip, words)


def literal_of(case: Release) -> Measurement[list[int]]:
    """The mechanism itself."""
    atom = type(case.x[0])
    measure = MaxDivergence() if case.flip else ZeroConcentratedDivergence()
    space = VectorDomain(AtomDomain(atom)), LInfDistance(atom)
    return make_noisy_top_k(*space, measure, case.k, case.scale, case.negate).literal


def effort(case: Release) -> tuple[int, Fraction]:
    """In how many runs a case is walked, and what they may leave open."""
    if case.line in ("race", "together"):
        return MANY_RUNS, MISSING_IN_A_RACE[case.flip]
    if case.line == "few" and case.k == 1 and not case.flip:
        return MANY_RUNS, MISSING_BY_LISTS
    return RUNS, MISSING[case.k, case.flip]


def has_the_law_of_the_literal(case: Release) -> bool:
    """The walked law of the twin encloses the exact law of the literal function."""
    runs, missing = effort(case)
    walked = law_by_words(partial(twin_of, case), case.bits, runs)
    return encloses(walked, by_contract(literal_of(case).invoke, case.x), missing)


LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            "On short words, whose tapes are walked, the law of the twin encloses that of the literal function",
            "one index is a cell of the exponential mechanism, found by inverse transform, on a table the first draw "
            "that hits anybody, or the first proposal that "
            "permute-and-flip accepts; k are selected round by round, which is what one shot of Gumbel noise does, or "
            "in a race, in which those who are left arrive as if anew. "
            "Floats decide only beyond their proved error, so that the law is that of exact arithmetic",
            Exhaustive(
                "up to 4 scores, k = 1 to 3, both noises and directions, all lines; not walked: 2^-20 to 9/10",
                OneIn(9, releases),
                has_the_law_of_the_literal,
            ),
        ),
    ),
    uses=(
        "softmax.inverse_transform",
        "one_shot.peeling",
        "peeling.code",
        thinning.THINNING.id,
        thinning.REJECTION.id,
        shares.SHARES.id,
        filters.WEIGHTS.id,
        filters.SUMS.id,
        cells.HITS.id,
        cells.TICKS.id,
        cells.FOUND.id,
        acceptance.FLIP.id,
        acceptance.AT_ONCE.id,
        acceptance.EARLY.id,
        margins.MARGINS.id,
        races.MEMORYLESS.id,
        races.CLOCK.id,
        races.SAME.id,
        race_shares.SHARES.id,
    ),
)
