"""Runs of a program that were played before: what the same cells led to, without playing it again.

A program that is a function of its draws does the same whenever it is given the same cells. That it is one is tried:
some of the runs that are remembered are played again, and once one of them differs, nothing is remembered any more.
Runs by chance, which hold a forecast against the program, are always played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from .cells import Cells

Play = Callable[[Cells], str]
"""One run on the given cells; the outcome, whatever it is, as a string that no other outcome shares."""

AGAIN = 16
"""One in so many of the runs that are remembered is played again."""


@dataclass(frozen=True, slots=True)
class Path:
    """A whole run: its cells, among how many each was, and its outcome."""

    taken: tuple[int, ...]
    among: tuple[int, ...]
    outcome: str


@dataclass(slots=True)
class Fork:
    """A draw among n, and what is known to follow its cells."""

    n: int
    after: dict[int, "Fork | Path"] = field(default_factory=dict)


class Remembered:
    """A program whose runs on tapes are remembered; it is steady if the same cells did the same, wherever tried."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._top: Fork | Path | None = None
        self._hits = 0
        self.is_steady = True

    def __call__(self, cells: Cells) -> str:
        """Run, or remember what a run on these cells did."""
        if cells.is_by_chance or cells.anew or not self.is_steady:
            return self._play(cells)
        known = self._followed(cells)
        if known is not None:
            self._hits += 1
            if self._hits % AGAIN:
                return known.outcome
        cells.restart()
        outcome = self._play(cells)
        if not cells.stopped:
            self.is_steady = self._keep(Path(tuple(cells.taken), tuple(cells.among), outcome))
        return outcome

    def _followed(self, cells: Cells) -> Path | None:
        """The run that takes these cells, if it is known; as many are taken as are known."""
        node = self._top
        while isinstance(node, Fork):
            node = node.after.get(cells.below(node.n))
        if node is not None:
            for place in range(len(cells.taken), len(node.taken)):
                if cells.below(node.among[place]) != node.taken[place]:
                    return None
        return node

    def _keep(self, path: Path) -> bool:
        """Remember a run, unless it cannot be that of a program that does what it did before."""
        if self._top is None:
            self._top = path
            return True
        if isinstance(self._top, Path):
            if self._top.taken == path.taken:
                return self._top == path
            if not self._top.taken or not path.taken:
                return False
            self._top = Fork(self._top.among[0], {self._top.taken[0]: self._top})
        fork = self._top
        for place, cell in enumerate(path.taken):
            if fork.n != path.among[place]:
                return False
            known = fork.after.setdefault(cell, path)
            if isinstance(known, Fork):
                fork = known
                continue
            if known.taken == path.taken:
                return known == path
            if place + 1 == min(len(known.taken), len(path.taken)):
                return False
            following = Fork(known.among[place + 1], {known.taken[place + 1]: known})
            fork.after[cell] = following
            fork = following
        return False
