"""Is a twin noticed that floats lead astray, or that has another law or other errors than the literal function?"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

from impl.fast import exactly, line, rows, selection, table, twin
from impl.fast.coins import Words
from impl.fast.scores import LEAST
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.law import by_contract
from proofs.engine.ledger.model import Proof
from proofs.engine.ledger.status import Status
from proofs.mechanisms import fast
from proofs.mechanisms.fast import acceptance, cells, coins, filters, laws, margins
from proofs.mechanisms.fast.tree import encloses, law_by_words
from spec.logic.formula import Formula, Term
from spec.space import VectorDomain


def verdicts(proof: Proof) -> list[Status]:
    """What the checks of a proof find."""
    return [
        step.check.run(step.statement).status
        for step in proof.steps
        if isinstance(step.check, Exhaustive) and isinstance(step.statement, str)
    ]


def test_margins_hold() -> None:
    """Do floats and balls agree next to edges and next to acceptance?"""
    assert verdicts(margins.MARGINS.proof) == [Status.CERTIFIED, Status.CERTIFIED]


DERIVED = (filters.WEIGHTS, filters.SUMS, cells.CELLS, cells.DEPTHS, acceptance.FLIP, coins.THRIFT)


@pytest.mark.parametrize("proof", [lemma.proof for lemma in DERIVED], ids=lambda proof: proof.claim)
def test_margins_are_as_derived(proof: Proof) -> None:
    """Do the inequalities hold from which the margins of the running code are derived?"""
    derived = [(step.check, step.statement) for step in proof.steps if isinstance(step.statement, Term)]
    assert derived
    assert {check.run(Formula(term)).status for check, term in derived} <= {Status.PROVED, Status.CERTIFIED}


def test_a_line_without_margins_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats decide right up to the edges of cells?"""
    monkeypatch.setattr(line, "WEIGHT_ERROR", -1.0)
    monkeypatch.setattr(Words, "slack", 0.0)
    assert not all(map(margins.is_placed_as_by_balls, margins.spots()))


def test_cells_hold() -> None:
    """Are the cells of a table long enough, and is whom a number hits found as all of its bits tell?"""
    assert verdicts(cells.CELLS.proof) == verdicts(cells.FOUND.proof) == [Status.CERTIFIED]


@pytest.mark.parametrize("off", [filters.LIBRARY, -filters.LIBRARY])
def test_margins_cover_what_is_assumed_of_libraries(monkeypatch: pytest.MonkeyPatch, off: Fraction) -> None:
    """Do floats tell nothing wrong if exp and log are off by as much as is assumed, though no library is?"""
    factor = float(1 + off)
    for module in (line, table, selection):
        monkeypatch.setattr(module, "exp", lambda x: math.exp(x) * (factor if x else 1.0))
    monkeypatch.setattr(selection, "log", lambda x: math.log(x) * factor)
    assert all(map(margins.is_placed_as_by_balls, islice(margins.spots(), 0, None, 11)))
    assert all(map(margins.is_accepted_as_by_balls, islice(margins.flips(), 0, None, 7)))
    assert all(map(cells.is_found, islice(cells.spots(), 0, None, 17)))


@pytest.mark.parametrize("scale", [LEAST, 1e-300, 2.0**-960, 1.0, 1.02 * 2**39, 1.4 * 2**40, 1e100, 1e300])
def test_cells_hold_however_far_and_near(scale: float) -> None:
    """Are cells long enough about the gap beyond which all are 1, and at tiny gaps, even where NumPy is to raise?"""
    far = [(top * scale, (top - gap) * scale) for top in (3.0, 0.0, -2.0) for gap in (9.0, 693.1, 693.2, 735, 850, 1e5)]
    near = [(4 * LEAST, LEAST), (2.3e-308, 2.2e-308), (1e-290, 9e-291), (1.0, 1 - 2.0**-53)]
    if scale >= 1:
        tiny = 2.0**-955 / table.OCTAVE * scale
        near.append((tiny, tiny * (1 - 2.0**-53)))
    with np.errstate(all="raise"):
        assert all(cells.is_long_enough(cells.Cell(top, other, scale)) for top, other in far + near)


WRONG_TABLES: dict[str, tuple[str, object]] = {
    "floats that decide right up to an edge": ("DEPTH_ERROR", -1.0),
    "cells that are rounded down": ("np", SimpleNamespace(**{**vars(np), "ceil": np.floor})),
    "a candidate's part that is too short": ("exp", lambda x: math.exp(x) * (1 - 2.0**-20)),
    "a candidate's part that is too long": ("exp", lambda x: math.exp(x) * (1 + 2.0**-20)),
}


@pytest.mark.parametrize("bug", WRONG_TABLES)
def test_a_wrong_table_is_noticed(monkeypatch: pytest.MonkeyPatch, bug: str) -> None:
    """Is it noticed if floats err in what a number hits, or if a cell is too short?"""
    monkeypatch.setattr(table, *WRONG_TABLES[bug])
    assert not (all(map(cells.is_long_enough, cells.pairs())) and all(map(cells.is_found, cells.spots())))


@pytest.mark.parametrize("bits", [0.0, -(2.0**23)])
def test_cells_that_are_too_short_are_noticed(monkeypatch: pytest.MonkeyPatch, bits: float) -> None:
    """Is it noticed if rounding, or more, may make a cell shorter than its weight?"""
    monkeypatch.setattr(table, "ONE", 1023 * table.MANTISSA + bits)
    monkeypatch.setattr(np, "ceil", lambda cells, out: cells)
    assert not all(map(cells.is_long_enough, cells.pairs()))


def test_exact_arithmetic_that_errs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if what floats leave open is decided wrongly?"""
    right = exactly.cell
    monkeypatch.setattr(exactly, "cell", lambda u, gaps: max(right(u, gaps) - 1, 0))
    assert not all(map(margins.is_placed_as_by_balls, margins.spots()))


def test_an_acceptance_without_margin_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if floats decide right up to acceptance?"""
    monkeypatch.setattr(selection, "FLIP_ERROR", -1.0)
    assert not all(map(margins.is_accepted_as_by_balls, margins.flips()))


@pytest.mark.parametrize("times", [1.0, 1.001])
def test_an_acceptance_that_is_too_early_is_noticed(times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if the line is taken for a little longer than it is where a candidate is accepted early?"""
    length = line.Few.length
    monkeypatch.setattr(line.Few, "length", lambda self: length(self) * times)
    v = 2**64 - 2**50
    cases = [margins.Flip(Fraction(20), v, v + 2**power) for power in range(0, 50, 7)]
    assert all(map(margins.is_accepted_as_by_balls, cases)) is (times == 1.0)


def test_coins_that_are_wasted_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it noticed if cells are so much longer than weights that too many draws hit nobody?"""
    assert all(map(coins.is_within_66, coins.tables()))
    monkeypatch.setattr(table, "length_of_one", lambda n: 2**24)
    assert not all(map(coins.is_within_66, coins.tables()))


def first_cases(count: int) -> list[laws.Release]:
    """Some releases of permute-and-flip and of Gumbel noise."""
    return [case for case in laws.releases() if case.scale == 1.0 and case.k == 1 and len(case.x) == 3][:count]


def test_the_law_holds_and_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the law that of the literal function, and one noticed in which every proposal is accepted?"""
    cases = first_cases(4)
    assert {case.flip for case in cases} == {False, True}
    assert all(map(laws.has_the_law_of_the_literal, cases))
    monkeypatch.setattr(selection.Acceptance, "accepts", lambda *_: True)
    assert not all(map(laws.has_the_law_of_the_literal, cases))


def test_a_walk_that_saw_too_little_proves_nothing() -> None:
    """Does a law of which too much is missing enclose nothing, and neither one that answers what it must not?"""
    (case, *_) = first_cases(1)
    promised = by_contract(laws.literal_of(case).invoke, case.x)
    walked = law_by_words(lambda words: laws.twin_of(case, words), 1, 3)
    assert encloses(walked, promised, Fraction(1))
    assert not encloses(walked, promised, Fraction(1, 8))
    assert not encloses(law_by_words(lambda words: [words.word() + 7], 1, 50), promised, Fraction(1))


def test_other_errors_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a twin noticed that asks no domain?"""
    assert verdicts(fast.ERRORS_PROOF) == [Status.CERTIFIED, Status.CERTIFIED]

    def unchecked(domain: VectorDomain, x: Sequence[float], few: int) -> Sequence[float]:
        return [0.0] if isinstance(x, list) else x

    monkeypatch.setattr(twin, "checked", unchecked)
    assert not all(map(fast.refuses_as_the_literal, list(fast.handed_over())[:30]))


def test_weights_taken_anew_are_noticed_if_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the law of far steps that of the literal function, and a line noticed that forgets who was taken?"""
    (case,) = [case for case in laws.releases() if case.k == 3 and 3 in case.x and not case.flip]
    assert laws.has_the_law_of_the_literal(case)
    monkeypatch.setattr(rows.Rows, "take", lambda line, place: None)
    assert not laws.has_the_law_of_the_literal(case)
