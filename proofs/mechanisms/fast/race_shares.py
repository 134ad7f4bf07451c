"""The shares of all words by which a race is decided, measured from the code that runs.

All numbers but one are given, and the edge of that one is found by halving, to the last bit of a word: when it lets a
candidate arrive before another, alone or in a crowd, at first or again, who of a crowd it is, and whom a coin accepts.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from impl.ball import Ball, ball, interval, precision
from impl.fast.coins import TapeWords
from impl.fast.field import Field, Together
from impl.fast.race import race
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import races
from proofs.mechanisms.fast.shares import BITS, LEAST, first_word

EARLY, LATE = 2**40, 2**64 - 2**22
"""Words of a wait that is short, and of one that is long."""
FIRST, LAST = 2**52, 2**64 - 2**50
"""Words that hit the first of a crowd, and the last or nobody, both as far from edges as floats ask for."""


class Given(NamedTuple):
    """The gap of a candidate below the best, in scales, and the word that is given."""

    gap: Fraction
    word: int


def given() -> Iterator[Given]:
    """Gaps from the least to 20, and words from the least to the greatest that are likely."""
    gaps = (Fraction(0), Fraction(1, 2**40), Fraction(1, 8), Fraction(1), Fraction(5, 2), Fraction(20))
    yield from (Given(*each) for each in product(gaps, (2**44 + 1, 2**60, 2**62 + 12345, 2**63, 14 * 2**60)))


def field_of(gaps: tuple[Fraction, ...]) -> Field:
    """Candidates at scale 1; of more than two only the best has its own clock."""
    return Field(np.array([-float(gap) for gap in gaps]), 1.0, 1, 0)


def length_of(gaps: tuple[Fraction, ...]) -> Fraction:
    """How long the line of their crowd is, beside a weight of 1."""
    table = field_of(gaps).table
    return Fraction(table.total, table.one)


def selected(gaps: tuple[Fraction, ...], flip: bool, *tape: int) -> int:
    """Who of them is selected on these words, and late ones."""
    return race(field_of(gaps), 1, flip, TapeWords(BITS, (*tape, *(LATE, LATE - 1) * 60)))[0]


def selected_together(gaps: tuple[Fraction, ...], *tape: int) -> int:
    """Who is selected at scale 1 on these words if everybody has a clock and nobody is turned down."""
    field = Together(np.array([-float(gap) for gap in gaps]), 1.0, 0.0)
    return race(field, 1, False, TapeWords(BITS, (*tape, *(LATE, LATE - 1) * 60)))[0]


def wait(*words: int) -> Ball:
    """The waits that these words tell, added up."""
    each = ((1 - interval(Fraction(word, 2**BITS), Fraction(word + 1, 2**BITS))).log() for word in words)
    return -sum(each, start=ball(0))


def is_edge(holds: Callable[[int], bool], due: Callable[[], Ball]) -> bool:
    """Words hold from a share of all of them on that is due."""
    found = Fraction(first_word(holds), 2**BITS)
    with precision(256):
        return bool((ball(found) - due()).abs_lower() < ball(LEAST))


def weight(gap: Fraction) -> Ball:
    """e^-gap."""
    return (-ball(gap)).exp()


def arrives_by_time(case: Given) -> bool:
    """The second of two comes after the first from the U on whose wait, over its weight, is as long."""
    gaps = (Fraction(0), case.gap)
    return is_edge(
        lambda word: selected(gaps, False, case.word, word) == 0,
        lambda: 1 - (-wait(case.word) * weight(case.gap)).exp(),
    )


def arrives_together_by_time(case: Given) -> bool:
    """The same where all race together."""
    gaps = (Fraction(0), case.gap)
    return is_edge(
        lambda word: selected_together(gaps, case.word, word) == 0,
        lambda: 1 - (-wait(case.word) * weight(case.gap)).exp(),
    )


def crowd_arrives_by_time(case: Given) -> bool:
    """A crowd of two comes after the best from the U on whose wait, over the length of its line, is as long."""
    gaps = (Fraction(0), case.gap, case.gap + 1)
    length = length_of(gaps)
    return is_edge(
        lambda word: selected(gaps, False, case.word, word, LATE, FIRST, FIRST) == 0,
        lambda: 1 - (-wait(case.word) * ball(length)).exp(),
    )


def is_told_by_weight(case: Given) -> bool:
    """The first of a crowd of two arrives for the share of words that is its weight over the length of the line."""
    gaps = (Fraction(0), case.gap, case.gap + Fraction(case.word >> 48, 2**16))
    length = length_of(gaps)
    return is_edge(
        lambda word: selected(gaps, False, LATE, EARLY, LATE, word, LAST) != 1, lambda: weight(gaps[1]) / ball(length)
    )


def is_accepted_by_time(case: Given) -> bool:
    """A coin turns the second of two down from s/(1 - (1 - s) p) on, s = e^-(w_best t)."""

    def due() -> Ball:
        p, s = weight(case.gap), (-wait(case.word) / weight(case.gap)).exp()
        return s / (1 - (1 - s) * p)

    gaps = (Fraction(0), case.gap)
    return is_edge(lambda word: case.gap > 0 and selected(gaps, True, LATE, case.word, word) == 0, due)


def given_again() -> Iterator[Given]:
    """Those of which the second comes first, and is turned down."""
    return (case for case in given() if Fraction(1, 8) <= case.gap <= 3)


def arrives_again_by_time(case: Given) -> bool:
    """Once turned down, the second comes after the first from the U on whose wait is what the first still needs."""
    gaps = (Fraction(0), case.gap)
    return is_edge(
        lambda word: selected(gaps, True, case.word, EARLY, 2**64 - 1, word, 0) == 0,
        lambda: 1 - (wait(EARLY) - wait(case.word) * weight(case.gap)).exp(),
    )


SHARES = lemma(
    "fast.race.shares",
    "A candidate, or a crowd, arrives at its first or next time with the probability that its weight, or the length of "
    "its line, tells; who of a crowd it is and whether it is accepted are told by shares of words, all to 2^-62",
    Step(
        "One candidate arrives before another as their weights tell",
        "the edge of one wait is found by halving, the other is given",
        Exhaustive("30 gaps and waits", OneIn(3, given), arrives_by_time),
    ),
    Step(
        "A crowd arrives before a candidate as the length of its line tells",
        "the same, with the wait of the crowd",
        Exhaustive("30 gaps and waits", OneIn(3, given), crowd_arrives_by_time),
    ),
    Step(
        "One of a crowd arrives for the share of words that is its weight over the length of the line",
        "the edge of what is its own in its cell",
        Exhaustive("30 gaps", OneIn(3, given), is_told_by_weight),
    ),
    Step(
        "An arrival is accepted by the share s/(1 - (1 - s) p) of all coins",
        "s is told by its time",
        Exhaustive("30 gaps and waits", OneIn(3, given), is_accepted_by_time),
    ),
    Step(
        "One that was turned down arrives again as if anew",
        "the edge of its next wait",
        Exhaustive("15 gaps and waits", given_again, arrives_again_by_time),
    ),
    Step(
        "Where all race together, one arrives before another as their weights tell",
        "the edge of one wait, the other is given",
        Exhaustive("30 gaps and waits", OneIn(3, given), arrives_together_by_time),
    ),
    uses=(races.SAME.id,),
)
