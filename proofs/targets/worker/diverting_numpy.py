"""numpy's randomness led to a walk, in a target that has numpy.

All of numpy's distributions draw from a table of four functions. Ours are put into it, and numpy's own code does the
rest; a generator copies the table, so it is made to copy it again. Exponential numbers are an exception: numpy cuts 64
bits into the row of a table and a value (the ziggurat), which no walk follows. While randomness is diverted they are
made from one draw, by inversion: they are taken to have the law that they are named after.
"""

import ctypes
import gc
import math
import sys
from collections.abc import Callable
from typing import Any

from .diverting import DIGITS, DIVERSION

Address = ctypes.c_void_p
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


_LED: dict[int, list[Any]] = {}
"""What stands in tables, by the address of the table: nobody else keeps it."""
_MAKERS: list[object] = []
"""`default_rng` as it is once it is led."""


def lead_numpy() -> None:
    """Lead every generator that exists, and those that `default_rng` will make."""
    library: Any = getattr(sys.modules.get("numpy"), "random", None)
    if library is None or not hasattr(library, "default_rng"):
        return
    if library.default_rng not in _MAKERS:
        maker = _maker(library.default_rng, library.Generator)
        _MAKERS.append(maker)
        _replace(library.default_rng, maker)
    _lead(library.mtrand._rand)
    for found in gc.get_objects():
        if isinstance(found, (library.Generator, library.RandomState)):
            _lead(found)


def _replace(old: object, new: object) -> None:
    """Put a function in the place of another, in every module that has it by name."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        for name in [name for name, value in list(names.items()) if value is old]:
            names[name] = new


def _maker(own: Callable[..., Any], plain: Any) -> Callable[..., Any]:
    """`default_rng`; while randomness is diverted one generator serves, for its own state is never read."""
    methods = {name: _exponential(getattr(plain, name), name) for name in ("standard_exponential", "exponential")}
    kind = type("Generator", (plain,), methods)
    kept: list[Any] = []

    def default_rng(seed: Any = None) -> Any:
        if DIVERSION.choices is not None and kept:
            return kept[0]
        made = own(seed)
        if type(made) is not plain:
            return made
        kept[:] = [_lead(kind(made.bit_generator))]
        return kept[0]

    return default_rng


def _exponential(own: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Exponential numbers, by inversion of one draw each while randomness is diverted."""

    def standard_exponential(self: Any, size: Any = None, *others: Any, **named: Any) -> Any:
        if DIVERSION.choices is None:
            return own(self, size, *others, **named)
        uniform = self.random(size)
        if size is None:
            return -math.log1p(-uniform)
        flat = uniform.reshape(-1)
        flat[:] = [-math.log1p(-u) for u in flat.tolist()]
        return uniform

    def exponential(self: Any, scale: Any = 1.0, size: Any = None) -> Any:
        if DIVERSION.choices is None:
            return own(self, scale, size)
        return scale * self.standard_exponential((getattr(scale, "shape", None) or None) if size is None else size)

    return exponential if name == "exponential" else standard_exponential


def _lead(generator: Any) -> Any:
    """Put our functions into the table of a generator, and have the generator copy it."""
    bits = generator._bit_generator
    address: int = bits.ctypes.bit_generator.value
    if address not in _LED:
        table = Table.from_address(address)
        _LED[address] = [bits, *(_instead(table, *field) for field in FIELDS)]
        generator.__init__(bits)
    return generator


def _instead(table: Table, name: str, kind: Any, size: int) -> tuple[object, object]:
    own = kind(getattr(table, name))

    def drawn(state: int) -> float:
        choices = DIVERSION.choices
        if choices is None:
            number: float = own(state)
            return number
        cell = choices.by_chance(1 << size)
        return cell * 2.0**-DIGITS if kind is DOUBLE else cell

    new = kind(drawn)
    setattr(table, name, ctypes.cast(new, Address).value)
    return own, new
