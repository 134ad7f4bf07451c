"""Steps, proofs, refutations and errata: how claims get their evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from proofs.engine.ledger.status import Status
from spec.logic.claim import Statement
from spec.logic.formula import Family, Symbol, Term
from spec.logic.promise import Promise
from spec.logic.proposition import Proposition
from spec.logic.source import Call, calls_under_way


@dataclass(frozen=True)
class Finding:
    """What a check found: a status, and a line on scope, cost, or the witness."""

    status: Status
    detail: str


class Check(Protocol):
    """One way to decide a statement by machine. It must be able to say no."""

    @property
    def checker(self) -> str:
        """The engine that the verdict trusts: sympy, z3, arb, exhaustion, coins, statistics, crosshair."""
        ...

    def run(self, statement: Statement) -> Finding:
        """Decide the statement."""
        ...


@runtime_checkable
class OfASentence(Check, Protocol):
    """A check that runs code: it decides the one sentence that it was written for."""

    def of(self, sentence: str) -> Check:
        """The check of this sentence."""
        ...


@dataclass(frozen=True)
class Instance:
    """Another claim's formula, with terms put for its symbols, taken as a hypothesis.

    A term that stands for a symbol must be of its sort: that is a condition of what follows. Then other lists of
    numbers are put for its families, each by the term that is written for an index.
    """

    claim: str
    terms: Mapping[Symbol, Term] = field(default_factory=dict)
    lists: Mapping[Family, tuple[Symbol, Term]] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One rewrite that a student can follow.

    A formal step is checked under the hypotheses of the claim, the conclusions of the earlier steps numbered in
    `using` (from 1), and the instances of other claims there. A step that states a promise states that of its claim or
    a part of it, perhaps under the promises of claims that its proof uses.
    """

    statement: Term | Promise | Proposition | str
    because: str
    check: Check
    using: tuple[int | Instance, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.statement, str) and isinstance(self.check, OfASentence):
            object.__setattr__(self, "check", self.check.of(self.statement))


@dataclass(frozen=True)
class Proof:
    """Steps that end in the claim; `uses` are the claims that the steps rest on without restating them."""

    claim: str
    steps: tuple[Step, ...]
    uses: tuple[str, ...] = ()
    title: str = ""
    made_by: tuple[Call, ...] = field(default_factory=calls_under_way, init=False, repr=False, compare=False)

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims that the proof rests on, those of which it takes instances included."""
        instances = (u.claim for step in self.steps for u in step.using if isinstance(u, Instance))
        return tuple(sorted({*self.uses, *instances}))


class Severity(Enum):
    """How bad a defect of a document is."""

    UNSOUND = "unsound"
    DATA_DEPENDENT_ERROR = "data-dependent error"
    DOES_NOT_TERMINATE = "does not terminate"
    LOOSE = "loose"
    PROOF_GAP = "proof gap"
    INCONSISTENT = "inconsistent"
    FALSE_STATEMENT = "false statement"
    TYPO = "typo"


class Witness(Protocol):
    """Runs the defect and tells it with exact numbers; raises WitnessGone if the defect no longer shows."""

    def __call__(self) -> str:
        """Show the defect."""
        ...


class WitnessGone(Exception):
    """The defect that an erratum reports is no longer demonstrable."""


@dataclass(frozen=True)
class Erratum:
    """A defect of a document, its repair, and a witness that runs.

    `refutes` are the statements among the places `where` that the witness alone shows to be false.
    """

    id: str
    document: str
    where: tuple[str, ...]
    severity: Severity
    says: str
    truth: str
    repair: str
    witness: Witness
    refutes: tuple[str, ...] = ()
    made_by: tuple[Call, ...] = field(default_factory=calls_under_way, init=False, repr=False, compare=False)


@dataclass(frozen=True)
class Refutation:
    """Evidence that the claim is false: a check that answers REFUTED, or else the witness of the erratum."""

    claim: str
    erratum: str
    repaired: str | None = None
    check: Check | None = None
    made_by: tuple[Call, ...] = field(default_factory=calls_under_way, init=False, repr=False, compare=False)


@dataclass(frozen=True)
class Witnessed:
    """Refute a statement by the witness of its erratum."""

    witness: Witness
    checker: str = field(default="witness", init=False)

    def run(self, statement: Statement) -> Finding:
        """Run the witness."""
        try:
            return Finding(Status.REFUTED, self.witness())
        except WitnessGone as gone:
            return Finding(Status.OPEN, str(gone))
