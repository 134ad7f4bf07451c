"""The five documents as proofs speak of them: items by their names, with proofs, refutations and errata."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from proofs.documents.transcription import transcribed
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import Entry, chapter
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Check, Erratum, Instance, Proof, Refutation, Severity, Step, Witness
from proofs.kernel.checker import verified
from spec.documents import DOCUMENTS, ITEMS, Item, listing_lines
from spec.documents.formulas import FORMULAS
from spec.documents.propositions import PROPOSITIONS
from spec.logic.claim import Claim, Statement
from spec.logic.formula import Term
from spec.logic.proposition import Proposition


@dataclass(frozen=True)
class Printed:
    """A document; `section` is the number of its reparameterization, whose lemmas are numbered after it.

    `renamed` gives the items that it calls otherwise than the other documents with the same sections.
    """

    slug: str
    section: int = 0
    renamed: Mapping[str, str] = field(default_factory=dict)

    def id(self, item: str) -> str:
        """The claim that the item is; `~` in its name stands for the number of the section."""
        return f"{self.slug}.{self.renamed.get(item, item).replace('~', str(self.section))}"

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

    def erratum(
        self,
        name: str,
        severity: Severity,
        *,
        where: tuple[str, ...],
        says: str,
        truth: str,
        repair: str,
        witness: Witness,
        refutes: tuple[str, ...] = (),
    ) -> Erratum:
        """A defect of the document; places in other documents are named in full."""
        places = tuple(place if place.startswith(_SLUGS) else self.id(place) for place in where)
        false = tuple(map(self.id, refutes))
        return Erratum(self.id(name), self.slug, places, severity, says, truth, repair, witness, false)

    def chapter(self, *parts: Chapter | Entry) -> Chapter:
        """All that is known of the document: its items as claims, its listing as transcribed, and the parts."""
        items = (item for item in ITEMS if item.document == self.slug)
        claims = [Claim(item.id, item.kind, stated(item), item.document) for item in items]
        by_kernel = (verified(claim, *PROPOSITIONS[claim.id]) for claim in claims if claim.id in PROPOSITIONS)
        return chapter(*claims, *transcribed(self.slug, listing_lines(self.slug)), *parts, *by_kernel)


def stated(item: Item) -> Statement:
    """What an item states: a formula, a proposition of the kernel, or the sentence."""
    if item.id in PROPOSITIONS:
        return Proposition(PROPOSITIONS[item.id], item.statement)
    return FORMULAS.get(item.id, item.statement)


_SLUGS = tuple(f"{document.slug}." for document in DOCUMENTS)
REPORT = Printed("report_noisy_max_gumbel", section=1)
RANGE = Printed("range_divergence")
CONCENTRATED = Printed("zero_concentrated_divergence")
EXPONENTIAL = Printed("exponential_candidates_gumbel", section=2)
TOP_K = Printed(
    "noisy_top_k",
    renamed={
        "prose.epsilon_cools": "prose.d_out_cools",
        "prose.epsilon_distinguishes": "prose.d_out_distinguishes",
    },
)
"""Its introduction has d_out where the older documents have ε."""
