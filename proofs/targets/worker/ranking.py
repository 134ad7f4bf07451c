"""Learn a ranking: draws among the same number, such as keys to sort by, that decide by their order and by what ties.

What follows is learnt for each order with ties, so that a law is known to the cell: ties among n cells are counted.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product, takewhile

from .cells import HIGH, LOW, Chance
from .cutting import Behaviour, Runs, behaviour
from .forecast import Open, Ranking, Ranks

MOST_RANKED = 4
FIRST_TAPES, TAPES = (1, 2), (1, 2, 3, LOW, HIGH)
"""Numbers of tapes: what follows is told by these, at first by few of them."""
SPREAD, BESIDE = 6, 2
"""Places at which an order is tried: far apart, and side by side, which is done at both ends, too."""


class NotRanked(Exception):
    """More than the order decides."""


def learn_ranking(run: Runs, script: tuple[int, ...], mass: Fraction, chance: Chance) -> Ranking | None:
    """The draws after a script of which the order decides, as many as do."""
    cells, _ = run(script, TAPES[0])
    n, *later = cells.among[len(script) :]
    alike = 1 + sum(1 for _ in takewhile(lambda size: size == n, later))
    for many in range(min(alike, MOST_RANKED), 1, -1):
        try:
            return _learnt(run, script, mass, chance, n, many)
        except NotRanked:
            pass
    return None


def _learnt(run: Runs, script: tuple[int, ...], mass: Fraction, chance: Chance, n: int, many: int) -> Ranking:
    ranks = sorted(all_ranks(many), key=lambda order: -max(order))
    for tapes, some in ((FIRST_TAPES, ranks[:2]), (TAPES, ranks)):
        for order in some:
            _same(run, script, [*_tried(order, n, chance)], tapes, n)
    ranking = Ranking(n, ranks)
    for order, part in zip(ranks, ranking.masses, strict=True):
        ranking.after.append(Open((*script, *next(_tried(order, n, chance))), mass * part))
    return ranking


def all_ranks(many: int) -> Iterator[Ranks]:
    """Every order of so many draws, with ties: the rank of each, from 0."""
    return (order for order in product(range(many), repeat=many) if {*order} == {*range(max(order) + 1)})


def _tried(order: Ranks, n: int, chance: Chance) -> Iterator[tuple[int, ...]]:
    """Cells in this order: anywhere, side by side, and at either end."""
    levels = max(order) + 1
    for _ in range(SPREAD):
        found: set[int] = set()
        while len(found) < levels:
            found.add(chance.below(n))
        yield _at(order, sorted(found))
    starts = [*(chance.below(n - levels + 1) for _ in range(BESIDE)), 0, n - levels]
    for start in starts:
        yield _at(order, range(start, start + levels))


def _at(order: Ranks, cells: list[int] | range) -> tuple[int, ...]:
    return tuple(cells[rank] for rank in order)


def _same(run: Runs, script: tuple[int, ...], tried: list[tuple[int, ...]], tapes: tuple[int, ...], n: int) -> None:
    """See that the same follows all these cells, and that these are what is drawn."""
    found: Behaviour | None = None
    for cells in tried:
        following = behaviour(run, (*script, *cells), tapes)
        if found is None:
            found = following
            taken, _ = run((*script, *cells), tapes[0])
            if taken.among[len(script) : len(script) + len(cells)] != [n] * len(cells):
                raise NotRanked
        elif following != found:
            raise NotRanked
