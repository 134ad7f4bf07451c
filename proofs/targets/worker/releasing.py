"""Release many times, and count what comes out."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any

from .diverting import DIVERSION, Choices
from .values import Json, tell, tell_error

LARGEST_BATCH = 4096
"""The most releases between two looks at the clock."""


@dataclass(frozen=True)
class Mechanism:
    """What a factory returned, and how its `invoke` takes coins: by keyword, by place, or not at all."""

    made: Any
    takes_draw: str
    pooled: dict[str, bool] = field(default_factory=dict)
    """Whether the bytes that a release of an input pools are drawn when they are read."""

    def borrow(self, x: object, choices: Choices) -> object:
        """Release once on the given choices."""
        with DIVERSION.to(choices):
            return self.made.invoke(x)

    def release(self, x: object, draw: object) -> object:
        """Release once on the given coins."""
        return self.made.invoke(x, draw) if self.takes_draw == "place" else self.made.invoke(x, draw=draw)


class Tape:
    """Coins read from a tape."""

    def __init__(self, coins: Sequence[int]) -> None:
        self._coins = iter(coins)

    def bit(self) -> int:
        """Read the next coin."""
        for coin in self._coins:
            return coin
        raise TapeEnded

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        """Run `body` on these coins."""
        return body(*arguments, self)


class TapeEnded(Exception):
    """There is no further coin."""


@dataclass(frozen=True)
class _Error:
    error: BaseException


def released(invoke: Callable[[Any], object], x: object, count: int) -> list[object]:
    """Release some times; an error is an answer like any other."""
    answers: list[object] = []
    note = answers.append
    copied: Callable[[], object] = x.copy if isinstance(x, list) else lambda: x
    for _ in repeat(None, count):
        try:
            note(invoke(copied()))
        except BaseException as error:
            note(_Error(error.with_traceback(None)))
    return answers


def fresh(x: object) -> object:
    """The input of one release: what it does to it, no other sees."""
    return x.copy() if isinstance(x, list) else x


def told(answer: object) -> Json:
    """An answer of `released` as JSON."""
    try:
        return tell_error(answer.error) if isinstance(answer, _Error) else tell(answer)
    except BaseException as error:
        return tell_error(error)


def tallied(answers: Sequence[object]) -> Iterator[tuple[str, int]]:
    """Distinct answers as JSON, and how often each came: ints and lists of ints are counted before they are told."""
    kinds = set(map(type, answers))
    if kinds == {int}:
        counted: Counter[Any] = Counter(answers)
    elif kinds == {list}:
        orders = [tuple(answer) for answer in answers if isinstance(answer, list)]
        counted = Counter(orders if set(map(type, chain.from_iterable(orders))) <= {int} else ())
    else:
        counted = Counter()
    if counted:
        return ((json.dumps(tell(answer)), often) for answer, often in counted.items())
    return iter(Counter(json.dumps(told(answer)) for answer in answers).items())
