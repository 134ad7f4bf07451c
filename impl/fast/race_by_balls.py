"""Many indices in a race, by balls: what `race` leaves open, on the same words and as many more as it takes."""

from bisect import insort
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice

from impl.ball import Ball, ball, precision
from impl.fast import exactly
from impl.fast.coins import Uniform, Words
from impl.fast.exactly import GUARD_BITS
from impl.fast.field import Field
from impl.fast.table import NOBODY
from impl.scores import exact_score


class Clock:
    """The clock of one candidate, or of a crowd: it ticks at the rate e^-least, times the length of a line."""

    def __init__(self, least: Fraction, length: Callable[[], Ball] = lambda: ball(1)) -> None:
        self.least, self._length = least, length

    def shift(self, gap: Fraction) -> Ball:
        """The logarithm of its mean wait over e^gap."""
        return ball(self.least - gap) - self._length().log()


Crowd = tuple[Clock, Callable[[Uniform], int]]
"""The clock of a crowd, and who of it, or nobody, is hit by a number."""


class Arrival:
    """An arrival by a clock, after waits of -ln(1 - U) each, and of whom; of a crowd a number tells who arrives."""

    def __init__(self, clock: Clock, waits: tuple[Uniform, ...], who: int | Uniform) -> None:
        self.clock, self.waits, self.who = clock, waits, who

    def log_time(self, gap: Fraction) -> Ball:
        """The logarithm of its time over e^gap."""
        passed = -sum(((1 - u.enclosed).log() for u in self.waits), start=ball(0))
        return passed.log() + self.clock.shift(gap)


def race_by_balls(field: Field, wanted: int, flip: bool, drawn: Iterator[int], more: Words) -> list[int]:
    """Select so many indices: clocks and coins are the words drawn, and more words continue them."""
    selected: dict[int, None] = {}
    while len(selected) < wanted:
        Race(field, selected, wanted, flip, (Uniform(word, more) for word in drawn), more.ahead).run()
    return [*selected]


class Race:
    """One race: the arrivals to come, in order."""

    def __init__(
        self, field: Field, selected: dict[int, None], wanted: int, flip: bool, numbers: Iterator[Uniform], ahead: int
    ) -> None:
        self._field, self._selected, self._wanted, self._flip, self._numbers = field, selected, wanted, flip, numbers
        self._at_once = ahead
        self._start = field.start(selected, wanted - len(selected))
        self._near: list[int] = self._start.near.tolist()
        self._top = exact_score(field.value(self._near[0]))
        count = self._start.arrivals
        waits, waits_of_crowd = self._next(len(self._near)), self._next(count)
        self._ahead = self._next(ahead) if flip else []
        arrivals = [
            Arrival(Clock(self._gap(place)), (wait,), place) for place, wait in zip(self._near, waits, strict=True)
        ]
        if count:
            self._clock, self._hit = self._far_crowd() if self._start.behind else self._near_crowd()
            arrivals += self._of_crowd((), waits_of_crowd)
        self._arrivals = sorted(arrivals, key=BY_TIME)

    def _next(self, count: int) -> list[Uniform]:
        return [*islice(self._numbers, count)]

    def _number(self) -> Uniform:
        """The next of the numbers for coins, and for those who are turned down; some are drawn at a time."""
        self._ahead = self._ahead or self._next(self._at_once)
        return self._ahead.pop(0)

    def _gap(self, place: int) -> Fraction:
        return (self._top - exact_score(self._field.value(place))) / Fraction(self._field.scale)

    def _near_crowd(self) -> Crowd:
        """Those on the field's line."""
        table = self._field.table
        least = (self._top - exact_score(table.base)) / Fraction(self._field.scale)
        return Clock(least, lambda: ball(Fraction(table.total, table.one))), table.find_exactly

    def _far_crowd(self) -> Crowd:
        """Those of the best who are behind, and all who are not among the best, each with its weight for a cell."""
        near = {*self._field.best} - {*self._start.behind}
        crowd = [place for place in range(len(self._field.values)) if place not in near]
        gaps = [*map(self._gap, crowd)]
        least = min(gaps)
        beyond = [gap - least for gap in gaps]
        return Clock(least, lambda: exactly.total(beyond)), lambda u: crowd[exactly.cell(u, beyond)]

    def _of_crowd(self, before: tuple[Uniform, ...], waits: list[Uniform]) -> list[Arrival]:
        """The next arrivals of the crowd, by these waits after those before."""
        hits = self._next(len(waits))
        found = [Arrival(self._clock, (*before, *waits[: turn + 1]), hit) for turn, hit in enumerate(hits)]
        self._last = found[-1]
        return found

    def run(self) -> None:
        """Select who arrives, until enough are, or all that are near the best."""
        begun: Arrival | None = None
        near = self._near
        while near and len(self._selected) < self._wanted:
            arrival = self._arrivals.pop(0)
            place = self._who(arrival)
            if place == NOBODY or place in self._selected:
                continue
            if self._accepts(arrival, begun, self._gap(place), self._gap(near[0])):
                self._selected[place] = None
                begun = arrival
                near = [other for other in near if other != place]
            elif place == arrival.who:
                self._expect(Arrival(arrival.clock, (*arrival.waits, self._number()), place))

    def _who(self, arrival: Arrival) -> int:
        """Who arrives; before the last known arrival of the crowd is looked at, the next ones are drawn."""
        if isinstance(arrival.who, int):
            return arrival.who
        if arrival is self._last:
            for later in self._of_crowd(arrival.waits, self._next(self._start.arrivals)):
                self._expect(later)
        return self._hit(arrival.who)

    def _expect(self, arrival: Arrival) -> None:
        insort(self._arrivals, arrival, key=BY_TIME)

    def _accepts(self, arrival: Arrival, begun: Arrival | None, gap: Fraction, top_gap: Fraction) -> bool:
        """A (1 - (1 - s) p) < s, s = e^-(w_best t), t the time since the last was selected; Gumbel noise always."""
        if not self._flip or gap == top_gap:
            return True
        coin = self._number()
        while True:
            with precision(GUARD_BITS + 2 * coin.bits):
                since = arrival.log_time(top_gap).exp() - (begun.log_time(top_gap).exp() if begun else 0)
                s = (-since).exp()
                excess = s - coin.enclosed * (1 - (1 - s) * exactly.weight(gap - top_gap))
            if excess > 0:
                return True
            if excess < 0:
                return False
            refine(coin, *arrival.waits, *(begun.waits if begun else ()))


def compare(first: Arrival, second: Arrival) -> int:
    """Who arrives before whom: -1 or 1."""
    while True:
        with precision(GUARD_BITS + 2 * first.waits[-1].bits):
            sooner = first.log_time(first.clock.least) - second.log_time(first.clock.least)
        if sooner < 0:
            return -1
        if sooner > 0:
            return 1
        refine(*first.waits, *second.waits)


def refine(*numbers: Uniform) -> None:
    """Draw a word more of each number."""
    for number in dict.fromkeys(numbers):
        number.refine()


BY_TIME = cmp_to_key(compare)
