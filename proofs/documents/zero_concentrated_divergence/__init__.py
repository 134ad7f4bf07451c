"""What `TopKMeasure` for `ZeroConcentratedDivergence` states, proved, certified or refuted, item by item."""

from proofs.documents.printed import CONCENTRATED as DOCUMENT
from proofs.documents.zero_concentrated_divergence import errata, proof, triple

CHAPTER = DOCUMENT.chapter(triple.CHAPTER, proof.CHAPTER, *errata.ERRATA)
