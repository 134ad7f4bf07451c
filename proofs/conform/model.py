"""What a conformance run asks of a target, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from proofs.conform.triples import Setting


class Kind(Enum):
    """What a clause belongs to: the postcondition, or the function that the pseudocode defines."""

    GUARANTEE = "guarantee"
    LAW = "law"


@dataclass(frozen=True)
class Clause:
    """A part of a triple that a target meets or breaks; one that does not gate is reported and fails nothing."""

    name: str
    kind: Kind
    says: str
    gates: bool = True


class Outcome(Enum):
    """How a clause came out."""

    PASSED = "passed"
    FAILED = "failed"
    NOTED = "noted"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Case:
    """One question of a clause, by its stable number: `map.sound#17` asks it alone. All questions have no number."""

    clause: Clause
    number: int | None = None

    @property
    def id(self) -> str:
        """The name that `--only` takes."""
        return self.clause.name if self.number is None else f"{self.clause.name}#{self.number}"


@dataclass(frozen=True)
class Failure:
    """A clause broken: where, what was put in and came out, and the numbers that show it, exact or enclosed."""

    case: Case
    setting: Setting
    witness: str
    numbers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Power:
    """What a pass is worth.

    `total_variation` is how far a law had to be from the promised one to be seen: in the case that was looked at most
    closely, and least. `noise` is by how much, relatively, the noise had to be too large or too small. Nothing was
    looked at whose probability is below `probability`. `reach` tells how many inputs that were, and how large.
    """

    total_variation: tuple[Fraction, Fraction]
    noise: Fraction | None
    probability: Fraction
    reach: str


@dataclass(frozen=True)
class Verdict:
    """What became of a clause: how many cases were asked and how many of the planned ones not, and what failed.

    In some cases of a clause that passed, there may be a `doubt` that nothing settles.
    """

    clause: Clause
    outcome: Outcome
    cases: int
    failures: tuple[Failure, ...] = ()
    detail: str = ""
    unasked: int = 0
    power: Power | None = None
    doubt: str = ""


def verdict(
    clause: Clause,
    cases: int,
    failures: list[Failure],
    detail: str = "",
    unasked: int = 0,
    power: Power | None = None,
) -> Verdict:
    """Failed or noted if anything failed, skipped if nothing was asked, else passed."""
    if failures:
        outcome = Outcome.FAILED if clause.gates else Outcome.NOTED
    else:
        outcome = Outcome.PASSED if cases else Outcome.SKIPPED
    return Verdict(clause, outcome, cases, tuple(failures), detail, unasked, power)
