"""Is a formula printed so that it can be read in one way only?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as pairs

import pytest

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
    both,
    children,
    derivative,
    either,
    every,
    exp,
    factorial,
    function,
    greater,
    implies,
    integral,
    largest,
    lesser,
    limit,
    ln,
    no,
    product,
    smallest,
    term,
    total,
)
from spec.logic.notation import ambiguous, show, state

a, b, c, x, y, u = map(Symbol, ("a", "b", "c", "x", "y", "u"))
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
positive, natural = Symbol("p", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
m, w = Family("m"), Family("w", Sort.POSITIVE)
HALF = Fraction(1, 2)

PRINTED = {
    "a + b + c": (a + b) + c,
    "a - (b - c)": a - (b - c),
    "a - b - c": (a - b) - c,
    "1 - a": 1 - a,
    "1 + a": 1 + a,
    "a·b/c": (a * b) / c,
    "a/(b·c)": a / (b * c),
    "2·a": 2 * a,
    "1/a": 1 / a,
    "a·(1/2)": a * HALF,
    "-a·b": -(a * b),
    "(-a)·b": (-a) * b,
    "a + -1": a + -1,
    "(-1)^2": term(-1) ** 2,
    "-a^2": -(a**2),
    "(a^b)^c": (a**b) ** c,
    "a^(b^c)": a ** (b**c),
    "(a + b)!": factorial(a + b),
    "|a - b|": absolute(a - b),
    "exp(-a) + ln(b)": exp(-a) + ln(b),
    "max(a, b, 0)": greater(a, b, 0),
    "min(a, 1)": lesser(a, 1),
    "sqrt(a)": function("sqrt", a),
    "Σ_i m_i·a": total(i, m[i] * a),
    "(Σ_i m_i)·a": total(i, m[i]) * a,
    "Π_i≠k (1 - m_i)": product(i, 1 - m[i], without=k),
    "max_i m_i - min_i m_i": largest(i, m[i]) - smallest(i, m[i]),
    "∫[0..∞] exp(-u) du": integral(u, exp(-u), 0, INFINITY),
    "d/du [u^2]": derivative(u, u**2),
    "lim_{u↓0} u·a": limit(u, u * a),
    "a ≤ b ∧ (a < c ∨ ¬a = 0)": both(a <= b, either(a < c, no(a.eq(0)))),
    "a > b ⟹ (b ≥ c ⟹ a > c)": implies(a > b, implies(b >= c, a > c)),
    "∀_i m_i ≥ 0 ⟹ a ≥ 0": every(i, implies(m[i] >= 0, a >= 0)),
    "(∀_i m_i ≥ 0) ⟹ a ≥ 0": implies(every(i, m[i] >= 0), a >= 0),
    "∀_j≠i m_j < m_i": every(j, m[j] < m[i], without=i),
}


@pytest.mark.parametrize(("printed", "written"), PRINTED.items())
def test_printed_forms(printed: str, written: Term) -> None:
    """Does each notation look as in a book, with the parentheses that it needs and few others?"""
    assert show(written) == printed


def test_statements_name_sorts_and_hypotheses() -> None:
    """Does a printed statement say of which sort its symbols are, what is given, and what is known?"""
    formula = Formula(positive * w[i] > c, (c <= 0, implies(c < 0, a > 0)), (every(j, w[j] > c),))
    hypotheses = "c ≤ 0 and (c < 0 ⟹ a > 0) and (∀_j w_j > c)"
    assert state(formula) == f"for p > 0, w_i > 0, w_j > 0: if {hypotheses} then p·w_i > c"
    assert state(Formula(natural >= 0)) == "for n in {0, 1, 2, ...}: n ≥ 0"
    assert state("a sentence") == "a sentence"
    with pytest.raises(TypeError, match="no notation for Term"):
        show(Term())


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("x", x <= Symbol("x", Sort.POSITIVE)),
        ("m_k", m[k] <= Symbol("m_k")),
        ("m_k", m[k] <= Family("m", Sort.UNIT)[k]),
        ("m_j_k", Family("m_j")[k] <= m[Symbol("j_k")]),
        ("exp(x)", Symbol("exp(x)") < exp(x)),
        ("u", integral(Symbol("u", Sort.UNIT), a, 0, 1).eq(u)),
    ],
)
def test_two_things_of_one_name_are_noticed(name: str, statement: Term) -> None:
    """Is a formula caught that would print one name for two different things?"""
    assert ambiguous(Formula(statement)) == name
    assert ambiguous(Formula(a > b, (statement,))) == name


def test_names_that_differ_are_left_alone() -> None:
    """May a name be used twice for one thing, bound here and free there, and sums be written in two ways?"""
    assert ambiguous(Formula(integral(u, m[i] * u, 0, 1) <= u * total(i, m[i]), ((a + b) + c <= a + (b + c),))) is None


NUMBERS: tuple[Term, ...] = (a, term(2), term(-1), term(HALF))
OPERATIONS = ("+", "-", "·", "/", "^")


def numbers(parts: Iterable[Term]) -> Iterator[Term]:
    """Every number that one operation makes of the parts."""
    parts = tuple(parts)
    for operation, left, right in pairs((*OPERATIONS, "max"), parts, parts):
        yield Apply(operation, (left, right))
    for part in parts:
        yield from (-part, factorial(part), absolute(part), exp(part), derivative(a, part), limit(a, part))
        yield from (total(i, part), total(i, part, without=j), largest(i, part), integral(a, part, 0, a))


def statements(parts: Iterable[Term]) -> Iterator[Term]:
    """Every statement that one connective makes of the parts."""
    parts = tuple(parts)
    for left, right in pairs(parts, parts):
        yield from (both(left, right), either(left, right), implies(left, right))
    for part in parts:
        yield from (no(part), every(i, part), every(i, part, without=j))


def normal(t: Term) -> object:
    """The term up to what a line of mathematics leaves open: where sums and products are cut, what -1 and 1/2 are."""
    match t:
        case Number(number) if number < 0:
            return normal(-term(-number))
        case Number(number) if number.denominator != 1:
            return normal(term(number.numerator) / number.denominator)
        case Apply("+" | "-" | "·" | "/" | "∧" | "∨" as operation, (left, right)):
            inverse = {"-": "+", "/": "·"}.get(operation)
            kind = inverse or operation
            flat = [normal(left), normal(right)]
            lists = [n[1:] if isinstance(n, tuple) and n[0] == kind else (n,) for n in flat]
            return (kind, *lists[0], *([(operation, flat[1])] if inverse else lists[1]))
        case Apply(operation):
            return (operation, *map(normal, children(t)))
        case Bind(operation, variable, _, without):
            return (operation, variable, without, *map(normal, children(t)))
        case _:
            return t


@pytest.mark.untraced
@pytest.mark.parametrize(
    "terms",
    [
        [*numbers([*NUMBERS, *numbers(NUMBERS[:2]), *numbers(NUMBERS[2:3])])],
        [*statements([a > b, a.eq(b), *statements([a > b, a.eq(b)])])],
    ],
    ids=["numbers", "statements"],
)
def test_no_line_can_be_read_in_two_ways(terms: list[Term]) -> None:
    """Do two terms, among all small ones, print alike only if they differ in how sums and products are cut?"""
    readings: dict[str, set[object]] = defaultdict(set)
    for t in terms:
        readings[show(t)].add(normal(t))
    assert [line for line, meant in readings.items() if len(meant) > 1] == []


def test_the_reading_test_can_fail() -> None:
    """Does the normal form tell apart what differs in more than where it is cut?"""
    assert normal(a - (b - c)) != normal(a - b - c)
    assert normal(a / (b * c)) != normal(a / b * c)
    assert normal(implies(every(i, a > b), a > c)) != normal(every(i, implies(a > b, a > c)))
    assert normal((a + b) - c + a) == normal(a + ((b - c) + a))
