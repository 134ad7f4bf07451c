"""Peeling: select one candidate after the other, each time without those already selected."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from spec.triple import Triple, law_of
from spec.weights import ONE, ExpRatio, Law


def k_is_natural(k: int) -> bool:
    """k >= 0."""
    return k >= 0


def indices_are_distinct(result: Sequence[int]) -> bool:
    """No candidate is selected twice."""
    return len(set(result)) == len(result)


def indices_are_in_range(x: Sequence[Fraction], result: Sequence[int]) -> bool:
    """Every selected index names a candidate."""
    return all(0 <= index < len(x) for index in result)


def as_many_as_asked_for(x: Sequence[Fraction], k: int, result: Sequence[int]) -> bool:
    """k indices, or all of them if there are fewer."""
    return len(result) == min(k, len(x))


def law_of_peel(select: Callable[..., int], x: Sequence[Fraction], scale: Fraction, k: int) -> Law:
    """P(i_1, ..., i_k) = product over m of P(select on what is left after i_1, ..., i_{m-1} answers i_m)."""
    return list(_extend(select, x, scale, k, (), ONE))


def _extend(
    select: Callable[..., int],
    x: Sequence[Fraction],
    scale: Fraction,
    k: int,
    taken: tuple[int, ...],
    weight: ExpRatio,
) -> Iterator[tuple[tuple[int, ...], ExpRatio]]:
    left = [i for i in range(len(x)) if i not in taken]
    if len(taken) == k or not left:
        yield taken, weight
        return
    for place, share in law_of(select)(tuple(x[i] for i in left), scale):
        assert isinstance(place, int)
        yield from _extend(select, x, scale, k, (*taken, left[place]), weight * share)


PEEL = Triple(
    name="peel",
    cite=("noisy_top_k.prose.permute_and_flip_peels",),
    requires=(k_is_natural,),
    ensures=(indices_are_distinct, indices_are_in_range, as_many_as_asked_for),
    law=law_of_peel,
)
