"""Both sides of an equation at one exact point: integrals are evaluated by sympy, and compared by balls."""

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

import sympy

from impl.ball import Ball, Order, ball, compare
from proofs.engine.checkers.symbolic import has_values
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Unsupported, well_formed
from proofs.engine.translate.to_ball import Setting, truth
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Formula, Number, Symbol
from spec.logic.substitution import NotReplaceable, membership, rebuild


@dataclass(frozen=True)
class Evaluated:
    """Refute an equation without hypotheses by the values of its sides at an exact point; it proves nothing."""

    point: Mapping[Symbol, Fraction | int]
    checker: str = field(default="sympy", init=False)

    def __post_init__(self) -> None:
        for symbol, value in self.point.items():
            for need in membership(Number(Fraction(value)), symbol.sort):
                if not truth(need, Setting({}, {}, {})):
                    raise ValueError(f"{symbol.name} must be {symbol.sort.value}")

    def run(self, statement: Statement) -> Finding:
        """Evaluate both sides."""
        match statement:
            case Formula(Apply("=", (left, right)), (), ()):
                change = {symbol: Number(Fraction(value)) for symbol, value in self.point.items()}
                try:
                    well_formed(statement)
                    sides = [rebuild(side, change) for side in (left, right)]
                    has_values(Formula(sides[0].eq(sides[1])))
                except (NotReplaceable, Unsupported) as reason:
                    return Finding(Status.OPEN, str(reason))
                return self._compared(*(number(side).doit() for side in sides))
            case _:
                return Finding(Status.OPEN, "only an equation without hypotheses has two sides to evaluate")

    def _compared(self, left: Sympy, right: Sympy) -> Finding:
        at = ", ".join(f"{symbol.name} = {value}" for symbol, value in self.point.items())
        try:
            order = compare(lambda: _ball(left), lambda: _ball(right))
        except Unsupported as reason:
            return Finding(Status.OPEN, f"{reason}, at {at}")
        if order in (Order.LESS, Order.GREATER):
            return Finding(Status.REFUTED, f"{left} is not {right}, at {at}")
        return Finding(Status.OPEN, f"{left} may be {right}, at {at}")


def _ball(value: Sympy) -> Ball:
    """Enclose a number that is put together from rationals and exponentials."""
    if isinstance(value, sympy.Rational):
        return ball(Fraction(int(value.p), int(value.q)))
    if isinstance(value, sympy.Add):
        return sum(map(_ball, value.args), start=ball(0))
    if isinstance(value, sympy.Mul):
        return reduce(operator.mul, map(_ball, value.args), ball(1))
    if isinstance(value, sympy.exp):
        return _ball(value.args[0]).exp()
    raise Unsupported(f"{value} is not a number that balls enclose")
