"""Values on the line: JSON in which every number is exact.

An int is `i` and its hexadecimal digits, a float is `f` and its hexadecimal form, a Fraction is `q` and two ints, a
string is `s` and itself, a number type is `t` and its name; a tuple is an array; a list, and a domain, metric or
measure, is an object with one name. Decimal digits would not do: Python limits how many of them it converts.
"""

import json
import operator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import ModuleType, NoneType
from typing import Any, Union

Json = Union[None, bool, int, float, str, "list[Json]", "dict[str, Json]"]
Plain = Union[None, bool, int, float, Fraction, str, "tuple[Plain, ...]"]

NUMBER_TYPES = {"int": int, "float": float, "Fraction": Fraction}
DEEPEST = 16
"""How far an answer may be nested."""
LONGEST_MESSAGE = 200
OUT_OF_MEMORY = "ran out of memory"
UNSUPPORTED = ("proofs.targets.adapters", "Unsupported")
"""What an adapter raises where its library has no such thing."""


def encode(value: object) -> Json:
    """A question's argument as JSON, its type kept exactly."""
    kind = type(value)
    if kind is list or kind is tuple:
        assert isinstance(value, (list, tuple))
        items = [encode(item) for item in value]
        return items if kind is tuple else {"list": items}
    if isinstance(value, type) and value in NUMBER_TYPES.values():
        return "t" + value.__name__
    if is_dataclass(value):
        return {kind.__name__: [encode(getattr(value, field.name)) for field in fields(value)]}
    if kind not in (NoneType, bool, int, float, str, Fraction):
        raise TypeError(f"a {kind.__name__} cannot be sent")
    return _atom(value)


def decode(data: Json, space: ModuleType) -> object:
    """What was encoded; domains, metrics and measures are those of the module `space`."""
    if isinstance(data, list):
        return tuple(decode(item, space) for item in data)
    if isinstance(data, dict):
        ((name, items),) = data.items()
        assert isinstance(items, list)
        values = [decode(item, space) for item in items]
        return values if name == "list" else getattr(space, name)(*values)
    if isinstance(data, str) and data.startswith("t"):
        return NUMBER_TYPES[data[1:]]
    return plain(data)


def plain(data: Json) -> Plain:
    """What was told, if it is not odd."""
    if isinstance(data, list):
        return tuple(plain(item) for item in data)
    if data is None or isinstance(data, bool):
        return data
    assert isinstance(data, str)
    kind, text = data[:1], data[1:]
    if kind == "i":
        return int(text, 16)
    if kind == "f":
        return float.fromhex(text)
    if kind == "q":
        return fraction(data)
    assert kind == "s"
    return text


def fraction(data: Json) -> Fraction:
    """A Fraction that was encoded."""
    assert isinstance(data, str)
    p, _, q = data[1:].partition("/")
    return Fraction(int(p, 16), int(q, 16))


def tell(answer: object, depth: int = 0) -> Json:
    """An answer as JSON: plain values of any library as Python's own, all sequences as tuples, anything else as odd."""
    if isinstance(answer, (list, tuple)) and depth < DEEPEST:
        items = [tell(item, depth + 1) for item in answer]
        odd = next((item["Odd"] for item in items if isinstance(item, dict)), None)
        return items if odd is None else _odd(answer, f"{type(answer).__name__} of {odd}")
    atom = _atom(answer)
    if atom is not None or answer is None:
        return atom
    if hasattr(answer, "tolist") and depth < DEEPEST:
        return tell(answer.tolist(), depth + 1)
    if hasattr(answer, "__index__"):
        return _atom(operator.index(answer))
    return _odd(answer, type(answer).__name__)


_TOLD: dict[tuple[int, ...] | int, str] = {}
"""The texts of indices and of lists of them that were told before."""


def told_quickly(answer: object) -> str:
    """An answer as text."""
    kind = type(answer)
    if kind is int or (kind is list and isinstance(answer, list) and set(map(type, answer)) <= {int}):
        key: Any = tuple(answer) if isinstance(answer, list) else answer
        if key not in _TOLD:
            _TOLD[key] = json.dumps(tell(answer))
        return _TOLD[key]
    return json.dumps(tell(answer))


def _odd(answer: object, kind: str) -> Json:
    text = identity(answer)
    return {"Odd": kind} if text is None else {"Odd": kind, "text": text}


def identity(value: object, depth: int = 0) -> str | None:
    """A text that tells a value from every other one of its kind; None for one that may change, or hides what it is."""
    if isinstance(value, (list, tuple)):
        kind, parts = "", {str(place): item for place, item in enumerate(value)}
    elif is_dataclass(value) and type(value).__hash__ not in (None, object.__hash__):
        kind, parts = type(value).__name__, {field.name: getattr(value, field.name) for field in fields(value)}
    else:
        return _atom_identity(value)
    texts = {name: identity(part, depth + 1) for name, part in parts.items()} if depth < DEEPEST else {"": None}
    if None in texts.values():
        return None
    return f"{kind}({', '.join(f'{name}={text}' if kind else str(text) for name, text in texts.items())})"


def _atom_identity(value: object) -> str | None:
    """Large integers are not written out: Python limits how many decimal digits it converts."""
    atom = _atom(value)
    if atom is None and value is not None:
        return None
    large = isinstance(value, (int, Fraction)) and max(value.numerator, value.denominator, key=abs).bit_length() > 64
    return str(atom) if large else repr(plain(atom))


def tell_error(error: BaseException) -> Json:
    """An exception as JSON: the name of its class, its message, and the names of the classes it descends from."""
    if isinstance(error, MemoryError):
        return {"Died": OUT_OF_MEMORY}
    try:
        message = str(error)[:LONGEST_MESSAGE]
    except BaseException:
        message = ""
    if (type(error).__module__, type(error).__name__) == UNSUPPORTED:
        return {"Unsupported": message}
    ancestors: list[Json] = [kind.__name__ for kind in type(error).__mro__[1:-1]]
    return {"Raised": [type(error).__name__, message, ancestors]}


def _atom(value: object) -> str | bool | None:
    """The encoding of one of Python's own numbers and strings, which may be of a subclass."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return f"i{int(value):x}"
    if isinstance(value, float):
        return "f" + float.hex(value)
    if isinstance(value, str):
        return "s" + str.__str__(value)
    if isinstance(value, Fraction):
        return f"q{value.numerator:x}/{value.denominator:x}"
    return None
