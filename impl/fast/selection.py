"""Select k indices: Gumbel noise in one shot, or permute-and-flip round by round, from few coins.

Both are peeled: a round selects one index among those left. With weights w_j = e^-(gap_j/scale), W their sum over that
of the best and p_j = w_j/w_best, a round of Gumbel noise is a draw of one cell. A round of permute-and-flip draws cells
until one is accepted: with s = V^(1/W) for a first draw, and s times a fresh V^(1/W) for each further one, cell j is
accepted with probability s/(1 - (1 - s) p_j), which is 1 for the best.
"""

from collections.abc import Sequence
from math import exp, log

from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.line import Few, Line
from impl.fast.scores import Number, numbers
from spec import errors

FEW = 128
"""Up to so many candidates lists are faster than arrays."""
MOST_SCORES = 2**26
FLIP_ERROR = 2.0**-30
"""Beyond it, the floats of an acceptance tell: `proofs/mechanisms/fast` derives it."""
LEAST_TIME = 2.0**-20
"""A V below it is left to exact arithmetic, as are more than MOST_TIMES of them."""
MOST_TIMES = 64


def select(
    x: Sequence[Number], scale: float, k: int, negate: bool, flip: bool, words: Words | None = None
) -> list[int]:
    """Select k indices, best first; all of them if there are fewer. At scale 0: of equal scores the last first.

    Law: P(i_1, ..., i_k) = product over m of P(one round on what is left answers i_m). A round of Gumbel noise answers
    i with probability w_i/(sum of all w_j); one of permute-and-flip (`flip`) has the law of `permute_and_flip`.
    """
    n = len(x)
    if n > MOST_SCORES:
        raise errors.TooManyScores(MOST_SCORES)
    wanted = min(k, n)
    if not wanted:
        return []
    if words is None:
        words = Words()
    if n > FEW or not isinstance(x, list | tuple):
        from impl.fast.rows import line_of

        found = line_of(x, scale, wanted, negate)
        return found if isinstance(found, list) else rounds(found, wanted, flip, words)
    values, scale = numbers(x, scale, negate)
    if not scale:
        return sorted(range(n), key=lambda i: (values[i], i), reverse=True)[:wanted]
    return rounds(Few(values, scale), wanted, flip, words)


def rounds(line: Line, wanted: int, flip: bool, words: Words) -> list[int]:
    """Peel: round by round, until so many are selected; candidates that are all equal come in a random order."""
    selected: list[int] = []
    while True:
        missing = wanted - len(selected)
        if missing > 1 and line.equal():
            return selected + shuffled(line.left(), missing, words)
        place = flipped(line, words) if flip else line.pick(words)
        selected.append(line.index(place))
        if missing == 1:
            return selected
        line.take(place)


def flipped(line: Line, words: Words) -> int:
    """One round of permute-and-flip: the place of the candidate that it selects."""
    times: list[Uniform] = []
    while True:
        place = line.pick(words)
        share = line.share(place)
        if share == 1.0:
            return place
        a = words.word()
        times.append(Uniform(words.word(), words))
        if accepts(line, place, share, a, times, words):
            return place


def accepts(line: Line, place: int, share: float, a: int, times: list[Uniform], words: Words) -> bool:
    """A (1 - (1 - s) p) < s, where s = (V_1 ... V_m)^(1/W): by floats if they tell, else by balls."""
    unit = 2.0**-words.bits
    v = [(time.word + 0.5) * unit for time in times]
    if len(v) <= MOST_TIMES and min(v) >= LEAST_TIME:
        s = exp(sum(map(log, v)) / line.mass())
        excess = s - (a + 0.5) * unit * (1 - (1 - s) * share)
        if abs(excess) > FLIP_ERROR + 2 * len(v) * unit / LEAST_TIME:
            return excess > 0
    return exactly.accepts(Uniform(a, words), times, line.gap(place), line.gaps())


def shuffled(left: Sequence[int], wanted: int, words: Words) -> list[int]:
    """So many of the indices, in random order, each order as likely as any other."""
    moved: dict[int, int] = {}
    chosen = []
    bits, count = words.bits, len(left)
    for first in range(wanted):
        word, choices = words.word(), count - first
        product = word * choices
        other = first + (product >> bits)
        if (product + choices - 1) >> bits != product >> bits:
            other = first + Uniform(word, words).times(choices)
        chosen.append(left[moved.get(other, other)])
        moved[other] = moved.get(first, first)
    return chosen
