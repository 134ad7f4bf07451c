"""What the running code of more than one document is asked."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, get_type_hints

from spec.errors import ContractBroken, NoisymaxError

FLOATS = (0.0, -0.0, 5e-324, 1.0, -1.0, 1e300, math.inf, -math.inf, math.nan)


def floats() -> Iterator[float]:
    """The corners of binary64."""
    yield from FLOATS


def accepts(call: Callable[[], object]) -> bool:
    """Tell whether the call meets what is required of it."""
    try:
        call()
    except ContractBroken:
        return False
    except NoisymaxError:
        return False
    return True


class Signature(NamedTuple):
    """A method of the listing and the types that it prints."""

    method: Callable[..., object]
    types: dict[str, object]


def has_these_types(signature: Signature) -> bool:
    """The annotations of the running code are the printed ones."""
    return get_type_hints(signature.method) == signature.types
