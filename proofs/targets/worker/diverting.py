"""Randomness for targets that ask for none: the standard library's random numbers and bytes, led to a walk.

The functions are replaced before the target is imported, so that it may import them by name. While nothing is diverted,
and in other threads and processes that the target has, they do what they always did. What is derived from others, such
as `expovariate` or `shuffle`, runs its own code, but for normal numbers, which `variates` makes. A generator that is
seeded while a walk goes on has no randomness but its seed's, and is left alone.
"""

import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import get_ident
from typing import Any, Protocol
from weakref import WeakSet

from .variates import CELLS, normal

_library: Any = random


class Choices(Protocol):
    """Where diverted randomness comes from."""

    def below(self, n: int) -> int:
        """One of 0, ..., n - 1."""
        ...

    def by_chance(self, n: int) -> int:
        """The same where nothing may be raised."""
        ...


LEAST_SECRET = 64
"""Bits of a seed that may be secret, or have been drawn ahead."""
LONGEST_NUMBER = 16
"""Bytes that may be read as one number; more may be a pool."""
DIGITS = 53
"""Bits of a random float."""


class Diversion:
    """Where random integers come from: where they always did, or from choices."""

    def __init__(self) -> None:
        self._choices: Choices | None = None
        self._owner = 0
        self._seeded: WeakSet[Any] = WeakSet()
        self._is_any_seeded = False
        self.pools: Callable[[Choices, int], bytes] | None = None
        """What makes many bytes, if they are not one draw."""
        self.is_installed = False
        self.small_seeds = 0
        """How often a release seeded something with few bits: what it drew, a time, a counter."""

    def to(self, choices: Choices) -> "Diversion":
        """Choose what is random, until the context ends."""
        self._choices, self._owner = choices, get_ident()
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        self._choices = None

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Choose nothing for a while."""
        choices, self._choices = self._choices, None
        try:
            yield
        finally:
            self._choices = choices

    @property
    def choices(self) -> Choices | None:
        """What to choose from, if anything, in this thread."""
        return self._choices if self._choices is not None and self._owner == get_ident() else None

    def choices_of(self, generator: Any) -> Choices | None:
        """The same for a generator, which has none if a walk saw its seed."""
        choices = self._choices
        if choices is None or self._owner != get_ident() or (self._is_any_seeded and generator in self._seeded):
            return None
        return choices

    def note_seed(self, seed: Any) -> None:
        """Count a seed of few bits, or of few digits."""
        self.small_seeds += _bits_of(seed) < LEAST_SECRET

    def install(self) -> None:
        """Replace the functions, for good; a child that the target forks has nothing to choose from."""
        self.is_installed = True
        os.register_at_fork(after_in_child=self.__exit__)
        kind: Any = random.Random
        kind.seed = self._seed(kind.seed)
        for kind in (random.SystemRandom, random.Random):
            kind.getrandbits = self._bits(kind.getrandbits)
            kind._randbelow = self._below(kind._randbelow)
            kind.random = self._float(kind.random)
        for name in ("gauss", "normalvariate"):
            setattr(random.Random, name, self._normal(getattr(random.Random, name)))
        for name in ("seed", "getrandbits", "random", "gauss", "normalvariate"):
            setattr(_library, name, getattr(_library._inst, name))
        _library._urandom = os.urandom = self._bytes(os.urandom)
        secrets.randbits = secrets.SystemRandom().getrandbits

    def _seed(self, own: Callable[[Any, Any, int], None]) -> Callable[[Any, Any, int], None]:
        def seed(generator: Any, a: Any = None, version: int = 2) -> None:
            own(generator, a, version)
            self._seeded.discard(generator)
            if a is not None and self.choices is not None:
                self._seeded.add(generator)
                self._is_any_seeded = True
                self.note_seed(a)

        return seed

    def _bits(self, own: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
        def getrandbits(generator: Any, k: int) -> int:
            choices = self.choices_of(generator)
            return own(generator, k) if choices is None or k < 0 else choices.below(1 << k)

        return getrandbits

    def _below(self, own: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
        def _randbelow(generator: Any, n: int) -> int:
            choices = self.choices_of(generator)
            return own(generator, n) if choices is None or n < 1 else choices.below(n)

        return _randbelow

    def _float(self, own: Callable[[Any], float]) -> Callable[[Any], float]:
        def uniform(generator: Any) -> float:
            choices = self.choices_of(generator)
            return own(generator) if choices is None else choices.below(1 << DIGITS) * 2.0**-DIGITS

        return uniform

    def _normal(self, own: Callable[[Any, float, float], float]) -> Callable[[Any, float, float], float]:
        def gauss(generator: Any, mu: float = 0.0, sigma: float = 1.0) -> float:
            choices = self.choices_of(generator)
            return own(generator, mu, sigma) if choices is None else mu + normal(choices.below(CELLS)) * sigma

        return gauss

    def _bytes(self, own: Callable[[int], bytes]) -> Callable[[int], bytes]:
        def urandom(size: int, /) -> bytes:
            choices = self.choices
            if choices is None or size < 0:
                return own(size)
            return self.pools(choices, size) if self.pools and size > LONGEST_NUMBER else bytes_from(choices, size)

        return urandom


def _bits_of(seed: Any) -> float:
    """How many bits a seed may have, as far as it shows."""
    if isinstance(seed, str | bytes | bytearray):
        return 4 * len(seed)
    if hasattr(seed, "tolist"):
        return _bits_of(seed.tolist())
    if isinstance(seed, list | tuple):
        return sum(map(_bits_of, seed))
    if hasattr(seed, "__index__"):
        return int(seed).bit_length()
    return 0 if isinstance(seed, float) else inf


def bytes_from(choices: Choices, size: int) -> bytes:
    """So many bytes from one draw."""
    return choices.below(1 << 8 * size).to_bytes(size, "big")


DIVERSION = Diversion()
