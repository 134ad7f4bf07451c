"""What `SelectionMeasure` for `RangeDivergence` states, proved, certified or refuted, item by item."""

from proofs.documents.printed import RANGE as DOCUMENT
from proofs.documents.range_divergence import errata, proof, triple

CHAPTER = DOCUMENT.chapter(triple.CHAPTER, proof.CHAPTER, *errata.ERRATA)
