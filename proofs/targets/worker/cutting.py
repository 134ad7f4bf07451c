"""Cut a draw where the behaviour of the program changes, to the cell, in whichever order that takes few cuts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise

from .cells import HIGH, LOW, Cells, Chance
from .mentioning import Number, cells_of
from .orders import LAST_BIT, LONGEST_PERIOD, NATURAL, Listed, Order, Residues, orders, period

Runs = Callable[[tuple[int, ...], int], tuple[Cells, str]]
"""A run of a program on a script and a tape."""
Behaviour = tuple[tuple[tuple[int, ...], str], ...]
"""The sizes of all further draws, and the outcome, on some tapes."""

GRID, MOST_CHANGES = 33, 24
MOST_PIECES, FEW_BETWEEN, MOST_BETWEEN = 200, 16, 70
"""Pieces of a draw, and those between two places that are tried first: coarse ones, and all, which crowd at an end."""
CUTTING, CHECKING = (1, 2, LOW, HIGH), (3, 4, 5)
COMPARING, SEEKING = range(10, 18), range(20, 32)
"""Numbers of tapes."""
LEAST_PERIODIC = 2 * LONGEST_PERIOD
AGAIN = 6
"""How often the cells beside a cut are tried again."""
STRAYS = 24
"""Cells near an end that are tried where the order is not the natural one."""
COARSE, FINE, FINEST = 12, 64, 120
"""Bits of a place that are found at first, so that too many pieces soon show; then at most, where states are folded and
where not: no difference is as small as what is left."""
LISTED, MOST_GROUPS = 2**16, 64
"""Draws among so many may be tried cell by cell, and put into so many groups."""


def behaviour(run: Runs, script: tuple[int, ...], tapes: tuple[int, ...]) -> Behaviour:
    """What follows a script, as far as these tapes tell."""
    found = []
    for tape in tapes:
        cells, outcome = run(script, tape)
        found.append((tuple(cells.among[len(script) :]), outcome))
        if len(cells.among) <= len(script):
            break
    return tuple(found)


@dataclass
class Cutter:
    """Cuts the draws of a program; around `odd` cells of a draw among so many there is a cut in any case.

    The program mentions some numbers. What is run anew is not remembered. It is steady if the same cells always did
    the same. Of a draw among very many the `finest` bits of a cut are found.
    """

    run: Runs
    run_anew: Runs
    chance: Chance
    odd: dict[int, set[int]]
    numbers: Sequence[Number] = ()
    finest: int = FINEST
    is_steady: bool = True
    _cuts: dict[tuple[int, Order], list[list[int]]] = field(default_factory=dict)

    def cut(self, script: tuple[int, ...], n: int) -> tuple[Order, list[int]] | None:
        """An order of the cells of the draw after a script, and where its pieces start; None if there are too many."""
        for size, order in [*self._cuts]:
            cuts = self._as_before(script, n, order) if size == n else None
            if cuts is not None:
                return order, self._with_odd(n, order, cuts)
        return self._cut_in(chain(self._by_residues(script, n), (NATURAL,)), script, n)

    def cut_by_digits(self, script: tuple[int, ...], n: int) -> tuple[Order, list[int]] | None:
        """The same in the orders that begin with the last digits."""
        return self._cut_in(islice(orders(n), 1, None), script, n)

    def _cut_in(self, some: Iterable[Order], script: tuple[int, ...], n: int) -> tuple[Order, list[int]] | None:
        for order in some:
            cuts = self._pieces(script, n, order)
            if cuts is not None:
                return order, self._with_odd(n, order, cuts)
        return None

    def group(self, script: tuple[int, ...], n: int) -> tuple[Order, list[int]] | None:
        """The same, with every cell tried and put beside those that behave like it."""
        groups: dict[Behaviour, list[int]] = {}
        last = len(self.run(script, CUTTING[0])[0].among) == len(script) + 1
        for cell in range(n):
            groups.setdefault(behaviour(self.run, (*script, cell), CUTTING[:1] if last else CUTTING), []).append(cell)
            if len(groups) > MOST_GROUPS:
                return None
        order, cuts = Listed([cell for group in groups.values() for cell in group]), [0]
        for group in groups.values():
            cuts.append(cuts[-1] + len(group))
        return (order, cuts[:-1]) if self._is_even(script, n, order, cuts[:-1], CHECKING, tries=16) else None

    def _with_odd(self, n: int, order: Order, cuts: list[int]) -> list[int]:
        forced = {place + step for place in self._odd_places(n, order) for step in (0, 1) if place + step < n}
        return sorted(forced.union(cuts))

    def _odd_places(self, n: int, order: Order) -> Collection[int]:
        return [order.place(cell, n) for cell in sorted(self.odd.get(n, ()))]

    def _by_residues(self, script: tuple[int, ...], n: int) -> Iterator[Order]:
        """The orders by remainders of which only these seem to count."""
        for order in orders(n) if n >= LEAST_PERIODIC else ():

            def at(place: int, tapes: tuple[int, ...], order: Order = order) -> Behaviour:
                return behaviour(self.run, (*script, order.cell(place, n)), tapes)

            if order is not LAST_BIT:  # there every draw with few cuts seems to have a period
                modulus = period(at, self.chance.below(n - LEAST_PERIODIC + 1), SEEKING)
                if modulus:
                    yield Residues(modulus, order)

    def _as_before(self, script: tuple[int, ...], n: int, order: Order) -> list[int] | None:
        """The cuts of an earlier draw among n, if no piece behaves differently at its ends or in between."""
        for cuts in self._cuts.get((n, order), ()):
            if self._is_even(script, n, order, cuts, (*CUTTING, *CHECKING)):
                return cuts
        return None

    def _is_even(
        self, script: tuple[int, ...], n: int, order: Order, cuts: list[int], tapes: tuple[int, ...], tries: int = 3
    ) -> bool:
        """Whether each piece behaves alike at its ends and at some places in between, but for odd cells.

        In an order that is not the natural one, some of the places are near the ends of that one.
        """
        odd = self._odd_places(n, order)
        strays = [order.place(self.chance.near_an_end(n), n) for _ in range(0 if order is NATURAL else STRAYS)]
        for start, end in zip(cuts, [*cuts[1:], n], strict=True):
            last = max(start, end - 1 - (n >> self.finest))
            places = {start, last, *(start + self.chance.below(last + 1 - start) for _ in range(tries))}
            places = places.union(place for place in strays if start <= place < end).difference(odd)
            if len({behaviour(self.run, (*script, order.cell(place, n)), tapes) for place in places}) > 1:
                return False
        return True

    def _pieces(self, script: tuple[int, ...], n: int, order: Order) -> list[int] | None:
        """Where behaviour on some tapes changes along a draw, to the cell; None if other tapes see other changes.

        Beside a cut the same must happen again and again: there it shows if more than the draws decides.
        """
        grid = sorted({n * i // GRID + self.chance.below(max(1, n // GRID)) for i in range(GRID)})
        tapes = self._telling(script, n, order, grid)
        if not tapes:
            return None
        known: dict[int, Behaviour] = {}

        def at(place: int) -> Behaviour:
            if place not in known:
                known[place] = behaviour(self.run, (*script, order.cell(place, n)), tapes)
            return known[place]

        places = {0, 1, 2, n - 3, n - 2, n - 1, *grid, *(self.chance.below(n) for _ in range(8))}
        around = set(order.marks(n)).union(*self._cuts.get((n, order), ()))
        around.update(order.place(cell, n) for cell in cells_of(self.numbers, n))
        points = sorted(places | {place + step for place in around for step in (-1, 0, 1) if 0 <= place + step < n})
        changes = [*pairwise(points)]
        for bits, most_between in ((COARSE, FEW_BETWEEN), (self.finest, MOST_BETWEEN)):
            found: list[tuple[int, int]] = []
            for a, b in changes:
                most = min(MOST_PIECES, len(found) + 1 + most_between)
                self._split(at, a, b, found, most, 1 + (n >> bits))
                if len(found) >= most:
                    return None
            changes = found
        cuts = [0, *(b for _, b in changes)]
        beside = (place for start in cuts[1:] for place in (start - 1, start) for _ in range(AGAIN))
        if any(behaviour(self.run_anew, (*script, order.cell(place, n)), tapes) != at(place) for place in beside):
            self.is_steady = False
            return None
        if not self._is_even(script, n, order, cuts, CHECKING):
            return None
        if len(cuts) > 1:
            self._cuts.setdefault((n, order), []).insert(0, cuts)
        return cuts

    def _telling(self, script: tuple[int, ...], n: int, order: Order, grid: list[int]) -> tuple[int, ...]:
        """Tapes that see all changes along a grid; none if there are many, or not all tapes see them in like places."""
        seen: dict[int, set[int]] = {}
        for tape in COMPARING:
            found = [behaviour(self.run, (*script, order.cell(place, n)), (tape,)) for place in grid]
            seen[tape] = {i for i in range(len(grid) - 1) if found[i] != found[i + 1]}
            alike = all(changes == seen[COMPARING[0]] for changes in seen.values())
            if len(seen[tape]) > MOST_CHANGES and not alike:
                return ()
        unseen = set().union(*seen.values())
        if len(unseen) > 2 * max(map(len, seen.values())) + 1:
            return ()
        tapes = [*COMPARING[:1]]
        while unseen := unseen.difference(*(seen[tape] for tape in tapes)):
            tapes.append(max(COMPARING, key=lambda tape: len(seen[tape] & unseen)))
        return (*tapes, LOW, HIGH) if len(tapes) > 1 else CUTTING

    def _split(
        self, at: Callable[[int], Behaviour], a: int, b: int, found: list[tuple[int, int]], most: int, width: int
    ) -> None:
        """Append where between a and b behaviour changes, to some width, until `most` are found."""
        while at(a) != at(b) and b - a > width and len(found) < most:
            middle = (a + b) // 2 if b - a < 16 else a + (b - a) // 4 + self.chance.below((b - a) // 2)
            if at(middle) == at(a):
                a = middle
            elif at(middle) == at(b):
                b = middle
            else:
                self._split(at, a, middle, found, most, width)
                a = middle
        if at(a) != at(b):
            found.append((a, b))
