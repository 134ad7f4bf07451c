"""Tiny randomised programs that take their randomness from the standard library."""

import os
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from secrets import randbits

system = random.SystemRandom()


class Base:
    def map(self, d_in: object) -> object:
        return d_in


class Library(Base):
    """All the ways to an integer; x says which."""

    def invoke(self, x: list[int]) -> object:
        match x[0]:
            case 0:
                return secrets.randbelow(3)
            case 1:
                return randbits(2)
            case 2:
                return os.urandom(1)[0] % 3
            case 3:
                return random.getrandbits(1) + 2 * system.getrandbits(1)
            case 4:
                return [random.randrange(2), random.choice("ab"), system.randint(3, 4)]
            case 5:
                x = [1, 2, 3]
                random.shuffle(x)
                return x
            case 6:
                return random.randrange(1000) < 125
            case _:
                return random.Random(x[0]).getrandbits(-1)


class Floats(Base):
    def invoke(self, x: list[int]) -> int:
        return random.random() < 0.5


class SystemFloats(Base):
    def invoke(self, x: list[int]) -> int:
        return system.random() < 0.5


class Threaded(Base):
    """Leaves the coin to a thread."""

    def invoke(self, x: list[int]) -> int:
        with ThreadPoolExecutor(1) as pool:
            return x[0] * pool.submit(secrets.randbelow, 2).result()


class Mixed(Base):
    """One release in x is decided by a float."""

    def invoke(self, x: list[int]) -> int:
        coin = secrets.randbelow(2)
        return coin if random.random() * x[0] >= 1 else 2


class Deeper(Base):
    """Takes another way whenever it has been somewhere x times."""

    def __init__(self) -> None:
        self.releases = 0

    def invoke(self, x: list[int]) -> int:
        self.releases += 1
        return secrets.randbelow(2 + self.releases // x[0])


class Endless(Base):
    """Swallows what would stop it, and ends by itself at last."""

    def invoke(self, x: list[int]) -> int:
        for _ in range(x[0]):
            try:
                if secrets.randbelow(2):
                    return 1
            except BaseException:
                return 0
        return 0


def make(name: str) -> object:
    return globals()[name]()
