"""Releases that seed a generator: they have the randomness of the seed, and no more runs than it has values."""

from collections.abc import Callable
from math import prod

from .cells import Cells, Chance
from .diverting import LEAST_SECRET
from .remembering import Play

SEEDED = "a release draws nothing, but seeds a generator with a number that is not random, such as a time or a counter"
SHORT_SEED = (
    f"a release draws fewer than {LEAST_SECRET} bits and seeds a generator with them: it has too few runs for this law"
)
TRIED = 200


def all_are_short(play: Play, seeds: Callable[[], int]) -> bool:
    """Whether every run that is tried seeds a generator, as `seeds` counts, and draws fewer bits than a secret."""
    chance = Chance(7)
    for _ in range(TRIED):
        before, cells = seeds(), Cells((), None, chance)
        play(cells)
        if seeds() == before or prod(cells.among) >= 1 << LEAST_SECRET:
            return False
    return True
