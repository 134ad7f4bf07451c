"""Is nothing captured when terms are put for symbols, and lists for families, and does each keep its sort?"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.engine.translate.to_ball import Setting, value
from proofs.engine.translate.values import subtract
from spec.logic.formula import Family, Sort, Symbol, Term, derivative, exp, factorial, integral, largest, term, total
from spec.logic.notation import show
from spec.logic.substitution import NotReplaceable, free, free_in, membership, rebuild, relisted

a, b, x, y, u = map(Symbol, ("a", "b", "x", "y", "u"))
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
positive, natural = Symbol("p", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
m, s, w = Family("m"), Family("s"), Family("w", Sort.POSITIVE)
HALF = Fraction(1, 2)


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
    ("before", "change", "after"),
    [
        (total(i, m[i] * x), {m: (j, s[j] - x)}, "Σ_i (s_i - x)·x"),
        (total(i, m[i] * s[k]), {m: (j, s[j] * s[i])}, "Σ_i' s_i'·s_i·s_k"),
        (total(i, m[i], without=k), {m: (j, total(i, s[i] * s[j]))}, "Σ_i≠k (Σ_i' s_i'·s_i)"),
        (integral(u, m[k] * u, 0, m[k]), {m: (i, s[i] * u)}, "∫[0..s_k·u] s_k·u·u' du'"),
        (derivative(x, m[k] * x), {m: (i, s[i])}, "d/dx [s_k·x]"),
        (largest(i, w[i]) - x, {w: (j, w[j])}, "max_i w_i - x"),
    ],
)
def test_a_list_is_put_for_a_family(before: Term, change: dict[Family, tuple[Symbol, Term]], after: str) -> None:
    """Is what is written for an index put at every index, bound ones too, and nothing else captured?"""
    assert show(relisted(before, change)) == after


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (w[k], {w: (i, s[i])}),
        (w[k], {w: (i, exp(s[i]))}),
        (derivative(x, m[k] * x), {m: (i, x * s[i])}),
    ],
)
def test_a_list_of_another_sort_is_refused(before: Term, change: dict[Family, tuple[Symbol, Term]]) -> None:
    """Must numbers that stand for positive ones show that they are, and a derivative hold its constants constant?"""
    with pytest.raises(NotReplaceable):
        relisted(before, change)


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
