"""The law of a target that takes its coins as an argument, as far as the time allows."""

import random
import signal
import time
from collections.abc import Callable
from fractions import Fraction
from math import inf
from types import CodeType, FrameType

from .walking import NOT_ITS_COINS, OUT_OF_TIME, Release, Run, WalkedLaw, walk_choices

SubLaw = tuple[dict[str, Fraction], Fraction]
"""Outcomes with their masses, and the mass not walked."""
Engine = Callable[[Release, Fraction], SubLaw]
"""The law of a run, all but some mass, with sampler calls as boundaries; it raises if it cannot."""

STEPS = (24, 16, 8)
"""The law engine is first asked for all but 2^-8 of the mass, and then for more."""
TAPES, SILENT_PROBES = 16, 256
"""How many tapes are played twice, and how often a run that reads no coin is repeated."""


class TimeUp(BaseException):
    """The time is up."""


def walk_coins(
    release: Release, missing: Fraction, seconds: float, engine: Engine | None, most: int | None = None
) -> WalkedLaw:
    """All but `missing` of the law of `release`, or as much as can be had in the time and on `most` coins."""
    deadline = time.monotonic() + seconds
    if not is_a_function_of_its_coins(release, time.monotonic() + seconds / 4):
        return WalkedLaw(reason=NOT_ITS_COINS)
    if engine is not None:
        found = _by_engine(engine, release, missing, deadline)
        if found.masses:
            return found
    return walk_choices(release, missing, deadline, inf if most is None else most)


def is_a_function_of_its_coins(release: Release, deadline: float, tapes: int = TAPES) -> bool:
    """Whether the same tape gave the same outcome from the same number of coins, whenever it was played."""

    def play(seed: int) -> tuple[str, int]:
        run = Run(b"", b"", random.Random(seed))
        return release(run), run.used

    first = play(0)
    silent = first[1] == 0
    for seed in range(1, tapes):
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


def _by_engine(engine: Engine, release: Release, missing: Fraction, deadline: float) -> WalkedLaw:
    """Ask for more and more; the coin-by-coin walk must still have its time if the engine finds nothing."""
    best = WalkedLaw(reason=OUT_OF_TIME)
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
        best = WalkedLaw(*law, OUT_OF_TIME)
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
