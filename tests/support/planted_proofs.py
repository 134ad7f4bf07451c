"""Claims, steps and proofs whose findings are planted, for tests of the ledger."""

from proofs.engine.ledger.ledger import EVERYWHERE, Verdict
from proofs.engine.ledger.model import Erratum, Instance, Proof, Severity, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind, Statement
from spec.logic.formula import Family, Formula, Sort, Symbol, Term
from tests.support.toy_ledgers import Says, Tells

a, b = Symbol("a"), Symbol("b")
p, n = Symbol("p", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
m, s = Family("m"), Family("s")
YES = Says(Status.PROVED)
SCALE = tuple(Status)[:-1]
SO_IT_IS = Formula(a.eq(a))


def verdict(own: Status, standing: Status, assumptions: tuple[str, ...] = ()) -> Verdict:
    """What is said of a claim whose evidence is planted."""
    general = dict.fromkeys((Status.VERIFIED, Status.PROVED, Status.ARGUED), EVERYWHERE)
    return Verdict(own, standing, assumptions, {**general, Status.TRANSCRIBED: ""}.get(own, "as planted"))


def claim(name: str, statement: Statement = SO_IT_IS, document: str | None = "paper", kind: Kind = Kind.LEMMA) -> Claim:
    return Claim(name, kind, statement, document)


def step(
    statement: Term | str = SO_IT_IS.conclusion, status: Status = Status.PROVED, using: tuple[int | Instance, ...] = ()
) -> Step:
    return Step(statement, "because", Says(status), using)


def proof(of: str, *statuses: Status, uses: tuple[str, ...] = ()) -> Proof:
    return Proof(of, tuple(step(status=status) for status in statuses), uses)


ERRATUM = Erratum("E1", "paper", ("one",), Severity.TYPO, "says", "truth", "repair", Tells())
