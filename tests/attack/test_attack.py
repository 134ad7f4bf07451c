"""Is no checker talked into a false statement, and would the attack notice one that is?"""

from dataclasses import dataclass, field
from fractions import Fraction

import pytest
import sympy

from proofs.campaign.local import Local
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.model import Check, Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.to_sympy import number
from spec.logic.claim import Statement
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    derivative,
    every,
    exp,
    integral,
    largest,
    limit,
    ln,
    no,
    term,
    total,
)
from tests.attack import __main__ as long_run
from tests.attack.attack import Fooled, put
from tests.attack.judge import Point, is_false
from tests.attack.run import Attacked, attacked
from tests.attack.statements import points

a, x, u = Symbol("a"), Symbol("x"), Symbol("u")
d, s, n = Symbol("d", Sort.NONNEGATIVE), Symbol("s", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
m, w = Family("m"), Family("w", Sort.POSITIVE)
i, k = Symbol("i"), Symbol("k")
ORIGIN = Point({a: Fraction(0), x: Fraction(0), d: Fraction(0), n: Fraction(0)}, {}, 1, {})
UNDER = integral(u, x**3 * exp(-(x**2 * u)), 0, INFINITY)


@pytest.mark.untraced
def test_no_check_is_talked_into_a_false_statement() -> None:
    """Is none of the false statements that are grown from one seed proved or certified, and are there many?"""
    found = attacked(0, 80)
    assert found.fooled is None
    assert found.put >= 25


@pytest.mark.parametrize(
    "formula",
    [
        Formula(limit(s, d / (d + s)).eq(1)),
        Formula(limit(s, a**2 / (a**2 + s)).eq(1)),
        Formula(limit(s, n / (n + s)).eq(1)),
        Formula(integral(u, d / (d + u) ** 2, 0, INFINITY).eq(1)),
        Formula(integral(u, a**2 * exp(-(a**2 * u)), 0, INFINITY).eq(1)),
        Formula(derivative(x, UNDER).eq(0), (x.eq(0),)),
        Formula(term(0).eq(1)),
        Formula(total(i, 1).eq(total(i, 0)), (), (limit(s, d / (d + s)).eq(1),)),
    ],
)
def test_what_holds_almost_everywhere_is_not_proved(formula: Formula) -> None:
    """Is a statement that fails at one value of a parameter accepted by no check?"""
    put(formula, ORIGIN)


@dataclass(frozen=True)
class Says:
    """A checker that accepts everything."""

    status: Status
    checker: str = field(default="planted", init=False)

    def run(self, statement: Statement) -> Finding:
        return Finding(self.status, "as planted")


@dataclass(frozen=True)
class Generic:
    """A checker that believes what sympy says of limits at almost all parameters."""

    checker: str = field(default="planted", init=False)

    def run(self, statement: Statement) -> Finding:
        match statement:
            case Formula(Apply("=", (Bind("lim", v, body), right))) if not right_is_undefined(right):
                found = sympy.limit(number(body), number(v), 0, "+")
                return Finding(Status.PROVED if found == number(right) else Status.OPEN, "sympy says so")
            case _:
                return Finding(Status.OPEN, "no limit")


@dataclass(frozen=True)
class Careless:
    """z3 without its hypotheses' sorts: every symbol is taken for a positive number."""

    checker: str = field(default="planted", init=False)

    def run(self, statement: Statement) -> Finding:
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "no formula")
        given = tuple(symbol > 0 for symbol in (Symbol("x"), Symbol("y"), Symbol("d", Sort.NONNEGATIVE)))
        return Smt(100_000).run(Formula(statement.conclusion, (*given, *statement.hypotheses)))


def right_is_undefined(right: Term) -> bool:
    return bool(number(right).has(sympy.zoo, sympy.nan))


@pytest.mark.parametrize(
    "broken",
    [
        Says(Status.PROVED),
        Says(Status.CERTIFIED),
        pytest.param(Generic(), marks=pytest.mark.deep),
        pytest.param(Careless(), marks=pytest.mark.deep),
    ],
    ids=repr,
)
def test_a_broken_check_is_caught(broken: Check) -> None:
    """Is a checker that accepts too much noticed, with one line that names it and a statement that is false?"""
    fooled = next(filter(None, (attacked(seed, 100, (broken,)).fooled for seed in range(20))))
    where, _, what = fooled.partition(": error: ")
    assert where.startswith("tests/attack/test_attack.py:")
    assert what.startswith(f"{broken!r} accepts what is false at ")
    assert "\n" not in fooled


@pytest.mark.parametrize("status", [Status.OPEN, Status.REFUTED, Status.TESTED])
def test_what_is_not_accepted_is_no_error(status: Status) -> None:
    """May a check say of a false statement that it is open, or refuted?"""
    put(Formula(term(0).eq(1)), ORIGIN, (Says(status),))


@pytest.mark.parametrize(
    "formula",
    [
        Formula(x <= 1),
        Formula((x * x).eq(x), (x > 1,)),
        Formula(every(i, m[i] > m[k])),
        Formula(total(i, w[i]) <= largest(i, w[i])),
        Formula(exp(x) <= 1 + x + x**2, (x > 2,)),
        Formula(no(absolute(x).eq(x))),
    ],
)
def test_the_judge_finds_counterexamples(formula: Formula) -> None:
    """Is a false statement known for one, at an exact point that meets its hypotheses?"""
    assert any(is_false(formula, at) for at in points(formula))


@pytest.mark.parametrize(
    "formula",
    [
        Formula(x.eq(x)),
        Formula((x / x).eq(2), (x.eq(0),)),
        Formula(ln(x).eq(0), (x <= 0,)),
        Formula(exp(x) * exp(-x) > 1),
        Formula(term(0).eq(1), (x > 1, x < 1)),
        Formula(integral(u, u, 0, 1).eq(2)),
        Formula(Apply("max", (x,)) >= x),
    ],
)
def test_the_judge_condemns_nothing_else(formula: Formula) -> None:
    """Is a statement spared that is true, that has no value, or of which the judge knows too little?"""
    assert not any(is_false(formula, at) for at in points(formula))


def fails(seed: int) -> Attacked:
    return Attacked(3, str(Fooled(Says(Status.PROVED), Formula(term(0).eq(1)), ORIGIN, "why")) if seed == 8 else None)


def test_the_long_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Does the long run count, stop at what was asked for, and end with a line that says how to see a failure again?"""
    monkeypatch.setattr(long_run, "attacked", fails)
    assert long_run.main(7, 0, Local(2)) == 0
    assert capsys.readouterr().out == "9 false statements were put to every check; none was proved or certified\n"
    assert long_run.main(100, 0, Local(2)) == 1
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    assert printed.endswith(": 0 = 1 (why); again: make attack ARGS='--seed 8'\n")
