"""Peeling."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from spec.draw import Draw, sampler
from spec.peeling import PEEL


@PEEL
@sampler
def peel(
    select: Callable[[Sequence[Fraction], Fraction, Draw], int],
    x: Sequence[Fraction],
    scale: Fraction,
    k: int,
    draw: Draw,
) -> tuple[int, ...]:
    """Select k indices, best first, each by `select` on the scores that are left; all of them if there are fewer.

    Law: P(i_1, ..., i_k) = product over m of P(select on what is left after i_1, ..., i_{m-1} answers i_m).
    """
    remaining = tuple(x)
    selected: tuple[int, ...] = ()
    while len(selected) < min(k, len(x)):
        place = select(remaining, scale, draw)
        remaining = remaining[:place] + remaining[place + 1 :]
        selected = (*selected, original_index(place, selected))
    return selected


def original_index(place: int, removed: Sequence[int]) -> int:
    """The index, in the whole vector, of the candidate at `place` among those not removed."""
    for index in sorted(removed):
        if index <= place:
            place += 1
    return place
