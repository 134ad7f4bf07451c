"""Is it noticed if fixed coins give another law, too much of it away to chance, or depend on the scores?"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from impl.ball import Ball, ball
from impl.fast import fixed as code
from impl.fast import twin
from impl.fast.coins import FixedWords, Words
from impl.fast.exactly import weight
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.status import Status
from proofs.mechanisms.fast import coins, fixed, undecided
from spec.logic.formula import Formula

SHORT = fixed.Short((0.0, -0.5, -3.0), 6)


def test_the_law_is_kept_and_the_coins_are_fixed() -> None:
    """On short words, on all shapes, at edges: do fixed coins do what is said of them?"""
    assert fixed.is_the_law_but_for_what_is_undecided(next(fixed.short_numbers()))
    assert fixed.is_peeled_but_for_what_is_undecided(next(fixed.short_words()))
    assert fixed.is_off_by_edges_alone(next(coins.vectors()))
    assert all(map(fixed.uses_no_other_coins, fixed.shapes()))
    assert all(fixed.leaves_little_undecided(case) for case in fixed.edges() if case.bits == 12)
    assert all(map(fixed.is_placed_as_by_balls, fixed.spots()))


def of_the_exponential_mechanism(gaps: Sequence[Fraction], v: int, bits: int) -> list[Ball]:
    """Cells that do not look at the time."""
    return [weight(gap) for gap in gaps]


def at_a_uniform_time(gaps: Sequence[Fraction], v: int, bits: int) -> list[Ball]:
    """Cells at the time 1 - V, as if the first to succeed came at a uniform time."""
    s = ball(Fraction(2 * v + 1, 2 ** (bits + 1)))
    return [weight(gap) * s / (1 - (1 - s) * weight(gap)) for gap in gaps]


@pytest.mark.parametrize("wrong", [of_the_exponential_mechanism, at_a_uniform_time])
def test_cells_of_another_law_are_noticed(monkeypatch: pytest.MonkeyPatch, wrong: object) -> None:
    """Is it noticed if the cells are those of the exponential mechanism, or are taken at another time?"""
    for module in (code, fixed):
        monkeypatch.setattr(module, "cells_at", wrong)
    assert not fixed.is_the_law_but_for_what_is_undecided(SHORT)


def test_too_few_steps_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the time is found too roughly, is too much left undecided, but no wrong answer given?"""
    monkeypatch.setattr(code, "STEPS", 1)
    assert not fixed.leaves_little_undecided(fixed.Between(Fraction(1), 2**191, 192))
    assert fixed.is_peeled_but_for_what_is_undecided(next(fixed.short_words()))


def test_floats_without_a_margin_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats decide right up to the edges?"""
    monkeypatch.setattr(code, "PLACE_ERROR", -1.0)
    assert not all(map(fixed.is_placed_as_by_balls, fixed.spots()))


def test_a_time_found_too_roughly_by_floats_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats take the first time that they try?"""
    monkeypatch.setattr(code, "CLOSE", 2.0**9)
    assert not all(map(fixed.is_placed_as_by_balls, fixed.spots()))


def test_coins_that_depend_on_scores_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a twin noticed that saves coins where all scores are equal?"""

    def thrifty(self: twin.TopK, x: Sequence[float]) -> Words:
        return FixedWords(6 * self.k - (len(set(x)) == 1))

    monkeypatch.setattr(twin.TopK, "words", thrifty)
    assert not all(map(fixed.uses_no_other_coins, fixed.shapes()))


def test_fewer_words_have_no_proof() -> None:
    """With two words a number, does the bound not follow?"""
    (step,) = undecided.DELTA.proof.steps
    statement = undecided.DELTA.claim.statement
    assert isinstance(statement, Formula)
    assert Smt().run(statement).status is Status.PROVED
    *others, last = statement.given
    n, k, H, P = undecided.n, undecided.k, undecided.H, undecided.P
    shorter = P <= k * (8 + n * (64 * H + 2)) * Fraction(1, 2**128)
    assert last != shorter
    assert Smt().run(Formula(statement.conclusion, (*others, shorter))).status is not Status.PROVED
    assert step.statement == statement.conclusion


def test_thrift_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are at most H + 3 coins taken of two equal scores, and is it noticed if four are wasted first?"""
    case = next(coins.vectors())
    assert coins.is_thrifty(case)
    original = coins.released

    def wasteful(x: tuple[float, ...], words: Words) -> list[int]:
        wasted = [words.word() for _ in range(4)]
        return original(x, words) * len(wasted)

    monkeypatch.setattr(coins, "released", wasteful)
    assert not coins.is_thrifty(case)
