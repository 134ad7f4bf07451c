"""Tiny randomised programs that take their randomness from the libraries of Python."""

import os
import random
import secrets
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import randbits

import numpy
from numpy.random import default_rng

system = random.SystemRandom()
generator = default_rng()


def shuffled() -> list[int]:
    x = [1, 2, 3]
    random.shuffle(x)
    return x


def seeded_at_large() -> int:
    random.seed(secrets.randbelow(8))
    return random.randrange(3)


def legacy_integers(*ends: int) -> int:
    with warnings.catch_warnings(action="ignore"):
        return int(numpy.random.random_integers(*ends))


RELEASES: dict[str, Callable[[], object]] = {
    "shuffle": shuffled,
    "randbelow": lambda: secrets.randbelow(3),
    "randbits": lambda: randbits(2),
    "urandom": lambda: os.urandom(1)[0] % 3,
    "getrandbits": lambda: random.getrandbits(1) + 2 * system.getrandbits(1),
    "several": lambda: [random.randrange(2), random.choice("ab"), system.randint(3, 4)],
    "randrange": lambda: random.randrange(1000) < 125,
    "seeded": lambda: random.Random(secrets.randbelow(8)).randrange(3),
    "seeded at large": seeded_at_large,
    "numpy seeded": lambda: int(default_rng(secrets.randbelow(8)).integers(3)),
    "legacy seeded": lambda: int(numpy.random.RandomState(secrets.randbelow(8)).randint(3)),
    "negative": lambda: random.Random(7).getrandbits(-1),
    "float": lambda: random.random() < 0.625,
    "system float": lambda: system.random() < 0.625,
    "uniform": lambda: random.uniform(-3.0, 5.0) < 2.0,
    "expovariate": lambda: random.expovariate(1.0) < 0.9808292530117262,
    "gauss": lambda: random.gauss(0.0, 1.0) < 0.3186393639643752,
    "system gauss": lambda: system.gauss() < 0.3186393639643752,
    "normalvariate": lambda: random.normalvariate(1.0, 2.0) < 1 + 2 * 0.3186393639643752,
    "twelve bits": lambda: secrets.randbits(12) < 2560,
    "last bits": lambda: (secrets.randbits(32) & 7) < 5,
    "last byte": lambda: int.from_bytes(os.urandom(4), "little") < 5 * 2**29,
    "two floats": lambda: random.random() + random.random() < 1.1339745962155614,
    "rejected": lambda: next(i for i in iter(lambda: secrets.randbits(3), 8) if i > 2) == 3,
    "numpy": lambda: bool(generator.random() < 0.625),
    "numpy integers": lambda: bool(generator.integers(8) < 5),
    "numpy gumbel": lambda: bool(generator.gumbel() < 0.755014863294205),
    "numpy laplace": lambda: bool(generator.laplace() < 0.28768207245178085),
    "numpy exponential": lambda: bool(default_rng().exponential(2.0) < 2 * 0.9808292530117262),
    "numpy exponentials": lambda: bool(generator.exponential(numpy.ones(1))[0] < 0.9808292530117262),
    "numpy standard exponential": lambda: bool(generator.standard_exponential(None, "float32") < 0.980829253),
    "numpy into an array": lambda: bool(generator.standard_normal(out=numpy.zeros((1, 2)))[0, 1] < 0.3186393639643752),
    "numpy normal": lambda: bool(default_rng().normal(1.0, scale=2.0) < 1 + 2 * 0.3186393639643752),
    "numpy normals": lambda: bool(generator.normal([0.0, 9.0], 1.0)[0] < 0.3186393639643752),
    "legacy normal": lambda: bool(numpy.random.normal(size=2)[1] < 0.3186393639643752),
    "legacy standard normal": lambda: bool(numpy.random.RandomState().standard_normal() < 0.3186393639643752),
    "legacy randn": lambda: bool(numpy.random.randn(2, 1)[0, 0] < 0.3186393639643752),
    "numpy permutation": lambda: int(generator.permutation(4)[0]) == 3,
    "legacy uniform": lambda: bool(numpy.random.uniform() < 0.625),
    "legacy gumbel": lambda: bool(numpy.random.gumbel() < 0.755014863294205),
    "legacy bytes": lambda: numpy.random.bytes(2) < b"\xa0",
    "legacy made bytes": lambda: numpy.random.RandomState().bytes(3) < b"\xa0",
    "numpy bytes": lambda: generator.bytes(1) < b"\xa0",
    "legacy words": lambda: numpy.random.RandomState().tomaxint() < 5 * 2**60,
    "legacy words of a shape": lambda: bool(numpy.random.mtrand._rand.tomaxint((1, 2))[0, 1] < 5 * 2**60),
    "legacy integers to the last": lambda: legacy_integers(8) <= 5,
    "legacy integers between": lambda: legacy_integers(-3, 4) < 2,
    "legacy choice": lambda: bool(numpy.random.choice(8) < 5),
}


class Library:
    """One way to draw, by name."""

    def __init__(self, release: Callable[[], object]) -> None:
        self.release = release

    def invoke(self, x: list[int]) -> object:
        return self.release()

    def map(self, d_in: object) -> object:
        return d_in


class Base:
    def map(self, d_in: object) -> object:
        return d_in


class Threaded(Base):
    """Leaves the coin to a thread."""

    def invoke(self, x: list[int]) -> int:
        with ThreadPoolExecutor(1) as pool:
            return x[0] * pool.submit(secrets.randbelow, 2).result()


class Elsewhere(Base):
    """Leaves the last digits of a number to a thread."""

    def invoke(self, x: list[int]) -> bool:
        with ThreadPoolExecutor(1) as pool:
            return secrets.randbits(20) * 2**20 + pool.submit(secrets.randbits, 20).result() < 2**40 // 3


class Carried(Base):
    """Answers with the coin of the release before."""

    coin = 0

    def invoke(self, x: list[int]) -> int:
        before, self.coin = self.coin, secrets.randbelow(2)
        return before


class Mixed(Base):
    """One release in x answers with how many there were."""

    def __init__(self) -> None:
        self.releases = 0

    def invoke(self, x: list[int]) -> int:
        self.releases += 1
        coin = secrets.randbelow(2)
        return 2 if self.releases % x[0] == 0 else coin


class Unpredictable(Base):
    """A float of which only far digits count."""

    def invoke(self, x: list[int]) -> int:
        return int(random.random() * 1e9) % 3


class Endless(Base):
    """Draws without end, where it is allowed to."""

    def invoke(self, x: list[int]) -> int:
        while True:
            secrets.randbelow(2)


class Stubborn(Base):
    """Leaves too many draws to numpy's own code, which swallows what would stop it."""

    def invoke(self, x: list[int]) -> int:
        return int(min(generator.random(500)) > 2)


class Vanishing(Base):
    """Answers 1 if two draws are as far apart as they can be."""

    def invoke(self, x: list[int]) -> int:
        return int(secrets.randbits(53) - secrets.randbits(53) == 2**53 - 1)


def make(name: str) -> object:
    return Library(RELEASES[name]) if name in RELEASES else globals()[name]()
