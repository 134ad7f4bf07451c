"""Are draws of a law of very many outputs counted so that its rarer part shows, too?"""

from collections.abc import Iterator
from fractions import Fraction
from math import floor, log2

from impl.ball import ball
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.law_evidence import Experiment
from proofs.conform.contract import Contract
from proofs.conform.known_laws import cells_of, promised_law, told_cell
from proofs.conform.promised_law import OCTAVE, REST, Outcome, listed
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from spec.space import MaxDivergence

SIDE, CLIPPED = 60, 12


def plane(x: tuple[int, ...] = (0,)) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Two numbers, each as likely as four others, and half as likely as the four before."""
    of = [Fraction(1, 2 ** (1 + i // 4)) / 4 for i in range(SIDE)]
    yield from (((i, j), p * q / sum(of) ** 2) for i, p in enumerate(of) for j, q in enumerate(of))


PLANE = Contract(
    name="make_plane",
    valid=[{"scale": 1.0}],
    inputs=((0,), (1,)),
    metric=lambda x, y: abs(x[0] - y[0]),
    distances=(1,),
    measure=MaxDivergence(),
    output=tuple,
    law=plane,
    map=lambda d_in: d_in,
)
CASE = LawCase(PLANE.settings[0], (0,), "")


def test_every_output_has_a_cell() -> None:
    """Are the cells a law, each with what its outputs have together, and are outputs of a band about as likely?"""
    cells = promised_law(PLANE, CASE)
    assert len(cells) > 64
    assert sum(cells.values(), start=ball(0)).contains(1)
    sums: dict[Outcome, Fraction] = {}
    for output, p in plane():
        cell = cells_of(PLANE, CASE)((output,))
        sums[cell] = sums.get(cell, Fraction(0)) + p
        assert cell in ((output,), REST, (OCTAVE, floor(log2(p))))
    assert sums.keys() == cells.keys()
    assert all(cells[cell].overlaps(ball(mass)) for cell, mass in sums.items())


def test_there_is_no_rest_where_every_octave_is_likely() -> None:
    """Is there a cell for all others only if there are others?"""
    flat = listed({i: Fraction(1, 256) for i in range(256)}, lambda output: (output,))
    assert flat.banded.cells.keys() == {*((i,) for i in range(64)), (OCTAVE, -8)}
    assert flat.banded.cell((300,)) == (300,)


def test_noise_that_is_clipped_beyond_the_likely_outputs_shows() -> None:
    """Does a law that differs only where every output is rare fail the clause, in words, and not the promised one?"""
    counted: dict[tuple[int, int], int] = {}
    for (i, j), p in plane():
        output = min(i, CLIPPED), min(j, CLIPPED)
        counted[output] = counted.get(output, 0) + round(200_000 * p)
    right = [(output, round(200_000 * p)) for output, p in plane()]
    for answers, is_wrong in ((right, False), ([*counted.items()], True)):
        experiment = Experiment(PLANE, CASE, 0, FalseAlarmRate(RUN))
        experiment.feed(answers)
        assert experiment.rejected is is_wrong
    told, _ = experiment.witness()
    assert told.startswith(("an output of a probability of 2^-", "any other output came"))
    assert told_cell(PLANE, (OCTAVE, -9)) == "an output of a probability of 2^-9 to 2^-8"


def test_a_law_on_its_own_cells_is_itself() -> None:
    """Is the promised law the same that it is as a rival?"""
    promised = PLANE.promised(CASE.setting, CASE.x)
    found = promised.banded.law(promised)
    assert all(found[cell].overlaps(p) for cell, p in promised_law(PLANE, CASE).items())
