"""What is taken on trust: never a proof, always in sight."""

from dataclasses import dataclass, field

from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.claim import Statement


@dataclass(frozen=True)
class Assumed:
    """Take a statement on trust; `source` names whose word it is, and every claim above inherits the debt."""

    source: str
    checker: str = field(default="assumption", init=False)

    def run(self, statement: Statement) -> Finding:
        """Say on whose word the statement rests."""
        return Finding(Status.ASSUMED, self.source)
