"""Time contestants in turn, round by round, so that whatever else the machine does slows all of them alike."""

import gc
import statistics
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from proofs.bench.contestants import OPENDP, OPENDP_LIST, TWIN, TWIN_LIST, Contestant, Scores, contestants
from spec.space import Measure

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
    """All settings, sizes last; k is at most n."""
    for measure, shape, k, n in product(measures, shapes, ks, sorted(sizes)):
        if k <= n:
            yield Setting(measure, shape, k, n)


def measure(chosen: Iterator[Setting], names: Collection[str], seconds: float) -> Iterator[Row]:
    """Time each setting for about so many seconds."""
    slow: set[tuple[object, ...]] = set()
    for setting in chosen:
        of_shape = (setting.measure, setting.shape, setting.k)
        x = SHAPES[setting.shape](setting.n)
        runners = {
            name: run
            for name, run in contestants(x, setting.k, setting.measure).items()
            if name in names and (*of_shape, name) not in slow
        }
        times = in_turn(runners, seconds)
        slow |= {(*of_shape, name) for name, timing in times.items() if timing.median > TOO_SLOW / 10}
        yield Row(setting, times)


def in_turn(runners: Mapping[str, Contestant], seconds: float) -> dict[str, Timing]:
    """Run everybody once, then everybody again, until time is up."""
    taken: dict[str, list[float]] = {name: [] for name in runners}
    end = time.perf_counter() + seconds
    gc.disable()
    try:
        for done in range(MOST):
            if done >= FEWEST and time.perf_counter() > end:
                break
            for name, run in runners.items():
                taken[name] += burst(run)
    finally:
        gc.enable()
    return {name: _timing(each) for name, each in taken.items()}


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
