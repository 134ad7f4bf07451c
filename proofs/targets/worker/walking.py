"""Walk the tree of a program's random choices, the most probable branches first.

The program runs again and again from its start. Each run follows a branch, takes all further choices by chance, and
leaves every branch that it passes for later. A coin is a choice between two.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import inf, prod
from typing import Any, NoReturn

MOST_CHOICES = 10_000
"""The longest run."""
DEEPEST_WAITING, MOST_WAITING = 200, 2_000_000
"""The depth and the number of the branches that are left for later."""

NOT_ITS_COINS = "the output depends on more than these coins"
TOO_WIDE = "the coin tree is too wide"
TOO_MANY_CHOICES = "it takes too many coins"


class Stopped(BaseException):
    """This run is not to go on."""


class Run:
    """A source of random choices: it follows a script, and then chance, and notes every choice.

    The script has the choices to take, and among how many each of them is: bytes, for nobody chooses among more than
    256 at once. `stopped` tells that the run was ended from here, `deviates` that it asked for a choice among others
    than its script has.
    """

    def __init__(self, script: bytes, among: bytes, chance: random.Random) -> None:
        self.taken = bytearray(script)
        self.among = bytearray(among)
        self.used = 0
        self.stopped = self.deviates = False
        self._chance = chance.random

    def below(self, n: int) -> int:
        """Choose one of 0, ..., n - 1; where there is nothing to choose, nothing is noted."""
        if n == 1:
            return 0
        place = self.used
        if place < len(self.taken):
            if self.among[place] != n:
                self.deviates = True
                self._stop()
            self.used = place + 1
            return self.taken[place]
        if self.stopped or place == MOST_CHOICES:
            self._stop()
        choice = int(n * self._chance())
        self.taken.append(choice)
        self.among.append(n)
        self.used = place + 1
        return choice

    def bit(self) -> int:
        """Toss a coin."""
        return self.below(2)

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        """Run `body` on the same choices."""
        return body(*arguments, self)

    @property
    def rarity(self) -> int:
        """One in so many runs is like this one."""
        return prod(self.among)

    def _stop(self) -> NoReturn:
        self.stopped = True
        raise Stopped


Release = Callable[[Any], str]
"""One run on the given choices; the outcome, whatever it is, as a string that no other outcome shares."""


@dataclass
class WalkedLaw:
    """Outcomes with their masses, the mass not walked, and why the walk ended early, if it did.

    Each probability is in [mass, mass + missing].
    """

    masses: dict[str, Fraction] = field(default_factory=dict)
    missing: Fraction = Fraction(1)
    reason: str = ""


def walk_choices(release: Release, missing: Fraction, most: float = inf) -> WalkedLaw:
    """All but `missing` of the law of `release`, or as much as the limits allow.

    All runs together make `most` choices, or a run more. Of a run that is stopped only its own share is missing.
    """
    found = WalkedLaw(reason=f"some runs take more than {min(DEEPEST_WAITING, MOST_CHOICES)} coins")
    chance, order = random.Random(0), count()
    waiting = [(1.0, next(order), b"", b"")]
    while waiting:
        rarity, _, script, among = heapq.heappop(waiting)
        run = Run(script, among[: len(script)], chance)
        outcome = release(run)
        if run.deviates or (run.used < len(script) and not run.stopped):
            return WalkedLaw(reason=NOT_ITS_COINS)
        if not run.stopped:
            mass = Fraction(1, run.rarity)
            found.masses[outcome] = found.masses.get(outcome, Fraction(0)) + mass
            found.missing -= mass
        if found.missing <= missing:
            found.reason = ""
            return found
        most -= run.used
        if most <= 0:
            found.reason = TOO_MANY_CHOICES
            return found
        taken, among = bytes(run.taken), bytes(run.among)
        for place in range(len(script), min(len(taken), DEEPEST_WAITING)):
            rarity *= among[place]
            for other in range(among[place]):
                if other != taken[place]:
                    heapq.heappush(waiting, (rarity, next(order), taken[:place] + bytes((other,)), among))
        if len(waiting) > MOST_WAITING:
            found.reason = TOO_WIDE
            return found
    return found
