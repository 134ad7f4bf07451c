"""Both sides of an equation at one exact point: integrals and limits in closed form, compared by balls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from impl.ball import Order, compare
from proofs.engine.calculus.closing import Closing
from proofs.engine.calculus.needs import demand
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.from_sympy import written
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.shape import well_formed
from proofs.engine.translate.to_ball import Setting, truth, value
from proofs.engine.translate.to_sympy import number
from proofs.engine.translate.values import as_ball
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Formula, Number, Symbol, Term
from spec.logic.notation import show
from spec.logic.substitution import NotReplaceable, membership, rebuild

_NOWHERE = Setting({}, {}, {})


@dataclass(frozen=True)
class Evaluated:
    """Refute an equation without hypotheses by the values of its sides at an exact point; it proves nothing."""

    point: Mapping[Symbol, Fraction | int]
    checker: str = field(default="sympy", init=False)

    def __post_init__(self) -> None:
        for symbol, chosen in self.point.items():
            for need in membership(Number(Fraction(chosen)), symbol.sort):
                if not truth(need, _NOWHERE):
                    raise ValueError(f"{symbol.name} must be {symbol.sort.value}")

    def run(self, statement: Statement) -> Finding:
        """Evaluate both sides."""
        match statement:
            case Formula(Apply("=", (left, right)), (), ()):
                change = {symbol: Number(Fraction(chosen)) for symbol, chosen in self.point.items()}
                at = ", ".join(f"{symbol.name} = {chosen}" for symbol, chosen in self.point.items())
                try:
                    well_formed(statement)
                    return _compared(rebuild(left, change), rebuild(right, change), at)
                except (NotReplaceable, Unsupported) as reason:
                    return Finding(Status.OPEN, f"{reason}, at {at}")
            case _:
                return Finding(Status.OPEN, "only an equation without hypotheses has two sides to evaluate")


def _compared(left: Term, right: Term, at: str) -> Finding:
    closing = Closing(())
    left, right = closing.of(left), closing.of(right)
    demand((*conditions(left), *conditions(right)), ())
    order = compare(lambda: as_ball(value(left, _NOWHERE)), lambda: as_ball(value(right, _NOWHERE)))
    told = [show(written(number(side), {})) for side in (left, right)]
    if order in (Order.LESS, Order.GREATER):
        return Finding(Status.REFUTED, f"{told[0]} is not {told[1]}, at {at}")
    return Finding(Status.OPEN, f"{told[0]} may be {told[1]}, at {at}")
