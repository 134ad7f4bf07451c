"""Do the rules on limits, slopes and integrals prove what is right, and nothing else?"""

from fractions import Fraction

from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.status import Status
from proofs.theory.concentration.rho import N, x, y
from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    derivative,
    every,
    exp,
    integral,
    limit,
    product,
    term,
)
from spec.logic.notation import show

s, t, v = Symbol("s"), Symbol("t"), Symbol("v")
q, j = Family("q", Sort.POSITIVE), Symbol("j")
real = Symbol("z")


def status(rule: str, conclusion: Term, known: tuple[Term, ...] = (), given: tuple[Term, ...] = ()) -> Status:
    return Rule(rule).run(Formula(conclusion, given, known)).status


IN_TIME = integral(s, exp(-s) * product(j, 1 - exp(-s) * q[j]), 0, INFINITY)
ON_UNIT = integral(v, product(j, 1 - v * q[j]), 0, 1)


def test_substitution_of_a_falling_exponential() -> None:
    """Is u = e^-s put in as it should, and in no other way?"""
    assert status("exponential_time", IN_TIME.eq(ON_UNIT)) is Status.PROVED
    for wrong in (
        integral(s, exp(-s) * product(j, 1 - exp(-s) * q[j]), 1, INFINITY).eq(ON_UNIT),
        IN_TIME.eq(integral(v, product(j, 1 - v * q[j]), 0, 2)),
        IN_TIME.eq(integral(v, product(j, 1 + v * q[j]), 0, 1)),
        integral(s, exp(s) * product(j, 1 - exp(-s) * q[j]), 0, INFINITY).eq(ON_UNIT),
        integral(s, exp(-s) * (s * exp(-s)), 0, INFINITY).eq(integral(v, s * v, 0, 1)),
        integral(s, exp(-s) * (1 / exp(-s)), 0, INFINITY).eq(integral(v, 1 / v, 0, 1)),
    ):
        assert status("exponential_time", wrong) is Status.OPEN


def test_reflection() -> None:
    """Is v = 1 - t put in as it should, and in no other way?"""
    reflected = integral(t, (1 - t) ** 2, 0, 1).eq(integral(v, v**2, 0, 1))
    assert status("reflect", reflected) is Status.PROVED
    assert Symbolic().run(Formula(reflected)).status is Status.PROVED
    for wrong in (
        integral(t, t**2, 0, 1).eq(integral(v, v**2, 0, 1)),
        integral(t, (1 - t) ** 2, 0, 2).eq(integral(v, v**2, 0, 2)),
        integral(t, t * (1 - t), 0, 1).eq(integral(v, t * v, 0, 1)),
    ):
        assert status("reflect", wrong) is Status.OPEN


def test_what_starts_at_zero_and_rises() -> None:
    """Does the rule ask for the limit, the slope and its sign, for every x > 0?"""
    f, slope = exp(x) - 1 - x, exp(x) - 1
    premises = (limit(x, f).eq(0), derivative(x, f).eq(slope), term(0) <= slope)
    assert status("rises", term(0) <= f, premises) is Status.PROVED
    for missing in range(3):
        assert status("rises", term(0) <= f, premises[:missing] + premises[missing + 1 :]) is Status.OPEN
    assert status("rises", term(0) <= f, premises, (x < 1,)) is Status.OPEN
    assert status("rises", term(0) <= f, (), premises) is Status.OPEN
    assert status("rises", term(0) <= -f, premises) is Status.OPEN
    anywhere = (limit(real, real).eq(0), derivative(real, real).eq(term(1)), term(0) <= term(1))
    assert status("rises", term(0) <= real, anywhere) is Status.OPEN


def test_what_holds_of_any_candidate() -> None:
    """Is a statement on a candidate generalised only if nothing is given of that candidate?"""
    known = (q[j] > 0,)
    assert status("generalise", every(j, q[j] > 0), known) is Status.PROVED
    assert status("generalise", every(j, q[j] > 1), known) is Status.OPEN
    assert status("generalise", every(j, q[j] > 1), (q[j] > 1,), (q[j] > 2,)) is Status.OPEN
    assert status("generalise", every(j, q[j] > 1), (), (q[j] > 1,)) is Status.OPEN


def test_linear_arithmetic_refutes_nothing() -> None:
    """Does the abstraction prove what follows from the shape, and say no more than open to all else?"""
    follows = Formula(exp(real) + 1 <= 3, (exp(real) <= 2,))
    assert Linear().run(follows).status is Status.PROVED
    for other in (Formula(exp(real) <= 0), Formula(exp(real) > 0), Formula(real * real >= 0)):
        assert Linear().run(other).status is Status.OPEN
    assert Linear().run("a sentence").status is Status.OPEN


def test_differentiation_proves_what_rises() -> None:
    """Does it prove e^x ≥ 1 + x + x²/2 and the bend of ρ, and nothing that is negative somewhere?"""
    assert Differentiation().run(Formula(term(0) <= exp(x) - 1 - x - Fraction(1, 2) * x**2)).status is Status.PROVED
    assert Differentiation().run(Formula(term(0) <= N(x))).status is Status.PROVED
    for wrong in (
        term(0) <= exp(x) - 1 - x - x**2,
        term(0) <= x - 1,
        term(0) <= 1 - x,
        term(0) <= N(x) - x**9,
        term(0) <= exp(real) - 1,
        term(0) <= exp(x) - exp(y),
        term(0) <= exp(x**2) - 1,
        exp(x) - 1 >= 0,
        term(0) <= exp(x) / x,
    ):
        assert Differentiation().run(Formula(wrong)).status is Status.OPEN
    assert Differentiation().run("a sentence").status is Status.OPEN


def test_limits_are_shown_and_proved() -> None:
    """Is a limit printed, proved if it is right, and not if it is not?"""
    f = (exp(x) - 1) / x
    assert show(limit(x, f)) == "lim_{x↓0} (exp(x) - 1)/x"
    assert Symbolic().run(Formula(limit(x, f).eq(1))).status is Status.PROVED
    assert Symbolic().run(Formula(limit(x, f).eq(2))).status is not Status.PROVED
    assert Symbolic().run(Formula(limit(x, 1 / x).eq(limit(x, 2 / x)))).status is not Status.PROVED
