"""Numbers that the code of a target mentions: the cells of a draw where it is worth a look.

No play finds the one cell among 2^53 that is treated otherwise. Whoever treats it so has mostly written it down.
"""

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite
from types import CodeType, FunctionType, MethodType
from typing import Any

Number = int | float | bytes

MOST_THINGS, MOST_NUMBERS, MOST_PARTS = 2000, 48, 64
"""How much is read, how many numbers are kept, and of how large collections."""
FOREIGN = {"numpy", "builtins", *getattr(sys, "stdlib_module_names", ())}
"""Modules whose code mentions nothing of the target's."""


def mentioned(thing: object) -> list[Number]:
    """The numbers that are mentioned by an object, its methods, and whatever these use."""
    waiting, seen, found = [thing], set[int](), dict[Number, None]()
    for thing in waiting:
        if id(thing) in seen or len(seen) > MOST_THINGS:
            continue
        seen.add(id(thing))
        if type(thing) in (int, float, bytes):
            found[thing] = None  # type: ignore[index]
        else:
            waiting += _parts(thing)
    return [*found][:MOST_NUMBERS]


def _parts(thing: Any) -> Iterator[object]:
    if isinstance(thing, CodeType):
        yield from thing.co_consts
    elif isinstance(thing, MethodType):
        yield from (thing.__func__, thing.__self__)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        yield from [*thing][:MOST_PARTS]
    elif isinstance(thing, dict):
        yield from [*thing.values()][:MOST_PARTS]
    elif str(getattr(thing, "__module__", "builtins")).partition(".")[0] not in FOREIGN:
        if isinstance(thing, FunctionType):
            yield from _parts_of_function(thing)
        elif not isinstance(thing, type):
            yield type(thing)
        yield from [*getattr(thing, "__dict__", {}).values()]


def _parts_of_function(function: FunctionType) -> Iterator[object]:
    yield function.__code__
    yield function.__defaults__
    yield function.__kwdefaults__
    for cell in function.__closure__ or ():
        if cell != type(cell)():
            yield cell.cell_contents
    for code in _codes(function.__code__):
        yield from (function.__globals__[name] for name in code.co_names if name in function.__globals__)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def cells_of(numbers: Sequence[Number], n: int) -> set[int]:
    """The cells of a draw among n that these numbers may mean: themselves, a part of the draw, or its bytes."""
    cells: set[int] = set()
    for number in numbers:
        if isinstance(number, bytes):
            cells |= {int.from_bytes(number, "big"), int.from_bytes(number, "little")}
        elif isinstance(number, int):
            cells |= {number, n - 1 - number}
        elif isfinite(number):
            part = int(Fraction(number) % 1 * n)
            cells |= {int(number), part, n - part}
    return {cell for cell in cells if 0 <= cell < n}
