"""Fingerprints of checks: what is asked, how it is checked, and the modules that the check can reach, as one digest."""

import hashlib
import sys
import sysconfig
from abc import ABC
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Generic, NamedTuple, Protocol

from proofs.audit.reach import NAME, ROOMS

_PLAIN = (type(None), bool, int, float, str, bytes, Fraction)


class NoFingerprint(Exception):
    """The value is of a kind that has no fingerprint."""


class Print(NamedTuple):
    """The digest of a value, and the dotted names of code that it speaks of."""

    digest: bytes
    names: frozenset[str]


class Fingerprints:
    """Digests of values by content, each computed once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, Print]] = {}

    def of(self, value: object) -> Print:
        """The fingerprint of a value; a function stands for its name, and one that has none of its own for its code."""
        if id(value) not in self._known:
            self._known[id(value)] = value, self._made(value)
        return self._known[id(value)][1]

    def _made(self, value: object) -> Print:
        match value:
            case Enum():
                return self._joined(type(value), value.name)
            case _ if type(value) in _PLAIN:
                return Print(_digest(type(value).__name__, repr(value)), frozenset(_spoken_of(value)))
            case type():
                return _named(value)
            case FunctionType():
                return self._function(value)
            case BuiltinFunctionType():
                return self._joined(value.__module__, value.__qualname__)
            case MethodType():
                return self._joined(value.__func__, value.__self__)
            case partial():
                return self._joined("partial", value.func, value.args, value.keywords)
            case CodeType():
                return self._joined(value.co_code, value.co_names, value.co_consts)
            case tuple() | list() | range():
                return self._joined(type(value), *value)
            case frozenset() | set():
                return self._together(type(value), sorted((self.of(part) for part in value), key=lambda p: p.digest))
            case Mapping():
                return self._joined(type(value), *(part for pair in value.items() for part in pair))
            case _ if is_dataclass(value):
                told = [field.name for field in fields(value) if field.compare]
                return self._joined(type(value), *(part for name in told for part in (name, getattr(value, name))))
            case _ if type(value) is type(_is_settled):
                return self._joined("cache", getattr(value, "__wrapped__"))  # noqa: B009
            case _ if (state := _state(value)) is not None:
                return self._joined(type(value), state)
            case _:
                raise NoFingerprint(f"a {type(value).__qualname__}")

    def _function(self, value: FunctionType) -> Print:
        if "<" not in value.__qualname__:
            return _named(value)
        cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
        own = self._joined(value.__code__, value.__defaults__, value.__kwdefaults__, cells)
        return self._together(type(value), [_named(value), own])

    def _joined(self, *parts: object) -> Print:
        return self._together(object, [self.of(part) for part in parts])

    def _together(self, kind: type, prints: Iterable[Print]) -> Print:
        found = list(prints)
        names = frozenset[str]().union(*(part.names for part in found))
        return Print(_digest(kind.__qualname__, *(part.digest.hex() for part in found)), names)


def _state(value: object) -> list[object] | None:
    """What an object of a class of ours holds in its slots; None if it may hold anything else."""
    kinds = type(value).__mro__
    if getattr(value, "__dict__", {}) or not all(map(_has_no_hidden_state, kinds)) or kinds == (object,):
        return None
    own = [vars(kind).get("__slots__", ()) for kind in kinds]
    slots = [name for names in own for name in ((names,) if isinstance(names, str) else names)]
    return [getattr(value, name, None) for name in slots]


def _has_no_hidden_state(kind: type) -> bool:
    return kind in (object, ABC, Protocol, Generic) or kind.__module__.partition(".")[0] in ROOMS


def _spoken_of(value: object) -> list[str]:
    return [value] if isinstance(value, str) and NAME.fullmatch(value) else []


def _named(value: type | FunctionType) -> Print:
    if not _is_settled(value.__module__):
        raise NoFingerprint(f"{value.__qualname__} of {value.__module__}")
    name = f"{value.__module__}.{value.__qualname__}"
    return Print(_digest("name", name), frozenset({value.__module__}))


@cache
def _is_settled(module: str) -> bool:
    """Whether the text of a module is among our own files, or is told by the version of what is installed."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if module.partition(".")[0] in ROOMS or module in sys.builtin_module_names or file is None:
        return module != "__main__"
    return any(Path(file).is_relative_to(sysconfig.get_path(place)) for place in ("stdlib", "purelib", "platlib"))


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()
