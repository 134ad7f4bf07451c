"""A document that prints the common sections: its items by their names, and proofs of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Check, Erratum, Instance, Proof, Refutation, Step
from spec.documents.formulas import FORMULAS
from spec.logic.formula import Term


@dataclass(frozen=True)
class Printed:
    """A document; `section` is the number of its reparameterization, whose lemmas are numbered after it."""

    slug: str
    section: int

    def id(self, item: str) -> str:
        """The claim that the item is; `~` in its name stands for the number of the section."""
        return f"{self.slug}.{item.replace('~', str(self.section))}"

    def formula(self, item: str) -> Term:
        """What the item concludes."""
        return FORMULAS[self.id(item)].conclusion

    def step(self, item: str, because: str, check: Check, *using: int | Instance) -> Step:
        """The item itself, as a step."""
        return Step(self.formula(item), because, check, using)

    def proof(self, item: str, *steps: Step, uses: Iterable[str] = (), title: str = "") -> Proof:
        """A proof of the item."""
        return Proof(self.id(item), steps, tuple(uses), title)

    def same(self, item: str, claim: str, because: str) -> Proof:
        """A proof of the item by a claim of ours that says the same."""
        return self.proof(item, self.step(item, because, Smt(), Instance(claim)))

    def refuted(self, item: str, erratum: str, check: Check | None = None, repaired: str | None = None) -> Refutation:
        """A refutation of the item, by this check or by the witness of the erratum."""
        return Refutation(self.id(item), self.id(erratum), repaired, check)


def joined(*parts: Chapter | tuple[Proof | Refutation | Erratum, ...]) -> Chapter:
    """One chapter of all parts."""
    chapters = [part for part in parts if isinstance(part, Chapter)]
    loose = [entry for part in parts if not isinstance(part, Chapter) for entry in part]
    return Chapter(
        claims=tuple(claim for chapter in chapters for claim in chapter.claims),
        proofs=(*(p for c in chapters for p in c.proofs), *(e for e in loose if isinstance(e, Proof))),
        refutations=(*(r for c in chapters for r in c.refutations), *(e for e in loose if isinstance(e, Refutation))),
        errata=(*(e for c in chapters for e in c.errata), *(e for e in loose if isinstance(e, Erratum))),
    )
