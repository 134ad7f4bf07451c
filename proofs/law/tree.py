"""Walk every execution of a randomised program, heaviest first.

The program is run again and again from its start. At each place where it draws, the walker answers from a script; past
the end of the script it takes the heaviest answer and leaves the others, with their masses, for later runs. A run that
has become lighter than something left behind is itself left for later, so that endless loops do no harm.
"""

import heapq
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, Protocol, Self, TypeVar

from proofs.law.outcome import Failure, key_of
from spec.errors import NoisymaxError

T = TypeVar("T")


class Weight(Protocol):
    """What a branch weighs: an element of a ring."""

    def __add__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...


W = TypeVar("W", bound=Weight)


@dataclass
class Tally(Generic[W]):
    """Outcomes merged by type and value, with their weights."""

    values: dict[Hashable, object] = field(default_factory=dict)
    weights: dict[Hashable, W] = field(default_factory=dict)

    def add(self, value: object, weight: W) -> None:
        """Count `weight` for `value`."""
        key = key_of(value)
        self.values.setdefault(key, value)
        self.weights[key] = self.weights[key] + weight if key in self.weights else weight

    def items(self) -> Iterator[tuple[object, W]]:
        """Each outcome with its weight."""
        return ((self.values[key], weight) for key, weight in self.weights.items())


Branches = list[tuple[object, W]]


class Reading(Protocol[W]):
    """How a draw is answered: the branches of a coin, and those of a call or None if it is to be run in place."""

    def coin(self) -> Branches[W]:
        """The two faces with their weights."""
        ...

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[W] | None:
        """The possible answers of a call, or None to run its body."""
        ...

    def mass(self, weight: W) -> float:
        """How heavy a weight is, roughly: it orders the walk and decides nothing else."""
        ...


class Unfinished(Exception):
    """A measurement reached one of its limits."""


class _Failed(Exception):
    """A call inside the run failed, as its own law says."""

    def __init__(self, failure: Failure) -> None:
        super().__init__()
        self.failure = failure


class _LeftForLater(BaseException):
    """The run is not the heaviest any more."""


Script = tuple[int, ...]
MOST_DRAWS = 10_000


class _Explorer(Generic[W]):
    """A draw that follows a script of answers and notes the answers not taken."""

    def __init__(self, reading: Reading[W], script: Script, one: W, heaviest_waiting: float) -> None:
        self._reading = reading
        self._script = script
        self._heaviest_waiting = heaviest_waiting
        self._taken: list[int] = []
        self.weight = one
        self.left: list[tuple[float, Script]] = []

    def bit(self) -> int:
        coin: int = self._choose(self._reading.coin())
        return coin

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        branches = self._reading.answers(body, arguments)
        if branches is None:
            return body(*arguments, self)
        answer: T = self._choose(branches)
        return answer

    def _choose(self, branches: Branches[W]) -> Any:
        place = len(self._taken)
        if place == MOST_DRAWS:
            raise Unfinished(f"an execution drew {place} times")
        chosen = self._script[place] if place < len(self._script) else self._heaviest(branches)
        self._taken.append(chosen)
        answer, weight = branches[chosen]
        self.weight = self.weight * weight
        if isinstance(answer, Failure):
            raise _Failed(answer)
        return answer

    def _heaviest(self, branches: Branches[W]) -> int:
        masses = [self._reading.mass(self.weight * weight) for _, weight in branches]
        chosen = masses.index(max(masses))
        for other, mass in enumerate(masses):
            if other != chosen:
                self.left.append((mass, (*self._taken, other)))
                self._heaviest_waiting = max(self._heaviest_waiting, mass)
        if masses[chosen] < self._heaviest_waiting:
            self.left.append((masses[chosen], (*self._taken, chosen)))
            raise _LeftForLater
        return chosen


def executions(
    body: Callable[..., object], arguments: tuple[object, ...], reading: Reading[W], one: W
) -> Iterator[tuple[object, W]]:
    """Every execution of `body(*arguments, draw)`: its outcome and its weight, heaviest first."""
    order = count()
    waiting: list[tuple[float, int, Script]] = [(-1.0, next(order), ())]
    while waiting:
        script = heapq.heappop(waiting)[2]
        explorer = _Explorer(reading, script, one, -waiting[0][0] if waiting else 0.0)
        outcome: object
        try:
            outcome = body(*arguments, explorer)
        except _LeftForLater:
            continue
        except _Failed as failed:
            outcome = failed.failure
        except NoisymaxError as error:
            outcome = Failure(type(error).__name__, str(error))
        finally:
            for mass, remaining in explorer.left:
                heapq.heappush(waiting, (-mass, next(order), remaining))
        yield outcome, explorer.weight
