"""Is a formula printed so that it can be read in one way only, and is nothing captured when terms are put in?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as pairs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.translate.to_ball import Setting, value
from proofs.translate.values import subtract
from spec.formula import (
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
    ln,
    no,
    product,
    smallest,
    term,
    total,
)
from spec.notation import ambiguous, show, state
from spec.substitution import NotReplaceable, free, free_in, membership, rebuild

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
        yield from (-part, factorial(part), absolute(part), exp(part), derivative(a, part))
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


def test_free_symbols() -> None:
    """Is it known which symbols nothing binds, names of candidates and limits among them?"""
    assert free(total(i, m[i] * x, without=k)) == {x, k}
    assert free(integral(u, u * x, u, y)) == {u, x, y}
    assert free(integral(u, u * x, 0, y)) == {x, y}
    assert free(derivative(x, y)) == {x, y}
    assert free_in((m[i], term(1), a + b)) == {i, a, b}


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (integral(u, x * u, 0, x), {x: u}, "∫[0..u] u·u' du'"),
        (integral(u, x * u, 0, 1), {u: a}, "∫[0..1] x·u du"),
        (total(i, m[i] * w[j], without=j), {j: i}, "Σ_i'≠i m_i'·w_i"),
        (total(i, total(i, m[i]) * w[i]), {i: j}, "Σ_i (Σ_i m_i)·w_i"),
        (integral(u, x + Symbol("u'") + u, 0, 1), {x: u}, "∫[0..1] (u + u' + u'') du''"),
        (x + y, {x: y, y: x}, "y + x"),
        (derivative(x, x * y), {x: a, y: b}, "d/da [a·b]"),
        (term(3), {x: a}, "3"),
    ],
)
def test_nothing_is_captured(before: Term, change: dict[Symbol, Term], after: str) -> None:
    """Does a symbol keep its meaning when it is put where that name is bound?"""
    assert show(rebuild(before, change)) == after


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (m[i], {i: a + 1}),
        (total(j, m[j], without=i), {i: term(1)}),
        (derivative(x, x**2), {x: term(3)}),
        (derivative(x, x * y), {y: x}),
        (derivative(x, x * y), {x: y}),
        (derivative(x, x * y), {y: exp(x)}),
    ],
)
def test_what_cannot_be_put_in_is_refused(before: Term, change: dict[Symbol, Term]) -> None:
    """Is a number not made the name of a candidate, nor a derivative taken of what it holds constant?"""
    with pytest.raises(NotReplaceable):
        rebuild(before, change)


@pytest.mark.parametrize(
    ("t", "sort", "needs"),
    [
        (a, Sort.REAL, ()),
        (a, Sort.POSITIVE, (a > 0,)),
        (a, Sort.NONNEGATIVE, (a >= 0,)),
        (a, Sort.UNIT, (a > 0, a < 1)),
        (positive, Sort.POSITIVE, ()),
        (w[i], Sort.POSITIVE, ()),
        (positive, Sort.NONNEGATIVE, (positive >= 0,)),
        (2 * natural + factorial(natural), Sort.NATURAL, ()),
    ],
)
def test_what_a_sort_demands(t: Term, sort: Sort, needs: tuple[Term, ...]) -> None:
    """Is it stated what makes a term one of the numbers that a symbol stands for?"""
    assert membership(t, sort) == needs


@pytest.mark.parametrize("t", [a, term(-1), term(HALF), natural - 1, natural + a, m[i]])
def test_what_may_be_no_natural_number(t: Term) -> None:
    """Is a term refused as a natural number unless its shape shows that it is one?"""
    with pytest.raises(NotReplaceable):
        membership(t, Sort.NATURAL)


def polynomials(leaves: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Sums and products of the leaves, and sums over all candidates, or all but one, of those."""
    names, skipped = st.sampled_from([i, j, k]), st.sampled_from([None, i, j])
    return st.recursive(
        leaves,
        lambda part: st.one_of(
            st.builds(lambda f, g: f + g, part, part),
            st.builds(lambda f, g: f * g, part, part),
            st.builds(total, names, part, skipped),
        ),
        max_leaves=5,
    )


flat = polynomials(st.sampled_from([a, b, x, m[i], m[j], term(2), term(-3)]))
integrals = st.builds(integral, st.sampled_from([a, b, x]), flat, st.just(0), flat)


@given(polynomials(flat | integrals), st.sampled_from([a, b, x * b, a + 1]), st.sampled_from([i, j]))
def test_replacing_is_evaluating_elsewhere(t: Term, e: Term, name: Symbol) -> None:
    """Is the value of t with e put for x, and a candidate for i, that of t where x has the value of e?"""
    numbers = {a: Fraction(2), b: Fraction(-1, 3), x: Fraction(5)}
    families, places = {m: (Fraction(1), Fraction(-2), Fraction(4))}, {i: 0, j: 1}
    here = Setting(numbers, families, places)
    there = Setting({**numbers, x: value(e, here)}, families, {**places, i: places[name]})
    difference = subtract(value(rebuild(t, {x: e, i: name}), here), value(t, there))
    assert difference == 0 if isinstance(difference, Fraction) else 0 in difference
