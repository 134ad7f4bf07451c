"""The law of a target that takes its coins as an argument, as far as a number of coins allows."""

import random
from collections.abc import Callable
from fractions import Fraction
from math import inf

from .walking import NOT_ITS_COINS, Release, Run, WalkedLaw, walk_choices

SubLaw = tuple[dict[str, Fraction], Fraction]
"""Outcomes with their masses, and the mass not walked."""
Engine = Callable[[Release, Fraction], SubLaw]
"""The law of a run, all but some mass, with sampler calls as boundaries; it raises if it cannot."""

STEPS = (24, 16, 8)
"""The law engine is first asked for all but 2^-8 of the mass, and then for more."""
TAPES, SILENT_PROBES = 16, 256
"""How many tapes are played twice, and how often a run that reads no coin is repeated."""


def walk_coins(release: Release, missing: Fraction, engine: Engine | None, most: int | None = None) -> WalkedLaw:
    """All but `missing` of the law of `release`, or as much as can be had on `most` coins."""
    if not is_a_function_of_its_coins(release):
        return WalkedLaw(reason=NOT_ITS_COINS)
    if engine is not None:
        found = _by_engine(engine, release, missing)
        if found.masses:
            return found
    return walk_choices(release, missing, inf if most is None else most)


def is_a_function_of_its_coins(release: Release, tapes: int = TAPES) -> bool:
    """Whether the same tape gave the same outcome from the same number of coins, whenever it was played."""

    def play(seed: int) -> tuple[str, int]:
        run = Run(b"", b"", random.Random(seed))
        return release(run), run.used

    first = play(0)
    silent = first[1] == 0
    for seed in range(1, tapes):
        played = play(seed)
        if played != play(seed):
            return False
        silent = silent and played[1] == 0
    return all(play(seed) == first for seed in range(SILENT_PROBES if silent else 0))


def _by_engine(engine: Engine, release: Release, missing: Fraction) -> WalkedLaw:
    """Ask for more and more, until the engine gives up."""
    best = WalkedLaw()
    steps = [missing, *(Fraction(1, 2**step) for step in STEPS if Fraction(1, 2**step) > missing)]
    while best.missing > missing:
        try:
            best = WalkedLaw(*engine(release, steps.pop()))
        except Exception as error:
            best.reason = str(error)
            return best
    return best
