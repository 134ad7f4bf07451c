"""Does sympy prove true equations only, with the assumptions that are stated and where both sides have values?"""

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
from proofs.engine.translate.scalars import Fresh, Unsupported
from proofs.engine.translate.to_ball import Setting, truth
from proofs.engine.translate.to_sympy import number
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Family,
    Formula,
    Number,
    Sort,
    Symbol,
    Term,
    absolute,
    derivative,
    every,
    exp,
    factorial,
    function,
    greater,
    integral,
    lesser,
    limit,
    ln,
    no,
    product,
    term,
    total,
)
from spec.logic.notation import show

a, b, x, y, u, t = map(Symbol, ("a", "b", "x", "y", "u", "t"))
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
positive, other = Symbol("p", Sort.POSITIVE), Symbol("q", Sort.POSITIVE)
nonnegative, unit, natural = Symbol("d", Sort.NONNEGATIVE), Symbol("v", Sort.UNIT), Symbol("n", Sort.NATURAL)
up = Symbol("s", Sort.POSITIVE)
m, w = Family("m"), Family("w", Sort.POSITIVE)
HALF = Fraction(1, 2)
ENDLESS = integral(u, positive, 0, INFINITY)


def sqrt(of: Term) -> Term:
    return function("sqrt", of)


@pytest.mark.parametrize(
    "formula",
    [
        Formula(((a + b) ** 2).eq(a**2 + 2 * a * b + b**2)),
        Formula((positive / other * other).eq(positive)),
        Formula((a / x * x).eq(a), (x > 1,)),
        Formula((exp(a) / exp(a)).eq(1)),
        Formula(exp(ln(positive)).eq(positive)),
        Formula(ln(positive / other).eq(ln(positive) - ln(other))),
        Formula((sqrt(nonnegative) ** 2).eq(nonnegative)),
        Formula(sqrt(x**2).eq(absolute(x))),
        Formula((x**natural * x).eq(x ** (natural + 1))),
        Formula((positive**a * positive**-a).eq(1)),
        Formula((x**-2 * x**3).eq(x), (x < 0,)),
        Formula((nonnegative**HALF * nonnegative**HALF).eq(nonnegative)),
        Formula(factorial(natural + 1).eq((natural + 1) * factorial(natural))),
        Formula((function("cosh", a) ** 2 - function("sinh", a) ** 2).eq(1)),
        Formula(function("tanh", a).eq((exp(2 * a) - 1) / (exp(2 * a) + 1))),
        Formula((greater(a, b) + lesser(-a, b)).eq(lesser(b, -a) + greater(b, a))),
        Formula(integral(u, exp(-positive * u), 0, INFINITY).eq(1 / positive)),
        Formula(integral(unit, unit**2, 0, 1).eq(Fraction(1, 3))),
        Formula(integral(u, exp(u), -INFINITY, 0).eq(1)),
        Formula(integral(u, u**2 * exp(-positive * u), 0, INFINITY).eq(2 / positive**3)),
        Formula(integral(u, positive / (positive + u) ** 2, 0, INFINITY).eq(1)),
        Formula(integral(up, 1 / sqrt(up), 0, 1).eq(2)),
        Formula(integral(u, exp(a * u), 0, 1).eq((exp(a) - 1) / a), (no(a.eq(0)),)),
        Formula(integral(u, exp(-exp(-u) - u), INFINITY, -INFINITY).eq(-1)),
        Formula(limit(up, positive / (positive + up)).eq(1)),
        Formula(limit(up, (a - 1) ** 2 / ((a - 1) ** 2 + up)).eq(1), (a > 1,)),
        Formula(limit(up, exp(-1 / up)).eq(0)),
        Formula(limit(up, function("tanh", 1 / up)).eq(1)),
        Formula(limit(up, ln(function("sinh", up) / up) / up**2).eq(Fraction(1, 6))),
        Formula(derivative(positive, integral(u, positive**3 * exp(-(positive**2) * u), 0, INFINITY)).eq(1)),
        Formula(derivative(x, limit(up, up * x)).eq(0)),
        Formula(integral(u, 1 / u, 2, 1).eq(-ln(term(2)))),
        Formula(limit(up, (exp(up) - 1) / up).eq(1)),
        Formula(derivative(positive, ln(positive)).eq(1 / positive)),
        Formula(derivative(x, exp(a * x)).eq(a * exp(a * x))),
        Formula(derivative(positive, sqrt(positive)).eq(1 / (2 * sqrt(positive)))),
        Formula((total(i, w[i]) * 2).eq(total(j, w[j]) + total(k, w[k]))),
        Formula(every(i, every(j, (w[i] / w[j] * w[j]).eq(w[i])))),
        Formula((a * b).eq(b * b), (b > 0, a.eq(b))),
        Formula(a.eq(3 * b), (a.eq(x + b), x.eq(2 * b))),
        Formula((1 / a).eq(positive), (a.eq(1 / positive),)),
        Formula((unit / unit).eq(1)),
        Formula((1 / (1 - unit) * (1 - unit)).eq(1)),
        Formula(ln(1 - unit).eq(ln(1 - unit)), (), (a > b,)),
    ],
    ids=lambda formula: show(formula.conclusion),
)  # fmt: skip
def test_true_equations_are_proved(formula: Formula) -> None:
    """Are identities proved, with what each sort and each hypothesis says about the domain of both sides?"""
    finding = Symbolic().run(formula)
    assert finding.status is Status.PROVED, finding.detail
    assert finding.detail.startswith("the difference is 0 (")


NEVER = {
    "cancelling what may be zero": Formula((x / x).eq(1)),
    "an inverse of what may be zero": Formula((x * (1 / x)).eq(1)),
    "a negative power of what may be zero": Formula((x**-1 * x).eq(1)),
    "a divisor that is zero": Formula(((x - y) / (x - y)).eq(1), (x.eq(y),)),
    "the logarithm of what may be negative": Formula(exp(ln(x)).eq(x)),
    "the logarithm of what may be zero": Formula(exp(ln(nonnegative)).eq(nonnegative)),
    "the root of what may be negative": Formula((sqrt(x) ** 2).eq(x)),
    "the square root of a square": Formula(sqrt(x**2).eq(x)),
    "a real power of what may be negative": Formula((x**a * x**-a).eq(1)),
    "a real power of what may be zero": Formula((nonnegative**a * nonnegative**-a).eq(1)),
    "the square root of -1": Formula(((term(-1) ** HALF) ** 2).eq(-1)),
    "a power of zero": Formula((term(0) ** natural).eq(0)),
    "the logarithm of a product": Formula(ln(x * y).eq(ln(x) + ln(y)), (x < 0, y < 0)),
    "the factorial of -1": Formula(factorial(natural).eq(natural * factorial(natural - 1))),
    "the factorial of a real": Formula(factorial(x + 1).eq((x + 1) * factorial(x))),
    "two sorts of one name": Formula(Symbol("z", Sort.POSITIVE).eq(Symbol("z", Sort.UNIT))),
    "a symbol called like a member": Formula(Symbol("m_k").eq(m[k])),
    "the derivative of an opaque product": Formula(derivative(t, product(j, 1 - t * m[j])).eq(0)),
    "the integral of an opaque product": Formula(integral(t, product(j, t * m[j]), 0, 1).eq(product(j, t * m[j]))),
    "a variable outside of its sort": Formula(integral(up, absolute(up), -1, 1).eq(0)),
    "a variable above its sort": Formula(integral(unit, unit, 0, 2).eq(2)),
    "a variable outside, nested": Formula(integral(u, integral(up, absolute(up), -u, u), 0, 1).eq(0)),
    "an inner variable of the outer name": Formula(integral(u, integral(u, u / u, -1, 1), 0, 1).eq(2)),
    "infinity as a number": Formula(exp(-INFINITY).eq(0)),
    "an integral without value": Formula(exp(-ENDLESS).eq(0)),
    "an integral without value, unevaluated": Formula((ENDLESS * 0).eq(0)),
    "a limit without value": Formula(exp(-limit(up, positive / up)).eq(0)),
    "an integral of minus infinity": Formula(exp(integral(u, -1, 0, INFINITY)).eq(0)),
    "a limit of minus infinity": Formula(exp(limit(up, -positive / up)).eq(0)),
    "a limit of a natural number": Formula(limit(natural, term(-1) ** (2 * natural)).eq(1)),
    "a limit at the edge of a sort": Formula(limit(up, nonnegative / (nonnegative + up)).eq(1)),
    "a limit at the edge of a hypothesis": Formula(limit(up, (a - 3) / (a - 3 + up)).eq(1), (a >= 3,)),
    "a limit at a point inside": Formula(limit(up, (a - 1) ** 2 / ((a - 1) ** 2 + up)).eq(1)),
    "a limit where two symbols are equal": Formula(limit(up, (a - b) ** 2 / ((a - b) ** 2 + up)).eq(1)),
    "a limit at no candidates' edge": Formula(limit(up, natural / (natural + up)).eq(1)),
    "a power that jumps": Formula(limit(up, nonnegative**up).eq(1)),
    "a limit from the wrong side": Formula(limit(up, exp(1 / up)).eq(0)),
    "a limit where there is no value": Formula(limit(up, sqrt(-up)).eq(0)),
    "a limit at infinity": Formula(Bind("lim", up, 1 / up, None, INFINITY).eq(0)),
    "an integral at the edge of a sort": Formula(integral(u, nonnegative / (nonnegative + u) ** 2, 0, INFINITY).eq(1)),
    "an integral at a point inside": Formula(integral(u, a**2 * exp(-(a**2) * u), 0, INFINITY).eq(1)),
    "an integral at an exponent inside": Formula(integral(u, exp(a * u), 0, 1).eq((exp(a) - 1) / a)),
    "an integral that diverges at an end": Formula((integral(up, 1 / up, 0, 1) * 0).eq(0)),
    "an integral that diverges at infinity": Formula((integral(u, u / (1 + u**2), -INFINITY, INFINITY)).eq(0)),
    "an integral from infinity to infinity": Formula(integral(u, exp(u), INFINITY, INFINITY).eq(0)),
    "an integral with reversed ends": Formula(integral(u, exp(-u), INFINITY, 0).eq(1)),
    "a derivative under an integral": Formula(
        derivative(x, integral(u, x**3 * exp(-(x**2) * u), 0, INFINITY)).eq(0), (x.eq(0),)
    ),
    "a derivative under an integral, anywhere": Formula(
        derivative(x, integral(u, x**3 * exp(-(x**2) * u), 0, INFINITY)).eq(1)
    ),
    "a derivative under a proper integral": Formula(
        derivative(x, integral(up, x**3 / (x**2 + up) ** 2, 0, 1)).eq(1 - (x**4 + 3 * x**2) / (x**2 + 1) ** 2)
    ),
    "a derivative of what is known on one side only": Formula(
        derivative(nonnegative, limit(up, nonnegative / (1 + up))).eq(1)
    ),
    "a name that engines make up": Formula(integral(u, Fresh("#0"), 0, 1).eq(HALF)),
    "another infinity": Formula((Symbol("∞", Sort.POSITIVE) * 0).eq(0)),
    "a number that is a float": Formula((Number(0.5) * 2).eq(1)),  # type: ignore[arg-type]
    "a power of a power, at once": Formula(Apply("^", (x, term(HALF), term(2))).eq(x)),
    "a variable after its limit": Formula(limit(up, up * a).eq(up * a)),
    "an integral across a pole": Formula(integral(u, u**-2, -1, 1).eq(-2)),
    "an integral across a pole, cancelled": Formula(integral(u, u / u, -1, 1).eq(2)),
    "captured by a derivative": Formula(derivative(x, x * y).eq(2 * x), (y.eq(x),)),
    "captured by an integral": Formula(integral(u, x, 0, 1).eq(HALF), (x.eq(u),)),
    "a derivative of natural numbers": Formula(derivative(natural, term(-1) ** (2 * natural)).eq(0)),
    "a derivative at a corner": Formula((derivative(x, absolute(x)) * x).eq(absolute(x))),
    "a derivative at the end of a root": Formula((derivative(x, sqrt(x**2)) * x).eq(sqrt(x**2))),
    "a derivative at the end of a power": Formula((derivative(x, (x**2) ** HALF) * x).eq((x**2) ** HALF)),
    "a root with two arguments": Formula(function("sqrt", nonnegative, 3).eq(sqrt(nonnegative))),
    "the maximum of nothing": Formula(exp(Apply("max", ())).eq(0)),
    "a definition, and what may be zero": Formula((x * (1 / x)).eq(1), (b.eq(1),)),
    "a definition against a sort": Formula(positive.eq(-1), (positive.eq(-1),)),
    "definitions against each other": Formula(term(1).eq(2), (a.eq(1), b.eq(2), b.eq(a), x.eq(1))),
    "a flipped sign": Formula(((a - b) ** 2).eq(a**2 + 2 * a * b + b**2)),
    "every candidate, one of them given": Formula(every(i, (m[i] * b).eq(0)), (b.eq(m[i] - m[i] + 1),)),
}


@pytest.mark.parametrize("formula", NEVER.values(), ids=NEVER)
def test_false_equations_are_never_proved(formula: Formula) -> None:
    """Is no equation proved that is false, or that has no value, at some values of its symbols?"""
    assert Symbolic().run(formula).status is not Status.PROVED


@pytest.mark.parametrize(
    "formula",
    [
        Formula(greater(a, 3).eq(a), (a > x, x.eq(3))),
        Formula(absolute(y - 5).eq(y - 5), (positive.eq(y - 5),)),
        Formula(greater(0, a).eq(a), (natural.eq(a),)),
        Formula(derivative(x, x * y).eq(y), (y.eq(x),)),
        Formula((x * 0).eq(0), (positive.eq(-1),)),
    ],
)
def test_true_equations_are_never_refuted(formula: Formula) -> None:
    """Do the sample points keep to the hypotheses, also when those are definitions that were put in?"""
    assert Symbolic().run(formula).status is not Status.REFUTED


@pytest.mark.parametrize(
    ("formula", "detail"),
    [
        ("a sentence", "a sentence gives sympy nothing to compute"),
        (Formula(a <= a + 1), "sympy proves equations only"),
        (Formula(every(j, m[j].eq(m[j]), without=i)), "sympy proves equations only"),
        (Formula((a <= b).eq(a)), "≤ makes no number here"),
        (Formula(Term().eq(a)), "a Term is no number"),
        (Formula((x / x).eq(1)), "not known to have a value: is ¬x = 0?"),
        (Formula(exp(-ENDLESS).eq(0)), "∫ is not known to have a finite value: it has no finite limit"),
        (Formula(exp(limit(up, -positive / up)).eq(0)), "it has no finite limit"),
        (Formula(integral(unit, unit, 0, 2).eq(2)), "not known to have a value: is #0 < 1?"),
        (Formula(positive.eq(-1), (positive.eq(-1),)), "vacuous: z3 shows no model of the definitions"),
        (Formula(x.eq(y), (x > y + 99,)), "sympy leaves a difference that it cannot simplify to 0"),
        (Formula(a.eq(i), (m[i] > 0,)), "i is both a number and the name of a candidate"),
    ],
)  # fmt: skip
def test_why_not(formula: Formula | str, detail: str) -> None:
    """Does an equation that stays open say why in one line?"""
    finding = Symbolic().run(formula)
    assert (finding.status, finding.detail) == (Status.OPEN, detail)


def test_a_false_equation_is_refuted_at_a_point() -> None:
    """Do balls name the point at which sympy would have had to find a difference?"""
    finding = Symbolic().run(Formula((a + b).eq(a * b)))
    assert (finding.status, finding.detail) == (Status.REFUTED, "false at a = 1, b = 1")


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
