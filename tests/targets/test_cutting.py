"""Is a draw cut where the program changes, whatever the order of its cells, and is nothing exact that is not?"""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs.targets.worker.cells import Cells, Chance
from proofs.targets.worker.certifying import (
    EXACT,
    FOLDED,
    MOST_ODD,
    NOT_ITS_COINS,
    SWEEPS,
    SWEPT,
    SWEPT_FARTHER,
    Foreseen,
    foresee,
)
from proofs.targets.worker.forecast import Box
from proofs.targets.worker.orders import LAST_BIT, LAST_BYTE, NATURAL, Listed, Order, Residues, orders, period
from proofs.targets.worker.shapes import Curve

WORK, MISSING = 100_000, Fraction(1, 2**60)
FLOATS = 2**53


def learnt(play: Callable[[Cells], str], way: str = EXACT, work: int = WORK) -> Foreseen:
    return foresee(play, work, MISSING, way)


@pytest.mark.parametrize(
    "order", [NATURAL, LAST_BIT, LAST_BYTE, Residues(3, NATURAL), Residues(7, LAST_BYTE), Listed(range(65535, -1, -1))]
)
def test_an_order_is_a_rearrangement(order: Order) -> None:
    """Is every cell at one place, and does each place have its cell, also where pieces are said to begin?"""
    n = 2**16
    places = {0, 1, 255, 256, n // 3, n - 2, n - 1, *order.marks(n)}
    cells = {order.cell(place, n) for place in places}
    assert len(cells) == len(places)
    assert cells <= set(range(n))
    assert [order.place(order.cell(place, n), n) for place in sorted(places)] == sorted(places)


def test_remainders_share_the_cells() -> None:
    """Are cells of one remainder side by side, the longer classes first, and is no order tried that cannot be?"""
    order = Residues(3, NATURAL)
    assert [order.cell(place, 8) for place in range(8)] == [0, 3, 6, 1, 4, 7, 2, 5]
    assert list(order.marks(8)) == [0, 3, 6]
    assert [*orders(1000)] == [NATURAL]
    assert [*orders(256)] == [NATURAL, LAST_BIT]


def test_a_period_is_the_shortest() -> None:
    """Is a period found, and none where nothing changes or nothing repeats?"""
    assert period(lambda place, tapes: place % 5, 3, (1, 2)) == 5
    assert period(lambda place, tapes: 0, 3, (1, 2)) == 0
    assert period(lambda place, tapes: place * place, 3, (1, 2)) == 0


@pytest.mark.parametrize(("n", "modulus"), [(2**16, 3), (2**32, 7), (2**64, 5), (10**6, 11)])
def test_a_modulo_is_seen_exactly(n: int, modulus: int) -> None:
    """Is the bias of a remainder found to the cell, however many bits it is taken from?"""
    found = learnt(lambda cells: str(cells.below(n) % modulus))
    assert found.masses == {str(r): Fraction((n - r + modulus - 1) // modulus, n) for r in range(modulus)}
    assert found.whole


def test_a_modulo_of_bytes_is_seen_exactly() -> None:
    """Is a remainder seen where the bytes are read the other way round?"""
    found = learnt(lambda cells: str(int.from_bytes(cells.below(2**32).to_bytes(4, "big"), "little") % 7))
    assert sorted(found.masses.values())[0] == Fraction(2**32 // 7, 2**32)
    assert found.whole


def test_rejection_below_a_multiple_is_fair() -> None:
    """Is a remainder without bias told from one with, by the last cell alone?"""

    def play(cells: Cells) -> str:
        while (cell := cells.below(2**16)) == 2**16 - 1:
            pass
        return str(cell % 3)

    found = learnt(play)
    assert all(mass <= Fraction(1, 3) <= mass + found.missing for mass in found.masses.values())
    assert found.missing < Fraction(1, 2**50)


def test_one_odd_cell_is_swept_up() -> None:
    """Is a single odd cell among 2^16 found by a sweep, before a draw that hides it half of the time?"""

    def play(cells: Cells) -> str:
        odd = cells.below(2**16) == 12345
        return str(cells.below(2) | odd)

    assert learnt(play).masses == {"0": Fraction(1, 2), "1": Fraction(1, 2)}
    swept = learnt(play, SWEPT)
    assert (swept.masses["0"], swept.whole) == (Fraction(2**16 - 1, 2**17), True)


def test_an_odd_cell_among_more_is_swept_up() -> None:
    """Is a single odd cell among 2^17 found by a sweep that goes farther, and by no other?"""

    def play(cells: Cells) -> str:
        return str(cells.below(2**17) * 7 % 2**17 == 12_345)

    assert learnt(play, SWEPT).masses == {"False": 1}
    swept = learnt(play, SWEPT_FARTHER)
    assert (swept.masses["True"], swept.whole) == (Fraction(1, 2**17), True)
    assert [SWEEPS[way] for way in (SWEPT, SWEPT_FARTHER)] == [2**16, 2**20]


def test_a_cell_that_is_mentioned_is_looked_at() -> None:
    """Is an odd cell among 2^53 found if its number is known, as a cell or as a part of the draw, and else not?"""
    odd = 0.8765432109876543

    def play(cells: Cells) -> str:
        return str(cells.below(FLOATS) / FLOATS == odd)

    assert learnt(play).masses == {"False": 1}
    for number in (odd, int(odd * FLOATS), 1 - odd):
        found = foresee(play, WORK, MISSING, EXACT, [3, number])
        assert found.masses["True"] == Fraction(1, FLOATS)


def test_the_cell_in_which_a_later_draw_decides_is_a_piece_of_its_own() -> None:
    """Is a threshold found whole that lies a fifth into a cell, which the draw after that cell decides?"""

    def play(cells: Cells) -> str:
        return str(cells.below(10**6) * 2**40 + cells.below(2**40) < 333_333 * 2**40 + 2**40 // 5)

    found = learnt(play)
    assert (found.masses["True"], found.whole) == (Fraction(333_333 * 2**40 + 2**40 // 5, 10**6 * 2**40), True)


def test_too_many_odd_cells_leave_no_law_whole() -> None:
    """Is a law not called whole if a sweep finds more odd cells than are learnt, and is it with no more?"""

    def hiding(odd: int) -> Callable[[Cells], str]:
        cells_of = {1000 + 4001 * i for i in range(odd)}
        return lambda cells: "odd" if cells.below(2**16) in cells_of else str(cells.below(2))

    assert not learnt(hiding(MOST_ODD + 2), SWEPT).whole
    swept = learnt(hiding(MOST_ODD), SWEPT)
    assert (swept.masses["odd"], swept.whole) == (Fraction(MOST_ODD, 2**16), True)


def test_cells_without_an_order_are_put_into_groups() -> None:
    """Are cells that no order brings together grouped by what they do, with a draw after them and without?"""

    def scattered(cells: Cells) -> int:
        return cells.below(2**13) * 2654435761 % 2**13

    alone = learnt(lambda cells: str(scattered(cells) < 1000))
    assert (alone.masses["True"], alone.whole) == (Fraction(1000, 2**13), True)
    before = learnt(lambda cells: str(scattered(cells) < 1000 and cells.below(2)))
    assert before.masses["1"] == Fraction(500, 2**13)
    assert learnt(lambda cells: str(scattered(cells))).reason == NOT_ITS_COINS


def test_a_draw_that_seems_to_do_nothing_is_in_doubt() -> None:
    """Is no law exact if the last digits may be drawn first, and is it if every cell was tried, or all are idle?"""

    def low_digits_first(cells: Cells) -> str:
        low = cells.below(2**16)
        return str(cells.below(2**37) * 2**16 + low < FLOATS // 3)

    assert not learnt(low_digits_first).whole
    assert learnt(lambda cells: str(cells.below(2**16) < 0)).whole
    assert learnt(lambda cells: str(cells.below(FLOATS) * 0 + cells.below(FLOATS) < FLOATS // 3)).whole


def test_choices_that_are_hardly_ever_accepted_are_told_apart() -> None:
    """Is a float cut into thirds where two of them differ once in a million runs, by all that can follow?"""
    odds = (FLOATS >> 20, FLOATS >> 21, FLOATS)

    def play(cells: Cells) -> str:
        picked = 3 * cells.below(FLOATS) // FLOATS
        return str(picked if cells.below(FLOATS) < odds[picked] else 2)

    found = learnt(play)
    assert found.whole
    for picked, odd in enumerate(odds[:2]):
        assert abs(found.masses[str(picked)] - Fraction(odd, 3 * FLOATS)) < Fraction(1, 2**70)


def test_other_randomness_shows_beside_a_cut() -> None:
    """Is no law whole if the digits that decide between two cells come from elsewhere, and is it if they are drawn?"""
    elsewhere = Chance(5)

    def play(low: Chance | Cells) -> Callable[[Cells], str]:
        def played(cells: Cells) -> str:
            high = cells.below(2**40)
            return str(high * 2**24 + (low if isinstance(low, Chance) else cells).below(2**24) < 2**64 // 3)

        return played

    for low, steady in ((elsewhere, False), (Cells((), None, elsewhere), True)):
        found = learnt(play(low))
        assert (found.whole, found.steady) == (steady, steady)


def exponential(cells: Cells) -> float:
    return -math.log1p(-cells.below(FLOATS) / FLOATS)


def test_three_coupled_draws_are_foretold() -> None:
    """Is the law of the sum of three exponential numbers found to a thousandth, and is it rough?"""

    def play(cells: Cells) -> str:
        return str(sum(exponential(cells) for _ in range(3)) > 3)

    found = learnt(play, FOLDED)
    assert isinstance(found.root, Curve)
    assert found.root.sizes == [FLOATS] * 3
    assert 0 < found.rough < Fraction(1, 500)
    assert abs(float(found.masses["True"]) - 8.5 * math.exp(-3)) < found.rough
    assert not learnt(play, EXACT).whole


def test_what_is_no_surface_is_not_forced_into_one() -> None:
    """Is no surface learnt where far digits count, or where the second of three draws may end the run?"""

    def far_digits(cells: Cells) -> str:
        return str((cells.below(FLOATS) + cells.below(FLOATS) + cells.below(FLOATS)) // 1000 % 2)

    assert learnt(far_digits, FOLDED).reason == NOT_ITS_COINS
    farther = learnt(lambda cells: str((cells.below(FLOATS) + cells.below(FLOATS)) // 1000 % 64), FOLDED)
    assert farther.reason == NOT_ITS_COINS

    def ends_early(cells: Cells) -> str:
        first = cells.below(FLOATS)
        second = cells.below(FLOATS)
        if first + second > FLOATS:
            return "over"
        return str(first + second + cells.below(FLOATS) > FLOATS)

    found = learnt(ends_early, FOLDED)
    assert found.reason == NOT_ITS_COINS or isinstance(found.root, Box)


def test_few_cells_are_enumerated_where_they_cannot_be_cut() -> None:
    """Are coupled draws among a hundred exact, cell by cell, and cells without an order known in any way to learn?"""
    above = Fraction(sum(a + b > 80 for a in range(70) for b in range(70)), 70**2)
    coupled = learnt(lambda cells: str(cells.below(70) + cells.below(70) > 80), work=4 * WORK)
    assert (coupled.masses["True"], coupled.whole) == (above, True)
    rough = learnt(lambda cells: str(cells.below(70) + cells.below(70) > 80), FOLDED)
    assert abs(rough.masses["True"] - above) < Fraction(1, 50)
    scattered = learnt(lambda cells: str(cells.below(2**12) * 2654435761 % 2**12 < 1000), FOLDED)
    assert scattered.masses["True"] == Fraction(1000, 2**12)


def test_a_surface_of_few_cells_ends() -> None:
    """Is a surface learnt where there are fewer cells than sections are wanted?"""
    found = learnt(lambda cells: str(cells.below(70) + cells.below(70) + cells.below(70) > 90), FOLDED)
    assert isinstance(found.root, Curve)
    assert not found.reason


def test_draws_that_are_drawn_again_at_an_end_are_foretold() -> None:
    """Is a surface learnt where the first cell of a draw makes the program draw again, as logarithms need it?"""

    def exponential_again(cells: Cells) -> float:
        while (cell := cells.below(FLOATS)) == 0:
            pass
        return -math.log(cell / FLOATS)

    found = learnt(lambda cells: str(sum(exponential_again(cells) for _ in range(3)) > 3), FOLDED)
    assert isinstance(found.root, Curve)
    assert abs(float(found.masses["True"]) - 8.5 * math.exp(-3)) < found.rough < Fraction(1, 500)


def test_too_many_coupled_draws_are_left_to_samples() -> None:
    """Is the sum of six floats withdrawn, also after draws that leave little mass to each?"""

    def six(cells: Cells) -> str:
        return str(sum(cells.below(FLOATS) for _ in range(6)) > 3 * FLOATS)

    assert learnt(six, FOLDED).reason == NOT_ITS_COINS
    assert learnt(lambda cells: f"{cells.below(60) * 0 + cells.below(60) * 0}{six(cells)}", FOLDED).missing == 1


def test_an_outcome_in_between_bends_no_curve() -> None:
    """Is no curve learnt, of two draws or three, where a third outcome shows up in a narrow place?"""

    def third(x: int, y: int) -> str:
        if abs(x - 9 * FLOATS // 16) < FLOATS // 64 and x - FLOATS // 50 <= y < x:
            return "c"
        return "a" if y < x else "b"

    def after(cells: Cells) -> str:
        first, x, y = (cells.below(FLOATS) for _ in range(3))
        return str(x + y < FLOATS) if first + x < FLOATS else third(x, y)

    for play in (lambda cells: third(cells.below(FLOATS), cells.below(FLOATS)), after):
        assert not isinstance(learnt(play, FOLDED).root, Curve)
