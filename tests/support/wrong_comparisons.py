"""Comparisons of partially sampled numbers that are wrong, some only after many bits."""

from collections.abc import Callable
from typing import Any

from impl.gumbel import GumbelPSRN, greater_than
from spec.draw import Draw
from spec.errors import EntropyExhausted


def opposite(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """The other answer."""
    greater, a, b = greater_than(a, b, draw)
    return not greater, a, b


def too_soon(a: GumbelPSRN, b: GumbelPSRN, draw: Draw, limit: int = 10) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """Gives up once so many bits are drawn."""
    while a.refinements + b.refinements < 2 * limit:
        try:
            return greater_than.__wrapped__(a, b, _Few(draw, a, b))  # type: ignore[attr-defined, no-any-return]
        except EntropyExhausted:
            a, b = a.refine(draw), b.refine(draw)
    return True, a, b


class _Few:
    """No coin at all."""

    def __init__(self, *_: object) -> None:
        pass

    def bit(self) -> int:
        raise EntropyExhausted

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        return body(*arguments, self)


def uncounted(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> tuple[bool, GumbelPSRN, GumbelPSRN]:
    """Beyond 20 bits, tosses coins and takes each for a 0."""
    greater, left, right = greater_than(a, b, draw)
    if left.refinements > 20:
        left = GumbelPSRN(left.shift, left.scale, left.numerator & ~1, left.refinements)
    return greater, left, right
