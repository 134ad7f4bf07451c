"""Coins of generators that a release seeds: by every spelling, with few bits, with many, with none or with a time."""

import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import numpy

library: Any = numpy.random


def by_module(module: Any, seed: Any) -> Any:
    module.seed(seed)
    return module


SPELLED: dict[str, Callable[[Any], Any]] = {
    "default_rng": library.default_rng,
    "pcg64": lambda seed: library.Generator(library.PCG64(seed)),
    "pcg64dxsm": lambda seed: library.Generator(library.PCG64DXSM(seed)),
    "philox": lambda seed: library.Generator(library.Philox(seed)),
    "mt19937": lambda seed: library.Generator(library.MT19937(seed)),
    "sfc64": lambda seed: library.Generator(library.SFC64(seed)),
    "sequence": lambda seed: library.default_rng(library.SeedSequence(seed)),
    "sequence_of_bits": lambda seed: library.Generator(library.PCG64(library.SeedSequence(seed))),
    "legacy": library.RandomState,
    "legacy_bits": lambda seed: library.RandomState(library.MT19937(seed)),
    "numpy": lambda seed: by_module(library, seed),
    "own": random.Random,
    "python": lambda seed: by_module(random, seed),
}
SEEDS: dict[str, Callable[[], Any]] = {
    "few": lambda: secrets.randbits(5),
    "many": lambda: secrets.randbits(31),
    "secret": lambda: secrets.randbits(128),
    "short text": lambda: str(secrets.randbits(31)),
    "short bytes": lambda: secrets.token_bytes(4),
    "now and then": lambda: secrets.randbits(31) if secrets.randbits(3) else secrets.randbits(200),
    "and more": lambda: secrets.randbits(31) + 0 * secrets.randbits(40),
    "secret array": lambda: numpy.array([secrets.randbits(62), secrets.randbits(62)]),
    "time in a list": lambda: [time.time_ns() % 2**32, 7],
    "time in an array": lambda: numpy.array([time.time_ns() % 2**32, 7]),
    "time": lambda: time.time_ns() % 2**32,
    "none": lambda: None,
}


class Coin:
    """Release whether a number is below a third: a normal one first, which a walk makes in its own way."""

    def __init__(self, spelled: str, seed: str) -> None:
        self.spelled, self.seed = SPELLED[spelled], SEEDS[seed]

    def invoke(self, x: object) -> bool:
        generator = self.spelled(self.seed())
        return bool(generator.normal(0.0, 1.0) < 0.0 if hasattr(generator, "normal") else generator.random() < 1 / 3)

    def map(self, d_in: float) -> float:
        return d_in


def make(spelled: str, seed: str) -> Coin:
    return Coin(spelled, seed)
