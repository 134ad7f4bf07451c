"""Claims: what a document, or one of our own triples, asserts."""

from dataclasses import dataclass
from enum import Enum

from spec.logic.formula import Formula


class Kind(Enum):
    """What sort of statement a claim is."""

    EQUATION = "equation"
    DEFINITION = "definition"
    THEOREM = "theorem"
    LEMMA = "lemma"
    STEP = "derivation step"
    LISTING = "listing line"
    PRECONDITION = "precondition"
    POSTCONDITION = "postcondition"
    PROSE = "prose"
    PRIVACY = "privacy"
    LAW = "law"
    CONTRACT = "contract"


@dataclass(frozen=True)
class Claim:
    """A statement with a stable id; `document` is None for parts that no document prints."""

    id: str
    kind: Kind
    statement: Formula | str
    document: str | None = None
