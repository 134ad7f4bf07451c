"""Randomness for targets that ask for none: the standard library's random integers and bytes, led to a walk.

The functions are replaced before the target is imported, so that it may import them by name. While nothing is diverted,
and in other threads and processes that the target has, they do what they always did. Floats are left alone: each has
more values than anybody can walk.
"""

import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, Protocol


class Choices(Protocol):
    """Where diverted randomness comes from."""

    def below(self, n: int) -> int:
        """One of 0, ..., n - 1."""
        ...


WIDEST = 64
"""The most values that are chosen from at once: larger integers are put together from bits."""


class Diversion:
    """Where random integers come from: where they always did, or from choices."""

    def __init__(self) -> None:
        self._choices: Choices | None = None
        self._owner = (0, 0)

    @contextmanager
    def to(self, choices: Choices) -> Iterator[None]:
        """Choose what is random."""
        self._choices, self._owner = choices, _here()
        try:
            yield
        finally:
            self._choices = None

    @property
    def choices(self) -> Choices | None:
        """What to choose from, if anything, in this thread."""
        return self._choices if self._choices is not None and self._owner == _here() else None

    def install(self) -> None:
        """Replace the functions, for good."""
        kind: Any
        for kind in (random.SystemRandom, random.Random):
            kind.getrandbits = self._bits(kind.getrandbits)
            kind._randbelow = self._below(kind._randbelow)
        library: Any = random
        library.getrandbits = library._inst.getrandbits
        library._urandom = os.urandom = self._bytes(os.urandom)
        secrets.randbits = secrets.SystemRandom().getrandbits

    def _bits(self, own: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
        def getrandbits(generator: Any, k: int) -> int:
            choices = self.choices
            return own(generator, k) if choices is None or k < 0 else _integer(choices, k)

        return getrandbits

    def _below(self, own: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
        def _randbelow(generator: Any, n: int) -> int:
            choices = self.choices
            return own(generator, n) if choices is None or not 0 < n <= WIDEST else choices.below(n)

        return _randbelow

    def _bytes(self, own: Callable[[int], bytes]) -> Callable[[int], bytes]:
        def urandom(size: int, /) -> bytes:
            choices = self.choices
            return own(size) if choices is None or size < 0 else _integer(choices, 8 * size).to_bytes(size, "big")

        return urandom


def _here() -> tuple[int, int]:
    return os.getpid(), get_ident()


def _integer(choices: Choices, bits: int) -> int:
    value = 0
    for _ in range(bits):
        value = 2 * value + choices.below(2)
    return value


DIVERSION = Diversion()
