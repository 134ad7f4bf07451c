"""Learn a race: draws that add noise to scores, of which the best, or the order, decides.

All draws but two are held where they lose. Then what follows tells where one of the two passes the other. The cell of
the favourite at which it passes a draw is that draw's key, so that all keys can be compared.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from .cells import Chance
from .curves import Runs
from .forecast import Open, Race
from .refining import refine
from .shapes import Lane, Order, order_masses, order_of

LEAST, MOST_LANES = 64, 5
"""A draw that races is among more than this, and so many race at most."""
FROM_THE_END = 2
"""So far from its end is a draw that wins or loses: in the very last cell a program may draw again."""
TAPE, TAPES, TRIES, MOST_WRONG = 1, range(201, 233, 2), 40, 2
"""What follows is told by one tape; the favourite is chosen by some; the orders of so many tries a lane tell a race."""
HEAVY = Fraction(1, 4)
FINE, COARSE = (20, 64, 1e-5), (13, 24, 1e-3)
"""Bits of a key, cells at which it is found, and how bent it may be, where much mass depends on it and where not."""
FIRST = 8
STEEP = 2**20
"""Keys are so much finer than cells that a key can always rise."""


class NotARace(Exception):
    """These draws are no race."""


def learn_race(run: Runs, script: tuple[int, ...], mass: Fraction, chance: Chance) -> Race | None:
    """The race that follows a script: of all further draws, or the first of several rounds, each with one draw less."""
    cells, _ = run(script, TAPE)
    sizes = cells.among[len(script) :]
    for lanes in rounds(len(sizes)):
        if min(sizes[:lanes]) > LEAST:
            try:
                return _Racing(run, script, sizes[:lanes], mass, chance).learn()
            except NotARace:
                pass
    return None


def rounds(draws: int) -> Iterator[int]:
    """How many may race in the first round."""
    for lanes in range(min(draws, MOST_LANES), 1, -1):
        later = [sum(range(lanes - 1, last, -1)) for last in range(lanes - 1, -1, -1)]
        if draws - lanes in later and draws > 2:
            yield lanes


class _Racing:
    """Learns one race; a draw is told by its lane, and a cell by its place, which is 0 where the draw loses."""

    def __init__(self, run: Runs, script: tuple[int, ...], sizes: list[int], mass: Fraction, chance: Chance) -> None:
        self._run, self._script, self._sizes, self._mass, self._chance = run, script, sizes, mass, chance
        bits, self._most, self._error = FINE if mass > HEAVY else COARSE
        self._width = max(1, max(sizes) >> bits)
        self._backwards = False
        forwards = self._winners()
        self._backwards = True
        self._backwards = self._winners() > forwards
        self._favourite = self._favoured()

    def learn(self) -> Race:
        """Find the keys of all draws, and what follows each order."""
        found = [self._lane(lane) for lane in range(len(self._sizes))]
        lanes = [lane for lane, _ in found]
        seen, masses = self._seen(lanes), order_masses(lanes)
        alike: dict[str, list[Order]] = {}
        for order in masses:
            if order not in seen:
                cells = self._made(lanes, order)
                seen[order] = self._label(cells), cells
            alike.setdefault(seen[order][0], []).append(order)
        race = Race(lanes, {}, [], [], self._mass * sum((off for _, off in found), start=Fraction(0)))
        for orders in alike.values():
            part = sum((masses[order] for order in orders), start=Fraction(0))
            race.orders.update(dict.fromkeys(orders, len(race.after)))
            race.after.append(Open((*self._script, *seen[orders[0]][1]), self._mass * part))
            race.masses.append(part)
        return race

    def _label(self, cells: Sequence[int]) -> str:
        """What follows some cells."""
        end = len(self._script) + len(cells)
        taken, outcome = self._run((*self._script, *cells), TAPE)
        if taken.among[len(self._script) : end] != self._sizes:
            raise NotARace
        return f"{taken.among[end:]} {outcome}"

    def _cells(self, places: dict[int, int]) -> list[int]:
        """The cells at these places; all other draws lose."""
        found = [places.get(lane, FROM_THE_END) for lane in range(len(self._sizes))]
        return [n - 1 - place if self._backwards else place for n, place in zip(self._sizes, found, strict=True)]

    def _wins(self, *lanes: int) -> dict[int, int]:
        """The places of draws that win."""
        return {lane: self._sizes[lane] - 1 - FROM_THE_END for lane in lanes}

    def _winners(self) -> int:
        """How many things may follow if each draw in turn wins, and all others lose."""
        return len({self._label(self._cells(self._wins(lane))) for lane in range(len(self._sizes))})

    def _favoured(self) -> int:
        """The draw that wins if all noise is the same, and most often by chance."""
        lanes, start = range(len(self._sizes)), len(self._script)
        winning = self._cells(self._wins(*lanes))
        even = self._label(winning)
        taken = [self._run(self._script, tape)[0].taken[start : start + len(lanes)] for tape in TAPES]

        def strength(lane: int) -> tuple[bool, int]:
            losing = self._cells(self._wins(*(other for other in lanes if other != lane)))
            kept = ([*cells[:lane], winning[lane], *cells[lane + 1 :]] for cells in taken)
            as_before = sum(self._label(one) == self._label(two) for one, two in zip(kept, taken, strict=True))
            return self._label(losing) != even, as_before

        return max(lanes, key=strength)

    def _lane(self, lane: int) -> tuple[Lane, Fraction]:
        """The key of a draw, and how far it may be from it."""
        n, last = self._sizes[lane], self._sizes[self._favourite] - 1
        if lane == self._favourite:
            return Lane(n, [0, n - 1], [0, last * STEEP], self._backwards), Fraction(0)
        known: dict[int, int] = {}

        def find(cell: int, a: int, b: int) -> None:
            known[cell] = self._passed(lane, cell, known.get(a), known.get(b))

        def bent(a: int, middle: int, b: int) -> float:
            return abs(2 * known[middle] - known[a] - known[b]) / last * (b - a) / n / 6

        ends = (FROM_THE_END, n - 1 - FROM_THE_END)
        left = refine(
            find, bent, [ends[0], *(n * i // FIRST for i in range(1, FIRST)), ends[1]], self._most, self._error
        )
        cells = sorted(known)
        keys = [max(known[earlier] for earlier in cells[: i + 1]) * STEEP + i for i in range(len(cells))]
        cells[0], cells[-1] = 0, n - 1
        return Lane(n, cells, keys, self._backwards), Fraction(left) + Fraction(self._width, 8 * last)

    def _passed(self, lane: int, place: int, low: int | None, high: int | None) -> int:
        """Where the favourite passes a draw: there is no change of what follows beyond."""

        def at(other: int) -> str:
            return self._label(self._cells({lane: place, self._favourite: other}))

        end = self._sizes[self._favourite] - 1 - FROM_THE_END
        wins = at(end)
        low = max((low or 0) - self._width, FROM_THE_END)
        high = min(end if high is None else high + self._width, end)
        if at(high) != wins:
            low, high = high, end
        elif at(low) == wins:
            low, high = FROM_THE_END, low
            if at(low) == wins:
                return 0
        while high - low > self._width:
            middle = (low + high) // 2
            low, high = (low, middle) if at(middle) == wins else (middle, high)
        return (low + high + 1) // 2

    def _seen(self, lanes: list[Lane]) -> dict[Order, tuple[str, tuple[int, ...]]]:
        """What mostly follows each order that comes by chance, and cells that lead there."""
        often: dict[Order, Counter[str]] = {}
        found: dict[tuple[Order, str], tuple[int, ...]] = {}
        for _ in range(TRIES * len(lanes)):
            cells = tuple(self._chance.below(lane.n) for lane in lanes)
            order, label = order_of(lanes, cells), self._label(cells)
            often.setdefault(order, Counter())[label] += 1
            found[order, label] = cells
        told = {order: labels.most_common(1)[0] for order, labels in often.items()}
        if TRIES * len(lanes) - sum(right for _, right in told.values()) > MOST_WRONG:
            raise NotARace
        return {order: (label, found[order, label]) for order, (label, _) in told.items()}

    def _made(self, lanes: list[Lane], order: Order) -> tuple[int, ...]:
        """Cells in some order, at even steps between the keys that all draws have."""
        low, high = max(lane.keys[0] for lane in lanes), min(lane.keys[-1] for lane in lanes)
        keys = {lane: low + (high - low) * (i + 1) // (len(lanes) + 1) for i, lane in enumerate(order)}
        return tuple(min(max(lane.cell(keys[i]), 1), lane.n - 2) for i, lane in enumerate(lanes))
