"""Tiny randomised programs, on coins that are handed over or on their own."""

import random
from collections.abc import Callable
from typing import Protocol


class Draw(Protocol):
    def bit(self) -> int: ...

    def call(self, body: Callable[..., int], *arguments: object) -> int: ...


def below(n: int, draw: Draw) -> int:
    """An integer below n, by rejection."""
    while True:
        value = 0
        for _ in range((n - 1).bit_length()):
            value = 2 * value + draw.bit()
        if value < n:
            return value


class Base:
    def map(self, d_in: object) -> object:
        return d_in


class Few(Base):
    """Takes two to five coins, and fails on some."""

    def invoke(self, x: list[int], draw: Draw) -> object:
        x.sort()
        if draw.bit():
            return [x[draw.bit()], True]
        if draw.bit() and draw.bit():
            raise ValueError("unlucky")
        return draw.bit() + 2 * draw.bit()


class Rejecting(Base):
    """A draw by place, through a call, that any number of coins may take part in."""

    def invoke(self, x: list[int], draw: Draw, /) -> int:
        try:
            return draw.call(below, x[0])
        except BaseException:
            draw.bit()
            raise


class Long(Base):
    """Takes more coins than can be walked."""

    def invoke(self, x: list[int], draw: Draw) -> int:
        return sum(draw.bit() for _ in range(x[0])) and 1


class Ignoring(Base):
    def invoke(self, x: list[int], draw: object = None) -> int:
        return random.getrandbits(1)


class Mixing(Base):
    def invoke(self, x: list[int], draw: Draw) -> int:
        return draw.bit() ^ random.getrandbits(1)


class Constant(Base):
    def invoke(self, x: list[int], draw: object) -> int:
        return x[0]


class Counting(Base):
    """Takes ever fewer coins."""

    def __init__(self) -> None:
        self.coins = 600

    def invoke(self, x: list[int], draw: Draw) -> int:
        self.coins -= 1
        return [draw.bit() for _ in range(max(0, self.coins))][-1:] == [1]


class Several(Base):
    """Answers that Python calls equal, and errors, in turn; what it does to its input, it must not see again."""

    def __init__(self) -> None:
        self.turn = 0

    def invoke(self, x: list[object]) -> object:
        self.turn += 1
        x.append(0)
        if self.turn % 6 == 0:
            raise ValueError(len(x))
        return [1, True, 1.0, [1], (1, len(x))][self.turn % 6 - 1]


class Unreadable:
    def tolist(self) -> None:
        raise ValueError("unreadable")


class Own(Base):
    """As an adapter that samples faster than one by one."""

    def invoke(self, x: list[object]) -> object:
        return Unreadable() if x[0] == "array" else 0

    def sample(self, x: list[int], count: int) -> list[int]:
        return [1 + 0 * x[0]] * count


class AnyCoins(Base):
    def invoke(self, x: list[int], *draw: object) -> int:
        return 0


def make(name: str) -> object:
    return globals()[name]() if name in globals() else 0
