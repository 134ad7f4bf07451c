"""What is verified, said twice: the Python code and its promise, and the theorem that Coq's kernel accepted."""

import inspect
import pkgutil
import re
from dataclasses import dataclass
from functools import cache

from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.model import Check
from proofs.kernel.development import KernelError, read
from spec.logic.claim import Claim
from spec.logic.promise import Promise


@dataclass(frozen=True)
class SideBySide:
    """A theorem of Coq by its name and statement, and the Python source that it is about."""

    theorem: str
    coq: str
    python: str


def side_by_side(ledger: Ledger, claim: Claim) -> tuple[SideBySide, ...]:
    """The theorems that the proofs of a claim look up, each beside the code that the claim promises something of."""
    steps = [step for proof in ledger.proofs.get(claim.id, ()) for step in proof.steps]
    theorems = dict.fromkeys(name for step in steps for name in _theorems(step.check))
    if not theorems:
        return ()
    python = _sources(claim.statement) if isinstance(claim.statement, Promise) else ""
    return tuple(SideBySide(theorem, laid_out(_statements().get(theorem, "")), python) for theorem in theorems)


def _theorems(check: Check) -> tuple[str, ...]:
    """The theorems of Coq that a check looks up, if it is one that does."""
    named: tuple[str, ...] = getattr(check, "theorems", ())
    return named


def laid_out(statement: str) -> str:
    """A statement of Coq with a line for each quantifier and each hypothesis."""
    broken = re.sub(r"\s*(->|<->|/\\)\s*", r"\n  \1 ", statement)
    return re.sub(r"((?:forall|exists|fun)\b[^,]*,)\s*", r"\1\n  ", broken)


def _sources(promise: Promise) -> str:
    """The source of all that a promise speaks of."""
    return "\n\n".join(filter(None, map(_source, promise.about.split(", "))))


def _source(name: str) -> str:
    try:
        return inspect.getsource(inspect.unwrap(pkgutil.resolve_name(name))).rstrip()
    except (ImportError, AttributeError, OSError, TypeError):
        return ""


@cache
def _statements() -> dict[str, str]:
    try:
        return read().statements
    except KernelError:
        return {}
