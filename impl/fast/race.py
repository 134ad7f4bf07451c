"""Many indices in a race, by floats: candidates arrive again and again, and are selected as they arrive.

Candidate j arrives at the times of a Poisson process of rate w_j = e^-(gap_j/scale): whatever happened before, the next
of those left to arrive is j with probability w_j/(sum of all w that are left). Gumbel noise selects each as it arrives.
For permute-and-flip an arrival is a proposal: at a time t after the last selection it is accepted with probability
s/(1 - (1 - s) p_j), p_j = w_j/w_best and s = e^-(w_best t).

The best have clocks of their own; all others, the crowd, share one: it ticks as often as their line is long, and each
tick is a draw from the line, which hits one of them, or nobody. A race ends when all that are near the best are
selected; those far behind then race anew. Floats tell who is first if the logarithms of times are farther apart than
twice their proved error. If not, `race_by_balls` runs it all on the same words.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp, inf, log, log1p

import numpy as np

from impl.fast.coins import FLOAT_BITS, Recorded, Words
from impl.fast.field import Field, Together
from impl.fast.race_by_balls import race_by_balls
from impl.fast.table import NOBODY, Floats

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
FLIP_ERROR = 2.0**-30
"""Beyond it, and what times add, the floats of an acceptance tell."""


class Unsure(Exception):
    """Floats do not tell."""


def race(field: Field, wanted: int, flip: bool, words: Words) -> list[int]:
    """Select so many indices, best first: by floats if they tell, else by balls.

    Law: that of `rounds`.
    """
    recorded = Recorded(words)
    try:
        with np.errstate(all="ignore"):
            return by_floats(field, wanted, flip, recorded)
    except Unsure:
        return race_by_balls(field, wanted, flip, recorded.again(), words)


def by_floats(field: Field, wanted: int, flip: bool, words: Words) -> list[int]:
    """Race after race, until so many are selected."""
    if isinstance(field, Together):
        return first_of_all(field, wanted, words)
    selected: dict[int, None] = {}
    while len(selected) < wanted:
        Race(field, selected, wanted, flip, words).run()
    return [*selected]


def first_of_all(field: Together, wanted: int, words: Words) -> list[int]:
    """The first to arrive, where everybody has a clock of their own and nobody is turned down."""
    gaps = field.gaps
    n, u = len(gaps), numbers_of(words.many(len(gaps)), words)
    twice = twice_the_error(TIME_ERROR + GAP_ERROR * float(gaps.max()) + n * ROUNDING, least_odds(u), words)
    times = np.log(-np.log1p(-u)) + gaps
    first = times.argpartition(wanted)[: wanted + 1] if wanted < n else np.arange(n)
    first = first[times[first].argsort()]
    times = times[first]
    if not (times[1:] - times[:-1] > twice).all():
        raise Unsure
    selected: list[int] = first[:wanted].tolist()
    return selected


def numbers_of(drawn: Sequence[int], words: Words) -> Floats:
    """The uniform numbers that these words begin: the middle of what each can be."""
    numbers: Floats = (np.array(drawn, np.uint64).astype(np.float64) + 0.5) * words.unit
    return numbers


def least_odds(u: Floats) -> float:
    """The least U (1 - U)."""
    return float((u * (1 - u)).min())


def twice_the_error(error: float, odds: float, words: Words) -> float:
    """What two times must differ by: rounding, and the bits not drawn, matter by 1/(U (1 - U))."""
    if odds < LEAST_ODDS * words.slack:
        raise Unsure
    return 2 * (error + 4 * words.slack / odds)


class Race:
    """One race: the arrivals to come, in order, by the logarithms of their times.

    An arrival is a number: first those near the best, then the crowd, whose places are known as they are asked for.
    """

    def __init__(self, field: Field, selected: dict[int, None], wanted: int, flip: bool, words: Words) -> None:
        self._field, self._selected, self._wanted, self._flip, self._words = field, selected, wanted, flip, words
        self._start = start = field.start(selected, wanted - len(selected))
        self._places, self._gaps = start.near.copy(), start.gaps.tolist()
        self._values = field.values_of(start.near)
        self._known, self._waited = len(start.near), 0.0
        self._error, self._least_odds = TIME_ERROR + GAP_ERROR * self._gaps[-1], 1.0
        if start.arrivals and not start.behind:
            self._error += CROWD_ERROR + GAP_ERROR * abs(start.shift)
        near, waiting = len(start.near), len(start.near) + start.arrivals
        tossed = near if flip else 0
        drawn = words.many(waiting + tossed + self._words_an_arrival * start.arrivals)
        u = numbers_of(drawn[: waiting + tossed], words)
        waits = self._waits(u[:waiting])
        times = np.log(waits[:near]) + start.gaps
        self._coins: list[float] = u[waiting:].tolist()
        self._ahead: list[float] = []
        if start.arrivals:
            times = np.concatenate((times, self._crowd_times(waits[near:], drawn[waiting + tossed :])))
        order = times.argsort()
        self._times: list[float] = [*times[order].tolist(), inf]
        self._who: list[int] = order.tolist()

    @property
    def _words_an_arrival(self) -> int:
        """Beside its wait, an arrival of the crowd takes a word that tells whose it is, and a coin if it has one."""
        return 2 if self._flip else 1

    def _waits(self, u: Floats) -> Floats:
        """Exponential variables of rate 1."""
        self._error += len(u) * ROUNDING
        self._doubt(least_odds(u))
        waits: Floats = -np.log1p(-u)
        return waits

    def _doubt(self, odds: float) -> None:
        """Widen what two times must differ by, if a number is nearer to 0 or 1 than all before."""
        self._least_odds = min(self._least_odds, odds)
        self._twice = twice_the_error(self._error, self._least_odds, self._words)
        self._flip_error = FLIP_ERROR + 4 * self._twice + 2 * self._words.slack

    def _crowd_times(self, waits: Floats, drawn: Sequence[int]) -> Floats:
        """The next arrivals of the crowd; words tell whose they are, and make their coins; Gumbel noise accepts all."""
        passed, count = waits.cumsum() + self._waited, len(waits)
        self._waited = passed.item(-1)
        self._hits = drawn[:count]
        if self._flip:
            self._coins += numbers_of(drawn[count:], self._words).tolist()
        times: Floats = np.log(passed) + self._start.shift
        return times

    def run(self) -> None:
        """Select who arrives, until enough are, or all that are near the best.

        `now` and `begun` are w_best times the times of an arrival and of the last selection, `since`; they are looked
        up when somebody arrives who is not one of the best. s = e^(begun - now) is at least 1 + begun - now, and a coin
        below s accepts anybody.
        """
        times, who, places, values, flip = self._times, self._who, self._places, self._values, self._flip
        selected, missing, near = self._selected, self._wanted - len(self._selected), len(places)
        best, top, top_gap, at, coins = 0, values[0], 0.0, 0, self._coins
        known, twice, flip_error = self._known, self._twice, self._flip_error
        since = -inf
        begun: float | None = None
        while True:
            time, number = times[at], who[at]
            at += 1
            if number >= known:
                self._reveal(number, at)
                known, twice, flip_error = self._known, self._twice, self._flip_error
            if not times[at] - time > twice:
                raise Unsure
            place = places[number]
            if place == NOBODY or place in selected:
                continue
            now = None
            if flip and values[number] != top:
                begun, now = exp(since - top_gap) if begun is None else begun, exp(time - top_gap)
                error = flip_error * (1 + now)
                anybody = coins[number] + now - begun < 1 - error
                if not anybody and not self._accepts(number, begun - now, top_gap, error):
                    if number < near:
                        self._again(number, time, at)
                        twice, flip_error = self._twice, self._flip_error
                    continue
            selected[place] = None
            missing -= 1
            if not missing:
                return
            if number == best:
                while places[best] in selected:
                    best += 1
                    if best == near:
                        return
                top, top_gap, now = values[best], self._gaps[best], None
            since, begun = time, now

    def _reveal(self, number: int, at: int) -> None:
        """Learn who of the crowd arrives; before the last of them is looked at, the next arrivals are drawn."""
        if self._start.behind:
            raise Unsure
        if number < len(self._places):
            count = self._start.arrivals
            drawn = self._words.many((1 + self._words_an_arrival) * count)
            times = self._crowd_times(self._waits(numbers_of(drawn[:count], self._words)), drawn[count:])
            for later, time in enumerate(times.tolist(), len(self._places)):
                self._expect(later, time, at)
        found, are_told = self._field.table.find_all(self._hits, self._words)
        if not are_told:
            raise Unsure
        self._places += found.tolist()
        self._values += self._field.values_of(found)
        self._gaps += self._field.gaps_of(found, self._values[0]).tolist()
        self._known = len(self._places) - 1

    def _expect(self, number: int, time: float, at: int) -> None:
        """Put an arrival in its place among those to come."""
        there = bisect_right(self._times, time, at)
        self._times.insert(there, time)
        self._who.insert(there, number)

    def _accepts(self, number: int, log_s: float, top_gap: float, error: float) -> bool:
        """Whether permute-and-flip accepts an arrival."""
        s = exp(log_s)
        excess = s - self._coins[number] * (1 - (1 - s) * exp(top_gap - self._gaps[number]))
        if not abs(excess) > error:
            raise Unsure
        return excess > 0

    def _again(self, number: int, time: float, at: int) -> None:
        """Let a candidate that was turned down arrive again."""
        if not self._ahead:
            unit = self._words.unit
            self._ahead = [(word + 0.5) * unit for word in self._words.many(self._words.ahead)][::-1]
        u, self._coins[number] = self._ahead.pop(), self._ahead.pop()
        if u * (1 - u) < self._least_odds:
            self._doubt(u * (1 - u))
        gap = self._gaps[number]
        self._expect(number, log(exp(time - gap) - log1p(-u)) + gap, at)
