"""What `SelectionMeasure` for `RangeDivergence` states, proved, certified or refuted, item by item."""

from proofs.documents.range_divergence import proof, triple
from proofs.engine.ledger.constructors import chapter

CHAPTER = chapter(triple.CHAPTER, proof.CHAPTER)
