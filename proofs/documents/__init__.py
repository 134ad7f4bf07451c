"""The five documents in the ledger: every catalogued item is a claim, whether or not anything is known about it."""

from proofs.engine.ledger.ledger import Chapter
from spec.documents import ITEMS
from spec.documents.formulas import FORMULAS
from spec.logic.claim import Claim

CHAPTER = Chapter(
    claims=tuple(Claim(item.id, item.kind, FORMULAS.get(item.id, item.statement), item.document) for item in ITEMS)
)
