"""Many scores as arrays: lists are read in one pass, which tells their types, too."""

import marshal
from collections.abc import Sequence
from math import isnan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from impl.fast.coins import Words
from impl.fast.field import NEAR, Field, Together
from impl.fast.race import race
from impl.fast.rows import Rows
from impl.fast.scores import EXACT_INTEGERS, HUGE_SCALE, LARGEST, Number, numbers
from impl.fast.table import Array
from spec import errors

VERSION = 2
"""Of the format of `marshal`: a float is the letter g and its eight bytes, a short int the letter i and its four."""
HEADER = 5
TOGETHER = 2**11
"""Up to so many candidates all have clocks of their own: a crowd is not worth its line."""
TAGGED: dict[type, tuple[int, np.dtype[Any]]] = {
    float: (ord("g"), np.dtype([("tag", "u1"), ("value", "<f8")])),
    int: (ord("i"), np.dtype([("tag", "u1"), ("value", "<i4")])),
}


def array_of(x: list[Any] | tuple[Any, ...], atom: type) -> NDArray[Any] | None:
    """A list or a tuple as an array, if all of it is of this type exactly; None if that does not show."""
    if atom not in TAGGED:
        return None
    tag, kind = TAGGED[atom]
    try:
        written = marshal.dumps(x, VERSION)
    except ValueError:
        return None
    if len(written) != HEADER + len(x) * kind.itemsize:
        return None
    read = np.frombuffer(written, kind, offset=HEADER)
    return read["value"].astype(read["value"].dtype.newbyteorder("=")) if (read["tag"] == tag).all() else None


def line_of(x: object, scale: float, wanted: int, negate: bool, flip: bool, words: Words | None) -> Rows | list[int]:
    """The line of these scores; or the indices themselves: of the best at scale 0, or of a race on these words."""
    values, scale = prepared(x, scale, negate)
    if not isinstance(values, np.ndarray):
        if not scale:
            return sorted(range(len(values)), key=lambda i: (values[i], i), reverse=True)[:wanted]
        if words is None:
            return Rows(values, scale, max(values))
        return race(Field(values, scale, wanted), wanted, flip, words)
    top: Number = values.item(values.argmax())
    if isnan(top):
        raise errors.NanScore
    if not (scale and -LARGEST < top <= LARGEST):
        values = np.clip(values.astype(np.float64, copy=False), -LARGEST, LARGEST)
        top = values.item(values.argmax())
    if not scale:
        return [int(place) for place in np.argsort(values, kind="stable")[::-1][:wanted]]
    if words is None:
        line = Rows(values, scale, top)
        return line if wanted == 1 or line.is_bounded else Rows(np.maximum(values, -LARGEST), scale, top)
    if values.item(values.argmin()) < -LARGEST:
        values = np.maximum(values, -LARGEST)
    return race(field_of(values, scale, top, wanted, flip), wanted, flip, words)


def field_of(values: Array, scale: float, top: Number, wanted: int, flip: bool) -> Field:
    """Who takes part in a race, and who has a clock of their own."""
    if len(values) > TOGETHER:
        return Field(values, scale, wanted)
    if not flip and top - values.item(values.argmin()) <= NEAR * scale:
        return Together(values, scale, top)
    return Field(values, scale, len(values))


def prepared(x: object, scale: float, negate: bool) -> tuple[Array | Sequence[Number], float]:
    """The scores, or their negatives: an array if all are floats or integers that are, else numbers; and the scale."""
    if isinstance(x, np.ndarray) and scale < HUGE_SCALE and (x.dtype.kind == "f" or _are_floats(x)):
        values = x if x.dtype.kind != "f" and not negate else x.astype(np.float64, copy=False)
        return (-values if negate else values), scale
    if isinstance(x, np.ndarray) and np.isnan(x).any():
        raise errors.NanScore
    listed = x.tolist() if isinstance(x, np.ndarray) else cast(Sequence[Number], x)
    exact, scale, top = numbers(listed, scale, negate)
    return (np.array(exact) if isinstance(top, float) else exact), scale


def _are_floats(integers: NDArray[Any]) -> bool:
    narrow = integers.dtype.itemsize < 8
    return narrow or bool(integers.max() <= EXACT_INTEGERS and integers.min() >= -EXACT_INTEGERS)
