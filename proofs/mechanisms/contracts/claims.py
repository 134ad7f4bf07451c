"""The clauses that CrossHair confirms, as claims: integers, indices, lists and coins, within stated bounds."""

import inspect

from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.contracts import HARNESSES
from spec.logic.claim import Claim, Kind


def _clause(harness: str) -> str:
    """What the harness asserts: the first line of its docstring."""
    documented = inspect.getdoc(HARNESSES[harness].function)
    assert documented is not None
    return documented.splitlines()[0]


CHAPTER = Chapter(
    claims=tuple(
        Claim(
            f"contracts.{harness}",
            Kind.CONTRACT,
            _clause(harness),
        )
        for harness in HARNESSES
    ),
    proofs=tuple(
        Proof(
            f"contracts.{harness}",
            (Step(_clause(harness), "every path of the running code is followed", check),),
        )
        for harness, check in HARNESSES.items()
    ),
)
