"""Exact divergences: are they enclosed truly and tightly, for every alpha, and is every wrong formula outside?"""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from proofs.engine.divergence import (
    AnyLaw,
    Bounds,
    Pair,
    Verdict,
    divergence,
    exactly,
    judge,
    max_divergence,
    pair,
    range_divergence,
    renyi_divergence,
    zero_concentrated_divergence,
)
from proofs.engine.divergence.renyi import WIDTH, zero_concentrated
from proofs.engine.enclosure import enclose
from spec.space import Measure
from spec.weights import ExpRatio, ExpSum
from tests.support.small_pairs import CONCENTRATED, EVERY, LAWS, MAX, RANGE, F, randomized_response, rational


def digits(value: Fraction) -> Decimal:
    """As many digits as the context has."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def contains(bounds: Bounds, value: Decimal) -> bool:
    """Tell whether a number of many digits lies within the bounds."""
    low, high = (digits(F(edge)) for edge in (bounds.lower, bounds.upper))
    slack = Decimal("1e-30")
    return low * (1 - slack) <= value <= high * (1 + slack)


@pytest.mark.parametrize("eps", [F(1, 100), F(1), F(4)])
def test_randomized_response(eps: Fraction) -> None:
    """Are its three divergences eps, 2 eps and eps tanh(eps/2)?"""
    of = randomized_response(eps)
    with localcontext(prec=50):
        exact = digits(eps)
        rises, falls = (exact / 2).exp(), (-exact / 2).exp()
        assert contains(max_divergence(of).bounds, exact)
        assert contains(range_divergence(of).bounds, 2 * exact)
        found = zero_concentrated_divergence(of)
        assert contains(found.bounds, exact * (rises - falls) / (rises + falls))
    assert found.bounds.upper <= found.bounds.lower * (1 + WIDTH)
    assert found.alpha == 1
    assert max_divergence(of).outcomes == ("yes",)
    assert range_divergence(of).outcomes == ("yes", "no")


@pytest.mark.parametrize("eta", [1.0, 4.0, 8.0])
def test_the_worst_law_of_a_range(eta: float) -> None:
    """Does the two-point law with m = (1 - e^-eta)/eta reach rho(eta), and not eta^2/8?"""
    m = (1 - math.exp(-eta)) / eta
    q = (1 - m) / (m * math.exp(eta) - m)
    P, Q = F(m * math.exp(eta) * q), F(q)
    of = pair([(0, 1 - P), (1, P)], [(0, 1 - Q), (1, Q)])
    found = zero_concentrated_divergence(of, F(1, 2**40)).bounds
    ratio = eta / math.expm1(eta)
    assert float(found.lower) == pytest.approx(ratio - 1 - math.log(ratio), rel=1e-9)
    assert found.upper < F(eta) ** 2 / 8


def by_brute_force(of: Pair) -> tuple[Decimal, Decimal, Decimal]:
    """The three divergences by their definitions, with 50 digits; alpha runs over a fine grid from 1 to 1000."""
    weights = [(_many_digits(m.p), _many_digits(m.q)) for m in of.masses]
    losses = [(p / q).ln() for p, q in weights]
    best = Decimal(0)
    for way in (weights, [(q, p) for p, q in weights]):
        logs = [(p, (p / q).ln()) for p, q in way]
        best = max(best, sum((p * loss for p, loss in logs), Decimal(0)))
        for i in range(1, 120):
            rise = Decimal(10) ** (Decimal(i) / 20 - 3)
            total = sum((p * (rise * loss).exp() for p, loss in logs), Decimal(0))
            best = max(best, total.ln() / rise / (1 + rise))
    return max(map(abs, losses)), max(losses) - min(losses), best


def _many_digits(weight: object) -> Decimal:
    assert isinstance(weight, Fraction | ExpRatio)
    return Decimal(enclose(weight, 256).str(60, radius=False))


@pytest.mark.parametrize(("p", "q"), LAWS)
def test_by_brute_force(p: AnyLaw, q: AnyLaw) -> None:
    """Do plain definitions in 50 digits lie within the bounds, and is the supremum as narrow as promised?"""
    of = pair(p, q)
    with localcontext(prec=50):
        most, spread, best = by_brute_force(of)
        found = zero_concentrated_divergence(of).bounds
        assert contains(max_divergence(of).bounds, most)
        assert contains(range_divergence(of).bounds, spread)
        assert contains(Bounds(0, found.upper), best)
        assert contains(Bounds(found.lower * F(999, 1000), 10), best)
    assert found.upper <= found.lower * (1 + WIDTH)


def _of(law: AnyLaw) -> list[float]:
    assert isinstance(law, list)
    return [float(weight) for _, weight in law]


def losses(p: Sequence[float], q: Sequence[float]) -> list[float]:
    """ln(P/Q)."""
    return [math.log(a / b) for a, b in zip(p, q, strict=True)]


def cumulant(p: Sequence[float], q: Sequence[float], a: float) -> float:
    """ln sum of P^a Q^(1-a)."""
    return math.log(sum(x**a * y ** (1 - a) for x, y in zip(p, q, strict=True)))


WRONG: tuple[tuple[Measure, Callable[[list[float], list[float]], float]], ...] = (
    (MAX, lambda p, q: max(losses(p, q))),
    (MAX, lambda p, q: max(losses(p, q)) - min(losses(p, q))),
    (MAX, lambda p, q: max(abs(loss) for loss in losses(p, q)) / math.log(2)),
    (MAX, lambda p, q: max(abs(a - b) for a, b in zip(p, q, strict=True))),
    (RANGE, lambda p, q: 2 * max(abs(loss) for loss in losses(p, q))),
    (RANGE, lambda p, q: max(losses(p, q)) + min(losses(p, q))),
    (RANGE, lambda p, q: max(abs(loss) for loss in losses(p, q))),
    (CONCENTRATED, lambda p, q: cumulant(p, q, 2) / 2),
    (CONCENTRATED, lambda p, q: cumulant(q, p, 2)),
    (CONCENTRATED, lambda p, q: sum(a * loss for a, loss in zip(p, losses(p, q), strict=True))),
    (CONCENTRATED, lambda p, q: max(cumulant(q, p, 1 + i / 8) / (1 + i / 8) for i in range(1, 80))),
    (CONCENTRATED, lambda p, q: max(abs(loss) for loss in losses(p, q)) ** 2 / 2),
    (CONCENTRATED, lambda p, q: (max(losses(p, q)) - min(losses(p, q))) ** 2 / 8),
)


@pytest.mark.parametrize(("measure", "wrong"), WRONG)
def test_wrong_formulas_are_outside(measure: Measure, wrong: Callable[[list[float], list[float]], float]) -> None:
    """Is every formula that is easily mistaken for the divergence outside its bounds?"""
    p, q = rational(1, 8, 7), rational(5, 8, 3)
    value = wrong(_of(p), _of(q))
    bounds = divergence(measure, pair(p, q)).bounds
    assert not float(bounds.lower) * 0.999 <= value <= float(bounds.upper) * 1.001


def test_renyi_divergences() -> None:
    """Are single orders right: relative entropy at 1, the closed form at 2; and do they rise?"""
    of = pair(rational(1, 3), rational(1, 1))
    two = renyi_divergence(of, F(2))
    assert float(two.lower) == pytest.approx(math.log(2 * (1 / 16 + 9 / 16)), rel=1e-12)
    one = renyi_divergence(of, F(1))
    assert float(one.upper) == pytest.approx(math.log(2) - 2 * math.log(2) + 0.75 * math.log(3), rel=1e-12)
    assert one.upper < renyi_divergence(of, F(3, 2)).lower < two.lower < renyi_divergence(of, F(50)).lower
    assert renyi_divergence(pair(rational(1, 1), rational(1)), F(2)) == exactly(math.inf)


@pytest.mark.parametrize("measure", EVERY)
def test_what_only_one_law_can_do(measure: Measure) -> None:
    """Is the divergence infinite, in both directions, if an outcome is possible on one side alone?"""
    less, more = rational(1, 1), rational(1, 1, 1)
    for of in (pair(less, more), pair(more, less)):
        found = divergence(measure, of)
        assert found.bounds == exactly(math.inf)
        assert found.outcomes[0] == 2 or measure == RANGE
        assert judge(measure, of, exactly(F(10**9))) is Verdict.EXCEEDED
        assert judge(measure, of, exactly(math.inf)) is Verdict.HELD


@pytest.mark.parametrize("measure", EVERY)
def test_equal_laws(measure: Measure) -> None:
    """Are equal laws at distance exactly 0, in whatever form they are written?"""
    half = ExpRatio(ExpSum([(F(1), F(1))]), ExpSum([(F(1), F(2))]))
    of = pair([(0, half), (1, half)], rational(1, 1))
    assert divergence(measure, of).bounds == exactly(0)
    assert judge(measure, of, exactly(0)) is Verdict.HELD


def differing_by(tiny: Fraction) -> Pair:
    """A fair coin, and one that is not quite fair."""
    return pair([(0, F(1, 2)), (1, F(1, 2))], [(0, F(1, 2) - tiny), (1, F(1, 2) + tiny)])


def test_nearly_equal_laws() -> None:
    """Is the precision raised until the supremum is narrow; and if it cannot be, do the bounds still hold?"""
    tiny = F(1, 2**66)
    found = zero_concentrated_divergence(differing_by(tiny), F(1)).bounds
    assert 0 < found.lower <= 2 * tiny**2 * (1 + tiny)
    assert 2 * tiny**2 * (1 - tiny) <= found.upper <= found.lower * 2
    hopeless = zero_concentrated(differing_by(tiny**9), most=0).bounds
    assert hopeless.lower == 0
    assert hopeless.upper > tiny**18
