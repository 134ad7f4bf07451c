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
from itertools import repeat
from math import exp, inf, log, log1p
from operator import gt, sub

import numpy as np

from impl.fast.clocks import (
    CROWD_ERROR,
    GAP_ERROR,
    ROUNDING,
    TIME_ERROR,
    Unsure,
    first_of_all,
    first_to_ring,
    least_odds,
    numbers_of,
    tell_apart,
    twice_the_error,
)
from impl.fast.coins import Recorded, Words
from impl.fast.field import SPARE, Field, Together
from impl.fast.race_by_balls import race_by_balls
from impl.fast.scores import Number, float_gap
from impl.fast.table import NOBODY, Floats, Indices

LISTED = 4
"""Beside as many arrivals as are wanted, one for so many of them is listed, and some to spare."""
CROWD, LAST, MORE = -2, -3, -4
"""One of the crowd, which are told when the first is looked at; the last of them; arrivals that are not listed yet."""
OF_CROWD = -6
"""Who is of the crowd, or nobody, is listed as this number less the place."""
NO_CROWD = np.empty(0, np.intp)
FLIP_ERROR = 2.0**-30
"""Beyond it, and what times add, the floats of an acceptance tell."""


def race(field: Field, wanted: int, flip: bool, words: Words) -> list[int]:
    """Select so many indices, best first: by floats if they tell, else by balls.

    Law: that of `rounds`.
    """
    recorded = Recorded(words)
    with np.errstate(all="ignore"):
        try:
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


class Race:
    """One race: the arrivals to come, in order, by the logarithms of their times. The first of them are listed."""

    def __init__(self, field: Field, selected: dict[int, None], wanted: int, flip: bool, words: Words) -> None:
        self._field, self._selected, self._flip, self._words = field, selected, flip, words
        self._missing = wanted - len(selected)
        self._start = start = field.start(selected, self._missing)
        self._first = field.value(start.near.item(0))
        self._waited, self._crowd = 0.0, np.full(start.arrivals, CROWD) if start.arrivals else NO_CROWD
        self._error, self._least_odds = TIME_ERROR + GAP_ERROR * start.gaps.item(-1), 1.0
        if start.arrivals and not start.behind:
            self._error += CROWD_ERROR + GAP_ERROR * abs(start.shift)
        near, waiting = len(start.near), len(start.near) + start.arrivals
        ready = waiting + (words.ahead if flip else 0)
        drawn = words.many(ready + start.arrivals)
        u = numbers_of(drawn[:ready], words)
        self._spare, waits = u[waiting:], self._waits(u[:waiting])
        self._clocks: Floats = np.log(waits[:near]) + start.gaps
        if start.arrivals:
            self._clocks = np.concatenate((self._clocks, self._crowd_times(waits[near:], drawn[ready:])))
        self._listed = self._missing + max(0, self._missing // LISTED + SPARE)
        self._order = first_to_ring(self._clocks, self._listed)

    def _waits(self, u: Floats) -> Floats:
        """Exponential variables of rate 1."""
        self._error += len(u) * ROUNDING
        self._doubt(least_odds(u))
        waits: Floats = np.log1p(-u)
        return np.negative(waits, waits)

    def _doubt(self, odds: float) -> None:
        """Widen what two times must differ by, if a number is nearer to 0 or 1 than all before."""
        self._least_odds = min(self._least_odds, odds)
        self._twice = twice_the_error(self._error, self._least_odds, self._words)
        self._flip_error = FLIP_ERROR + 4 * self._twice + 2 * self._words.slack

    def _crowd_times(self, waits: Floats, hits: Sequence[int]) -> Floats:
        """The next arrivals of the crowd; words tell whose they are."""
        passed = waits.cumsum() + self._waited
        self._waited, self._hits = passed.item(-1), hits
        times: Floats = np.log(passed) + self._start.shift
        return times

    def run(self) -> None:
        """Select who arrives, until enough are, or all that are near the best."""
        level = self._level()
        if self._first == level:
            tell_apart(self._clocks[self._order[: self._missing + 1]], self._twice)
            self._selected.update(dict.fromkeys(self._start.near[self._order[: self._missing]].tolist()))
        else:
            self._list_first()
            self._run(level)

    def _level(self) -> Number | None:
        """The score of the best from which on everybody is accepted, as they are all equal; None if there is none."""
        if self._start.arrivals:
            return None
        return self._field.value(self._start.near.item(-1)) if self._flip else self._first

    def _take(self, who: list[int], times: list[float]) -> None:
        """Select these, who arrive at these times, and somebody else at the last of them."""
        if not all(map(gt, map(sub, times[1:], times), repeat(self._twice))):
            raise Unsure
        self._selected.update(dict.fromkeys(who))

    def _list_first(self) -> None:
        """List the first arrivals, and when the next one comes."""
        comes = self._start.arrivals and self._order[: self._missing].max() >= len(self._start.near)
        if comes and not self._start.behind:
            self._crowd = self._find_crowd()
        self._times: list[float] = self._clocks[self._order].tolist()
        self._who, self._scores = self._who_and_scores(self._order)
        self._ahead: list[float] = self._spare[::-1].tolist()
        if len(self._times) > self._listed:
            self._who[self._listed] = MORE
        else:
            self._end_list()

    def _list_all(self, at: int) -> None:
        """List all other arrivals; the first of them is next."""
        del self._times[at], self._who[at], self._scores[at]
        others = self._clocks.argsort()[self._listed :]
        self._end_list()
        for arrival in zip(self._clocks[others].tolist(), *self._who_and_scores(others), strict=True):
            self._expect(*arrival, at)

    def _who_and_scores(self, order: Indices) -> tuple[list[int], list[Number]]:
        """Who arrive in this order, first of all those near the best and then the crowd."""
        who = np.concatenate((self._start.near, self._crowd))[order] if len(self._crowd) else self._start.near[order]
        return who.tolist(), self._scores_of(who)

    def _tell_crowd(self, at: int) -> None:
        """Tell who of the crowd are listed, from this arrival on."""
        self._crowd = self._find_crowd()
        who = np.array(self._who[at:])
        unknown = np.flatnonzero(who == CROWD)
        who[unknown] = self._crowd[: len(unknown)]
        self._who[at:], self._scores[at:] = who.tolist(), self._scores_of(who)

    def _end_list(self) -> None:
        self._times.append(inf)
        self._who.append(NOBODY)
        self._scores.append(self._first)

    def _run(self, level: Number | None) -> None:
        """Select one by one.

        `now` and `begun` are w_best times the times of an arrival and of the last selection, `since`; they are looked
        up when somebody arrives who is not one of the best. s = e^(begun - now) is at least 1 + begun - now, and a coin
        below s accepts anybody.
        """
        times, who, scores, flip, selected = self._times, self._who, self._scores, self._flip, self._selected
        value, scale, first = self._field.value, self._field.scale, self._first
        ahead, missing = self._ahead, self._missing
        bests, gaps = self._start.near[: missing + 1].tolist(), self._start.gaps[: missing + 1].tolist()
        best, top, top_gap, at = 0, first, 0.0, 0
        best_place, twice, flip_error = bests[0], self._twice, self._flip_error
        since = -inf
        begun: float | None = None
        while True:
            time, place, score = times[at], who[at], scores[at]
            if place < 0:
                if place == MORE:
                    self._list_all(at)
                    continue
                if place == CROWD:
                    self._tell_crowd(at)
                    continue
                if place == LAST:
                    place = self._last_of_crowd(at + 1)
                    score, twice, flip_error = value(place), self._twice, self._flip_error
                else:
                    place = OF_CROWD - place
                if place in selected:
                    place = NOBODY
            at += 1
            if not times[at] - time > twice:
                raise Unsure
            if place == NOBODY:
                continue
            now = None
            if flip and score != top:
                begun, now = exp(since - top_gap) if begun is None else begun, exp(time - top_gap)
                coin = ahead.pop() if ahead else self._number()
                if coin + now - begun >= 1 - flip_error * (1 + now):
                    gap = float_gap(first, score) / scale
                    if not accepts(coin, begun - now, gap - top_gap, flip_error * (1 + now)):
                        if who[at - 1] >= 0:
                            self._again(place, score, gap, time, at)
                            twice, flip_error = self._twice, self._flip_error
                        continue
            selected[place] = None
            missing -= 1
            if not missing:
                return
            if place == best_place:
                while best_place in selected:
                    best += 1
                    if best == len(bests):
                        return
                    best_place = bests[best]
                top, top_gap, now = value(best_place), gaps[best], None
                if top == level:
                    if MORE in who[at : at + missing]:
                        self._list_all(who.index(MORE))
                    return self._take(who[at : at + missing], times[at : at + missing + 1])
            since, begun = time, now

    def _number(self) -> float:
        """The next of the numbers for coins, and for those who are turned down; some are drawn at a time."""
        if not self._ahead:
            unit = self._words.unit
            self._ahead += [(word + 0.5) * unit for word in self._words.many(self._words.ahead)][::-1]
        return self._ahead.pop()

    def _last_of_crowd(self, at: int) -> int:
        """The last of the crowd that is expected, or nobody; before it is looked at, the next arrivals are drawn."""
        last, count = self._last, self._start.arrivals
        drawn = self._words.many(2 * count)
        times = self._crowd_times(self._waits(numbers_of(drawn[:count], self._words)), drawn[count:])
        who = self._find_crowd()
        for arrival in zip(times.tolist(), who.tolist(), self._scores_of(who), strict=True):
            self._expect(*arrival, at)
        return last

    def _find_crowd(self) -> Indices:
        """Who of the crowd arrive, as they are listed; the last of them is told when it is looked at."""
        if self._start.behind:
            raise Unsure
        found, are_told = self._field.table.find_all(self._hits, self._words)
        if not are_told:
            raise Unsure
        self._last: int = found.item(-1)
        who = OF_CROWD - found
        who[-1] = LAST
        return who

    def _scores_of(self, who: Indices) -> list[Number]:
        """The scores of those who are listed so; of nobody, or somebody who is told later, whatever it is."""
        return self._field.values_of(np.where(who < MORE, OF_CROWD - who, who) if len(self._crowd) else who)

    def _expect(self, time: float, place: int, score: Number, at: int) -> None:
        """Put an arrival in its place among those to come."""
        there = bisect_right(self._times, time, at)
        self._times.insert(there, time)
        self._who.insert(there, place)
        self._scores.insert(there, score)

    def _again(self, place: int, score: Number, gap: float, time: float, at: int) -> None:
        """Let a candidate that was turned down arrive again."""
        u = self._ahead.pop() if self._ahead else self._number()
        if u * (1 - u) < self._least_odds:
            self._doubt(u * (1 - u))
        self._expect(log(exp(time - gap) - log1p(-u)) + gap, place, score, at)


def accepts(coin: float, log_s: float, gap: float, error: float) -> bool:
    """Whether permute-and-flip accepts an arrival that is so far below the best."""
    s = exp(log_s)
    excess = s - coin * (1 - (1 - s) * exp(-gap))
    if not abs(excess) > error:
        raise Unsure
    return excess > 0
