"""Releases that seed a generator: they have the randomness of the seed, and no more runs than it has values."""

from collections.abc import Callable
from math import prod

from .cells import Cells, Chance
from .certifying import NO_COINS
from .diverting import LEAST_SECRET
from .remembering import Play

SEEDED = "a release draws nothing, but seeds a generator with a number that is not random, such as a time or a counter"
SHORT_SEED = (
    f"a release draws fewer than {LEAST_SECRET} bits and seeds a generator with them: it has too few runs for this law"
)
TRIED = 200


class Seeds:
    """What was seeded with few bits, as `count` tells, since these began."""

    def __init__(self, count: Callable[[], int]) -> None:
        self._count, self._before = count, count()

    def reason(self, reason: str, play: Play) -> str:
        """Why releases cannot be foretold, if it is for this reason, or for a seed of theirs."""
        if self._count() == self._before:
            return reason
        if reason == NO_COINS:
            return SEEDED
        return SHORT_SEED if self._all_are_short(play) else reason

    def _all_are_short(self, play: Play) -> bool:
        """Whether every run that is tried seeds a generator, and draws fewer bits than a secret has."""
        chance = Chance(7)
        for _ in range(TRIED):
            before, cells = self._count(), Cells((), None, chance)
            play(cells)
            if self._count() == before or prod(cells.among) >= 1 << LEAST_SECRET:
                return False
        return True
