"""The times of arrivals, by floats: their logarithms, and what these are off by."""

from collections.abc import Sequence

import numpy as np

from impl.fast.coins import FLOAT_BITS, Words
from impl.fast.field import Together
from impl.fast.table import Floats, Indices

TIME_ERROR = 2.0**-40
"""What the logarithm of a time is off by, beside what its gap and its word add."""
GAP_ERROR = 2.0**-50
"""What each scale of its gap adds."""
CROWD_ERROR = 2.0**-41
"""What the length of a crowd's line adds."""
ROUNDING = 2.0 ** (1 - FLOAT_BITS)
"""What each wait adds to the errors of their sums."""
LEAST_ODDS = 2.0**10
"""A uniform U is left to balls if U (1 - U) is not so many times what U is off by."""


class Unsure(Exception):
    """Floats do not tell."""


def first_of_all(field: Together, wanted: int, words: Words) -> list[int]:
    """The first to arrive, where everybody has a clock of their own and nobody is turned down."""
    gaps = field.gaps
    n, u = len(gaps), numbers_of(words.many(len(gaps)), words)
    twice = twice_the_error(TIME_ERROR + GAP_ERROR * float(gaps.max()) + n * ROUNDING, least_odds(u), words)
    times = np.log(-np.log1p(-u)) + gaps
    first = first_to_ring(times, wanted)
    tell_apart(times[first], twice)
    selected: list[int] = first[:wanted].tolist()
    return selected


def first_to_ring(times: Floats, count: int) -> Indices:
    """The first clocks in their order: so many and one more, or all if there are no more."""
    if count >= len(times):
        return times.argsort()
    first = times.argpartition(count)[: count + 1]
    return first[times[first].argsort()]


def tell_apart(times: Floats, twice: float) -> None:
    """Floats must tell that each of these times is later than the one before."""
    waits = times[1:] - times[:-1]
    if len(waits) and not waits.item(waits.argmin()) > twice:
        raise Unsure


def numbers_of(drawn: Sequence[int], words: Words) -> Floats:
    """The uniform numbers that these words begin: the middle of what each can be."""
    numbers: Floats = np.array(drawn, np.float64)
    numbers += 0.5
    numbers *= words.unit
    return numbers


def least_odds(u: Floats) -> float:
    """The least U (1 - U)."""
    low, high = u.item(u.argmin()), u.item(u.argmax())
    return min(low * (1 - low), high * (1 - high))


def twice_the_error(error: float, odds: float, words: Words) -> float:
    """What two times must differ by: rounding, and the bits not drawn, matter by 1/(U (1 - U))."""
    if odds < LEAST_ODDS * words.slack:
        raise Unsure
    return 2 * (error + 4 * words.slack / odds)
