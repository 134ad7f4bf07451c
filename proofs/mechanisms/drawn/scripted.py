"""A draw that says what happens: coins from a tape, and the answers of samplers from a script."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from spec.errors import EntropyExhausted

T = TypeVar("T")


class Scripted:
    """A draw that hands out the coins of a tape and answers some samplers from a script, and notes what it was asked.

    Samplers without a script are run on this draw.
    """

    def __init__(
        self, coins: Iterable[int] = (), answers: Mapping[Callable[..., object], Iterable[object]] | None = None
    ) -> None:
        self._coins = iter(coins)
        self._answers: dict[object, Iterator[object]] = {
            inspect.unwrap(sampler): iter(script) for sampler, script in (answers or {}).items()
        }
        self.used = 0
        self.asked: list[tuple[object, ...]] = []

    def bit(self) -> int:
        """The next coin of the tape."""
        for coin in self._coins:
            self.used += 1
            return coin
        raise EntropyExhausted

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """What the script answers, or what the body does on this draw."""
        script = self._answers.get(body)
        if script is None:
            return body(*arguments, self)
        self.asked.append(arguments)
        for answer in script:
            said: Any = answer
            return said  # type: ignore[no-any-return]
        raise EntropyExhausted
