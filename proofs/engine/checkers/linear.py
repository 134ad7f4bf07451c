"""Linear arithmetic as a checker: what follows whatever the values of products, quotients and functions are."""

from dataclasses import dataclass, field

from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Fresh, Unsupported, canonical
from proofs.engine.translate.shape import well_formed
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Bind, Formula, Member, Number, Symbol, Term

_KEPT = ("=", "≤", "<", "≥", ">", "∧", "∨", "¬", "⟹", "+", "-", "neg")


@dataclass(frozen=True)
class Linear:
    """Prove a formula by z3 after each part that is not linear was replaced by a number that may be anything.

    The same part is replaced by the same number, so that what is proved holds for the numbers that the parts are.
    """

    checker: str = field(default="z3", init=False)

    def run(self, statement: Statement) -> Finding:
        """Decide the formula."""
        if not isinstance(statement, Formula):
            return Smt().run(statement)
        try:
            well_formed(statement)
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))
        replaced: dict[Term, Symbol] = {}
        conclusion, *hypotheses = (_linear(t, replaced) for t in (statement.conclusion, *statement.hypotheses))
        found = Smt().decide(Formula(conclusion, tuple(hypotheses)))
        if found.status is Status.REFUTED:
            return Finding(Status.OPEN, "does not follow by linear arithmetic alone")
        return found


def _linear(t: Term, replaced: dict[Term, Symbol]) -> Term:
    match t:
        case Number() | Symbol() | Member():
            return t
        case Apply(operation, arguments) if operation in _KEPT:
            return Apply(operation, tuple(_linear(part, replaced) for part in arguments))
        case Apply("·", (Number() as factor, part)):
            return factor * _linear(part, replaced)
        case Bind("∀"):
            return t
        case _:
            return replaced.setdefault(canonical(t), Fresh(f"part{len(replaced)}"))
