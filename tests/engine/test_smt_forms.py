"""What z3 is asked: hypotheses with a model, canonical forms, opaque parts; and do balls never contradict it?"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.smt import Induction, Smt, satisfiable
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Fresh, Unsupported, canonical
from proofs.engine.translate.shape import well_formed
from proofs.engine.translate.to_z3 import Translation
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Formula,
    Term,
    derivative,
    exp,
    factorial,
    integral,
    largest,
    limit,
    product,
    smallest,
    term,
    total,
)
from tests.support.smt_formulas import a, b, i, j, k, m, positive, s, u, v, w, x, y


@pytest.mark.parametrize(
    "bind",
    [
        *(partial(fold, i) for fold in (total, product, largest, smallest)),
        *(partial(of_numbers, u) for of_numbers in (derivative, limit)),
        partial(integral, u, low=0, high=1),
    ],
    ids=lambda bind: bind.func.__name__,
)
def test_only_for_all_is_taken_apart(bind: Callable[[Term], Bind]) -> None:
    """Is a statement under any other binder neither shown of a single candidate nor used at one?"""
    refused = Finding(Status.OPEN, f"{bind(a).operation} makes no statement here")
    assert Smt().run(Formula(bind(w[k] > 0))) == refused
    assert Smt().run(Formula(m[k] > 0, (bind(m[k] > 0),))) == refused


def test_sentences_are_left_alone() -> None:
    """Is a sentence nothing that z3 decides, and a list that begins with two candidates no list of any length?"""
    assert Smt().run("a sentence") == Induction().run("a sentence")
    assert Smt().run("a sentence").status is Status.OPEN
    with pytest.raises(ValueError, match="must not be left out"):
        Induction(least=2)


def test_hypotheses_are_modelled() -> None:
    """Is it told apart whether hypotheses, sorts included, can hold at all?"""
    assert satisfiable([x.eq(positive), positive < 1])
    assert not satisfiable([x.eq(positive), x < 0])


def test_canonical_forms() -> None:
    """Are two terms the same for an engine exactly if they differ in the names of bound variables only?"""
    assert canonical(integral(u, u * x, 0, y)) == canonical(integral(v, v * x, 0, y))
    assert canonical(total(i, m[i] * s[k], without=k)) == canonical(total(j, m[j] * s[k], without=k))
    assert canonical(total(i, m[i] * s[k])) != canonical(total(k, m[k] * s[k]))
    assert canonical(integral(u, derivative(u, u**2), 0, 1)) == canonical(integral(v, derivative(v, v**2), 0, 1))
    assert canonical(derivative(u, u**2)) != canonical(derivative(v, v**2))
    assert Fresh("x") != x


def test_well_formed_formulas_pass() -> None:
    """May a bound name occur free as well, and infinity end an integral on either side?"""
    formula = Formula(integral(u, exp(-u), -INFINITY, INFINITY) >= u, (total(i, m[i], without=k) > m[i],))
    assert well_formed(formula) is formula
    with pytest.raises(Unsupported):
        well_formed(Formula(a > 0, known=(INFINITY > a,)))


def test_opaque_parts_are_marked() -> None:
    """Does the translation know when it took a part for a mere number, so that a model refutes nothing?"""
    for seen, opaque in [(a + b, False), (a**65, True), (exp(a), True), (factorial(a), True), (a**-1, True)]:
        translation = Translation()
        translation.number(seen)
        assert translation.opaque is opaque


numbers = st.sampled_from([Fraction(n, d) for n in range(-3, 4) for d in (1, 2)])
terms = st.recursive(
    st.sampled_from([x, y, positive, term(1), term(0), term(-2)]),
    lambda part: st.one_of(
        st.builds(lambda f, g, o: Apply(o, (f, g)), part, part, st.sampled_from(["+", "-", "·", "/", "max", "min"])),
        st.builds(lambda f, o: Apply(o, (f,)), part, st.sampled_from(["neg", "abs", "exp", "ln"])),
    ),
    max_leaves=4,
)
relations = st.builds(lambda f, g, o: Apply(o, (f, g)), terms, terms, st.sampled_from(["≤", "<", "≥", ">", "="]))


@pytest.mark.untraced
@settings(max_examples=300)
@given(
    relations, st.lists(relations, max_size=1), st.lists(st.tuples(numbers, numbers, numbers), min_size=5, max_size=5)
)
def test_balls_never_contradict_z3(
    conclusion: Term, hypotheses: list[Term], points: list[tuple[Fraction, ...]]
) -> None:
    """Is a formula that z3 proves nowhere false, at exact points, by an engine that shares nothing with z3?"""
    formula = Formula(conclusion, tuple(hypotheses))
    verdict = Smt(resources=2_000_000).run(formula).status
    scope: list[Region] = [{x: one, y: two, positive: abs(three) + 1} for one, two, three in points]
    if verdict is Status.PROVED:
        assert Balls(scope).run(formula).status is not Status.REFUTED
