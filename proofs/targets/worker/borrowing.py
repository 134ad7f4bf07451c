"""The law of a target that borrows its randomness from the standard library, and may have other randomness besides.

Every random integer is a choice, and the runs of the target are the paths of a tree. A walk plays all of them, the most
probable first. Then the target plays freely, and must do on every walked path what it did there before. If none of n
plays deviates, then the probability that a play deviates is below SURE/n, but for a chance of e^-SURE: that is the
doubt, by which every probability may be off.
"""

import heapq
import random
import time
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import prod

from .walking import NOT_ITS_COINS, OUT_OF_TIME, Found, Release, Stopped

SURE = 32
"""e^-32 is 1.3e-14."""
NO_COINS = "its randomness is not from the standard library's integers"
TOO_MANY_COINS = "a run takes more coins than can be walked"
RARE = 2**24
"""One in so many: a path that no walk reaches."""
PROBES, LEAST_PLAYS = 16, 64
MOST_CHOICES, MOST_WAITING = 1_000, 1_000_000
"""The longest run, and the most branches that are left for later."""


@dataclass
class Node:
    """A choice among n, with what follows each that was taken; or, without n, an end with its outcome."""

    n: int = 0
    outcome: str = ""
    after: dict[int, "Node"] = field(default_factory=dict)


class Run:
    """Choices that follow a path, and then chance; all are noted."""

    def __init__(self, path: tuple[int, ...], chance: random.Random) -> None:
        self.taken: list[int] = []
        self.among: list[int] = []
        self.stopped = False
        self._path = path
        self._chance = chance

    def below(self, n: int) -> int:
        """Take one of n."""
        if n == 1:
            return 0
        place = len(self.taken)
        if self.stopped or place == MOST_CHOICES:
            self.stopped = True
            raise Stopped
        choice = self._path[place] if place < len(self._path) else int(n * self._chance.random())
        self.taken.append(choice)
        self.among.append(n)
        return choice

    @property
    def rarity(self) -> int:
        """One in so many runs is like this one."""
        return prod(self.among)


def walk_borrowed(release: Release, missing: Fraction, seconds: float, doubt: Fraction) -> Found:
    """All but `missing` of the law of `release`, up to a doubt, or as much of both as can be had in the time."""
    start, chance = time.monotonic(), random.Random(0)
    runs = [Run((), chance) for _ in range(PROBES)]
    for run in runs:
        release(run)
        if time.monotonic() > start + seconds / 4:
            return Found(reason=OUT_OF_TIME)
    if not any(run.taken for run in runs):
        return Found(reason=NO_COINS)
    if 4 * sum(run.rarity > RARE for run in runs) > PROBES:
        return Found(reason=TOO_MANY_COINS)
    root = Node()
    found = walk_choices(release, root, missing, start + seconds / 2, chance)
    if found.masses:
        plays = plays_that_agree(release, root, max(SURE / doubt, Fraction(LEAST_PLAYS)), start + seconds, chance)
        if plays is None:
            return Found(reason=NOT_ITS_COINS)
        if plays < LEAST_PLAYS:
            return Found(reason=OUT_OF_TIME)
        found.doubt = Fraction(SURE, plays)
    return found


def walk_choices(release: Release, root: Node, missing: Fraction, deadline: float, chance: random.Random) -> Found:
    """Grow the tree of all runs, the most probable branches first."""
    found = Found(reason=OUT_OF_TIME)
    order = count()
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(1, next(order), ())]
    while waiting and time.monotonic() < deadline and len(waiting) < MOST_WAITING:
        _, _, path = heapq.heappop(waiting)
        run = Run(path, chance)
        outcome = release(run)
        if run.stopped:
            continue
        if run.taken[: len(path)] != [*path] or not grown(root, run, outcome, len(path)):
            return Found(reason=NOT_ITS_COINS)
        mass = Fraction(1, run.rarity)
        found.masses[outcome] = found.masses.get(outcome, Fraction(0)) + mass
        found.missing -= mass
        if found.missing <= missing:
            found.reason = ""
            break
        for place in range(len(path), len(run.taken)):
            rarity = prod(run.among[: place + 1])
            for other in range(run.among[place]):
                if other != run.taken[place]:
                    heapq.heappush(waiting, (rarity, next(order), (*run.taken[:place], other)))
    return found


def grown(root: Node, run: Run, outcome: str, known: int) -> bool:
    """Note a run of which so many choices are known; whether those were among as many as before."""
    node = root
    for place, (n, choice) in enumerate(zip(run.among, run.taken, strict=True)):
        if place < known and node.n != n:
            return False
        node.n = n
        node = node.after.setdefault(choice, Node())
    node.outcome = outcome
    return True


def plays_that_agree(
    release: Release, root: Node, enough: Fraction, deadline: float, chance: random.Random
) -> int | None:
    """How many plays did nothing else on a walked path than the walk, or None if one did."""
    plays = 0
    while plays < enough and time.monotonic() < deadline:
        run = Run((), chance)
        outcome = release(run)
        if not run.stopped and not agrees(root, run, outcome):
            return None
        plays += 1
    return plays


def agrees(root: Node, run: Run, outcome: str) -> bool:
    """Whether a run leaves the walked paths, or does what was done there."""
    node = root
    for n, choice in zip(run.among, run.taken, strict=True):
        if node.n != n:
            return False
        if choice not in node.after:
            return True
        node = node.after[choice]
    return node.n == 0 and node.outcome == outcome
