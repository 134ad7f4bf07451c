"""The state of a program where it draws: which functions wait there, at which places, with which variables."""

import os
import pickle
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from types import CellType, FrameType, FunctionType, GeneratorType

OURS = os.path.dirname(__file__) + os.sep
PLAIN = (bool, int, float, complex, str, bytes, Fraction, type(None))
MANY = (list, tuple, deque, range, bytearray)
DEEPEST, LONGEST = 4, 1000
"""How far an object is looked into, and how many of its members are looked at."""


def state_at(frame: FrameType | None, until: FrameType) -> tuple[object, ...]:
    """What differs if states do: all that is seen of the functions between two frames, but for those of this package.

    Values that an expression has found and not used yet, and what other modules keep, are not seen.
    """
    found: list[object] = []
    while frame is not None and frame is not until:
        if not frame.f_code.co_filename.startswith(OURS):
            found.append((id(frame.f_code), frame.f_lasti, *_variables(frame, 0)))
        frame = frame.f_back
    return tuple(found)


def _variables(frame: FrameType, depth: int) -> Iterator[tuple[str, object]]:
    return ((name, seen(value, depth)) for name, value in frame.f_locals.items())


def seen(value: object, depth: int = 0) -> object:
    """What is seen of a value: all of a plain one, the members of one that has some, or what can be kept of it."""
    kind = type(value)
    if kind in PLAIN:
        return kind.__name__, value
    if depth < DEEPEST:
        if isinstance(value, dict):
            return kind.__name__, *((repr(key), seen(value[key], depth + 1)) for key in [*value][:LONGEST])
        if isinstance(value, set | frozenset):
            return kind.__name__, *sorted(repr(seen(member, depth + 1)) for member in value)
        if isinstance(value, MANY):
            return kind.__name__, len(value), *(seen(member, depth + 1) for member in [*value][:LONGEST])
        if isinstance(value, FunctionType):
            return value.__qualname__, *(_in_cell(cell, depth + 1) for cell in value.__closure__ or ())
        if isinstance(value, GeneratorType):
            frame = value.gi_frame
            return kind.__name__, *((frame.f_lasti, *_variables(frame, depth + 1)) if frame else ())
        if isinstance(getattr(value, "__dict__", None), dict) and not isinstance(value, type):
            return kind.__name__, seen(vars(value), depth + 1)
    return kind.__name__, _kept(value)


def _kept(value: object) -> bytes:
    """All of an object that can be kept, such as an array, an iterator or one with slots; nothing of others."""
    try:
        return pickle.dumps(value)
    except Exception:
        return b""


def _in_cell(cell: CellType, depth: int) -> object:
    """What is seen of a variable of an outer function, which may have no value yet."""
    try:
        return seen(cell.cell_contents, depth)
    except ValueError:
        return None
