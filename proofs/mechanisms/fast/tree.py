"""The law of a twin, word by word: every tape of short words is walked, the likeliest first."""

import heapq
from collections.abc import Callable
from fractions import Fraction

from impl.fast.coins import TapeWords, Words, WordsUsedUp
from proofs.engine.enclosure import compare
from proofs.engine.law import Law
from proofs.engine.law.tree import Tally
from spec.errors import EntropyExhausted
from spec.weights import ExpRatio

Twin = Callable[[Words], list[int]]


ENOUGH = Fraction(1, 2**21)
"""Of a law of which no more than this is missing, enough was walked."""


def law_by_words(twin: Twin, bits: int, runs: int) -> Law[Fraction]:
    """The law of a twin on words of so many bits, walked in so many runs at most.

    What they left open is `missing`, and so is where words that were fixed are used up.
    """
    seen: Tally[Fraction] = Tally()
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    missing = Fraction(1)
    while missing > ENOUGH and runs and waiting:
        runs -= 1
        length, tape = heapq.heappop(waiting)
        try:
            answer = tuple(twin(TapeWords(bits, tape)))
        except EntropyExhausted:
            for word in range(2**bits):
                heapq.heappush(waiting, (length + 1, (*tape, word)))
            continue
        except WordsUsedUp:
            continue
        weight = Fraction(1, 2 ** (bits * length))
        seen.add(answer, weight)
        missing -= weight
    return Law(tuple(seen.items()), missing)


def encloses(law: Law[Fraction], promised: Law[ExpRatio], most_missing: Fraction) -> bool:
    """Every promised probability lies between what was seen and that plus what is missing; nothing else was seen."""
    expected = {tuple(y) if isinstance(y, list | tuple) else (y,): weight for y, weight in promised.branches}
    return (
        law.missing <= most_missing
        and all(outcome in expected for outcome, _ in law.branches)
        and all(
            compare(weight, law.get(outcome, Fraction(0))) >= 0
            and compare(weight, law.get(outcome, Fraction(0)) + law.missing) <= 0
            for outcome, weight in expected.items()
        )
    )
