"""The shares of all words by which a round proposes and accepts, measured from the code that runs.

A walk over all tapes leaves much of permute-and-flip open: its decisions have edges that are curves in two and more
uniform numbers. Here all numbers but one are given, and the edge of that one is found by halving, to the last bit of a
word: so the share of words that propose a candidate, or accept it at given times, is known to 2^-62. `thinning` sums
up what follows over all times and all rejections.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from impl.ball import ball, interval, precision
from impl.fast import exactly
from impl.fast.coins import TapeWords
from impl.fast.line import Few, Line
from impl.fast.rows import Rows
from impl.fast.selection import Acceptance
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Step
from proofs.mechanisms.fast import margins

BITS = 64
LEAST = Fraction(1, 2**62)
"""Shares are compared up to this: an edge lies within one word, and the words that follow are given."""
LATER = (2**63 + 5, *range(2**62, 2**62 + 40))


class Cells(NamedTuple):
    """Scores at scale 1."""

    x: tuple[float, ...]


def cells() -> Iterator[Cells]:
    """Ties, near and far scores, few and some more."""
    chosen = ((0.0, 0.0), (0.0, -1.0), (0.0, -0.5, -3.0), (-2.0, 0.0, -2.0, -1e-9), tuple(-j / 7 for j in range(20)))
    yield from map(Cells, chosen)


def first_word(holds: Callable[[int], bool]) -> int:
    """The first word of which something holds that holds of all words from some on."""
    low, high = 0, 2**BITS
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def proposes_by_weight(case: Cells) -> bool:
    """The share of words that propose one of the first j candidates is their share of all weights, for every j."""

    def is_beyond(place: int, word: int) -> bool:
        return Few(case.x, 1.0, max(case.x)).draw(TapeWords(BITS, (word, *LATER))) > place

    with precision(256):
        weights = [exactly.weight(gap) for gap in Few(case.x, 1.0, max(case.x)).gaps()]
        whole = sum(weights, start=ball(0))
        found = [Fraction(first_word(partial(is_beyond, place)), 2**BITS) for place in range(len(weights))]
        off = [ball(edge) - end / whole for edge, end in zip(found, accumulate(weights), strict=True)]
        return all(each.abs_upper() < ball(LEAST) for each in off)


class Times(NamedTuple):
    """Scores at scale 1, the place that is proposed, and the words V of all draws of the round so far.

    On a list each was a proposal; on a table the last alone, and the others hit nobody.
    """

    x: tuple[float, ...]
    place: int
    times: tuple[int, ...]
    on_a_table: bool


def times() -> Iterator[Times]:
    """Times from the least to the greatest, of one to four proposals; candidates near the best and far from it."""
    some = (1, 2**40, 2**44 + 1, 2**60, 3 * 2**61, 2**64 - 1)
    for x, place in (((0.0, -1.0), 1), ((0.0, -0.5, -3.0), 2), ((0.0, -(2.0**-40)), 1), ((-20.0, 0.0, 0.0), 0)):
        for on_a_table in (False, True):
            yield from (Times(x, place, (first,), on_a_table) for first in some)
            yield from (Times(x, place, some[start : start + 3], on_a_table) for start in (1, 2))
            yield Times(x, place, (2**63, 2**63 + 1, 2**62, 2**64 - 12345), on_a_table)


def accepts_by_time(case: Times) -> bool:
    """The share of words A that accept is s/(1 - (1 - s) p), the same for all that the words V leave open."""
    top = max(case.x)
    line: Line = Rows(np.array(case.x), 1.0, top) if case.on_a_table else Few(case.x, 1.0, top)
    share = line.share(case.place)
    *earlier, last = [case.times] if case.on_a_table else [(v,) for v in case.times]

    def refuses(a: int) -> bool:
        acceptance = Acceptance(TapeWords(BITS, LATER))
        for times in earlier:
            acceptance.accepts(line, case.place, share, 2**BITS - 1, times)
        return not acceptance.accepts(line, case.place, share, a, last)

    with precision(256):
        mass = line.exact_length()
        known = sum((interval(Fraction(v, 2**BITS), Fraction(v + 1, 2**BITS)).log() for v in case.times), start=ball(0))
        s = (known / mass).exp()
        p = exactly.weight(line.gap(case.place))
        due = 1 / (p + (1 - p) / s)
        found = ball(Fraction(first_word(refuses), 2**BITS))
        return bool((found - due).abs_lower() < ball(LEAST))


SHARES = lemma(
    "fast.shares",
    "A round proposes a candidate for the share w_j/W of all words U, and accepts it for the share s/(1 - (1 - s) p_j) "
    "of all words A, s the time that the words V tell, both to 2^-62",
    Step(
        "The share of words that propose one of the first j candidates is that of their weights",
        "the edge between two cells is found by halving, to the last bit of a word of 64",
        Exhaustive("up to 20 scores, on a list", cells, proposes_by_weight),
    ),
    Step(
        "The share of words that accept is s/(1 - (1 - s) p), after up to three rejections",
        "the edge is found by halving; s is enclosed by what the words V leave open",
        Exhaustive("up to 3 scores, up to 4 draws, on a list and on a table", times, accepts_by_time),
    ),
    uses=(margins.MARGINS.id,),
)
