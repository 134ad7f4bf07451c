"""All that a statement says, as one text: a digest of it changes whenever the statement does.

A promise consists of data and of functions of `spec`, such as a law. Functions count as they are written, together
with the functions and constants of `spec` that they call.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import CodeType, FunctionType

from spec.logic.claim import Statement
from spec.logic.formula import Formula
from spec.logic.notation import state

_PLAIN = (str, int, float, Fraction, type(None))


def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def content(statement: Statement) -> str:
    """What is shown of a statement, what it consists of, and the functions of `spec` that this names."""
    functions: dict[str, str] = {}
    written = _written(statement, functions)
    shown = state(statement) if isinstance(statement, str | Formula) else statement.show()
    return "\n".join([shown, written, *(functions[name] for name in sorted(functions))])


def _written(value: object, functions: dict[str, str]) -> str:
    """A value with its type and its parts; functions are named, and their texts collected."""
    match value:
        case Enum() | str() | int() | float() | Fraction() | None:
            return repr(value)
        case tuple() | list():
            return f"[{', '.join(_written(part, functions) for part in value)}]"
        case frozenset() | set():
            return f"{{{', '.join(sorted(_written(part, functions) for part in value))}}}"
        case Mapping():
            parts = (f"{_written(k, functions)}: {_written(v, functions)}" for k, v in value.items())
            return f"{{{', '.join(parts)}}}"
        case FunctionType():
            return _named(value, functions)
        case _ if is_dataclass(value) and not isinstance(value, type):
            parts = (f"{f.name}={_written(getattr(value, f.name), functions)}" for f in fields(value) if f.compare)
            return f"{_name(type(value))}({', '.join(parts)})"
        case type():
            return _name(value)
        case _:
            told = "" if type(value).__repr__ is object.__repr__ else f": {value!r}"
            return f"{_name(type(value))}{told}"


def _name(value: object) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"


def _named(function: FunctionType, functions: dict[str, str]) -> str:
    """The name of a function, whose text is collected, with what it captures and what it names of `spec`."""
    name = _name(function)
    if name not in functions:
        functions[name] = ""
        captured = [_written(cell.cell_contents, functions) for cell in function.__closure__ or ()]
        named = [f"{word} = {_written(value, functions)}" for word, value in _of_spec(function)]
        functions[name] = f"{name}: {'; '.join([_text(function), *captured, *named])}"
    return name


def _of_spec(function: FunctionType) -> Iterator[tuple[str, object]]:
    """The functions of `spec`, and the constants, that a function names."""
    for word in sorted(_words(function.__code__)):
        value = function.__globals__.get(word)
        is_function = isinstance(value, FunctionType) and value.__module__.partition(".")[0] == "spec"
        is_constant = isinstance(value, _PLAIN) or (is_dataclass(value) and not isinstance(value, type))
        if value is not None and (is_function or is_constant):
            yield word, value


def _words(code: CodeType) -> set[str]:
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return {*code.co_names, *(word for part in inner for word in _words(part))}


def _text(function: Callable[..., object]) -> str:
    """The source, however it is broken into lines."""
    return " ".join(inspect.getsource(function).split())
