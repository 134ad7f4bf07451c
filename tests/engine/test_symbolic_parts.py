"""What sympy is asked: definitions, sorts, what has a value, opaque parts; and is what is proved true at points?"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from impl.ball import precision
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic, _with_definitions
from proofs.engine.ledger.status import Status
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_ball import Setting, truth
from proofs.engine.translate.to_sympy import number
from spec.logic.formula import (
    INFINITY,
    Bind,
    Formula,
    Sort,
    Term,
    absolute,
    exp,
    factorial,
    greater,
    integral,
    ln,
    no,
    term,
    total,
)
from spec.logic.notation import show
from tests.support.symbolic_formulas import (
    HALF,
    a,
    b,
    i,
    j,
    k,
    m,
    natural,
    nonnegative,
    positive,
    sqrt,
    t,
    u,
    unit,
    w,
    x,
    y,
)


@pytest.mark.parametrize(
    ("formula", "detail"),
    [
        (Formula((a + b).eq(b + a)), "the difference is 0 (as it stands); balls agree at 5 exact points"),
        (
            Formula(nonnegative.eq(nonnegative), (nonnegative < 1,)),
            "the difference is 0 (as it stands); balls agree at 5 exact points",
        ),
        (
            Formula(x.eq(x), (x > 99,)),
            "sympy finds no difference, but balls do not agree: the hypotheses were nowhere seen to hold",
        ),
    ],
)
def test_a_proof_says_what_balls_found(formula: Formula, detail: str) -> None:
    """Is nothing proved that balls have not seen, and is it said at how many points they did?"""
    assert Symbolic().run(formula).detail == detail


@pytest.mark.parametrize(
    ("difference", "status"), [(Fraction(1, 2**20), Status.REFUTED), (Fraction(3, 2**22), Status.OPEN)]
)
def test_how_far_apart_the_sides_must_be_for_balls(difference: Fraction, status: Status) -> None:
    """Do balls refute an equation whose sides differ by 2^-20, and is a smaller difference left to sympy?"""
    assert Symbolic().run(Formula(a.eq(a + difference))).status is status


@pytest.mark.parametrize("place", range(4))
def test_a_definition_is_put_in_and_all_else_is_kept(place: int) -> None:
    """Is a definition gone once it is put in, wherever it stands, and is each other hypothesis there once?"""
    others = (x > 0, y > 1, t > 2)
    told = Formula((positive * x).eq(y), (*others[:place], positive.eq(b), *others[place:]))
    assert _with_definitions(told) == Formula((b * x).eq(y), (*others, b > 0))


def test_symbols_have_the_assumptions_of_their_sort_and_no_others() -> None:
    """Does sympy know of a symbol exactly what its sort says?"""
    facts = {symbol.name: number(symbol) for symbol in (x, positive, nonnegative, unit, natural)}
    assert {name for name, fact in facts.items() if fact.is_positive} == {"p", "v"}
    assert {name for name, fact in facts.items() if fact.is_nonnegative} == {"p", "v", "d", "n"}
    assert {name for name, fact in facts.items() if fact.is_integer} == {"n"}
    assert all(fact.is_real and fact.is_finite for fact in facts.values())
    assert (facts["v"] < 1) not in (True, False)
    assert number(m[k]).is_positive is None
    assert number(w[k]).is_positive is True
    assert number(total(i, w[i])).is_positive is None


def test_what_a_term_needs_to_have_a_value() -> None:
    """Are the conditions listed under which quotients, roots, powers, logarithms are defined?"""
    needed = {
        show(f.conclusion) for f in conditions(a / b + ln(x) + sqrt(y) + (y - 1) ** a + x**natural + x**-2 + y**2)
    }
    assert needed == {"¬b = 0", "x > 0", "y ≥ 0", "y - 1 > 0", "¬x = 0"}
    assert list(conditions(integral(u, 1 / u, 0, INFINITY) + total(i, 1 / m[i]))) == []
    with pytest.raises(Unsupported, match="factorial"):
        list(conditions(factorial(natural - 1)))


def test_opaque_parts_are_one_symbol() -> None:
    """Are equal sums one symbol for sympy, and different ones two?"""
    assert number(total(i, m[i])) == number(total(j, m[j])) != number(total(i, m[i], without=k))
    assert isinstance(number(Bind("∫", u, u)), sympy.Symbol)


def test_what_sympy_shows_z3_may_build_on() -> None:
    """Is there no way to use an identity beyond its domain: x·(1/x) = 1, hence x is not 0?"""
    step = Formula((x * (1 / x)).eq(1))
    assert Smt().run(Formula(no(x.eq(0)), (), (step.conclusion,))).status is Status.PROVED
    assert Symbolic().run(step).status is Status.OPEN


Rewrite = Callable[[Term, Term], tuple[Term, Term]]
REWRITES: tuple[Rewrite, ...] = (
        lambda f, g: (f / g * g, f), lambda f, g: (exp(ln(f)), f), lambda f, g: (sqrt(f**2), f),
        lambda f, g: (ln(f * g), ln(f) + ln(g)), lambda f, g: (exp(f + g), exp(f) * exp(g)),
        lambda f, g: (f**g * f, f ** (g + 1)), lambda f, g: ((f**g) ** 2, f ** (2 * g)),
        lambda f, g: (sqrt(f * g), sqrt(f) * sqrt(g)), lambda f, g: (absolute(f * g), absolute(f) * absolute(g)),
        lambda f, g: (1 / (1 / f), f), lambda f, g: (f / f + g, 1 + g), lambda f, g: (ln(f**2), 2 * ln(f)),
        lambda f, g: (greater(f, g) - g, greater(f - g, 0)), lambda f, g: (f**0, term(1)),
)  # fmt: skip
leaves = st.sampled_from([x, y, positive, unit, nonnegative, natural, term(-2), term(0)])
operands = leaves | st.builds(lambda f, g: f - g, leaves, leaves) | st.builds(exp, leaves)
AROUND_ZERO = tuple(Fraction(n, d) for n in (-2, -1, 0, 1, 3) for d in (1, 2))
POINTS = {
    Sort.REAL: AROUND_ZERO,
    Sort.POSITIVE: (HALF, Fraction(1), Fraction(3)),
    Sort.NONNEGATIVE: (Fraction(0), Fraction(1), Fraction(3, 2)),
    Sort.UNIT: (HALF, Fraction(1, 5)),
    Sort.NATURAL: (Fraction(0), Fraction(1), Fraction(4)),
}


@pytest.mark.untraced
@settings(max_examples=80)
@given(
    st.sampled_from(REWRITES),
    operands,
    operands,
    st.sampled_from([(), (x > 0,), (x < 0, y > x), (x * y > 0,)]),
    st.integers(0, 99),
)
def test_what_is_proved_has_equal_values(
    rule: Rewrite, f: Term, g: Term, hypotheses: tuple[Term, ...], seed: int
) -> None:
    """Are both sides of a proved equation defined and equal at every point that the hypotheses allow?"""
    left, right = rule(f, g)
    if Symbolic().run(Formula(left.eq(right), hypotheses)).status is not Status.PROVED:
        return
    random = Random(seed)
    for _ in range(20):
        numbers = {
            symbol: random.choice(POINTS[symbol.sort]) for symbol in (x, y, positive, unit, nonnegative, natural)
        }
        setting = Setting(numbers, {}, {})
        with precision(256):
            if all(truth(hypothesis, setting) for hypothesis in hypotheses):
                equal = truth(absolute(left - right) < HALF, setting)
                assert equal or truth(f.eq(0), setting)  # where balls know no power of 0
