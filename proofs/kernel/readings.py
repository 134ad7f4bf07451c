"""Readings: which theorems say what a statement of the ledger says, as somebody read who compared the two.

A promise or a formula is written in Python, a theorem in Coq. That the theorems say what the statement says is the one
thing that no machine checks here. A reading records that it was read: it holds the digests of both sides, so that it
ends with any change of either.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from proofs.kernel.content import content, digest
from proofs.kernel.definitions import Definitions
from proofs.kernel.development import KernelError
from spec.logic.claim import Statement
from spec.logic.notation import state

PLACE = Path(__file__).resolve().parent / "readings.json"
RENEW = "compare the two: noisymax readings"


@dataclass(frozen=True)
class Reading:
    """What a statement says, the theorems that say it, and the digests of all that both consist of."""

    says: str
    theorems: tuple[str, ...]
    statement: str
    coq: str


def reading(statement: Statement, theorems: tuple[str, ...], definitions: Definitions) -> Reading:
    """The reading of a statement and theorems as they are now."""
    return Reading(state(statement), theorems, digest(content(statement)), digest(coq_text(theorems, definitions)))


def coq_text(theorems: tuple[str, ...], definitions: Definitions) -> str:
    """The theorems' statements, and the definitions that they unfold to."""
    return "\n".join(f"{each.file}: {each.text}" for each in definitions.unfolded(theorems))


def why_not(now: Reading, written: Mapping[str, Reading]) -> str | None:
    """Why a statement and its theorems do not count as read; None if they do."""
    same = [old for old in written.values() if old.theorems == now.theorems and old.statement == now.statement]
    if now in same:
        return None
    names = ", ".join(now.theorems)
    if same:
        return f"{names}: what Coq states has changed since it was read: {RENEW}"
    return f"nobody has read that {names} says this, or it has changed since: {RENEW}"


def text(readings: Mapping[str, Reading]) -> str:
    """The readings as they are written, by the ids of the claims."""
    return json.dumps({name: asdict(readings[name]) for name in sorted(readings)}, indent=1, ensure_ascii=False) + "\n"


def load(place: Path = PLACE) -> dict[str, Reading]:
    """The readings that are written."""
    try:
        written = place.read_text(encoding="utf-8")
        found = {
            str(name): Reading(str(r["says"]), tuple(map(str, r["theorems"])), str(r["statement"]), str(r["coq"]))
            for name, r in json.loads(written).items()
        }
        if text(found) != written:
            raise ValueError
    except FileNotFoundError:
        raise KernelError(f"readings.json: error: not there: {RENEW}") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise KernelError("readings.json: error: not what noisymax readings --renew writes") from None
    return found
