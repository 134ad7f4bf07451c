"""Is the work of a walk counted, so that a dear program is given up early and a large draw is cut in few steps?"""

import math
import os
from decimal import Context, Decimal
from fractions import Fraction
from functools import partial

from proofs.targets.worker.cells import Cells, Chance
from proofs.targets.worker.certifying import EXACT, FOLDED, NOT_ITS_COINS, foresee
from proofs.targets.worker.counting import CALLS_A_DRAW, COUNTED, DEAR_CALLS, Priced, calls_of, dearness
from proofs.targets.worker.learning import HOPELESS

WORK, ALL = 60_000, Fraction(1, 2**40)


def test_calls_are_counted_the_same_in_every_run() -> None:
    """Are calls of Python's and of C's functions counted, and is a program dear that makes very many for a draw?"""
    counts = {calls_of(lambda: [os.getpid() for _ in range(10)]) for _ in range(3)}
    assert len(counts) == 1
    assert counts.pop() >= 10
    assert [dearness(CALLS_A_DRAW * calls, 2) for calls in (1, 3, 20)] == [1, 1, 10]


def test_logarithms_of_many_digits_count_for_many_calls() -> None:
    """Does what takes long in `decimal` count as what it takes, and nothing else of the same name?"""
    three, context = Decimal(3), Context(prec=40)
    for dear in (lambda: three.ln(), lambda: context.exp(three), lambda: context.power(three, three)):
        assert calls_of(dear) >= DEAR_CALLS
    for cheap in (lambda: three.sqrt(), lambda: context.add(three, three), lambda: math.exp(3)):
        assert calls_of(cheap) < DEAR_CALLS


def wild(cells: Cells) -> str:
    """What no cut tells."""
    return str(hash((cells.below(2**64), cells.below(2**64))) % 2)


def test_a_dear_program_is_given_up_with_less_work() -> None:
    """Does a program that makes a thousand calls a draw get fewer runs before it is given up?"""
    runs: list[int] = []

    def play(cells: Cells, calls: int) -> str:
        runs.append(calls)
        for _ in range(calls):
            os.getpid()
        return wild(cells)

    for calls in (1, 1000):
        found = foresee(partial(play, calls=calls), WORK, ALL, FOLDED)
        assert found.reason == NOT_ITS_COINS
        assert found.work > 0
    assert runs.count(1000) < runs.count(1)


def test_runs_are_charged_for_their_calls() -> None:
    """Is one in some runs that make more calls than ordinary ones charged for all, and nothing before that is known?"""

    def play(cells: Cells) -> str:
        dear = cells.below(2)
        for _ in range(10_000 * dear):
            os.getpid()
        return str(dear)

    def charged(priced: Priced, cell: int) -> list[int]:
        runs = [Cells((cell,), 0, Chance(1)) for _ in range(2 * COUNTED)]
        assert {priced(cells) for cells in runs} == {str(cell)}
        return [cells.work - 2 for cells in runs if cells.work > 2]

    priced = Priced(play)
    assert charged(priced, 1) == []
    priced.times = 2
    assert charged(priced, 0) == []
    assert charged(priced, 1) == [COUNTED * (10_000 // (2 * CALLS_A_DRAW) - 2)] * 2


def test_a_draw_of_very_many_bits_is_cut_as_finely_as_it_matters() -> None:
    """Is a third of 2^512 found to 2^-64 where states are folded, and to 2^-120 where not, by few runs?"""
    for way, bits in ((FOLDED, 64), (EXACT, 120)):
        found = foresee(lambda cells: str(3 * cells.below(2**512) < 2**512), WORK, ALL, way)
        assert abs(found.masses["True"] - Fraction(1, 3)) <= Fraction(1, 2**bits)
        assert found.whole
        assert found.work < WORK


def test_a_program_that_goes_on_and_on_is_given_up_where_all_of_it_is_wanted() -> None:
    """Does a walk to the cell end early if many nodes leave much of the law open, and not if they leave little?"""

    def walk(cells: Cells) -> str:
        heads = sum(cells.below(2) for _ in range(30))
        return str(heads > 15)

    lost = foresee(walk, 10**6, ALL, EXACT)
    assert lost.missing > Fraction(1, 2)
    assert lost.work < 40 * HOPELESS + 100_000
    assert foresee(lambda cells: str(cells.below(2**53) < 2**52 and cells.below(2)), WORK, ALL, EXACT).missing == 0
