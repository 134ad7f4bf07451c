"""Conditions: what a step of calculus needs, and whether it follows from what is given."""

from collections.abc import Iterable

from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Unsupported
from proofs.engine.translate.to_sympy import number
from spec.logic.formula import Apply, Formula, Term
from spec.logic.notation import show

_RESOURCES = 5_000_000
"""A condition is a small question; z3 gives up sooner on it than on a step of a proof."""


def demand(needs: Iterable[Formula], given: tuple[Term, ...]) -> None:
    """Raise Unsupported unless all of the needs follow from what is given."""
    for need in needs:
        if not follows(need.conclusion, (*given, *need.given)):
            raise Unsupported(f"not known to have a value: is {show(need.conclusion)}?")


def follows(condition: Term, given: tuple[Term, ...]) -> bool:
    """Tell whether sympy or z3 shows the condition: by the sorts alone, or else from what is given."""
    return _by_sorts(condition) or Smt(_RESOURCES).decide(Formula(condition, given)).status is Status.PROVED


def _by_sorts(condition: Term) -> bool:
    match condition:
        case Apply("¬", (Apply("=", (x, _)),)):
            return bool(number(x).is_nonzero)
        case Apply(">", (x, _)):
            return bool(number(x).is_positive)
        case Apply("≥", (x, _)):
            return bool(number(x).is_nonnegative)
        case _:
            return False
