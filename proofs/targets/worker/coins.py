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

FIRST, STEPS = 8, (24, 16)
"""The law engine is first asked for all but 2^-8 of the mass, then for all that is wanted, and then for less."""
ENOUGH = Fraction(1, 2**24)
"""So much may be missing where coins are limited: the laws of what is called inside cost more than they do."""
TAPES, SILENT_PROBES = 16, 256
"""How many tapes are played twice, and how often a run that reads no coin is repeated."""


def walk_coins(release: Release, missing: Fraction, engine: Engine | None, most: int | None = None) -> WalkedLaw:
    """All but `missing` of the law of `release`, or as much as can be had on `most` coins; the engine may miss more."""
    if not is_a_function_of_its_coins(release):
        return WalkedLaw(reason=NOT_ITS_COINS)
    if engine is not None:
        found = _by_engine(engine, release, missing if most is None else max(missing, ENOUGH))
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
    """Ask for a little, for all, and for less until the engine does not give up."""
    best, reason = WalkedLaw(), ""
    first, *others = (max(Fraction(1, 2**step), missing) for step in (FIRST, *STEPS))
    for step in dict.fromkeys((first, missing, *others)):
        try:
            best = WalkedLaw(*engine(release, step))
        except Exception as error:
            reason = str(error)
            if step == first:
                break
        else:
            if step != first or step == missing:
                break
    best.reason = reason
    return best
