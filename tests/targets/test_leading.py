"""Do plays that are led to an outcome bound its probability from below, whatever the forecast is worth?"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

import pytest

from proofs.targets.worker.cells import Cells, Chance, Stopped
from proofs.targets.worker.forecast import Box, Leaf, Node, Open
from proofs.targets.worker.leading import Lead
from proofs.targets.worker.orders import NATURAL, Residues, Turned

RARE, USUAL = Leaf("rare"), Leaf("usual")
PLAYS = 1000


def seventh(after: Node) -> Box:
    """A draw among 1,000 of which the seventh cell alone goes on."""
    return Box(1000, NATURAL, (0, 7, 8), [USUAL, after, USUAL])


def twice(cells: Cells) -> str:
    return "rare" if cells.below(1000) == 7 and cells.below(1000) == 7 else "usual"


def led(root: Node, play: Callable[[Cells], str], *outcomes: str) -> tuple[Fraction, int]:
    """The mass that is foretold, and how many plays agree."""
    lead = Lead(root, outcomes or ("rare",))
    return lead.mass, lead.plays(play, PLAYS, Chance(1))


def test_a_rare_outcome_comes_in_every_play_that_is_led_to_it() -> None:
    """Is what has a probability of one in a million known as well as anything else?"""
    mass, came = led(seventh(seventh(RARE)), twice)
    assert came == PLAYS
    assert 0 <= Fraction(1, 10**6) - mass < Fraction(1, 2**190)
    mass, came = led(seventh(seventh(RARE)), twice, "rare", "usual")
    assert came == PLAYS
    assert 0 <= 1 - mass < Fraction(1, 2**190)


def never(cells: Cells) -> str:
    cells.below(1000)
    cells.below(1000)
    return "usual"


def halved(cells: Cells) -> str:
    return "rare" if cells.below(1000) == 7 and cells.below(1000) == 7 and not cells.below(2) else "usual"


def otherwise(cells: Cells) -> str:
    return "rare" if cells.below(1000) == 7 and cells.below(999) == 7 else "usual"


@pytest.mark.parametrize("play", [never, halved, otherwise])
def test_a_forecast_that_is_wrong_proves_nothing(play: Callable[[Cells], str]) -> None:
    """Does no play count that ends otherwise, or takes more draws or others than are foretold?"""
    assert led(seventh(seventh(RARE)), play)[1] == 0


def test_a_forecast_that_is_half_wrong_proves_half() -> None:
    """Is the share of the plays that agree that of the cells that do?"""
    root = Box(1000, NATURAL, (0, 10, 20), [USUAL, RARE, USUAL])
    mass, came = led(root, lambda cells: "rare" if cells.below(1000) in range(15, 100) else "usual")
    assert abs(came - PLAYS / 2) < 100
    assert mass < Fraction(1, 100)


@pytest.mark.parametrize("order", [Residues(10, NATURAL), Turned(lambda cell, n: n - 1 - cell)])
def test_pieces_lie_in_the_order_of_their_draw(order: Residues | Turned) -> None:
    """Are cells drawn that stand in a piece, in whichever order the draw was cut?"""
    root = Box(1000, order, (0, 100), [RARE, USUAL])
    wanted = {order.cell(place, 1000) for place in range(100)}
    assert led(root, lambda cells: "rare" if cells.below(1000) in wanted else "usual")[1] == PLAYS


def looping(cells: Cells) -> str:
    while True:
        cell = cells.below(4)
        if cell:
            return "rare" if cell == 1 else "usual"


def endless(cells: Cells) -> str:
    with suppress(Stopped):
        while True:
            cells.below(2**19)
    return "rare"


def test_loops_are_followed() -> None:
    """Is an outcome found behind a loop, its mass not above what it is, and are runs ended that never would?"""
    root = Box(4, NATURAL, (0, 1, 2), [USUAL, RARE, USUAL])
    root.after[0] = root
    mass, came = led(root, looping)
    assert came == PLAYS
    assert 0 <= Fraction(1, 3) - mass < Fraction(1, 2**100)
    stuck = Box(2**20, NATURAL, (0, 1), [RARE, USUAL])
    stuck.after[1] = stuck
    assert led(stuck, endless)[1] == 0


def test_what_is_not_foretold_leads_nowhere() -> None:
    """Is nothing played where no way is known?"""
    for root in (seventh(Open((7,), Fraction(1, 1000))), USUAL):
        assert led(root, twice) == (Fraction(0), 0)
    assert led(RARE, lambda cells: "rare") == (Fraction(1), PLAYS)
