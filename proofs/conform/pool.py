"""A target at work: several processes of it, and the objects that its factory made in each."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar

from proofs.conform.contract import Contract
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Setting
from proofs.targets.target import Answer, Made, Target, Trouble

T = TypeVar("T")
R = TypeVar("R")


class Bench:
    """Puts questions to the processes of one target, one question a process at a time."""

    def __init__(self, targets: Sequence[Target], triple: Contract) -> None:
        self.triple = triple
        self.first = targets[0]
        self.pair = targets[:2]
        self._targets = targets
        self._made: dict[tuple[int, Setting], Made | Trouble] = {}

    def made(self, target: Target, setting: Setting) -> Made | Trouble:
        """What the factory makes of a setting, made once a process."""
        key = id(target), setting
        if key not in self._made:
            self._made[key] = target.make(self.triple.arguments(setting))
        return self._made[key]

    def each(self, jobs: Sequence[T], work: Callable[[Target, T], R]) -> Iterator[tuple[T, R]]:
        """Do all jobs, as many at a time as there are processes; results come as they are ready."""
        free: SimpleQueue[Target] = SimpleQueue()
        for target in self._targets:
            free.put(target)

        def one(job: T) -> R:
            target = free.get()
            try:
                return work(target, job)
            finally:
                free.put(target)

        with ThreadPoolExecutor(len(self._targets)) as pool:
            futures = {pool.submit(one, job): job for job in jobs}
            for future in as_completed(futures):
                yield futures[future], future.result()


class Clock:
    """Time that runs out, as `now` tells it."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._end = now() + seconds

    @property
    def left(self) -> float:
        """Seconds left, and 0 when the time is up."""
        return max(self._end - self._now(), 0.0)


class Pace:
    """How fast draws came: it tells how many more fit into some time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._each = 0.0

    @contextmanager
    def timing(self, draws: int) -> Iterator[None]:
        """Note how long so many draws take."""
        began = self._now()
        yield
        self._each = (self._now() - began) / max(draws, 1)

    def batch(self, cases: int, seconds: float, most: int) -> int:
        """How many draws of each case take a third of the time."""
        return max(1, min(most, int(seconds / 3 / cases / max(self._each, 1e-9))))


def indices(triple: Contract, answer: Answer) -> Outcome | None:
    """The answer as an outcome, or None if it is not of the shape that the triple promises."""
    return triple.read(answer)
