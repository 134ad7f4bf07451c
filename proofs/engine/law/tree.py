"""Walk every execution of a randomised program, about the heaviest first.

The program is run again and again from its start. At each place where it draws, the walker answers from a script; past
the end of the script it takes the heaviest answer and leaves the others, with their masses, for later runs. A run that
has become much lighter than something left behind is itself left for later, so that endless loops do no harm.
"""

import heapq
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, Generic, NoReturn, Protocol, Self, TypeVar

from proofs.engine.law.outcome import Failure, Unfinished, fresh, key_of

T = TypeVar("T")


class Weight(Protocol):
    """What a branch weighs: an element of a ring."""

    def __add__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...


W = TypeVar("W", bound=Weight)


@dataclass(frozen=True)
class Law(Generic[W]):
    """Each outcome with its weight, and the mass of the executions that were not walked.

    At the coins, the true probability of an outcome lies in [weight, weight + missing].
    """

    branches: tuple[tuple[object, W], ...]
    missing: Fraction

    def __getitem__(self, outcome: object) -> W:
        return self._by_key[key_of(outcome)]

    def get(self, outcome: object, default: W) -> W:
        """The weight of an outcome, or `default` if it was not seen."""
        return self._by_key.get(key_of(outcome), default)

    def __contains__(self, outcome: object) -> bool:
        return key_of(outcome) in self._by_key

    def outcomes(self) -> tuple[object, ...]:
        """The outcomes seen."""
        return tuple(outcome for outcome, _ in self.branches)

    @cached_property
    def _by_key(self) -> dict[Hashable, W]:
        return {key_of(outcome): weight for outcome, weight in self.branches}


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
    """How a draw is answered, the same way each time: the branches of a coin, and those of a call."""

    def coin(self) -> Branches[W]:
        """The two faces with their weights."""
        ...

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[W] | None:
        """The possible answers of a call, or None to run its body in place."""
        ...

    def mass(self, weight: W) -> float:
        """How heavy a weight is, roughly: it orders the walk and decides nothing else."""
        ...


class _LeftForLater(BaseException):
    """The run is much lighter than another."""


class _GivenUp(BaseException):
    """The walk cannot go on."""


Script = tuple[int, ...]

DEEPEST = 1000
"""How often one execution may draw."""
PATIENCE = 8
"""A run is left for later if it is so many times lighter than another: to begin again costs more than to go on."""


class _Explorer(Generic[W]):
    """A draw that follows a script of answers and notes the answers not taken.

    What stops the walk, or the measurement of a call inside, stops the run even if the program catches it.
    """

    def __init__(self, reading: Reading[W], script: Script, one: W, heaviest_waiting: float, most_draws: int) -> None:
        self._reading = reading
        self._script = script
        self._heaviest_waiting = heaviest_waiting
        self._most_draws = most_draws
        self.taken: list[int] = []
        self.weight = one
        self.left: list[tuple[float, Script]] = []
        self.stopped: BaseException | None = None

    def bit(self) -> int:
        coin: int = self._choose(self._reading.coin())
        return coin

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        try:
            branches = self._reading.answers(body, arguments)
        except BaseException as reason:
            self._stop(reason)
        if branches is None:
            return body(*arguments, self)
        answer: T = self._choose(branches)
        return answer

    def _choose(self, branches: Branches[W]) -> Any:
        if self.stopped is not None:
            raise self.stopped
        place = len(self.taken)
        if place == self._most_draws:
            self._stop(_GivenUp("it draws too often"))
        if not branches:
            self._stop(_GivenUp("it calls what never answers"))
        chosen = self._script[place] if place < len(self._script) else self._heaviest(branches)
        if chosen >= len(branches):
            self._stop(_GivenUp("it is no function of its arguments and draws"))
        self.taken.append(chosen)
        answer, weight = branches[chosen]
        self.weight = self.weight * weight
        if isinstance(answer, Failure):
            raise answer.error.with_traceback(None)
        return fresh(answer)

    def _heaviest(self, branches: Branches[W]) -> int:
        masses = [self._reading.mass(self.weight * weight) for _, weight in branches]
        chosen = masses.index(max(masses))
        for other, mass in enumerate(masses):
            if other != chosen:
                self.left.append((mass, (*self.taken, other)))
                self._heaviest_waiting = max(self._heaviest_waiting, mass)
        if masses[chosen] * PATIENCE < self._heaviest_waiting:
            self.left.append((masses[chosen], (*self.taken, chosen)))
            self._stop(_LeftForLater())
        return chosen

    def _stop(self, reason: BaseException) -> NoReturn:
        self.stopped = reason
        raise reason


def executions(
    body: Callable[..., object], arguments: tuple[object, ...], reading: Reading[W], one: W, most_draws: int
) -> Iterator[tuple[object, W]]:
    """Every execution of `body(*arguments, draw)`: its outcome and its weight, about the heaviest first.

    All runs together, those left for later among them, may draw `most_draws` times.
    """
    name = getattr(body, "__name__", repr(body))
    order = count()
    constant = fresh(arguments) is arguments
    waiting: list[tuple[float, int, Script]] = [(-1.0, next(order), ())]
    while waiting:
        script = heapq.heappop(waiting)[2]
        heaviest_waiting = -waiting[0][0] if waiting else 0.0
        explorer = _Explorer(reading, script, one, heaviest_waiting, min(most_draws, DEEPEST))
        outcome: object = None
        try:
            outcome = body(*(arguments if constant else fresh(arguments)), explorer)
        except (_LeftForLater, _GivenUp):
            pass
        except (RecursionError, MemoryError) as error:
            raise Unfinished(f"{name}: {type(error).__name__}") from error
        except Exception as error:
            outcome = Failure(error.with_traceback(None))
        most_draws -= len(explorer.taken)
        for mass, remaining in explorer.left:
            heapq.heappush(waiting, (-mass, next(order), remaining))
        match explorer.stopped:
            case None if len(explorer.taken) < len(script):
                raise Unfinished(f"{name}: it is no function of its arguments and draws")
            case None:
                yield outcome, explorer.weight
            case _GivenUp() as reason:
                raise Unfinished(f"{name}: {reason}")
            case BaseException() as reason if not isinstance(reason, _LeftForLater):
                raise reason
