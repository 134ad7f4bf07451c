"""Mechanisms that answer with what they were given, or with things that are no plain values."""

from collections import namedtuple
from enum import IntEnum
from fractions import Fraction

from spec import space


class Colour(IntEnum):
    RED = 3


class Array:
    """Like an array of a numerical library."""

    def tolist(self) -> list[object]:
        return [Index(), True, 0.5]


class Index:
    def __index__(self) -> int:
        return 4


class Name(str):
    pass


Pair = namedtuple("Pair", "a b")
CYCLE: list[object] = []
CYCLE.append(CYCLE)

ODDITIES: dict[str, object] = {
    "array": Array(),
    "enum": [Colour.RED],
    "pair": Pair(1, [2]),
    "name": Name("x"),
    "set": {1},
    "nested": [1, [object()]],
    "cycle": CYCLE,
    "complex": 1j,
}


class Echo:
    def invoke(self, x: object) -> object:
        return ODDITIES[x] if isinstance(x, str) else x

    def map(self, d_in: object) -> object:
        return d_in


class Describing(Echo):
    """Tells of every argument whether it is of the class that is imported here."""

    def __init__(self, *arguments: object) -> None:
        self.arguments = arguments

    def map(self, d_in: object) -> object:
        kinds = (space.VectorDomain, space.LInfDistance, space.RangeDivergence, list, tuple, Fraction, bool)
        return [(kind.__name__, kind is type(a)) for kind, a in zip(kinds, self.arguments, strict=True)]

    def invoke(self, x: object) -> object:
        return repr(self.arguments)


def make() -> Echo:
    return Echo()


def make_describing(a: object, b: object, c: object, d: object, e: object, f: object, g: object) -> Describing:
    return Describing(a, b, c, d, e, f, g)


def make_nothing() -> None:
    return None
