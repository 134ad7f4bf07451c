"""When two outcomes of a program are the same outcome."""

from collections.abc import Hashable
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from types import FunctionType, NoneType
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Failure:
    """The outcome of a run that ended in an error."""

    error: Exception


class Unfinished(Exception):
    """A measurement reached one of its limits."""


class Opaque(Unfinished):
    """A value that may change, or of which nobody can say when it is the same as another."""

    def __init__(self, value: object) -> None:
        super().__init__(f"a {type(value).__name__} cannot be told from others of its type")


_PLAIN = frozenset({NoneType, bool, int, Fraction, str})


def key_of(value: object) -> Hashable:
    """A key that two values share exactly if they have the same type and the same value, all the way down.

    Python's own equality would merge True, 1 and 1.0, and 0.0 with -0.0. An iterator or a local function has no key:
    it may hold a draw.
    """
    match value:
        case tuple() | list():
            return type(value), tuple(map(key_of, value))
        case Failure(error):
            return Failure, type(error), key_of(error.args)
        case FunctionType() if "<locals>" not in value.__qualname__:
            return FunctionType, value
        case _ if type(value) in _PLAIN:
            return type(value), value
        case _ if type(value) is float:
            return float, value.hex()
        case _ if is_dataclass(value) and type(value).__hash__ not in (None, object.__hash__):
            return type(value), tuple(key_of(getattr(value, field.name)) for field in fields(value))
        case _:
            raise Opaque(value)


def key_of_constant(value: object) -> Hashable:
    """The key of a value that can never change."""
    if not _can_be_hashed(value):
        raise Opaque(value)
    return key_of(value)


def _can_be_hashed(value: object) -> bool:
    """Whether `hash` takes the value; fractions are not hashed for it, which would take long."""
    if type(value) in _PLAIN:
        return True
    if type(value) is tuple:
        return all(map(_can_be_hashed, value))
    try:
        hash(value)
    except TypeError:
        return False
    return True


def fresh(value: T) -> T:
    """The value if it can never change, else a copy: what one run does to it, no other run sees."""
    if type(value) in _PLAIN:
        return value
    try:
        key_of_constant(value)
    except Opaque:
        return deepcopy(value)
    return value
