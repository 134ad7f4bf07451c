"""Peeling, with the place selected in each round as an argument."""

from collections.abc import Sequence
from fractions import Fraction

from impl.peeling import original_index, peel
from proofs.mechanisms.contracts.script import Scripted
from spec.draw import Draw
from spec.peeling import as_many_as_asked_for, indices_are_distinct, indices_are_in_range


def original_index_undoes_the_removals(place: int, removed: list[int], size: int) -> None:
    """In a vector of any size, the index is none of the removed, and `place` of the others come before it."""
    assert len(removed) <= 3
    assert all(0 <= index < size for index in removed)
    assert len(set(removed)) == len(removed)
    assert 0 <= place < size - len(removed)
    index = original_index(place, removed)
    assert 0 <= index < size
    assert index not in removed
    assert index - sum(1 for other in removed if other < index) == place


def peeling_returns_what_was_selected(places: list[int], size: int, k: int) -> None:
    """As many distinct indices in range as asked for, in the order in which `select` chose them."""
    assert 0 <= size <= 3
    assert 0 <= k <= 4
    assert len(places) == min(k, size)
    assert all(0 <= place < size - round_ for round_, place in enumerate(places))
    scores = tuple(Fraction(index) for index in range(size))
    chosen: list[Fraction] = []

    def select(remaining: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
        place = places[len(chosen)]
        chosen.append(remaining[place])
        return place

    result = peel(select, scores, Fraction(1), k, Scripted({}))
    assert as_many_as_asked_for(scores, k, result)
    assert indices_are_in_range(scores, result)
    assert indices_are_distinct(result)
    assert all(scores[index] == score for index, score in zip(result, chosen, strict=True))
