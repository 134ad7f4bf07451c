"""When two outcomes of a program are the same outcome."""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """The outcome of a run that ended in an error."""

    error: str
    message: str


def key_of(value: object) -> Hashable:
    """A key that two values share exactly if they have the same type and the same value, all the way down.

    Python's own equality would merge True, 1 and 1.0, and 0.0 with -0.0.
    """
    match value:
        case float():
            return float, value.hex()
        case tuple() | list():
            return type(value), tuple(key_of(element) for element in value)
        case _:
            return type(value), value
