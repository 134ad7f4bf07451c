"""numpy's randomness led to a walk, in a target that has numpy.

All of numpy's distributions draw from a table of four functions. Ours are put into it, and numpy's own code does the
rest; a generator copies the table, so it is made to copy it again. Exponential numbers are an exception: numpy cuts 64
bits into the row of a table and a value (the ziggurat), which no walk follows. While randomness is diverted they are
made from one draw, by inversion: they are taken to have the law that they are named after.

For that the kinds of generators are replaced. A generator of the plain kind counts as one of the new kind, too, so that
code that asks for the kind of a generator does what it does elsewhere.
"""

import ctypes
import gc
import math
import sys
from abc import ABCMeta
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


_OURS: dict[tuple[str, int], Any] = {}
"""What stands in tables, by its field and the address of what stood there: nobody else keeps it."""
_ADDRESSES: set[int] = set()
"""Where that is: what is in a table already is not led again."""
_MAKERS: list[object] = []
"""`default_rng` and the kinds of generators as they are once they are led."""


def lead_numpy() -> None:
    """Lead every generator that exists, and those that will be made."""
    top = sys.modules.get("numpy")
    library: Any = top and (sys.modules.get("numpy.random") or getattr(top, "random", None))
    if library is None or not hasattr(library, "default_rng"):
        return
    if library.default_rng not in _MAKERS:
        plain, legacy = library.Generator, library.RandomState
        names = ("standard_exponential", "exponential")
        kind = _kind(plain, {name: _exponential(getattr(plain, name), name) for name in names}, plain(library.PCG64()))
        older = _kind(legacy, {}, legacy())
        maker = _maker(library.default_rng, plain, kind)
        for old, new in ((library.default_rng, maker), (plain, kind), (legacy, older)):
            _MAKERS.append(new)
            _replace(old, new)
    kinds = _plain(library)
    for found in [library.mtrand._rand, *gc.get_objects()]:
        if isinstance(found, kinds):
            _lead(found, *(kind for kind in kinds if isinstance(found, kind)))


def _plain(library: Any) -> tuple[Any, ...]:
    """The kinds of generators that were made before these were led."""
    return library.Generator.__bases__[0], library.RandomState.__bases__[0]


def _replace(old: object, new: object) -> None:
    """Put something in the place of another, in every module that has it by name."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        for name in [name for name, value in list(names.items()) if value is old]:
            names[name] = new


def _kind(plain: Any, methods: dict[str, Any], kept: Any) -> Any:
    """A kind of generators; those made while randomness is diverted share one led source, whose state is not read."""
    source = _lead(kept, plain)._bit_generator

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        if DIVERSION.choices is not None:
            plain.__init__(self, source)
        else:
            plain.__init__(self, *arguments, **named)

    def __subclasshook__(cls: Any, other: type) -> Any:
        return issubclass(other, plain) if cls is made else NotImplemented

    hooks = {"__init__": __init__, "__subclasshook__": classmethod(__subclasshook__), "__module__": plain.__module__}
    made = ABCMeta(plain.__name__, (plain,), {**methods, **hooks})
    return made


def _maker(own: Callable[..., Any], plain: Any, kind: Any) -> Callable[..., Any]:
    """`default_rng` of the new kind."""

    def default_rng(seed: Any = None) -> Any:
        if DIVERSION.choices is not None and not isinstance(seed, plain):
            return kind(None)
        made = own(seed)
        return _lead(kind(made.bit_generator), plain) if type(made) is plain else made

    return default_rng


def _exponential(own: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Exponential numbers, by inversion of one draw each while randomness is diverted."""

    def standard_exponential(self: Any, size: Any = None, *others: Any, **named: Any) -> Any:
        if DIVERSION.choices is None:
            return own(self, size, *others, **named)
        uniform = self.random(size, *others[:1], **{key: named[key] for key in named if key == "dtype"})
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


def _lead(generator: Any, plain: Any) -> Any:
    """Put our functions into the table of a generator of some plain kind, and have the generator copy it."""
    bits = generator._bit_generator
    table = Table.from_address(bits.ctypes.bit_generator.value)
    for name, kind, size in FIELDS:
        address: int = getattr(table, name)
        if address not in _ADDRESSES:
            if (name, address) not in _OURS:
                _OURS[name, address] = _instead(kind(address), kind, size)
            new = ctypes.cast(_OURS[name, address], Address).value
            assert new is not None
            _ADDRESSES.add(new)
            setattr(table, name, new)
    plain.__init__(generator, bits)
    return generator


def _instead(own: Callable[[int], float], kind: Any, size: int) -> Any:
    def drawn(state: int) -> float:
        choices = DIVERSION.choices
        if choices is None:
            return own(state)
        cell = choices.by_chance(1 << size)
        return cell * 2.0**-DIGITS if kind is DOUBLE else cell

    return kind(drawn)
