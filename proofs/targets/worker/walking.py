"""The law of a target's output over fair coins, as far as the time allows."""

import heapq
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from types import CodeType, FrameType
from typing import Any

Release = Callable[[Any], str]
"""One run on the given coins or choices; the outcome, whatever it is, as a string that no other outcome shares."""


SubLaw = tuple[dict[str, Fraction], Fraction]
"""Outcomes with their masses, and the mass not walked."""
Engine = Callable[[Release, Fraction], SubLaw]
"""The law of a run, all but some mass, with sampler calls as boundaries; it raises if it cannot."""

STEPS = (24, 16, 8)
"""The law engine is first asked for all but 2^-8 of the mass, and then for more."""
PROBES, SILENT_PROBES = 16, 256
"""How many tapes are played twice, and how often a run that reads no coin is repeated."""
MOST_COINS, DEEPEST_WAITING, MOST_WAITING = 10_000, 200, 2_000_000
"""The longest run, and the depth and number of the branches that are left for later."""
NOT_ITS_COINS = "the output depends on more than these coins"
OUT_OF_TIME = "out of time"


@dataclass
class Found:
    """Outcomes with their masses, the mass not walked, why the walk ended early, if it did, and the doubt.

    Each probability is in [mass - doubt, mass + missing + doubt], with certainty where there is no doubt.
    """

    masses: dict[str, Fraction] = field(default_factory=dict)
    missing: Fraction = Fraction(1)
    reason: str = ""
    doubt: Fraction = Fraction(0)


class TimeUp(BaseException):
    """The time is up."""


class Stopped(BaseException):
    """This run is not to go on."""


def walk(release: Release, missing: Fraction, seconds: float, engine: Engine | None) -> Found:
    """All but `missing` of the law of `release`, or as much as can be had in the time."""
    deadline = time.monotonic() + seconds
    if not is_a_function_of_its_coins(release, time.monotonic() + seconds / 4):
        return Found(reason=NOT_ITS_COINS)
    if engine is not None:
        found = _by_engine(engine, release, missing, deadline)
        if found.masses:
            return found
    return walk_coins(release, missing, deadline)


def _by_engine(engine: Engine, release: Release, missing: Fraction, deadline: float) -> Found:
    """Ask for more and more; the coin-by-coin walk must still have its time if the engine finds nothing."""
    best = Found(reason=OUT_OF_TIME)
    steps = [missing, *(Fraction(1, 2**step) for step in STEPS if Fraction(1, 2**step) > missing)]
    while best.missing > missing:
        left = deadline - time.monotonic()
        try:
            law = _within(left if best.masses else left / 2, engine, release, steps.pop())
        except Exception as error:
            best.reason = str(error)
            return best
        if law is None:
            return best
        best = Found(*law, OUT_OF_TIME)
    best.reason = ""
    return best


def _within(seconds: float, engine: Engine, release: Release, wanted: Fraction) -> SubLaw | None:
    """What the engine answers in the time. What swallows the first interrupt is interrupted again."""
    up = False

    def interrupt(_signal: int, frame: FrameType | None) -> None:
        nonlocal up
        up = True
        raise_in(frame, _within.__code__)

    if seconds <= 0:
        return None
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
        law = engine(release, wanted)
        return None if up else law
    except TimeUp:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def raise_in(frame: FrameType | None, but_not_in: CodeType) -> None:
    """Interrupt what is running, unless it is the code that is about to stop the clock anyway."""
    if frame is not None and frame.f_code is not but_not_in:
        raise TimeUp


class _Coins:
    """Coins that follow a script, bit by bit of an int, and then chance; every coin is noted."""

    def __init__(self, script: int, length: int, chance: Callable[[int], int], deadline: float) -> None:
        self.taken = script
        self.used = 0
        self.length = length
        self.stopped = False
        self._chance = chance
        self._deadline = deadline

    def bit(self) -> int:
        place = self.used
        if place < self.length:
            self.used += 1
            return self.taken >> place & 1
        if self.stopped or place == MOST_COINS or time.monotonic() > self._deadline:
            self.stopped = True
            raise Stopped
        coin = self._chance(1)
        self.taken |= coin << place
        self.used = self.length = place + 1
        return coin

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        return body(*arguments, self)


def is_a_function_of_its_coins(release: Release, deadline: float) -> bool:
    """Whether the same tape gave the same outcome from the same number of coins, whenever it was played."""

    def play(seed: int) -> tuple[str, int]:
        coins = _Coins(0, 0, random.Random(seed).getrandbits, float("inf"))
        return release(coins), coins.used

    first = play(0)
    silent = first[1] == 0
    for seed in range(1, PROBES):
        if time.monotonic() > deadline:
            break
        played = play(seed)
        if played != play(seed):
            return False
        silent = silent and played[1] == 0
    for seed in range(SILENT_PROBES if silent else 0):
        if play(seed) != first:
            return False
        if time.monotonic() > deadline:
            break
    return True


def walk_coins(release: Release, missing: Fraction, deadline: float) -> Found:
    """Walk the coin tree, the branches nearest its root first.

    Each run follows a branch and then chance to its end, and leaves every branch that it passes for later.
    """
    found = Found(reason=OUT_OF_TIME)
    chance = random.Random(0).getrandbits
    order = count()
    waiting = [(0, next(order), 0)]
    while waiting and time.monotonic() < deadline:
        length, _, script = heapq.heappop(waiting)
        coins = _Coins(script, length, chance, deadline)
        outcome = release(coins)
        if coins.stopped:
            continue
        if coins.used < length:
            return Found(reason=NOT_ITS_COINS)
        mass = Fraction(1, 2**coins.used)
        found.masses[outcome] = found.masses.get(outcome, Fraction(0)) + mass
        found.missing -= mass
        if found.missing <= missing:
            found.reason = ""
            return found
        for place in range(length, min(coins.used, DEEPEST_WAITING)):
            turned = coins.taken & (1 << place) - 1 | (1 << place) & ~coins.taken
            heapq.heappush(waiting, (place + 1, next(order), turned))
        if len(waiting) > MOST_WAITING:
            found.reason = "the coin tree is too wide"
            return found
    if not waiting and time.monotonic() < deadline:
        found.reason = f"some runs take more than {DEEPEST_WAITING} coins"
    return found
