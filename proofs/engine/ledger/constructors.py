"""How results and chapters are written down: one constructor for each."""

from collections.abc import Mapping
from typing import NamedTuple

from proofs.engine.ledger.ledger import Chapter, LedgerError
from proofs.engine.ledger.model import Erratum, Proof, Refutation, Step
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Term
from spec.logic.proposition import Proposition


class Result(NamedTuple):
    """A claim of ours and a proof of it."""

    claim: Claim
    proof: Proof

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.id


def result(
    id: str,
    kind: Kind,
    says: str | Proposition | Step,
    *steps: Step,
    given: tuple[Term, ...] = (),
    uses: tuple[str, ...] = (),
) -> Result:
    """A sentence or a proposition and steps that argue for it; or steps, whose last says what holds if `given` does."""
    if isinstance(says, str | Proposition):
        return Result(Claim(id, kind, says), Proof(id, steps, uses))
    conclusion = (says, *steps)[-1].statement
    if not isinstance(conclusion, Term):
        raise TypeError(f"{id}: the last step is a sentence, so the claim needs one of its own")
    return Result(Claim(id, kind, Formula(conclusion, given)), Proof(id, (says, *steps), uses))


def lemma(
    id: str, says: str | Proposition | Step, *steps: Step, given: tuple[Term, ...] = (), uses: tuple[str, ...] = ()
) -> Result:
    """A result that serves others."""
    return result(id, Kind.LEMMA, says, *steps, given=given, uses=uses)


def theorem(
    id: str, says: str | Proposition | Step, *steps: Step, given: tuple[Term, ...] = (), uses: tuple[str, ...] = ()
) -> Result:
    """A result that is known by a name of its own."""
    return result(id, Kind.THEOREM, says, *steps, given=given, uses=uses)


Entry = Claim | Result | Proof | Refutation | Erratum
"""What a chapter is made of."""


def chapter(*parts: Chapter | Entry, headlines: Mapping[str, str] | None = None) -> Chapter:
    """One chapter of all parts, in their order."""
    chapters = [part if isinstance(part, Chapter) else _of_one(part) for part in parts]
    named = [pair for part in (*chapters, Chapter(headlines=headlines or {})) for pair in part.headlines.items()]
    if len(dict(named)) < len(named):
        raise LedgerError("two parts of a chapter give one mechanism a headline")
    return Chapter(
        claims=tuple(claim for part in chapters for claim in part.claims),
        proofs=tuple(proof for part in chapters for proof in part.proofs),
        refutations=tuple(refutation for part in chapters for refutation in part.refutations),
        errata=tuple(erratum for part in chapters for erratum in part.errata),
        headlines=dict(named),
    )


def _of_one(part: Entry) -> Chapter:
    match part:
        case Claim():
            return Chapter(claims=(part,))
        case Result(claim, proof):
            return Chapter(claims=(claim,), proofs=(proof,))
        case Proof():
            return Chapter(proofs=(part,))
        case Refutation():
            return Chapter(refutations=(part,))
        case Erratum():
            return Chapter(errata=(part,))
