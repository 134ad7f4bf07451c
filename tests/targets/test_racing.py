"""Is the law of noise found that any number of draws race for, and is nothing called a race that is none?"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from proofs.targets.worker.cells import Cells, Chance
from proofs.targets.worker.certifying import FOLDED, NOT_ITS_COINS, Foreseen, Plays, foresee
from proofs.targets.worker.forecast import OTHERWISE, Race, foretold, is_cut
from proofs.targets.worker.racing import rounds
from proofs.targets.worker.shapes import Curve, Lane, order_masses, order_of

FLOATS = 2**53
Noise = Callable[[Cells], float]


def learnt(play: Callable[[Cells], str]) -> Foreseen:
    return foresee(play, 100_000, Fraction(1, 2**60), FOLDED)


def exponential(cells: Cells) -> float:
    return -math.log1p(-cells.below(FLOATS) / FLOATS)


def gumbel(cells: Cells) -> float:
    """Gumbel noise that falls with its draw, and is drawn again in its first cell."""
    while (cell := cells.below(FLOATS)) == 0:
        pass
    return -math.log(-math.log1p(-cell / FLOATS))


def laplace(cells: Cells) -> float:
    u = cells.below(FLOATS) / FLOATS - 0.5
    return math.copysign(math.log1p(-2 * abs(u)), -u) if abs(u) < 0.5 else -40.0


def best(scores: Sequence[float], noise: Noise, k: int = 1) -> Callable[[Cells], str]:
    """The k best in order, all noise drawn at once."""

    def play(cells: Cells) -> str:
        noisy = [score + noise(cells) for score in scores]
        return str(sorted(range(len(scores)), key=lambda i: -noisy[i])[:k])

    return play


def peeled(scores: Sequence[float], noise: Noise, k: int) -> Callable[[Cells], str]:
    """The best k times, with new noise for those that are left."""

    def play(cells: Cells) -> str:
        left, chosen = [*range(len(scores))], list[int]()
        for _ in range(k):
            noisy = {i: scores[i] + noise(cells) for i in left}
            chosen.append(max(left, key=lambda i: noisy[i]))
            left.remove(chosen[-1])
        return str(chosen)

    return play


def softmax(scores: Sequence[float], order: Sequence[int]) -> float:
    """The probability of some indices in this order, if the noise is Gumbel."""
    weights, p = [math.exp(score) for score in scores], 1.0
    for place, i in enumerate(order):
        p *= weights[i] / (sum(weights) - sum(weights[j] for j in order[:place]))
    return p


def test_orders_of_lanes_are_as_likely_as_they_are() -> None:
    """Is each order of equal lanes equally likely, and are orders of lanes that overlap in part integrated exactly?"""
    even = [Lane(FLOATS, [0, FLOATS - 1], [0, 3 * 2**70])] * 4
    assert all(abs(mass - Fraction(1, 24)) < Fraction(1, 2**80) for mass in order_masses(even).values())
    lanes = [Lane(FLOATS, [0, FLOATS - 1], [0, 2**60]), Lane(1001, [0, 500, 1000], [2**59, 2**60, 2**62], True)]
    masses = order_masses(lanes)
    assert abs(masses[1, 0] - Fraction(1, 8)) < Fraction(1, 2**80)
    assert abs(masses[0, 1] - Fraction(7, 8)) < Fraction(1, 2**80)
    assert (order_of(lanes, [FLOATS - 1, 1000]), order_of(lanes, [FLOATS - 1, 0])) == ((1, 0), (0, 1))
    assert [lanes[1].cell(lanes[1].key(cell)) for cell in (0, 250, 500, 1000)] == [0, 250, 500, 1000]


@pytest.mark.parametrize("scores", [(0.0, 1.0, 2.0, 0.0), (0.0, 0.0, 0.0), (3.0, 0.0, 1.0, 2.0, 0.5)])
def test_noisy_max_is_softmax(scores: tuple[float, ...]) -> None:
    """Is the law of the best of three, four and five scores with Gumbel noise found, and does no play deviate?"""
    play = best(scores, gumbel)
    found = learnt(play)
    assert isinstance(found.root, Race)
    assert not found.whole
    assert not is_cut(found.root)
    assert found.rough < Fraction(1, 1000)
    for i in range(len(scores)):
        assert abs(float(found.masses[str([i])]) - softmax(scores, [i])) < found.rough
    assert Plays().add(play, found.root, 2000, Chance(9)).deviations <= 3


def test_exponential_noise_that_cannot_win_for_long() -> None:
    """Is a race found where keys are flat over most of a draw, for a lower score must be lucky to count at all?"""
    found = learnt(best((0.0, 4.0, 6.0, 3.0), exponential))
    assert isinstance(found.root, Race)
    odds = [math.exp(-6), math.exp(-2), 1.0, math.exp(-3)]
    last = 0.0
    for order in permutations(range(4)):
        p = 1 / 24
        for i in order:
            last += p * odds[i] * (i == 3)
            p *= 1 - odds[i]
    assert abs(float(found.masses["[3]"]) - last) < 1e-4


def test_a_whole_order_is_a_race() -> None:
    """Is the law of the two best of four found where all noise is drawn at once, and of all of three?"""
    for scores, k in (((0.0, 1.0, 2.0, 0.0), 2), ((0.0, 1.0, 2.0), 3)):
        found = learnt(best(scores, gumbel, k))
        assert isinstance(found.root, Race)
        for order in permutations(range(len(scores)), k):
            assert abs(float(found.masses[str([*order])]) - softmax(scores, order)) < 1e-3


def test_rounds_of_a_race_follow_each_other() -> None:
    """Are two rounds and three foretold, each a race with one draw less, down to two that are a curve?"""
    for k in (2, 3):
        found = learnt(peeled((0.0, 1.0, 2.0), gumbel, k))
        assert isinstance(found.root, Race)
        assert {type(kid) for kid in found.root.after} == ({Curve} if k == 2 else {Race})
        for order in permutations(range(3), 2):
            mass = sum(float(p) for outcome, p in found.masses.items() if outcome.startswith(str([*order])[:-1]))
            assert abs(mass - softmax((0.0, 1.0, 2.0), order)) < 5e-3
    assert [[*rounds(draws)] for draws in range(1, 10)] == [[], [], [3, 2], [4], [5, 3], [3], [4], [], [5, 4]]


def test_what_depends_on_more_than_the_order_is_no_race() -> None:
    """Is a sum of four draws withdrawn, and a best of which every hundredth is another not forced to be a race?"""

    def summed(cells: Cells) -> str:
        return str(sum(laplace(cells) for _ in range(4)) > 0.3)

    assert learnt(summed).reason == NOT_ITS_COINS

    def mostly(cells: Cells) -> str:
        taken = [cells.below(FLOATS) for _ in range(4)]
        return str(taken.index(max(taken)) if taken[0] // 2**30 % 8 else taken.index(min(taken)))

    assert learnt(mostly).reason == NOT_ITS_COINS


def test_draws_beside_a_race_are_no_part_of_it() -> None:
    """Is a coin after a race no lane, and is nothing a race in which one draw decides what the next is among?"""

    def tossed(cells: Cells) -> str:
        noisy = [exponential(cells), exponential(cells) + 1]
        return str(noisy.index(max(noisy)) + 2 * cells.below(2))

    found = learnt(tossed)
    assert isinstance(found.root, Race)
    assert len(found.root.lanes) == 2
    assert abs(float(found.masses["2"]) - math.exp(-1) / 4) < found.rough

    def branching(cells: Cells) -> str:
        first = cells.below(FLOATS)
        others = [cells.below(7 if first > FLOATS // 10 * 9 else FLOATS), cells.below(FLOATS)]
        return str(first + sum(others) > FLOATS)

    assert not isinstance(learnt(branching).root, Race)


def test_a_race_is_told_from_other_draws() -> None:
    """Is a race foretold for its own draws only?"""
    found = learnt(best((0.0, 1.0, 2.0, 0.0), laplace))
    assert isinstance(found.root, Race)
    assert found.root.sizes == [FLOATS] * 4
    middle = [FLOATS // 2] * 4
    assert foretold(found.root, [FLOATS] * 4, middle) == "[2]"
    for among in ([FLOATS] * 3, [FLOATS] * 5, [FLOATS, FLOATS, 7, FLOATS]):
        assert foretold(found.root, among, [0] * len(among)) == OTHERWISE
