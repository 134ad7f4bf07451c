"""Steps that proofs about functions of one variable have in common."""

from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Check, Instance, Step
from spec.logic.formula import Symbol, Term, derivative, limit, term


def rising(
    variable: Symbol,
    f: Term,
    slope: Term,
    why: str,
    *using: Instance,
    check: Check = Linear(),  # noqa: B008
) -> tuple[Step, ...]:
    """0 ≤ f, because f tends to 0 as the variable falls to 0, and its slope is nonnegative for the reason given."""
    return (
        Step(limit(variable, f).eq(0), f"at {variable.name} = 0 nothing is left", Symbolic()),
        Step(derivative(variable, f).eq(slope), f"differentiate by {variable.name}", Symbolic()),
        Step(term(0) <= slope, why, check, using=using),
        Step(term(0) <= f, "what starts at 0 and rises is nonnegative", Rule("rises"), using=(1, 2, 3)),
    )
