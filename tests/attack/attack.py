"""One statement, put to every checker and every rule: which of them can be talked into it?"""

import inspect
from collections.abc import Iterator, Sequence
from fractions import Fraction

from impl.samplers import sample_bernoulli_rational
from proofs.engine.checkers.balls import Balls, Range, Region
from proofs.engine.checkers.crosshair.checker import Confirmed
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import RULES, Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Check
from proofs.engine.ledger.status import Status
from spec.logic.formula import Family, Formula, Sort, Symbol
from spec.logic.notation import state
from tests.attack.judge import Point
from tests.project.sources import ROOT

WORK = 400_000
"""What z3 may spend on one statement."""


def _harness(n: int) -> None:
    """True of every natural number."""
    assert n >= 0
    more = n + 1
    assert more > n


CHECKS: tuple[Check, ...] = (
    Symbolic(),
    Smt(WORK),
    Linear(),
    Induction(resources=WORK),
    Induction(least=0, resources=WORK),
    Differentiation(),
    *map(Rule, RULES),
    Confirmed(_harness, 1),
    Exhaustive("one case", lambda: (1,), lambda case: True),
    Instances("no promise", lambda: ((1,),)),
    ByContract(sample_bernoulli_rational, ((Fraction(1),),), "one case"),
    AtTheCoins(sample_bernoulli_rational, ((Fraction(1),),), "one case", Fraction(0)),
)


class Fooled(Exception):
    """A check that accepts a false statement."""

    def __init__(self, check: Check, formula: Formula, at: Point, detail: str) -> None:
        super().__init__(check, formula, at, detail)
        self.check = check
        self.formula = formula
        self.at = at
        self.detail = detail

    def __str__(self) -> str:
        home = inspect.getsourcefile(type(self.check))
        line = inspect.getsourcelines(type(self.check))[1]
        path = "?" if home is None else home.removeprefix(f"{ROOT}/")
        what = f"{self.check!r} accepts what is false at {self.at}: {state(self.formula)}"
        return f"{path}:{line}: error: {what} ({self.detail})"


def put(formula: Formula, at: Point, checks: Sequence[Check] = CHECKS) -> None:
    """Put a formula that is false at the point to every check; raise Fooled at the first that accepts it."""
    for check in (*checks, *_around(at)):
        found = check.run(formula)
        if found.status in (Status.VERIFIED, Status.PROVED, Status.ARGUED, Status.CERTIFIED):
            raise Fooled(check, formula, at, found.detail)


def _around(at: Point) -> Iterator[Check]:
    """Balls at the point itself, and on a box of which it is a corner."""
    lists: dict[Family, tuple[Fraction, ...]] = dict(at.lists) or {Family("length"): (Fraction(0),) * at.length}
    point: dict[Symbol | Family, Fraction | tuple[Fraction, ...]] = dict([*at.numbers.items(), *lists.items()])
    yield Balls([point], limit=256)
    box: Region = {of: _corner(of, value) for of, value in point.items()}
    yield Balls([box], limit=256, cells=16)


def _corner(of: Symbol | Family, value: Fraction | tuple[Fraction, ...]) -> Range | Fraction | tuple[Fraction, ...]:
    if isinstance(value, tuple) or of.sort in (Sort.UNIT, Sort.NATURAL):
        return value
    return Range(value, value + Fraction(1, 8))
