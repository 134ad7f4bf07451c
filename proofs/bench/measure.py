"""Time contestants in turn, round by round, so that whatever else the machine does slows all of them alike."""

import gc
import statistics
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby, product
from operator import itemgetter
from typing import TypeVar

import numpy as np

from proofs.bench.contestants import OPENDP, OPENDP_LIST, TWIN, TWIN_LIST, Contestant, Scores, contestants
from spec.space import Measure

K = TypeVar("K")

SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
KS = (1, 5, 100)
SHAPES: Mapping[str, Callable[[int], Scores]] = {
    "equal": np.zeros,
    "uniform": lambda n: np.random.default_rng(n).uniform(0, 10, n),
    "one-hot": lambda n: np.concatenate([[100.0], np.zeros(n - 1)]),
    "0..n-1": lambda n: np.arange(float(n)),
    "ties": lambda n: np.random.default_rng(n).integers(0, 100, n).astype(np.int32),
}
TOO_SLOW = 1.0
"""Who takes more seconds than this is not asked about more scores of the same shape."""
HELD_TOGETHER = 1_000_000
"""Of so many scores all shapes are held at a time, and timed in turn."""
FEWEST, MOST = 3, 50
LONGEST_BURST, BURST_SECONDS = 10, 0.005


@dataclass(frozen=True)
class Setting:
    """What is released: k indices of n scores of a shape, under a measure."""

    measure: Measure
    shape: str
    k: int
    n: int


@dataclass(frozen=True)
class Timing:
    """The median of a contestant's times in seconds, and the quartiles around it."""

    median: float
    low: float
    high: float
    rounds: int


@dataclass(frozen=True)
class Row:
    """The times of one setting."""

    setting: Setting
    times: Mapping[str, Timing]

    def fastest(self, *names: str) -> float | None:
        """The least median of these contestants."""
        return min((self.times[name].median for name in names if name in self.times), default=None)

    def ratio(self, *others: str) -> float | None:
        """How many times as long as the twin the others take, each on the input that it likes best."""
        twin, other = self.fastest(TWIN, TWIN_LIST), self.fastest(*others)
        return None if twin is None or other is None else other / twin

    @property
    def against_opendp(self) -> float | None:
        """How many times as long OpenDP takes."""
        return self.ratio(OPENDP, OPENDP_LIST)


def settings(
    sizes: Collection[int], ks: Collection[int], shapes: Collection[str], measures: Collection[Measure]
) -> Iterator[Setting]:
    """All settings, shapes last; k is at most n."""
    for measure, k, n, shape in product(measures, ks, sorted(sizes), shapes):
        if k <= n:
            yield Setting(measure, shape, k, n)


def measure(chosen: Iterator[Setting], names: Collection[str], seconds: float) -> Iterator[Row]:
    """Time each setting for about so many seconds, those in turn that differ by the shape of scores alone."""
    slow: set[tuple[object, ...]] = set()
    for together in _groups(chosen):
        runners = {
            (setting, name): run
            for setting in together
            for name, run in contestants(SHAPES[setting.shape](setting.n), setting.k, setting.measure).items()
            if name in names and (*_of_shape(setting), name) not in slow
        }
        times = in_turn(runners, seconds * len(together))
        for setting in together:
            own = {name: timing for (whose, name), timing in times.items() if whose == setting}
            slow |= {(*_of_shape(setting), name) for name, timing in own.items() if timing.median > TOO_SLOW / 10}
            yield Row(setting, own)


def _groups(chosen: Iterator[Setting]) -> Iterator[list[Setting]]:
    """Settings whose scores are held at a time: of very many, one."""
    for _, of_a_size in groupby(chosen, key=lambda setting: (setting.measure, setting.k, setting.n)):
        together = list(of_a_size)
        yield from [together] if together[0].n <= HELD_TOGETHER else ([each] for each in together)


def _of_shape(setting: Setting) -> tuple[object, ...]:
    return setting.measure, setting.shape, setting.k


def in_turn(runners: Mapping[K, Contestant], seconds: float) -> dict[K, Timing]:
    """Run everybody in turn, then each as often as an equal share of the time allows, all of them to the end."""
    gc.disable()
    try:
        rounds = [{name: burst(run) for name, run in runners.items()} for _ in range(FEWEST)]
        bursts = {name: [each[name] for each in rounds] for name in runners}
        share = FEWEST * seconds / (len(runners) or 1)
        used = {name: sum(map(sum, done)) for name, done in bursts.items()}
        turns = {name: min(max(int(share / used[name]), FEWEST), MOST) if used[name] else MOST for name in runners}
        for name in _spread_out(turns):
            bursts[name].append(burst(runners[name]))
    finally:
        gc.enable()
    return {name: _timing([*chain.from_iterable(done)]) for name, done in bursts.items()}


def _spread_out(turns: Mapping[K, int]) -> list[K]:
    """Everybody so many times less the first rounds, evenly from the beginning to the end."""
    each = ((turn / (count - FEWEST), name) for name, count in turns.items() for turn in range(count - FEWEST))
    return [name for _, name in sorted(each, key=itemgetter(0))]


def burst(run: Contestant) -> list[float]:
    """Run some times on end: what others left in the caches is not what is to be timed."""
    times: list[float] = []
    while len(times) < LONGEST_BURST and sum(times) < BURST_SECONDS:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return times


def _timing(times: list[float]) -> Timing:
    low, median, high = statistics.quantiles(times, n=4)
    return Timing(median, low, high, len(times))
