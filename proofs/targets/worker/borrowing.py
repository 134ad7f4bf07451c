"""The law of a target that borrows its randomness from the standard library, and may have other randomness besides.

Every random integer is a choice, and the runs of the target are the paths of a tree. A walk plays all of them, the most
probable first. Then the target plays freely, and must do on every walked path what it did there before. If none of n
plays deviates, then the probability that a play deviates is below SURE/n, but for a chance of e^-SURE: that is the
doubt, by which every probability may be off.
"""

import random
import time
from dataclasses import dataclass, field
from fractions import Fraction

from .walking import NOT_ITS_COINS, OUT_OF_TIME, Release, Run, WalkedLaw, walk_choices

SURE = 32
"""e^-32 is 1.3e-14."""
NO_COINS = "its randomness is not from the standard library's integers"
TOO_MANY_COINS = "a run takes more coins than can be walked"
RARE = 2**24
"""One in so many: a path that no walk reaches."""
PROBES, LEAST_PLAYS = 16, 64


@dataclass
class Node:
    """A choice among n, with what follows each that was taken; or, without n, an end with its outcome."""

    n: int = 0
    outcome: str = ""
    after: dict[int, "Node"] = field(default_factory=dict)

    def grow(self, run: Run, outcome: str) -> None:
        """Note a run from here."""
        node = self
        for n, choice in zip(run.among, run.taken, strict=True):
            node.n = n
            node = node.after.setdefault(choice, Node())
        node.outcome = outcome

    def agrees(self, run: Run, outcome: str) -> bool:
        """Whether a run leaves the walked paths, or does what was done there."""
        node = self
        for n, choice in zip(run.among, run.taken, strict=True):
            if node.n != n:
                return False
            if choice not in node.after:
                return True
            node = node.after[choice]
        return node.n == 0 and node.outcome == outcome


def walk_borrowed(release: Release, missing: Fraction, seconds: float, doubt: Fraction) -> WalkedLaw:
    """All but `missing` of the law of `release`, up to a doubt, or as much of both as can be had in the time."""
    start, chance = time.monotonic(), random.Random(1)
    runs = [Run(b"", b"", chance) for _ in range(PROBES)]
    for run in runs:
        release(run)
        if time.monotonic() > start + seconds / 4:
            return WalkedLaw(reason=OUT_OF_TIME)
    if not any(run.taken for run in runs):
        return WalkedLaw(reason=NO_COINS)
    if 4 * sum(run.rarity > RARE for run in runs) > PROBES:
        return WalkedLaw(reason=TOO_MANY_COINS)
    root = Node()
    found = walk_choices(release, missing, start + seconds / 2, note=root.grow)
    if found.masses:
        plays = plays_that_agree(release, root, max(SURE / doubt, Fraction(LEAST_PLAYS)), start + seconds, chance)
        if plays is None:
            return WalkedLaw(reason=NOT_ITS_COINS)
        if plays < LEAST_PLAYS:
            return WalkedLaw(reason=OUT_OF_TIME)
        found.doubt = Fraction(SURE, plays)
    return found


def plays_that_agree(
    release: Release, root: Node, enough: Fraction, deadline: float, chance: random.Random
) -> int | None:
    """How many plays did nothing else on a walked path than the walk, or None if one did."""
    plays = 0
    while plays < enough and time.monotonic() < deadline:
        run = Run(b"", b"", chance)
        outcome = release(run)
        if not run.stopped and not root.agrees(run, outcome):
            return None
        plays += 1
    return plays
