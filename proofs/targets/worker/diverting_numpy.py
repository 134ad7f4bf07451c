"""numpy's randomness led to a walk, in a target that has numpy.

All of numpy's distributions draw from a table of four functions. Ours are put into it, and numpy's own code does the
rest; a generator copies the table, so it is made to copy it again. Normal and exponential numbers are an exception:
`variates` makes them where no walk follows numpy's code.

For that the kinds of generators are replaced. A generator of the plain kind counts as one of the new kind, too, so that
code that asks for the kind of a generator does what it does elsewhere.

What is seeded while a walk goes on, in whichever way, has no randomness but its seed's, and is left alone. Seeds that
numpy fetches for itself are known by their numbers.
"""

import ctypes
import gc
import sys
from abc import ABCMeta
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from .diverting import DIGITS, DIVERSION
from .numpy_numbers import (
    ADDRESSES,
    DOUBLE,
    FIELDS,
    SEEDED,
    Address,
    among,
    by_dimensions,
    scaled,
    some_bytes,
    standard,
    table_of,
    words,
)
from .variates import exponential, normal

_OURS: dict[tuple[str, int], Any] = {}
"""What stands in tables, by its field and the address of what stood there: nobody else keeps it."""
_FETCHED: deque[int] = deque(maxlen=4096)
"""The latest seeds that numpy fetched for itself."""
_MAKERS: list[object] = []
"""`default_rng` and the kinds of generators as they are once they are led."""


def lead_numpy() -> None:
    """Lead every generator that exists, and those that will be made, if what is random is led at all."""
    top = sys.modules.get("numpy") if DIVERSION.is_installed else None
    library: Any = top and (sys.modules.get("numpy.random") or getattr(top, "random", None))
    if library is None or not hasattr(library, "default_rng"):
        return
    if library.default_rng not in _MAKERS:
        plain, legacy = library.Generator, library.RandomState
        kind, older = _kind(plain, _newer(plain), plain(library.PCG64())), _kind(legacy, _older(legacy), legacy())
        maker = _maker(library.default_rng, plain, kind)
        for old, new in ((library.default_rng, maker), (plain, kind), (legacy, older)):
            _MAKERS.append(new)
            _replace(old, new)
        for name, method in _older(legacy).items():
            if hasattr(library, name):
                _replace(getattr(library, name), partial(method, library.mtrand._rand))
        library.bit_generator.randbits = _fetching(library.bit_generator.randbits)
    kinds = _plain(library)
    for found in [library.mtrand._rand, *gc.get_objects()]:
        if isinstance(found, kinds):
            _lead(found, *(kind for kind in kinds if isinstance(found, kind)))


def _newer(plain: Any) -> dict[str, Any]:
    """The methods of a generator that make numbers by inversion."""
    return {
        "standard_exponential": standard(plain.standard_exponential, exponential),
        "exponential": scaled(plain.exponential, exponential, ("scale", "size")),
        "standard_normal": standard(plain.standard_normal, normal),
        "normal": scaled(plain.normal, normal, ("loc", "scale", "size")),
        "bytes": some_bytes(plain.bytes),
    }


def _older(legacy: Any) -> dict[str, Any]:
    """The same of the older kind, whose exponential numbers are made by inversion anyway.

    Its whole numbers are the low bits of others, thrown away until they fit: what they are cannot be cut from there.
    """
    return {
        "standard_normal": standard(legacy.standard_normal, normal),
        "normal": scaled(legacy.normal, normal, ("loc", "scale", "size")),
        "randn": by_dimensions(legacy.randn, normal),
        "randint": among(legacy.randint),
        "random_integers": among(legacy.random_integers, last_one=1),
        "tomaxint": words(legacy.tomaxint),
        "bytes": some_bytes(legacy.bytes),
        "seed": _seeding(legacy.seed),
    }


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
    """A kind of generators; those made without a seed while randomness is diverted share one led source.

    The state of that source is not read.
    """
    source = _lead(kept, plain)._bit_generator

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        if DIVERSION.choices is not None and not any(map(_is_seed, (*arguments, *named.values()))):
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
            return own(seed) if _is_seed(seed) else kind(None)
        made = own(seed)
        return _lead(kind(made.bit_generator), plain) if type(made) is plain else made

    return default_rng


def _is_seed(given: Any) -> bool:
    """Whether what a generator is made from is a seed, or was made from one, which numpy did not fetch for itself."""
    if given is None:
        return False
    sequence = getattr(given, "seed_seq", getattr(given, "_seed_seq", given))
    seed = getattr(sequence, "entropy", given)
    if hasattr(sequence, "entropy") and seed in _FETCHED:
        return False
    DIVERSION.note_seed(seed)
    return True


def _fetching(own: Callable[[int], int]) -> Callable[[int], int]:
    """numpy's source of seeds, which are remembered; while a walk goes on they are no draws."""

    def randbits(size: int) -> int:
        with DIVERSION.suspended():
            _FETCHED.append(own(size))
        return _FETCHED[-1]

    return randbits


def _seeding(own: Callable[..., Any]) -> Callable[..., Any]:
    """Seed a generator of the older kind."""

    def seed(self: Any, *arguments: Any, **named: Any) -> None:
        with DIVERSION.suspended():
            own(self, *arguments, **named)
        state = table_of(self).state
        if DIVERSION.choices is not None and any(given is not None for given in (*arguments, *named.values())):
            SEEDED.add(state)
            DIVERSION.note_seed([*arguments, *named.values()][0])
        else:
            SEEDED.discard(state)

    return seed


def _lead(generator: Any, plain: Any) -> Any:
    """Put our functions into the table of a generator of some plain kind, and have the generator copy it."""
    bits, table = generator._bit_generator, table_of(generator)
    for name, kind, size in FIELDS:
        address: int = getattr(table, name)
        if address not in ADDRESSES:
            if (name, address) not in _OURS:
                _OURS[name, address] = _instead(kind(address), kind, size)
            new = ctypes.cast(_OURS[name, address], Address).value
            assert new is not None
            ADDRESSES.add(new)
            setattr(table, name, new)
    plain.__init__(generator, bits)
    return generator


def _instead(own: Callable[[int], float], kind: Any, size: int) -> Any:
    def drawn(state: int) -> float:
        choices = DIVERSION.choices
        if choices is None or state in SEEDED:
            return own(state)
        cell = choices.by_chance(1 << size)
        return cell * 2.0**-DIGITS if kind is DOUBLE else cell

    return kind(drawn)
