"""Select k indices: Gumbel noise in one shot, or permute-and-flip round by round, from few coins.

Both are peeled: a round selects one index among those left. With weights w_j = e^-(gap_j/scale), p_j = w_j/w_best and
W the length of a line over w_best, a round of Gumbel noise draws from the line until it hits somebody. A round of
permute-and-flip draws until somebody is accepted: with s = V^(1/W) for a first draw, and s times a fresh V^(1/W) for
each further one, whoever it hits, candidate j is accepted with probability s/(1 - (1 - s) p_j), which is 1 for the
best. Many indices are selected in a `race`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, log, nan

from impl.fast import exactly
from impl.fast.coins import Stream, Uniform, Words
from impl.fast.line import FEW, MOST_SCORES, Few, Line
from impl.fast.scores import Number, listed, numbers
from spec import errors

MANY = 16
"""So many indices are worth a race."""
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
        words = Stream(batch=4 if wanted == 1 else 16)
    if flip and words.settles:
        from impl.fast.fixed import select_fixed

        return select_fixed(x, scale, wanted, negate, words)
    in_a_race = wanted >= MANY and not words.sparing
    line: Line
    if ((n > FEW or not isinstance(x, list | tuple)) and not words.sparing) or in_a_race:
        found = line_of_many()(x, scale, wanted, negate, flip, words if in_a_race else None)
        if isinstance(found, list):
            return found
        line = found
    else:
        values, scale, top = numbers(listed(x), scale, negate)
        if not scale:
            return sorted(range(n), key=lambda i: (values[i], i), reverse=True)[:wanted]
        line = Few(values, scale, top)
    return rounds(line, wanted, flip, words)


@cache
def line_of_many() -> Callable[[object, float, int, bool, bool, Words | None], Line | list[int]]:
    """The function that lays many scores on a line: NumPy is loaded once it is asked for, and not looked up again."""
    from impl.fast.arrays import line_of

    return line_of


def rounds(line: Line, wanted: int, flip: bool, words: Words) -> list[int]:
    """Peel: round by round, until so many are selected; those left who are all equal come in random order."""
    selected: list[int] = []
    while True:
        if wanted > 1 and line.is_level():
            order = shuffled(line.left(), wanted - len(selected), words)
            return selected + list(map(line.nth_left, order))
        place = flipped(line, words) if flip else hit(line, words)
        selected.append(line.index(place))
        if len(selected) == wanted:
            return selected
        line.take(place)


def hit(line: Line, words: Words) -> int:
    """The place of the candidate that a round of Gumbel noise selects."""
    while True:
        place = line.draw(words)
        if place is not None:
            return place


def flipped(line: Line, words: Words) -> int:
    """The place of the candidate that a round of permute-and-flip selects."""
    acceptance, draws = None, 0
    while True:
        place = line.draw(words)
        draws += 1
        if place is None:
            continue
        share = line.share(place)
        if share == 1.0:
            return place
        a, v = words.word(), words.word()
        if acceptance is None:
            if draws == 1 and is_early(a, v, line, words.unit):
                return place
            acceptance = Acceptance(words)
        if acceptance.accepts(line, place, share, a, [v, *[words.word() for _ in range(1, draws)]]):
            return place
        draws = 0


def is_early(a: int, v: int, line: Line, unit: float) -> bool:
    """Whether the words of A and of the only V tell by themselves that A is below s, which accepts anybody.

    Law: s = V^(1/W) >= V, and s >= 1 - (1 - V)/(V W).
    """
    if a < v:
        return True
    low = v * unit
    return low >= LEAST_TIME and (a + 1) * unit + FLIP_ERROR < 1 - (1 - low) / (low * line.length())


class Acceptance:
    """The acceptance of proposals in one round: of candidate j if A (1 - (1 - s) p_j) < s, s = (V_1 ... V_m)^(1/W).

    There is a V for every draw, also for one that hit nobody. W is at least 1, so that s is no less than a single V,
    and an A below that accepts anybody.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._times: list[int | Uniform] = []
        self._logarithm = 0.0

    def accepts(self, line: Line, place: int, share: float, a: int, later: Sequence[int]) -> bool:
        """Decide by the words of A and of those V that came since: by floats if they tell, else by balls."""
        words, times, unit = self._words, self._times, self._words.unit
        times += later
        for v in later:
            time = (v + 0.5) * unit
            self._logarithm += log(time) if time >= LEAST_TIME and len(times) <= MOST_TIMES else nan
        s = exp(self._logarithm / line.length())
        excess = s - (a + 0.5) * unit * (1 - (1 - s) * share)
        if abs(excess) > FLIP_ERROR + 2 * len(times) * unit / LEAST_TIME:
            return excess > 0
        known = [time if isinstance(time, Uniform) else Uniform(time, words) for time in times]
        self._times = [*known]
        return exactly.accepts(Uniform(a, words), known, line.gap(place), line.exact_length)


def shuffled(choices: int, wanted: int, words: Words) -> list[int]:
    """So many of the numbers below `choices`, in random order, each order as likely as any other."""
    moved: dict[int, int] = {}
    chosen = []
    bits = words.bits
    drawn = words.many(min(wanted, choices - 1))
    for first, word in enumerate([*drawn, 0][:wanted]):
        product = word * choices
        other = product >> bits
        if (product + choices - 1) >> bits != other:
            other = Uniform(word, words).times(choices)
        other += first
        chosen.append(moved.get(other, other))
        moved[other] = moved.get(first, first)
        choices -= 1
    return chosen
