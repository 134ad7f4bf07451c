"""Look for a run that ends as it rarely does: a run that did so on a like input is begun, and left for another end.

Where noise ends a little farther out, nearly all of a run may stay as it was: it is left at one place after the other,
the last ones first, and what follows there is left to chance, or to extreme draws.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from .cells import HIGH, LOW, Cells, Chance
from .counting import calls_of, dearness
from .remembering import Play

PROBES, AT_FIRST, ROUNDS, TIMES = 16, 64, 12, 4
"""Runs by chance alone, and if no other is known; how often all places of a run are tried, and how often each."""
KEPT = 2
"""How many runs are told that end as they should."""


MOST_ENDS = 100


@dataclass
class Reached:
    """Runs by their cells that end as is wanted, and one for each other end; the finest draw, and the work it took."""

    runs: list[list[int]] = field(default_factory=list)
    ends: dict[str, list[int]] = field(default_factory=dict)
    finest: int = 1
    work: int = 0


def reach(play: Play, wanted: Collection[str], runs: Sequence[Sequence[int]], work: int) -> Reached:
    """Look for runs that end as wanted, with so much work, from such as nearly do."""
    chance, found, outcomes = Chance(11), Reached(), list[str]()
    first = [Cells((), None, chance) for _ in range(PROBES if runs else AT_FIRST)]
    calls = calls_of(lambda: outcomes.extend(map(play, first)))
    times = dearness(calls, sum(cells.work for cells in first))
    for cells, outcome in zip(first, outcomes, strict=True):
        _note(found, cells, outcome, wanted, times)
    for script, tape in _beginnings(runs):
        if len(found.runs) >= KEPT or found.work > work or (found.runs and found.work > work // 8):
            break
        cells = Cells(script, tape, chance)
        _note(found, cells, play(cells), wanted, times)
    return found


def _note(found: Reached, cells: Cells, outcome: str, wanted: Collection[str], times: int) -> None:
    found.work += cells.work * times
    found.finest = max(found.finest, *cells.among, 1)
    if not cells.stopped:
        if len(found.ends) < MOST_ENDS:
            found.ends.setdefault(outcome, cells.taken)
        if outcome in wanted and len(found.runs) < KEPT:
            found.runs.append(cells.taken)


def _beginnings(runs: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """Beginnings of runs, the longest first, again and again, each with a tape or none to go on."""
    for turn in range(ROUNDS):
        for place in range(max(map(len, runs), default=-1) + 1):
            for run in runs:
                if place <= len(run):
                    script = tuple(run[: len(run) - place])
                    yield from [(script, None)] * TIMES
                    yield from [(script, LOW), (script, HIGH)] if turn == 0 else []
