"""Do formulas look as they are: one picture for one formula, with brackets where they are needed?"""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from proofs.contents import ledger
from spec.logic.formula import (
    Apply,
    Family,
    Formula,
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
    limit,
    no,
    product,
    term,
    total,
)
from spec.logic.mathml import mathml
from spec.logic.notation import TIGHTNESS, show

X, Y, AT, J = Symbol("x"), Symbol("y"), Symbol("i"), Symbol("j")
P, Q = Family("p"), Family("q'")


def read(markup: str) -> str:
    """A picture as text: fractions as {a|b}, raised as {a^b}, below as {a_b}, other rows as their parts."""
    return _read(ElementTree.fromstring(markup))


def _read(element: ElementTree.Element) -> str:
    inside = [_read(child) for child in element]
    marks = {"mfrac": "|", "msup": "^", "msub": "_", "munder": "_", "msubsup": "_"}
    if element.tag in marks:
        return "{" + marks[element.tag].join(inside) + "}"
    return ("√" if element.tag == "msqrt" else "") + (element.text or "") + "".join(inside)


@pytest.mark.parametrize(
    ("formula", "picture"),
    [
        ((X + Y) * 2, "(x+y)⋅2"),
        (X + Y * 2, "x+y⋅2"),
        (X - (Y - 1), "x−(y−1)"),
        (X / (Y + 1), "{x|y+1}"),
        ((X / Y) ** 2, "{({x|y})^2}"),
        (exp(X / Y), "{e^x/y}"),
        (exp(X / (2 * Y)), "{e^x/(2⋅y)}"),
        (exp(X) ** 2, "{({e^x})^2}"),
        (exp(term(Fraction(-1, 2)) * X), "{e^(−1/2)⋅x}"),
        (X * Fraction(1, 2), "x⋅{1|2}"),
        (-(X + 1), "−(x+1)"),
        (absolute(X), "|x|"),
        (function("sqrt", X + 1), "√x+1"),
        (greater(X, Y), "max(x,y)"),
        (factorial(X + 1), "(x+1)!"),
        (total(AT, P[AT] * X), "{∑_i}{p_i}⋅x"),
        (total(AT, P[AT]) * X, "({∑_i}{p_i})⋅x"),
        (product(AT, 1 - Q[AT], without=J), "{∏_i≠j}(1−{q_i_\N{PRIME}})"),
        (every(AT, P[AT] > 0), "{∀_i}{p_i}>0"),
        (integral(X, X**2, 0, 1), "{∫_0_1}{x^2}dx"),
        (limit(X, 1 / X), "{lim_x↓0}{1|x}"),
        (derivative(X, X + 1), "{d|dx}[x+1]"),
        (no(X < 1), "¬x<1"),
        (Symbol("d_in") + Symbol("x'"), "{d_in}+{x^\N{PRIME}}"),
        (Symbol("P(M(s) = k)"), "P(M(s) = k)"),
    ],
)
def test_a_formula_is_set_as_mathematics(formula: Term, picture: str) -> None:
    """Are fractions, powers, limits and brackets where they belong?"""
    assert read(mathml(formula)) == picture


def test_every_operation_of_the_table_is_set() -> None:
    """Is each operation that the plain notation knows set, and each in its own way?"""
    single = {"neg", "¬", "!"}
    pictures = {name: read(mathml(Apply(name, (X,) if name in single else (X, Y)))) for name in TIGHTNESS}
    assert len(set(pictures.values())) == len(TIGHTNESS)


def test_no_two_formulas_of_the_ledger_look_alike() -> None:
    """Is the picture different wherever the text is, and is the text its alternative?"""
    terms: set[Term] = set()
    book = ledger()
    for claim in book.claims.values():
        if isinstance(claim.statement, Formula):
            terms |= {claim.statement.conclusion, *claim.statement.hypotheses}
    for proofs in book.proofs.values():
        terms |= {step.statement for proof in proofs for step in proof.steps if isinstance(step.statement, Term)}
    pictures: dict[str, str] = {}
    for each in terms:
        markup = mathml(each)
        assert ElementTree.fromstring(markup).get("alttext") == show(each)
        assert pictures.setdefault(read(markup), show(each)) == show(each)
    assert len(pictures) > 500


def test_what_is_no_term_is_refused() -> None:
    """Is a term of an unknown kind an error, and not an empty picture?"""
    with pytest.raises(TypeError, match="no notation for Term"):
        mathml(Term())
