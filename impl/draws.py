"""Coins to run on: the operating system's, or a recorded tape."""

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

from spec.errors import EntropyExhausted

T = TypeVar("T")

FETCH = 32
"""Bytes of entropy that are fetched at a time."""


class Coins:
    """A draw that answers every call by running it."""

    def bit(self) -> int:
        """Toss a fair coin."""
        raise NotImplementedError

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """Run `body` on these coins."""
        return body(*arguments, self)


class SystemDraw(Coins):
    """Fair coins from the operating system, fetched some bytes at a time; no entropy, no release."""

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._buffer = 0
        self._left = 0

    def bit(self) -> int:
        """Toss a fair coin."""
        if not self._left:
            self._refill()
        self._left -= 1
        coin = self._buffer & 1
        self._buffer >>= 1
        return coin

    def _refill(self) -> None:
        try:
            fetched = self._source(FETCH)
        except (OSError, NotImplementedError) as error:
            raise EntropyExhausted from error
        if len(fetched) != FETCH:
            raise EntropyExhausted
        self._buffer = int.from_bytes(fetched, "little")
        self._left = 8 * FETCH


class TapeDraw(Coins):
    """Coins read from a tape, for replay, test vectors and teaching; at its end, entropy is exhausted."""

    def __init__(self, tape: Iterable[int]) -> None:
        self._tape = iter(tape)
        self.used = 0

    def bit(self) -> int:
        """Read the next coin."""
        for coin in self._tape:
            self.used += 1
            return coin
        raise EntropyExhausted
