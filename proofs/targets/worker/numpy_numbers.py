"""Numbers of numpy's distributions, each from one draw, in the place of methods of generators that are led."""

import ctypes
import sys
from collections.abc import Callable, Sequence
from typing import Any

from .diverting import DIGITS, DIVERSION, Choices, bytes_from
from .variates import CELLS

Address = ctypes.c_void_p
Invert = Callable[[int], float]
"""The number in a cell of one draw."""
INTEGER64, INTEGER32, DOUBLE = (
    ctypes.CFUNCTYPE(kind, Address) for kind in (ctypes.c_uint64, ctypes.c_uint32, ctypes.c_double)
)
FIELDS: tuple[tuple[str, Any, int], ...] = (
    ("next_uint64", INTEGER64, 64),
    ("next_uint32", INTEGER32, 32),
    ("next_double", DOUBLE, DIGITS),
    ("next_raw", INTEGER64, 64),
)


class Table(ctypes.Structure):
    """numpy's `bitgen_t`."""

    _fields_ = [("state", Address), *((name, Address) for name, _, _ in FIELDS)]


ADDRESSES: set[int] = set()
"""Where functions of ours are: what is in a table already is not led again."""
SEEDED: set[int] = set()
"""The states of generators that were seeded while a walk went on."""


def choices_of(generator: Any) -> Choices | None:
    """What a generator draws from, if it is led."""
    choices = DIVERSION.choices
    if choices is None:
        return None
    table = table_of(generator)
    return choices if table.next_raw in ADDRESSES and table.state not in SEEDED else None


def table_of(generator: Any) -> Table:
    """The table of functions that a generator draws from."""
    return Table.from_address(generator._bit_generator.ctypes.bit_generator.value)


def standard(own: Callable[..., Any], invert: Invert) -> Callable[..., Any]:
    """Standard numbers, by inversion while randomness is diverted."""

    def led(self: Any, *arguments: Any, **named: Any) -> Any:
        choices = choices_of(self)
        return own(self, *arguments, **named) if choices is None else _drawn(invert, choices, *arguments, **named)

    return led


def by_dimensions(own: Callable[..., Any], invert: Invert) -> Callable[..., Any]:
    """The same where the size is given one number by one."""

    def led(self: Any, *size: int) -> Any:
        choices = choices_of(self)
        return own(self, *size) if choices is None else _drawn(invert, choices, size or None)

    return led


def among(own: Callable[..., Any], last_one: int = 0) -> Callable[..., Any]:
    """Whole numbers from one up to another, each as likely as any other; if `last_one` is 1, with it, and from 1."""

    def led(self: Any, low: Any, high: Any = None, size: Any = None, *others: Any, **named: Any) -> Any:
        choices, numpy = choices_of(self), sys.modules["numpy"]
        first, last = (last_one, low) if high is None else (low, high)
        whole = all(isinstance(end, (int, numpy.integer)) for end in (first, last))
        if choices is None or not whole or int(first) >= int(last) + last_one:
            return own(self, low, high, size, *others, **named)
        dtype = named.get("dtype", others[0] if others else int)
        numbers = _whole(choices, int(first), int(last) + last_one, size, dtype)
        return numbers if size is not None else int(numbers) if dtype is int else numbers[()]

    return led


def words(own: Callable[..., Any]) -> Callable[..., Any]:
    """Whole numbers of all bits but the sign's."""

    def led(self: Any, size: Any = None) -> Any:
        choices = choices_of(self)
        if choices is None:
            return own(self, size)
        numbers = _whole(choices, 0, 1 << 63, size, "int64")
        return int(numbers) if size is None else numbers

    return led


def some_bytes(own: Callable[..., bytes]) -> Callable[..., bytes]:
    """So many random bytes."""

    def led(self: Any, length: int) -> bytes:
        choices = choices_of(self)
        return own(self, length) if choices is None or length < 0 else bytes_from(choices, length)

    return led


def _whole(choices: Choices, first: int, end: int, size: Any, dtype: Any) -> Any:
    """An array of whole numbers before an end, each from one draw."""
    numpy = sys.modules["numpy"]
    numbers = numpy.empty(() if size is None else size, dtype)
    drawn = [first + choices.below(end - first) for _ in range(numbers.size)]
    numbers[...] = numpy.reshape(drawn, numbers.shape)
    return numbers


def scaled(own: Callable[..., Any], invert: Invert, names: Sequence[str]) -> Callable[..., Any]:
    """The same numbers, scaled and moved."""

    def led(self: Any, *arguments: Any, **named: Any) -> Any:
        choices, numpy = choices_of(self), sys.modules["numpy"]
        if choices is None:
            return own(self, *arguments, **named)
        given = {**dict(zip(names, arguments, strict=False)), **named}
        loc, scale = (numpy.asarray(given.get(name, usual)) for name, usual in (("loc", 0.0), ("scale", 1.0)))
        size = given.get("size")
        numbers = loc + scale * _drawn(invert, choices, numpy.broadcast(loc, scale).shape if size is None else size)
        return numbers if numpy.ndim(numbers) else float(numbers)

    return led


def _drawn(invert: Invert, choices: Choices, size: Any = None, dtype: Any = float, *others: Any, **named: Any) -> Any:
    """One number, or an array of them, each from one draw."""
    numpy = sys.modules["numpy"]
    out = named.get("out", next((other for other in others if isinstance(other, numpy.ndarray)), None))
    numbers = numpy.empty(() if size is None else size, dtype) if out is None else out
    numbers[...] = numpy.reshape([invert(choices.below(CELLS)) for _ in range(numbers.size)], numbers.shape)
    return float(numbers) if size is None and out is None else numbers
