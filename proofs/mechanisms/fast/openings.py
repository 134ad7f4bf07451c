"""Rounds that are found at once: on the same words they select what balls select proposal by proposal."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from impl.fast import exactly
from impl.fast.coins import TapeWords, Uniform
from impl.fast.rows import Rows
from impl.fast.selection import opening
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import acceptance, margins

BITS = 64
MORE = tuple(range(2**63, 2**63 + 200))
"""Words that balls may ask for beyond those that floats read."""


class Batch(NamedTuple):
    """Scores, how many proposals are drawn at once, and their words: of places, of all A, of all V."""

    x: tuple[float, ...]
    scale: float
    many: int
    flip: bool
    tape: tuple[int, ...]


def batches() -> Iterator[Batch]:
    """Scores of which none has much, on words of a generator with a fixed seed; some A are next to 1, some V to 0."""
    chance = random.Random(64)
    for n, count, flip in ((9, 2, False), (9, 2, True), (40, 6, False), (40, 6, True), (150, 10, True)):
        for ties in (1, 2, n):
            x = tuple(-0.02 * (j // ties) for j in range(n))
            for turn in range(12):
                places = [chance.getrandbits(BITS) for _ in range(count)]
                a = [2**BITS - 1 - chance.getrandbits(BITS - 3 * (turn % 4)) for _ in range(count)]
                v = [chance.getrandbits(BITS - 8 * (turn % 3)) for _ in range(count)]
                rest = [chance.getrandbits(BITS) for _ in range(60 * count)]
                yield Batch(x, 1.0, count, flip, (*places, *a, *v, *rest) if flip else (*places, *rest))


def by_balls(case: Batch) -> list[int]:
    """The same rounds on the same words, proposal by proposal, each decision by balls."""
    words, more = TapeWords(BITS, case.tape), TapeWords(BITS, MORE)
    gaps = [Fraction(max(case.x)) - Fraction(each) for each in case.x]
    gone: list[int] = []

    def accepted(place: int, a: int, v: int) -> int:
        times: list[Uniform] = []
        while gaps[place]:
            times.append(Uniform(v, more))
            left = [gap for index, gap in enumerate(gaps) if index not in gone]
            if exactly.accepts(Uniform(a, more), times, gaps[place], left):
                break
            place = exactly.cell(Uniform(words.word(), more), gaps)
            while place in gone:
                place = exactly.cell(Uniform(words.word(), more), gaps)
            a, v = (words.word(), words.word()) if gaps[place] else (0, 0)
        return place

    places = [exactly.cell(Uniform(word, more), gaps) for word in words.many(case.many)]
    a, v = (words.many(case.many), words.many(case.many)) if case.flip else (places, places)
    for turn, place in enumerate(places):
        if place not in gone:
            gone.append(accepted(place, a[turn], v[turn]) if case.flip else place)
        if all(gap for index, gap in enumerate(gaps) if index not in gone):
            break
    return gone


def is_selected_by_balls(case: Batch) -> bool:
    """What is selected at once is what balls select."""
    line = Rows(np.array(case.x), case.scale, max(case.x), len(case.x), many=1)
    words = TapeWords(BITS, case.tape)
    return opening(line, line.picks(words, case.many), case.flip, words) == by_balls(case)


OPENING = lemma(
    "fast.opening",
    "Rounds that are found at once select what the same words select proposal by proposal",
    Step(
        "What is selected at once is what balls select on the same words",
        "proposals and the coins of their acceptance are independent of each other and of what was taken before: one "
        "that hits a candidate already taken is no proposal, and those behind a change of the line are dropped unseen. "
        "An A below 1 - 14/W is accepted, W the least that the rounds can have: the candidates taken have a quarter of "
        "the line at most",
        Exhaustive("180 tapes of up to 10 proposals", batches, is_selected_by_balls),
    ),
    uses=(acceptance.QUICK.id, margins.MARGINS.id),
)
