"""A target at work: several processes of it, and the objects that its factory made in each."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import chain
from queue import SimpleQueue
from typing import TypeVar

from proofs.conform.contract import Contract
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Setting
from proofs.targets.target import Answer, Made, Target, Trouble
from proofs.targets.turns import TURNS

T = TypeVar("T")
R = TypeVar("R")

GROWTH = 3
"""Draws are made in stages: after each there are so many times as many."""


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

    def alone(self, lanes: Sequence[Sequence[T]]) -> Iterator[tuple["Bench", Sequence[T]]]:
        """A process of its own for each lane, or for all of them one after the other where there are too few."""
        targets = list({id(target): target for target in self._targets}.values())
        if len(targets) < len(lanes):
            lanes = [[*chain.from_iterable(lanes)]]
        for target, lane in zip(targets, lanes, strict=False):
            yield Bench([target], self.triple), lane

    def renew(self) -> None:
        """Go on in new processes, which start at once."""
        with TURNS.passed(), ThreadPoolExecutor(len(self._targets)) as pool:
            list(pool.map(lambda target: target.renew(), self._targets))

    def each(self, jobs: Sequence[T], work: Callable[[Target, T], R]) -> Iterator[tuple[T, R]]:
        """Do all jobs, as many at a time as there are processes; results come as they are ready."""
        if len(self._targets) == 1:
            yield from ((job, work(self.first, job)) for job in jobs)
            return
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
            ready = as_completed(futures)
            while True:
                with TURNS.passed():
                    future = next(ready, None)
                if future is None:
                    break
                yield futures[future], future.result()


class Stages:
    """Which laws are drawn more often, by what they have cost the target's processes, in their own time.

    Every law has the same processor time to spend, in whole stages: neither a busy machine nor a law that is slow to
    draw takes draws from the others.
    """

    def __init__(self, seconds: float, laws: int, most: int) -> None:
        """No law is drawn more often than `most` times."""
        self._each = seconds / max(laws, 1)
        self._most = most
        self._spent: dict[int, float] = {}

    def affords(self, law: int, draws: int, cost: float) -> bool:
        """Whether a law that was drawn so often, each for the cost, can go through one more stage; if so, it will."""
        spent = self._spent.get(law, 0.0) + (GROWTH - 1) * draws * cost
        if not cost or GROWTH * draws > self._most or spent > self._each:  # of what never ran, nobody knows the cost
            return False
        self._spent[law] = spent
        return True


@contextmanager
def costing(target: Target, draws: int, note: Callable[[float], None]) -> Iterator[None]:
    """Note what a draw costs the process; one that ended takes what it spent with it, and tells nothing."""
    began = target.spent
    yield
    spent = target.spent - began
    if spent > 0:
        note(spent / draws)


def indices(triple: Contract, answer: Answer) -> Outcome | None:
    """The answer as an outcome, or None if it is not of the shape that the triple promises."""
    return triple.read(answer)
