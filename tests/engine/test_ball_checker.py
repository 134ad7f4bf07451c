"""Does the checker that evaluates with balls try what it must, say no, and say what it left undecided?"""

from fractions import Fraction

import pytest

from proofs.engine.checkers.balls import Balls, Range, Region
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    derivative,
    exp,
    factorial,
    integral,
    largest,
    total,
)

x, y = Symbol("x"), Symbol("y")
t = Symbol("t")
positive = Symbol("a", Sort.POSITIVE)
nonnegative = Symbol("c", Sort.NONNEGATIVE)
unit = Symbol("u", Sort.UNIT)
natural = Symbol("n", Sort.NATURAL)
i, k = Symbol("i"), Symbol("k")
w = Family("w", Sort.POSITIVE)

HALF = Fraction(1, 2)


def found(conclusion: Term, *scope: Region, hypotheses: tuple[Term, ...] = ()) -> Finding:
    """What the checker finds, without limits of its own."""
    return Balls(scope).run(Formula(conclusion, hypotheses))


def test_true_at_points_is_certified() -> None:
    """Is 1 + x <= e^x certified at points, the tie at zero among them, with the points counted?"""
    finding = found(1 + x <= exp(x), {x: 0}, {x: Fraction(-3, 7)}, {x: 20})
    assert finding == Finding(Status.CERTIFIED, "3 exact points with up to 64 bits")


def test_false_at_a_point_is_refuted_there() -> None:
    """Is a planted wrong inequality refuted, naming the point?"""
    finding = found(exp(x) <= 1 + 2 * x, {x: HALF}, {x: 2})
    assert finding == Finding(Status.REFUTED, "false at x = 2")


def test_precision_rises_at_a_point() -> None:
    """Is a difference of 2^-300 seen?"""
    near = Fraction(1, 2**300)
    assert found(exp(x) > exp(y), {x: near, y: 0}).status is Status.CERTIFIED
    assert found(exp(x) <= exp(y), {x: near, y: 0}).status is Status.REFUTED


def test_undecided_is_open() -> None:
    """Is an equation of balls, which no precision decides, left open at the stated limit?"""
    finding = Balls([{x: 1}], limit=256).run(Formula(exp(2 * x).eq(exp(x) ** 2)))
    assert finding == Finding(Status.OPEN, "undecided with 256 bits at x = 1")


def test_nothing_is_decided_below_the_first_precision() -> None:
    """Is what was never evaluated, since the limit allows no precision, open with no bits?"""
    assert Balls([{x: 1}], limit=63).run(Formula(x > 0)) == Finding(Status.OPEN, "undecided with 0 bits at x = 1")


def test_lists_and_free_indices() -> None:
    """Does a free index range over all candidates, so that one bad candidate refutes?"""
    share = exp(w[k]) / total(i, exp(w[i]))
    assert found(share < HALF, {w: (1, 1, 1)}).status is Status.CERTIFIED
    refuted = found(share < HALF, {w: (1, 1, 3)})
    assert refuted == Finding(Status.REFUTED, "false at w_1 = 1, w_2 = 1, w_3 = 3")


def test_box_is_certified_by_halving() -> None:
    """Is a bound that holds with room on a box certified, with the number of parts?"""
    finding = found(x * (1 - x) < Fraction(26, 100), {x: Range(0, 1)})
    assert finding.status is Status.CERTIFIED
    assert finding.detail.startswith("x in [0, 1] in ")


@pytest.mark.parametrize(
    ("cells", "finding"),
    [
        (0, Finding(Status.OPEN, "undecided after 0 parts, at x in [0, 1]")),
        (2, Finding(Status.OPEN, "undecided after 2 parts, at x in [0, 1/2]")),
        (3, Finding(Status.CERTIFIED, "x in [0, 1] in 3 parts")),
        (4, Finding(Status.CERTIFIED, "x in [0, 1] in 3 parts")),
    ],
)
def test_parts_are_counted(cells: int, finding: Finding) -> None:
    """Is a bound that holds on either half certified once both may be looked at, also if they use up the parts?"""
    assert Balls([{x: Range(0, 1)}], cells=cells).run(Formula(x * (1 - x) < Fraction(3, 4))) == finding


def test_box_with_a_planted_hole_is_refuted() -> None:
    """Is a bound that fails only in the middle of a box refuted at an exact point?"""
    finding = found(x * (1 - x) < Fraction(24, 100), {x: Range(0, 1)})
    assert finding == Finding(Status.REFUTED, "false at x = 1/2")


def test_bound_broken_at_a_corner_alone_is_refuted() -> None:
    """Is x < 1 on [0, 1], false at the edge alone, refuted there?"""
    assert found(x < 1, {x: Range(0, 1)}) == Finding(Status.REFUTED, "false at x = 1")


@pytest.mark.parametrize("point", [(Fraction(5, 2), 1), (1, -1), (4, 3)])
def test_middle_and_corners_are_tried(point: tuple[Fraction | int, Fraction | int]) -> None:
    """Is what is false at the middle alone, or at one corner, of an uneven box refuted there without halving it?"""
    elsewhere = absolute(x - point[0]) + absolute(y - point[1]) > 0
    finding = Balls([{x: Range(1, 4), y: Range(-1, 3)}], cells=1).run(Formula(elsewhere))
    assert finding == Finding(Status.REFUTED, f"false at x = {point[0]}, y = {point[1]}")


def test_box_over_a_list() -> None:
    """Is a statement about a list certified on a box of lists?"""
    finding = found(
        total(i, w[i]) <= 3 * largest(i, w[i]) + Fraction(1, 4),
        {w: (Range(1, 2), Range(1, 2), Range(1, 2))},
    )
    assert finding.status is Status.CERTIFIED


def test_box_that_never_closes_is_open() -> None:
    """Is a bound that is reached inside the box left open, saying where, when the parts are used up?"""
    never_closes = Formula((x - y) ** 2 + x - x >= 0)
    finding = Balls([{x: Range(0, 1), y: Range(0, 1)}], cells=64).run(never_closes)
    assert finding.status is Status.OPEN
    assert finding.detail.startswith("undecided after 64 parts, at x in ")


def test_undecided_part_is_where_the_search_ended() -> None:
    """Is it a half of the part that was looked at last, [6, 8], which is named, and no part that nobody looked into?"""
    finding = Balls([{x: Range(0, 8)}], cells=3).run(Formula(x * (8 - x) >= 0))
    assert finding == Finding(Status.OPEN, "undecided after 3 parts, at x in [7, 8]")


def test_hypotheses_select_and_must_be_met() -> None:
    """Do points outside the hypotheses not count, and is a scope that has no other kind of point open?"""
    false_below_one = x**2 >= x
    assert found(false_below_one, {x: HALF}, {x: 2}, hypotheses=(x >= 1,)).status is Status.CERTIFIED
    assert found(false_below_one, {x: HALF}, hypotheses=(x >= 1,)) == Finding(
        Status.OPEN, "the hypotheses were nowhere seen to hold"
    )
    assert found(x + 1 > 0, {x: Range(0, 1)}, hypotheses=(x > HALF,)).status is Status.CERTIFIED
    assert found(x + 1 > 0, {x: Range(0, 1)}, hypotheses=(x > 2,)).status is Status.OPEN


def test_integral_form_at_points() -> None:
    """Is an integral compared with its value, and with a planted wrong one?"""
    survival = integral(t, positive * exp(-positive * t), 0, 1)
    scope: Region = {positive: Fraction(3, 2)}
    assert found(absolute(survival - (1 - exp(-positive))) < Fraction(1, 10**30), scope).status is Status.CERTIFIED
    assert found(survival >= 1 - exp(-positive) / 2, scope).status is Status.REFUTED


@pytest.mark.parametrize(
    ("conclusion", "reason"),
    [
        (derivative(x, x**2) > 0, "balls do not evaluate d"),
        (integral(t, absolute(t - x), 0, 1) > 0, "balls do not integrate abs"),
        (integral(t, exp(-t), 0, INFINITY) > 0, "∞ has no value in this scope"),
        (total(i, w[i]) > 0, "the lists to range over must be given, and of one length"),
        (y > 0, "y has no value in this scope"),
        (factorial(x) > 0, "the factorial of what is not known to be a natural number"),
        (x + 1, "+ makes no statement here"),
    ],
)
def test_what_balls_cannot_do_is_open(conclusion: Term, reason: str) -> None:
    """Is what cannot be evaluated left open with its reason?"""
    assert found(conclusion, {x: HALF}) == Finding(Status.OPEN, reason)


def test_sentence_is_open() -> None:
    """Is a sentence not taken for a formula?"""
    assert Balls([{x: 1}]).run("in words").status is Status.OPEN


@pytest.mark.parametrize(
    "region",
    [
        {positive: 0},
        {positive: Range(-1, 1)},
        {w: (1, -1)},
        {unit: 0},
        {unit: 1},
        {unit: Range(0, HALF)},
        {unit: Range(HALF, 1)},
        {nonnegative: -HALF},
        {natural: -1},
        {natural: HALF},
        {natural: Range(0, 1)},
        {x: Range(1, 0)},
    ],
)
def test_scope_must_fit_the_sorts(region: Region) -> None:
    """Is a scope refused that leaves the sort of a symbol or is empty?"""
    with pytest.raises(ValueError, match="must be"):
        Balls([region])


@pytest.mark.parametrize(
    ("symbol", "entry"),
    [
        (x, Range(-2, -1)),
        (positive, Fraction(1, 10**9)),
        (nonnegative, Range(0, 1)),
        (unit, Range(Fraction(1, 10**9), 1 - Fraction(1, 10**9))),
        (natural, 0),
        (natural, 1),
        (natural, Range(1, 1)),
    ],
)
def test_scope_reaches_the_edges_of_the_sorts(symbol: Symbol, entry: Fraction | int | Range) -> None:
    """Is a scope admitted that has all of the sort up to its edges, and these too where they belong to it?"""
    assert found(symbol**2 < 5, {symbol: entry}).status is Status.CERTIFIED


def test_symbol_is_one_number() -> None:
    """Is a list for a symbol refused, of which all but the last number would go unseen?"""
    with pytest.raises(ValueError, match="x is one number, and no list of them"):
        Balls([{x: (1, 2)}])


def test_range_does_not_change() -> None:
    """Can nobody change a range once it stands in a proof?"""
    assert vars(Range)["__dataclass_params__"].frozen


def test_empty_scope_is_refused() -> None:
    """Can nobody certify a formula on nothing?"""
    with pytest.raises(ValueError, match="without scope"):
        Balls([])
