"""Claims: what a document, or one of our own triples, asserts."""

from dataclasses import dataclass, field
from enum import Enum

from spec.logic.formula import Formula
from spec.logic.promise import Promise
from spec.logic.proposition import Proposition
from spec.logic.source import Call, calls_under_way

Statement = Formula | Promise | Proposition | str
"""A formula, a promise of code, a proposition of the proof kernel, or a sentence."""


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
    statement: Statement
    document: str | None = None
    made_by: tuple[Call, ...] = field(default_factory=calls_under_way, init=False, repr=False, compare=False)

    @property
    def promise(self) -> Promise:
        """The statement, which is a promise."""
        if not isinstance(self.statement, Promise):
            raise TypeError(f"{self.id} is no promise")
        return self.statement
