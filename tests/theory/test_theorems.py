"""Peeling, composition and concentration: do the proofs close, and does no wrong variant of them?"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from proofs.contents import ledger
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Induction
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import REFUTING, Chapter, Task
from proofs.engine.ledger.status import Status
from proofs.mechanisms import sampled
from proofs.mechanisms.permute_and_flip import odds, other_forms
from proofs.mechanisms.permute_and_flip import range as permute_and_flip_range
from proofs.theory import composition, exponential_mechanism, one_shot
from proofs.theory.concentration import monotonicity, rho
from proofs.theory.concentration.rho import H2, H3, bend, x
from proofs.theory.concentration.rho import rho as price
from spec.logic.formula import (
    Apply,
    Bind,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    derivative,
    limit,
    product,
    term,
    total,
    walk,
)
from spec.logic.substitution import rebuild

a, q, j = Symbol("a", Sort.POSITIVE), Family("q", Sort.POSITIVE), Symbol("j")
QUICK = (
    composition,
    exponential_mechanism,
    other_forms,
    one_shot,
    odds,
    permute_and_flip_range,
)
REACHED = (odds,)
"""Of these the checks are made here, too, and not by the audit and the deep tests alone."""


def _risings() -> Iterator[tuple[str, Symbol, Term, Term]]:
    """Every use of the rule: the variable, the function and its slope."""
    for module in (rho, monotonicity):
        for proof in module.CHAPTER.proofs:
            for first, second in zip(proof.steps, proof.steps[1:], strict=False):
                match first.statement, second.statement:
                    case Apply("=", (Bind("lim", variable, f), _)), Apply("=", (Bind("d"), slope)):
                        yield proof.claim, variable, f, slope
                    case _:
                        pass


@pytest.mark.parametrize("rising", tuple(_risings()), ids=lambda rising: rising[0])
def test_balls_agree_with_limits_and_derivatives(rising: tuple[str, Symbol, Term, Term]) -> None:
    """Is the function small near 0, and its difference quotient near the slope, at exact points?"""
    _, variable, f, slope = rising
    others = {part for part in walk(f) if isinstance(part, Symbol)} - {variable}
    here: dict[Symbol | Family, Fraction] = dict.fromkeys(others, Fraction(3, 2))
    near = Balls(({**here, variable: Fraction(1, 2**30)},)).run(Formula(absolute(f) < Fraction(1, 2**20)))
    assert near.status is Status.CERTIFIED
    step = Fraction(1, 2**40)
    moved = Formula(absolute((_at(f, variable, step) - f) / step - slope) < Fraction(1, 2**20))
    assert Balls(({**here, variable: Fraction(2)},)).run(moved).status is Status.CERTIFIED


def _at(f: Term, variable: Symbol, step: Fraction) -> Term:
    return rebuild(f, {variable: variable + step})


@pytest.mark.parametrize(
    "module",
    [module if module in REACHED else pytest.param(module, marks=pytest.mark.deep) for module in QUICK],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_theorems_close(module: object) -> None:
    """Is every step of these chapters proved, and every instance certified?"""
    chapter = getattr(module, "CHAPTER", None)
    assert isinstance(chapter, Chapter)
    found = {task.place: task.check.run(task.query) for task in _own_tasks(chapter)}
    assert found
    assert all(finding.status in (Status.VERIFIED, Status.PROVED, Status.CERTIFIED) for finding in found.values())


def _own_tasks(chapter: Chapter) -> Iterator[Task]:
    """The checks of the chapter's own claims, among all others, without what is sampled beside them."""
    whole = ledger()
    for task in whole.tasks(claim.id for claim in chapter.claims):
        claim, number, _ = task.place
        if number != REFUTING and whole.proofs[claim][number] not in sampled.CHAPTER.proofs:
            yield task


def test_range_does_not_compose_by_adding() -> None:
    """Is E a round too little for the rounds after the first, where E² is enough?"""
    claim = composition.LATER.claim.statement
    assert isinstance(claim, Formula)
    index = composition.m_
    one = Formula(composition.TOWARDS_Y <= product(index, composition.E) * composition.TOWARDS_Z, claim.given)
    invariant = (both(composition.TOWARDS_Y > 0, composition.TOWARDS_Z > 0, product(index, composition.E) > 0),)
    assert Induction(invariant=invariant, least=0).run(one).status is not Status.PROVED


def test_range_of_the_smallest_pair_by_hand() -> None:
    """With weights (2, 2, 1, 1) against (1, 1, 1, 1), is e^range 5, more than 2²?"""
    race = composition.Race((2, 2, 1, 1), (1, 1, 1, 1), 2)
    assert composition.spread(race) == 5 > 2**2
    assert composition.spread(composition.Race((200, 2, 100, 1), (100, 1, 100, 1), 2)) == Fraction(812, 103)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("wrong", "check"),
    [
        (Formula(term(0) <= price(x) - x**2 / 8), Linear()),
        (Formula(derivative(x, H2(x)).eq(-H3(x))), Symbolic()),
        (Formula(derivative(x, H3(x)).eq(bend(x))), Symbolic()),
        (Formula(limit(x, H3(x)).eq(Fraction(1, 3))), Symbolic()),
        (Formula(total(j, q[j] / a).eq(total(j, q[j]) * a)), Induction()),
    ],
)
def test_wrong_variants_do_not_pass(wrong: Formula, check: Symbolic | Linear | Induction) -> None:
    """Is a flipped sign, another constant or a swapped operation refused?"""
    assert check.run(wrong).status is not Status.PROVED


def test_the_tight_constant_is_between_the_known_bounds() -> None:
    """Is ρ(1) = 0.1233, ρ(4) = 1.670 and ρ(8) = 4.923, below η²/8 and η?"""
    eta = Symbol("η", Sort.POSITIVE)
    for value, about in ((1, Fraction(1233, 10000)), (4, Fraction(1670, 1000)), (8, Fraction(4923, 1000))):
        near = Formula(absolute(price(eta) - about) < Fraction(1, 1000))
        assert Balls(({eta: value},)).run(near).status is Status.CERTIFIED
        below = Formula(both(price(eta) < eta**2 / 8, price(eta) < eta))
        assert Balls(({eta: value},)).run(below).status is Status.CERTIFIED
