"""Does z3 prove what is true, refute what is false, and never call a false formula proved?"""

from fractions import Fraction

import pytest
import z3

from proofs.engine.checkers import smt
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.model import Check, Finding
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Apply,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    derivative,
    either,
    every,
    exp,
    function,
    greater,
    implies,
    integral,
    largest,
    lesser,
    ln,
    no,
    product,
    smallest,
    term,
    total,
)
from tests.support.smt_formulas import a, b, c, i, j, k, m, natural, positive, r, s, u, unit, v, w, x, y

nonnegative = Symbol("d", Sort.NONNEGATIVE)
BASE = "base case of 1 candidates"
SINGLE = "z3 is asked about single candidates, not about 'for all' of them"
VACUOUS = "vacuous: z3 shows no model of the hypotheses"
UNKNOWN = "z3 finds no contradiction, but does not know all that is involved"


def proved(check: Check, conclusion: Term, *hypotheses: Term) -> bool:
    return check.run(Formula(conclusion, hypotheses)).status is Status.PROVED


@pytest.mark.parametrize(
    "formula",
    [
        Formula(a * a >= 0),
        Formula(a / b <= c, (b > 0, a <= b * c)),
        Formula(absolute(a + b) <= absolute(a) + absolute(b)),
        Formula(lesser(a, b) + greater(a, b) <= a + b),
        Formula((a + b) ** 3 >= a**3, (b >= 0,)),
        Formula(either(unit < Fraction(1, 2), no(unit < Fraction(1, 2)))),
        Formula(implies(natural > 1, natural >= 2)),
        Formula(exp(a) * exp(b) >= exp(c), (c <= a + b,)),
        Formula(exp(a + b).eq(exp(a) * exp(b))),
        Formula(exp(-nonnegative) <= 1),
        Formula(exp(a) >= 1 + a),
        Formula(ln(positive) <= positive - 1),
        Formula(ln(unit) < 0),
        Formula(ln(positive * unit).eq(ln(positive) + ln(unit))),
        Formula(w[i] + w[j] > 0),
        Formula(every(i, every(j, w[i] * w[j] > 0))),
        Formula(m[k] > 0, (every(i, m[i] > 1),)),
        Formula(every(i, m[i] > 0), (every(i, m[i] > 1),)),
        Formula(total(i, m[i]).eq(total(j, m[j]))),
        Formula(a > 2, (a > 1,), (implies(a > 1, a > 2),)),
        Formula(greater(a).eq(a)),
    ],
)
def test_true_formulas_are_proved(formula: Formula) -> None:
    """Does z3 close what follows from real arithmetic and from the laws of exp and ln that it is told?"""
    assert Smt().run(formula) == Finding(Status.PROVED, "the negation is unsat")


@pytest.mark.parametrize(
    ("formula", "witness"),
    [
        (Formula(a > 0, (a >= 0,)), "false at a = 0"),
        (Formula(m[i] <= 1, (m[i] > 1, m[i] < m[j], m[j] < 2, m[i].eq(Fraction(3, 2)), m[j].eq(Fraction(7, 4)))),
         "false at m_i = 3/2, m_j = 7/4"),
        (Formula(every(i, m[i] > 0), (every(j, m[j] >= 0),)), "false at m_any0 = 0"),
        (Formula(term(1) > 2), "false at every value"),
        (Formula(natural < 0, (natural < 1,)), "false at n = 0"),
    ],
)  # fmt: skip
def test_false_formulas_are_refuted(formula: Formula, witness: str) -> None:
    """Does z3 name the values at which a formula about numbers fails?"""
    assert Smt().run(formula) == Finding(Status.REFUTED, witness)


LONG_SUM = [Symbol(f"x{number}") for number in range(200)]
NEVER: dict[str, tuple[Check, Formula]] = {
    "a symbol called like a member": (Smt(), Formula(Symbol("m_k").eq(m[k]))),
    "a symbol of another sort": (Smt(), Formula(x > 0, (Symbol("x", Sort.POSITIVE) > 0,))),
    "a family of another sort": (Smt(), Formula(m[k] > 0, (Family("m", Sort.POSITIVE)[k] > 0,))),
    "a symbol called like an exponential": (Smt(), Formula(Symbol("exp(x)") > 0, (exp(x) > 0,))),
    "a symbol called like a root": (Smt(), Formula(Symbol("sqrt(x)").eq(function("sqrt", x)))),
    "a symbol with a comma": (Smt(), Formula(function("f", Symbol("x,y")).eq(function("f", x, y)))),
    "a symbol called like a bound one": (Smt(), Formula(integral(u, u, 0, 1).eq(integral(u, Symbol("#0"), 0, 1)))),
    "a binder that shadows another": (
        Smt(),
        Formula(total(i, total(i, total(j, m[i] * s[j]))).eq(total(i, total(i, total(j, m[j] * s[j]))))),
    ),
    "derivatives at two points": (Smt(), Formula(derivative(x, x**2).eq(derivative(y, y**2)))),
    "infinity in a sum": (Smt(), Formula(INFINITY + 1 > INFINITY)),
    "long exponents that end differently": (
        Smt(),
        Formula(exp(sum(LONG_SUM, term(0))).eq(exp(sum(LONG_SUM, term(0)) + LONG_SUM[-1]))),
    ),
    "a candidate called any0": (Smt(), Formula(every(i, m[i] > 0), (m[Symbol("any0")] > 0,))),
    "all others are not all": (Smt(), Formula(m[i] > 0, (every(j, m[j] > 0, without=i),))),
    "all others may be this one": (Smt(), Formula(m[i] > 0, (every(j, m[j] > 0, without=k),))),
    "exp backwards": (Smt(), Formula(exp(a) <= exp(b), (b <= a,))),
    "exp of a product": (Smt(), Formula(exp(a * b).eq(exp(a) * exp(b)))),
    "ln of a negative": (Smt(), Formula(ln(a) <= a - 1)),
    "ln of a product of negatives": (Smt(), Formula(ln(a * b).eq(ln(a) + ln(b)))),
    "ln is not increasing everywhere": (Smt(), Formula(ln(a) <= ln(b), (a <= b,))),
    "ln of zero": (Smt(), Formula(ln(nonnegative) <= nonnegative - 1)),
    "a quotient by zero": (Smt(), Formula((a / b * b).eq(a))),
    "an empty maximum": (Smt(), Formula(Apply("max", ()) > 0)),
    "a candidate called new": (Induction(), Formula(largest(i, m[i]) <= m[Symbol("new")])),
    "symbols called like items": (
        Induction(),
        Formula(largest(i, m[i]) <= greater(Symbol("m_item1"), Symbol("m_new"))),
    ),
    "a hypothesis about the whole list": (Induction(), Formula(largest(i, m[i]) <= 0, (total(i, m[i]) <= 0,))),
    "the whole list, inside a rule": (
        Induction(least=0),
        Formula(total(i, s[i]) <= total(i, m[i]) ** 2 / 2, (every(i, s[i] <= m[i] * total(j, m[j])),)),
    ),
    "all others, by induction": (Induction(), Formula(smallest(i, m[i]) > 0, (every(j, m[j] > 0, without=k),))),
    "two names of one candidate": (Induction(), Formula(m[j] + m[k] <= total(i, w[i] + m[i]), (every(i, m[i] >= 1),))),
    "a sum over others of none": (Induction(), Formula(total(i, w[i], without=k) > 0)),
    "a number that is a candidate": (Induction(), Formula(both(i.eq(j), m[i].eq(m[j])), (m[i].eq(m[j]),))),
    "the list of no candidate": (Induction(least=0), Formula(total(i, w[i]) > 0)),
    "a false invariant": (Induction(invariant=(a > 0,)), Formula(total(i, m[i]) >= 0)),
    "a product of signs": (Induction(), Formula(product(i, m[i]) >= 0)),
    "integrals that begin apart": (Induction(), Formula(integral(u, exp(u), 0, 1).eq(integral(u, exp(u), -1, 1)))),
    "integrals that end apart": (Induction(), Formula(integral(u, exp(u), 0, 1).eq(integral(u, exp(u), 0, 2)))),
    "an integral that begins at the least": (
        Induction(),
        Formula(integral(u, exp(u), smallest(i, m[i]), 0).eq(integral(u, exp(u), m[k], 0))),
    ),
    "an integral that ends at the greatest": (
        Induction(),
        Formula(integral(u, exp(u), 0, largest(i, m[i])).eq(integral(u, exp(u), 0, m[k]))),
    ),
    "an integral of the greatest": (
        Induction(),
        Formula(integral(u, u * largest(i, m[i]), 0, 1).eq(integral(u, u * m[k], 0, 1))),
    ),
    "a sum over others, left out first": (
        Induction(),
        Formula(total(i, m[i], without=k) <= 0, (every(i, m[i].eq(0), without=j), m[j].eq(1))),
    ),
    "two names of one candidate, beside a third": (
        Induction(),
        Formula(
            implies(
                both(m[i] <= 0, m[j] <= 0, m[k] > 0),
                either(total(r, w[r]) >= w[i] + w[j] + w[k], total(r, m[r]) <= 0),
            ),
            (every(r, m[r] <= 0, without=k),),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("check", "formula"), NEVER.values(), ids=NEVER)
def test_false_formulas_are_never_proved(check: Check, formula: Formula) -> None:
    """Is none of these false formulas, each made for one way to be taken in, called proved?"""
    assert check.run(formula).status is not Status.PROVED


@pytest.mark.parametrize(
    ("check", "formula"),
    [
        (Smt(), Formula(m[i] > 0, (every(j, m[j] > 0, without=k), m[k] > 0))),
        (Induction(invariant=(largest(i, m[i]) < 0,)), Formula(largest(i, m[i]) <= largest(i, absolute(m[i])))),
        (Induction(), Formula(largest(i, m[i] * s[i]) <= m[k] * s[k], (every(i, m[i].eq(m[k])), every(i, s[i].eq(1))))),
        (Smt(), Formula(function("sqrt", x) >= 0)),
    ],
)
def test_true_formulas_are_never_refuted(check: Check, formula: Formula) -> None:
    """Is a true formula not called false where z3 was told less than what is given, or more is asked of it?"""
    assert check.run(formula).status is not Status.REFUTED


@pytest.mark.parametrize(
    ("check", "conclusion", "given_", "detail"),
    [
        (Smt(), a > 0, (b > 1, b < 0), VACUOUS),
        (Smt(), a > 0, (positive <= 0,), VACUOUS),
        (Smt(), function("sqrt", x) >= 0, (), UNKNOWN),
        (Smt(), every(j, m[j] > 0, without=i), (), "'for all others' cannot be shown of a single candidate"),
        (Smt(), a > 0, (implies(every(i, m[i] > 0), a > 0),), SINGLE),
        (Smt(), a + 1, (), "+ makes no statement here"),
        (Smt(resources=1), exp(a * b) * c >= exp(b) * c, (), "z3 gave up: max. resource limit exceeded"),
        (Smt(), Term() > 0, (), "a Term is no number"),
        (Smt(), total(i, m[i]).eq(i), (), "i is both a number and the name of a candidate"),
        (Smt(), integral(u, m[u], 0, 1) >= 0, (), "u is both a number and the name of a candidate"),
        (Smt(), total(i, m[i], without=x) >= x, (), "x is both a number and the name of a candidate"),
        (Smt(), integral(u, INFINITY, 0, INFINITY) >= 0, (), "infinity is no number; it can only end an integral"),
        (Induction(), largest(i, m[i], without=k) <= 0, (), "the max of no candidate"),
        (Induction(), total(i, total(j, m[j])) >= 0, (), "induction does not look into a sum inside a sum"),
        (Induction(), total(i, w[i]) > 1, (every(i, w[i].eq(1)),), f"{BASE}: false at w_item1 = 1"),
        (Induction(), total(i, w[i]) <= total(i, w[i], without=k) + 1, (w[k].eq(2),), f"{BASE}: false at w_k = 2"),
        (Induction(), total(i, w[i]) * 2 <= 3 * w[k], (), f"induction step: {UNKNOWN}"),
        (Induction(), total(i, m[i]) >= 0, (a > 1, a < 0), f"{BASE}: {VACUOUS}"),
    ],
)  # fmt: skip
def test_why_not(check: Check, conclusion: Term, given_: tuple[Term, ...], detail: str) -> None:
    """Does an answer that is no proof say why in one line?"""
    finding = check.run(Formula(conclusion, given_))
    assert finding.status is (Status.REFUTED if "false at" in detail else Status.OPEN)
    assert finding.detail == detail


@pytest.mark.parametrize(
    ("check", "formula", "sizes"),
    [
        (Induction(), Formula(largest(i, m[i]) >= smallest(i, m[i])), "1"),
        (Induction(least=0), Formula(product(i, greater(0, 1 - m[i])) >= 0), "0"),
        (Induction(), Formula(w[k] <= total(i, w[i])), "1"),
        (Induction(), Formula(smallest(i, m[i]) <= m[k], (m[j] <= 3,)), "1, 2"),
        (Induction(), Formula(total(i, w[i], without=k) <= total(i, w[i])), "1"),
        (Induction(), Formula(total(i, m[i], without=k) >= 0, (every(j, m[j] >= 0, without=k),)), "1"),
        (Induction(), Formula(total(i, m[i] * w[i]) <= a * total(i, w[i]), (every(i, m[i] <= a),)), "1"),
        (Induction(), Formula(m[j] + m[k] <= 2 * largest(i, m[i])), "1, 2"),
        (Induction(), Formula(m[i] + m[j] + m[k] <= 3 * largest(r, m[r])), "1, 2, 2, 2, 3"),
        (Induction(), Formula(integral(u, u, -total(i, w[i]), total(i, w[i])).eq(
            integral(v, v, -total(j, w[j]), total(j, w[j])))), "1"),
        (Induction(invariant=(m[j] <= largest(i, m[i]),)), Formula(m[j] <= largest(i, m[i])), "1"),
        (Induction(), Formula(integral(u, total(i, w[i]), 0, 1).eq(integral(v, total(j, w[j]), 0, 1))), "1"),
    ],
)  # fmt: skip
def test_induction_proves_for_any_length(check: Check, formula: Formula, sizes: str) -> None:
    """Are base and step closed, for every way in which the named candidates may be the same?"""
    assert check.run(formula) == Finding(Status.PROVED, f"any n: base n = {sizes} and step are unsat when negated")


def test_a_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is z3 asked once for a formula that is decided twice, and anew if a hypothesis or the limit is another?"""
    asked: list[int] = []
    ask = smt._ask

    def counted(stated: list[z3.BoolRef], resources: int) -> tuple[object, z3.Solver]:
        asked.append(resources)
        return ask(stated, resources)

    monkeypatch.setattr(smt, "_ask", counted)
    once = Symbol("asked once", Sort.POSITIVE)
    for check, given_ in ((Smt(), ()), (Smt(), ()), (Smt(), (once < 2,)), (Smt(resources=10**7), ())):
        assert check.run(Formula(once * once > 0, given_)).status is Status.PROVED
    assert asked == [smt.RESOURCES] * 4 + [10**7] * 2
