"""Is any wrong variant of a step of the ledger called proved?

Every formal step that an engine closes is changed mechanically in one place, and the same engine is asked. Variants
may stay true; which are false is decided at exact points, by balls, which share no code with z3 and sympy. With
NOISYMAX_EXHAUSTIVE=1 in the environment every variant is tried, which takes many minutes.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from proofs.contents import CHAPTERS
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter, Ledger, Task
from proofs.engine.ledger.model import Check, Proof, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Family, Formula, Sort, Symbol, exp, ln, total
from spec.logic.notation import state
from tests.support.toy_ledgers import Says
from tests.support.variants import falsified, variants

EXHAUSTIVE = os.environ.get("NOISYMAX_EXHAUSTIVE") == "1"
BUDGET = {Smt: 800, Induction: 300, Symbolic: 100, Linear: 300, Differentiation: 100, Rule: 1000}
"""How many variants are tried for each engine, spread evenly over its steps, at least one a step."""
LONG = (Smt, Induction, Symbolic)
SAMPLE = 8
"""Of so many steps that an engine closes which takes long, one is asked by the tests that are not deep."""
RESOURCES = 500_000


@cache
def formal_tasks() -> tuple[Task, ...]:
    """Every step of the ledger that is a formula; one more claim rests on all others, so that none is an orphan."""
    everything = tuple(claim.id for chapter in CHAPTERS for claim in chapter.claims)
    top = Claim("everything", Kind.PROSE, "All of it", "none")
    proof = Proof(top.id, (Step("all", "all", Says(Status.OPEN)),), uses=everything)
    ledger = Ledger([*CHAPTERS, Chapter((top,), (proof,))])
    return tuple(task for task in ledger.tasks() if isinstance(task.query, Formula))


def sampled(kind: type[Check], budget: int, part: int = 1) -> Iterator[tuple[Task, Formula, Random]]:
    """Variants of the steps that this engine closes, or of one in so many of them, the same in every run."""
    tasks = [task for task in formal_tasks() if type(task.check) is kind]
    for task in tasks[::part]:
        assert isinstance(task.query, Formula)
        random = Random(str(task.place))
        every = list(dict.fromkeys(variants(task.query)))
        share = len(every) if EXHAUSTIVE else max(1, budget // len(tasks))
        for variant in random.sample(every, min(share, len(every))):
            yield task, variant, random


def limited(check: Check) -> Check:
    """The check, giving up early: what it proves it would prove with more patience, too."""
    return replace(check, resources=RESOURCES) if isinstance(check, Smt | Induction) else check


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        *(pytest.param(kind, 1, marks=pytest.mark.deep, id=kind.__name__) for kind in LONG),
        *(pytest.param(kind, SAMPLE, id=f"{kind.__name__}, in part") for kind in LONG),
        *(pytest.param(kind, 1, id=kind.__name__) for kind in BUDGET if kind not in LONG),
    ],
)
def test_no_false_variant_is_proved(kind: type[Check], part: int) -> None:
    """Is a variant that this engine proves nowhere false, at any exact point that its hypotheses allow?"""
    wrong = [
        f"{task.place}: {state(variant)}"
        for task, variant, random in sampled(kind, BUDGET[kind], part)
        if limited(task.check).run(variant).status is Status.PROVED and falsified(variant, random) is not None
    ]
    assert wrong == []


@pytest.mark.untraced
@pytest.mark.parametrize("kind", [Smt, Induction, Symbolic], ids=lambda kind: kind.__name__)
def test_the_oracle_knows_false_variants(kind: type[Check]) -> None:
    """Would an engine that proves everything be caught, on more than a third of the variants?"""
    tried = [falsified(variant, random, 60) is not None for _, variant, random in sampled(kind, 150)]
    assert sum(tried) > len(tried) / 3


@pytest.mark.untraced
def test_the_steps_themselves_are_not_false() -> None:
    """Is no step of the ledger false at any of the points at which variants are tried?"""
    for task in formal_tasks():
        if isinstance(task.check, Smt | Induction | Symbolic) and isinstance(task.query, Formula):
            assert falsified(task.query, Random(0), 40) is None, task.place


def test_variants_differ_in_one_place() -> None:
    """Are signs flipped, terms dropped, symbols exchanged, constants raised and hypotheses weakened?"""
    a, b, i, k = Symbol("a"), Symbol("b"), Symbol("i"), Symbol("k")
    w = Family("w", Sort.POSITIVE)
    made = {state(v) for v in variants(Formula(exp(a) - 2 * b <= total(i, w[i], without=k), (a <= b,), (b.eq(a),)))}
    for expected in (
        "if a ≤ b and b = a then exp(a) - 2·b ≥ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(a) + 2·b ≤ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(b) - 2·a ≤ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(a) - 3·b ≤ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(a) - b ≤ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(a) ≤ Σ_i≠k w_i",
        "if a ≤ b and b = a then exp(a) - 2·b ≤ Σ_i w_i",
        "if a ≤ b and b = a then exp(a) - 2·b ≤ Π_i≠k w_i",
        "if a ≤ b + 1 and b = a then exp(a) - 2·b ≤ Σ_i≠k w_i",
        "if a ≤ b and b ≤ a then exp(a) - 2·b ≤ Σ_i≠k w_i",
        "if b = a then exp(a) - 2·b ≤ Σ_i≠k w_i",
    ):
        assert f"for w_i > 0: {expected}" in made


def test_the_oracle_finds_where_a_formula_fails() -> None:
    """Does the oracle keep to sorts and hypotheses, definitions too, and leave alone what it cannot evaluate?"""
    a, p, i, k = Symbol("a"), Symbol("p", Sort.POSITIVE), Symbol("i"), Symbol("k")
    w = Family("w", Sort.POSITIVE)
    assert falsified(Formula(p > 0, (a > 1,)), Random(1)) is None
    assert falsified(Formula(p > 1, (a.eq(ln(p)), a > -1)), Random(1)) is not None
    assert falsified(Formula(total(i, w[i]) <= 2 * w[k]), Random(1)) is not None
    assert falsified(Formula(a > 99, (a.eq(total(i, w[i])),)), Random(1)) is not None
    assert falsified(Formula(Symbol("f") > 0, (a.eq(a**a),)), Random(1)) is not None
