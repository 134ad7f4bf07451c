"""The clauses that CrossHair confirms, as claims: integers, indices, lists and coins, within stated bounds."""

import inspect

from proofs.engine.checkers.crosshair.checker import Confirmed
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.contracts.harnesses import HARNESSES
from spec.logic.claim import Claim, Kind


def _in_short(check: Confirmed) -> str:
    """The first line of the harness's docstring."""
    documented = inspect.getdoc(check.function)
    assert documented is not None
    return documented.splitlines()[0]


CHAPTER = Chapter(
    claims=tuple(Claim(f"contracts.{harness}", Kind.CONTRACT, check.says) for harness, check in HARNESSES.items()),
    proofs=tuple(
        Proof(
            f"contracts.{harness}",
            (Step(check.says, f"in short: {_in_short(check)} Every path of the running code is followed", check),),
        )
        for harness, check in HARNESSES.items()
    ),
)
