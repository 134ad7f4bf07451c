"""Is the law of draws that are sorted known to the cell, ties included, and is nothing ranked that more decides?"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from proofs.targets.worker.cells import Cells
from proofs.targets.worker.certifying import EXACT, FOLDED, Foreseen, foresee
from proofs.targets.worker.forecast import OTHERWISE, Leaf, Ranking, foretold
from proofs.targets.worker.ranking import all_ranks

KEYS = 2**16


def learnt(play: Callable[[Cells], str], way: str = EXACT) -> Foreseen:
    return foresee(play, 100_000, Fraction(1, 2**50), way)


def sorted_by_keys(many: int, n: int = KEYS) -> Callable[[Cells], str]:
    """The first of some places, sorted by keys among n; of those that tie, the first place is first."""

    def play(cells: Cells) -> str:
        keys = [cells.below(n) for _ in range(many)]
        return str(min(range(many), key=lambda place: keys[place]))

    return play


def redrawn(cells: Cells) -> str:
    """The less of two keys, both drawn again if they tie."""
    while (one := cells.below(KEYS)) == (two := cells.below(KEYS)):
        pass
    return str(one < two)


@pytest.mark.parametrize("many", [2, 3, 4])
def test_every_order_with_ties_is_as_likely_as_it_is(many: int) -> None:
    """Do the orders of keys among few add up to all, each with as many cells as there are when all are counted?"""
    ranking = Ranking(5, [*all_ranks(many)])
    ranking.after = [Leaf(str(order)) for order in ranking.ranks]
    assert sum(ranking.masses) == 1
    found: dict[str, int] = {}
    for taken in product(range(5), repeat=many):
        told = foretold(ranking, [5] * many, taken)
        found[told] = found.get(told, 0) + 1
    assert found == {str(order): comb(5, max(order) + 1) for order in ranking.ranks}
    assert foretold(ranking, [5] * (many - 1) + [6], [0] * many) == OTHERWISE


@pytest.mark.parametrize("many", [2, 3])
@pytest.mark.parametrize("n", [2**12, KEYS, 10**6, 2**53])
def test_keys_that_tie_favour_the_first(many: int, n: int) -> None:
    """Is it known to the cell how much likelier the first of two or three is if ties are left in their places?"""
    found = learnt(sorted_by_keys(many, n))
    first = Fraction(n + 1, 2 * n) if many == 2 else Fraction((n + 1) * (2 * n + 1), 6 * n**2)
    assert found.whole
    assert found.missing < Fraction(1, 2**50)
    assert 0 <= first - found.masses["0"] <= found.missing


def test_keys_that_are_drawn_again_favour_none() -> None:
    """Are both of two equally likely if keys that tie are drawn again?"""
    found = learnt(redrawn)
    assert found.whole
    assert found.masses["True"] == found.masses["False"] > Fraction(1, 2) - Fraction(1, 2**50)


def test_only_as_many_are_ranked_as_decide_by_their_order() -> None:
    """Are the two that are compared ranked, and not the threshold of the same size that follows?"""

    def play(cells: Cells) -> str:
        first = cells.below(KEYS) <= cells.below(KEYS)
        return f"{first} {cells.below(KEYS) < 12_345}"

    found = learnt(play)
    assert found.whole
    assert found.masses["True True"] == Fraction(KEYS + 1, 2 * KEYS) * Fraction(12_345, KEYS)


@pytest.mark.parametrize(
    "decide",
    [
        lambda one, two: one <= two + 1,
        lambda one, two: one <= two or two == 0,
        lambda one, two: one + two < KEYS,
        lambda one, two: one >> 8 <= two >> 8,
    ],
)
def test_what_more_than_the_order_decides_is_not_ranked(decide: Callable[[int, int], bool]) -> None:
    """Is no ranking learnt where a head start, the first cell, the sum or the first digits decide?"""
    for way in (FOLDED, EXACT):
        found = learnt(lambda cells: str(decide(cells.below(KEYS), cells.below(KEYS))), way)
        assert not isinstance(found.root, Ranking)
        assert not found.whole
