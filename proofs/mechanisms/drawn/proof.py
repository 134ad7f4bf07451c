"""How cases of every size become a proof."""

from collections.abc import Callable, Iterable
from typing import Any

from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim

TITLE = "of every size, drawn"
TRIED = 6
"""Where cases take long, an audit tries one in so many."""

Cases = Callable[[], Iterable[Any]]
Holds = Callable[[Any], bool]


def holds_on(says: str, scope: str, cases: Cases, holds: Holds) -> Step:
    """The running code does what is said, on these cases."""
    return Step(says, "the running code, on cases of every octave", Exhaustive(scope, cases, holds))


def holds_on_some(says: str, scope: str, cases: Cases, holds: Holds) -> Step:
    """The running code does what is said, on some of these cases, which take long."""
    return holds_on(says, scope, OneIn(TRIED, cases), holds)


def proof_of(claim: Claim, *steps: Step, uses: Iterable[Claim | str] = ()) -> Proof:
    """These steps, resting on these claims."""
    names = tuple(used.id if isinstance(used, Claim) else used for used in uses)
    return Proof(claim.id, steps, uses=names, title=TITLE)
