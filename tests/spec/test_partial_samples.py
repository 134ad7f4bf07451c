"""Promises about partially sampled numbers: is a wrong edge, a forgotten coin or a hasty answer refuted?"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from impl.gumbel import GumbelPSRN, GumbelRV, greater_than, standard_gumbel
from proofs.engine.judge import RUNNING
from spec.draw import Draw
from spec.gumbel import COMPARISON, EDGES, ENCLOSES, GREATER_THAN, Edge
from spec.logic.promise import NotAbout
from spec.partial_samples import Cell, Comparison, Dyadic, Point
from tests.support.judges import Planted

ZERO, ONE = Fraction(0), Fraction(1)
MIDDLE = Point(ZERO, ONE, 1, 1)
Result = tuple[bool, GumbelPSRN, GumbelPSRN]


@dataclass(frozen=True)
class Edges:
    """A variable whose edges are changed."""

    change: Callable[[tuple[Edge, Edge]], tuple[Edge, Edge]]
    shift: Fraction = ZERO
    scale: Fraction = ONE

    def inverse_cdf(self, numerator: int, refinements: int) -> tuple[Edge, Edge]:
        return self.change(GumbelRV(self.shift, self.scale).inverse_cdf(numerator, refinements))


@pytest.mark.parametrize(
    "change",
    [
        lambda edges: (edges[1], edges[0]),
        lambda edges: (edges[0] + 1, edges[1] + 1),
        lambda edges: (float(edges[0]), edges[1]),
        lambda edges: (edges[0], float("inf")),
    ],
    ids=["swapped", "shifted", "a float", "infinite"],
)
def test_wrong_edges_are_refuted(change: Callable[[tuple[Edge, Edge]], tuple[Edge, Edge]]) -> None:
    """Are edges refuted that do not enclose the inverse distribution function, or are no rationals?"""
    assert EDGES.promise.holds(MIDDLE, RUNNING)
    planted = Planted({EDGES.promise.about: lambda shift, scale: Edges(change, shift, scale)})
    assert not EDGES.promise.holds(MIDDLE, planted)


def test_ends_of_the_unit_interval() -> None:
    """Are the edges infinite at 0 and 1, a finite one refuted there, and a point outside refused?"""
    ends = Point(ZERO, ONE, 0, 2), Point(ZERO, ONE, 4, 2)
    finite = Planted({EDGES.promise.about: lambda shift, scale: Edges(lambda edges: (ZERO, ONE), shift, scale)})
    for end in ends:
        assert EDGES.promise.holds(end, RUNNING)
        assert not EDGES.promise.holds(end, finite)
    for point in (Point(ZERO, ONE, 5, 2), Point(ZERO, ZERO, 1, 2)):
        with pytest.raises(NotAbout, match="there is no such point"):
            EDGES.promise.holds(point, RUNNING)


def judged(body: Callable[[GumbelPSRN, GumbelPSRN, Draw], Result]) -> Planted:
    """A judge who finds this comparison, which carries the triple."""

    @GREATER_THAN
    def compare(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> Result:
        return body(a, b, draw)

    return Planted({COMPARISON.promise.about: compare})


def hasty(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> Result:
    return True, a, b


def forgetful(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> Result:
    greater, _, right = greater_than(a, b, draw)
    return greater, GumbelPSRN(a.shift, a.scale), right


def contrary(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> Result:
    greater, left, right = greater_than(a, b, draw)
    return not greater, left, right


APART = Comparison(Cell(ONE, 3, 2), Cell(ZERO, 0, 2), ONE)
WITHOUT_NOISE = Comparison(Cell(ONE, 0, 0), Cell(ZERO, 0, 0), ZERO)


@pytest.mark.parametrize("case", [APART, WITHOUT_NOISE, Comparison(Cell(ZERO, 3, 2), Cell(ZERO, 2, 2), ONE)])
def test_answers_are_for_good(case: Comparison) -> None:
    """Does the promise hold of the running comparison, with and without noise and at one shift?"""
    assert COMPARISON.promise.holds(case, RUNNING)
    assert not COMPARISON.promise.holds(case, judged(contrary))


def test_coins_that_do_not_suffice_say_nothing() -> None:
    """Is a comparison that runs out of coins not held against the promise?"""
    assert COMPARISON.promise.holds(Comparison(Cell(ZERO, 0, 0), Cell(ZERO, 0, 0), ONE), RUNNING)


@pytest.mark.parametrize("body", [hasty, forgetful])
def test_other_answers_are_refuted(body: Callable[[GumbelPSRN, GumbelPSRN, Draw], Result]) -> None:
    """Is an answer refuted that further coins could change, and one that forgets coins?"""
    undecided = Comparison(Cell(ZERO, 1, 1), Cell(ZERO, 1, 1), ONE, (0, 1, 1, 0, 1, 0, 0, 1))
    assert not COMPARISON.promise.holds(undecided, judged(body))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Cell(ZERO, 2, 2), Cell(Fraction(9), 1, 2)),
        (Cell(ZERO, 0, 2), Cell(Fraction(-9), 1, 2)),
        (Cell(ZERO, 1, 2), Cell(Fraction(-9), 3, 2)),
        (Cell(ZERO, 1, 2), Cell(ZERO, 1, 2)),
    ],
    ids=["behind", "from the left end", "to the right end", "the same cell"],
)
def test_edges_that_lie_do_not_help(a: Cell, b: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the postcondition of the triple itself is satisfied by wrong edges, is the answer still compared with Q?"""
    monkeypatch.setattr("spec.gumbel.surely_above", lambda a, b: True)
    assert not COMPARISON.promise.holds(Comparison(a, b, ONE), judged(hasty))


def test_a_comparison_without_the_triple_is_refused() -> None:
    """Is a function refused that stands under the name and carries no triple?"""
    with pytest.raises(NotAbout, match=r"does not carry the triple GumbelPSRN.greater_than"):
        COMPARISON.promise.holds(APART, Planted({COMPARISON.promise.about: hasty}))


@pytest.mark.parametrize(
    "change",
    [
        lambda low, high: (high, low),
        lambda low, high: (low + (high - low) * 2, high + (high - low) * 2),
        lambda low, high: (low - (high - low) * 2, high - (high - low) * 2),
        lambda low, high: (low - Fraction(1, 2), high),
    ],
    ids=["swapped", "above", "below", "wide"],
)
def test_wrong_enclosures_are_refuted(change: Callable[[Edge, Edge], tuple[Edge, Edge]]) -> None:
    """Is the hypothesis of the kernel refuted by edges that do not enclose the quantile, or not closely enough?"""
    planted = Planted({ENCLOSES.promise.about: lambda numerator, bits: change(*standard_gumbel(numerator, bits))})
    for point in (Dyadic(1, 1), Dyadic(3, 3), Dyadic(1, 60), Dyadic(2**60 - 1, 60)):
        assert ENCLOSES.promise.holds(point, RUNNING)
        assert not ENCLOSES.promise.holds(point, planted)


def test_enclosures_are_promised_inside_the_unit_interval() -> None:
    """Does the hypothesis say what it is, and nothing of the ends?"""
    assert ENCLOSES.promise.about == "impl.gumbel.standard_gumbel"
    assert ENCLOSES.promise.show() == (
        "for all integers r ≥ 1 and 0 < R < 2^r: standard_gumbel(R, r) is a pair of rationals a, b with a ≤ "
        "-ln(-ln(R/2^r)) ≤ b and b - a ≤ 2^-(r + 40)"
    )
    for point in (Dyadic(0, 2), Dyadic(4, 2)):
        with pytest.raises(NotAbout, match="there is no such point"):
            ENCLOSES.promise.holds(point, RUNNING)
