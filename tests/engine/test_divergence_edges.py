"""The edges of exact divergences: infinities, zeros, ties, and laws of which little is known."""

import math
from fractions import Fraction

import pytest

from impl.ball import Ball, ball, precision
from proofs.engine.divergence import (
    Bounds,
    Divergence,
    Pair,
    Verdict,
    exactly,
    judge,
    max_divergence,
    pair,
    range_divergence,
    zero_concentrated_divergence,
)
from proofs.engine.divergence.bounds import high_edge, low_edge
from proofs.engine.divergence.pair import Logs, Mass
from proofs.engine.divergence.verdict import _above, _apart
from proofs.engine.law import Law
from proofs.engine.product import Factor, Product
from spec.space import MaxDivergence
from spec.weights import ONE, exp_minus

F = Fraction
WHOLE_LINE = Ball(0, Ball.pos_inf())


def shares(*parts: int) -> list[tuple[int, Fraction]]:
    """Outcomes 0, 1, ... with probabilities in these proportions."""
    return [(i, F(part, sum(parts))) for i, part in enumerate(parts)]


def almost_fair() -> Pair:
    """A fair coin, and one so nearly fair that 128 bits do not tell them apart."""
    tiny = F(1, 2**500)
    return pair([(0, F(1, 2)), (1, F(1, 2))], [(0, F(1, 2) - tiny), (1, F(1, 2) + tiny)])


@pytest.mark.parametrize("kind", [Bounds, Divergence, Logs, Mass, Pair])
def test_what_was_found_does_not_change(kind: type) -> None:
    """Can nobody change two laws, their logarithms or how far apart they are, once they are known?"""
    assert vars(kind)["__dataclass_params__"].frozen


@pytest.mark.parametrize(
    ("x", "low", "high"),
    [
        (Ball(3, 1), F(2), F(4)),
        (Ball.pos_inf(), math.inf, math.inf),
        (Ball.neg_inf(), -math.inf, -math.inf),
        (WHOLE_LINE, -math.inf, math.inf),
        (Ball.nan(), -math.inf, math.inf),
    ],
)
def test_edges_of_balls(x: Ball, low: Fraction | float, high: Fraction | float) -> None:
    """Are the edges of an infinite ball that infinity, and of a ball that says nothing the whole line's?"""
    with precision(8):
        assert low - F(1, 8) <= low_edge(x) <= low
        assert high <= high_edge(x) <= high + F(1, 8)


@pytest.mark.parametrize("value", [0, 3, 2.5, F(1, 3), 10**400])
def test_an_exact_number_is_a_fraction(value: float | Fraction) -> None:
    """Is a finite number held as a fraction, of whichever type it is, and however large?"""
    found = exactly(value)
    assert type(found.lower) is type(found.upper) is Fraction
    assert found == Bounds(F(value), F(value))


def test_what_is_not_a_number_is_refused() -> None:
    """Does no bound hold what is neither a number nor infinite?"""
    with pytest.raises(ValueError, match="NaN"):
        exactly(math.nan)


@pytest.mark.parametrize(
    ("over", "under", "low", "high"),
    [
        (Bounds(F(0), math.inf), exactly(2), F(0), math.inf),
        (Bounds(F(1), math.inf), Bounds(F(2), math.inf), F(0), math.inf),
        (Bounds(F(1), F(3)), Bounds(F(0), F(2)), F(1, 2), math.inf),
        (exactly(F(1, 3)), exactly(F(1, 9)), F(3), F(3)),
        (exactly(0), Bounds(F(0), math.inf), F(0), F(0)),
        (exactly(math.inf), exactly(0), math.inf, math.inf),
    ],
)
def test_quotients(over: Bounds, under: Bounds, low: Fraction | float, high: Fraction | float) -> None:
    """Do quotients with an edge at 0 or at infinity enclose all that they may be?"""
    assert over.over(under) == Bounds(low, high)


def test_the_first_of_equals_is_named() -> None:
    """If several outcomes tell the laws apart equally well, is the first of them named, and the first direction?"""
    twice = pair(shares(2, 2, 1, 1), shares(1, 1, 2, 2))
    assert max_divergence(twice).outcomes == (0,)
    assert range_divergence(twice).outcomes == (0, 2)
    assert not max_divergence(twice).backward
    assert not range_divergence(twice).backward
    assert max_divergence(pair(shares(9, 2, 2), shares(5, 4, 4))).outcomes == (1,)
    assert max_divergence(pair(shares(9, 2, 2), shares(5, 4, 4))).backward


def test_no_direction_is_backward_by_itself() -> None:
    """Of equal laws, is it D(P || Q) that is 0?"""
    same = pair(shares(1, 2), shares(1, 2))
    for found in (max_divergence(same), range_divergence(same), zero_concentrated_divergence(same)):
        assert found.bounds == exactly(0)
        assert not found.backward
        assert found.outcomes == ()


def test_no_divergence_is_negative() -> None:
    """Where balls do not tell the laws apart, is the lower bound 0, and the upper one positive?"""
    for found in (max_divergence(almost_fair()), range_divergence(almost_fair())):
        assert found.bounds.lower == 0
        assert 0 < found.bounds.upper < F(1, 2**100)
    unknown = pair(Law(((0, F(1, 4)),), F(3, 4)), Law(((0, F(1, 4)),), F(3, 4)))
    for found in (max_divergence(unknown), range_divergence(unknown)):
        assert found.bounds == Bounds(F(0), math.inf)


def test_logarithms_of_what_is_known_in_part() -> None:
    """Does a probability reach from what was seen to that and all the missing mass, also if nothing was seen?"""
    (log,) = Pair((Mass("seen", F(1, 2), F(0)),), F(1, 4), F(1, 8)).logs(64)
    assert float(log.p_low) == pytest.approx(math.log(1 / 2), rel=1e-15)
    assert float(log.p_high) == pytest.approx(math.log(3 / 4), rel=1e-15)
    assert log.q_low == Ball.neg_inf()
    assert float(log.q_high) == pytest.approx(math.log(1 / 8), rel=1e-15)


def test_missing_mass_may_be_anywhere() -> None:
    """Is what one law was not seen to do bounded by its missing mass, in either direction?"""
    p, q = Law((("this", F(3, 4)),), F(1, 4)), Law((("that", F(7, 8)),), F(1, 8))
    for of, backward in ((pair(p, q), False), (pair(q, p), True)):
        found = max_divergence(of)
        assert float(found.bounds.lower) == pytest.approx(math.log((3 / 4) / (1 / 8)), rel=1e-15)
        assert found.bounds.upper == math.inf
        assert found.outcomes == ("this",)
        assert found.backward is backward
        assert float(range_divergence(of).bounds.lower) == pytest.approx(math.log(6 * 3.5), rel=1e-15)
    assert range_divergence(pair(p, q)).outcomes == ("this", "that")


def test_all_mass_is_missing() -> None:
    """If nothing at all was seen of a law, is nothing said but that divergences are not negative?"""
    nothing: Law[Fraction] = Law((), F(1))
    for found in (
        max_divergence(pair(nothing, shares(1, 1))),
        zero_concentrated_divergence(pair(nothing, shares(1, 1))),
    ):
        assert 0 <= found.bounds.lower <= F(7, 10)
        assert found.bounds.upper == math.inf


def test_no_outcome_is_known() -> None:
    """If nothing at all was seen of either law, is every divergence anything that is not negative?"""
    nothing: Law[Fraction] = Law((), F(1))
    for measured in (max_divergence, range_divergence, zero_concentrated_divergence):
        assert measured(pair(nothing, nothing)).bounds == Bounds(F(0), math.inf)


def test_a_weight_that_balls_hardly_tell_from_zero() -> None:
    """Is the precision raised until a probability of 1 - e^-t, far below the working precision, has a logarithm?"""
    rest = exp_minus(F(1, 2**200))
    of = pair([(0, rest), (1, ONE - rest)], shares(1, 1))
    with precision(128):
        true = ball(2**199).log()
        found = max_divergence(of)
        assert low_edge(true - ball(F(1, 2**60))) < found.bounds.lower <= high_edge(true)
        assert low_edge(true) <= found.bounds.upper < high_edge(true + ball(F(1, 2**60)))
    assert found.outcomes == (1,)
    assert found.backward


def test_what_balls_show_is_not_asked_again() -> None:
    """Are only those quotients decided exactly that balls do not show to be within the claim?"""
    of = pair(shares(1, 8, 7), shares(5, 8, 3))
    most = max_divergence(of).bounds.upper
    spread = range_divergence(of).bounds.upper
    tiny = F(1, 2**100)
    assert list(_above(of.swapped(), most)) == list(_apart(of, spread)) == []
    assert len(list(_above(of.swapped(), most - tiny))) == len(list(_apart(of, spread - tiny))) == 1


def test_products_are_multiplied_out_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a claim that is reached exactly decided if products of 9 by 9 terms may be multiplied out?"""
    a, b = (Factor(ONE / (ONE + exp_minus(1) + exp_minus(q))) for q in (2, 3))
    of = Pair((Mass(0, Product((a, b)), Product((b, Factor(a.weight * exp_minus(2))))),), F(0), F(0))
    for most, verdict in ((81, Verdict.HELD), (80, Verdict.UNDECIDED)):
        monkeypatch.setattr("proofs.engine.divergence.verdict._MOST_TERMS", most)
        assert judge(MaxDivergence(), of, exactly(2)) is verdict
