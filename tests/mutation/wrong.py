"""What a function answers that is wrong: a plausible value of the same type."""

import math
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any


def wrong(value: Any) -> Any:
    """Another value of the type, such as a careless shortcut would answer."""
    match value:
        case bool():
            return not value
        case int():
            return 0 if value else 1
        case float():
            return value / 2 if value and math.isfinite(value) else 1.0
        case Fraction():
            return value + 1
        case None:
            return 0
        case tuple() | list() if all(type(one) is int for one in value):
            first = type(value)(range(len(value)))
            return first if first != value else type(value)(reversed(value))
        case tuple() if any(is_dataclass(one) for one in value) and type(value[0]) is not bool:
            return tuple(reversed(value))
        case tuple():
            return (wrong(value[0]), *value[1:])
    raise TypeError(f"nothing is known to be wrong for a {type(value).__name__}")
