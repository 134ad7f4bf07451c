"""What `make_noisy_top_k` states, proved, certified or refuted, item by item."""

from proofs.documents.noisy_top_k import errata, introduction, triple
from proofs.documents.printed import TOP_K as DOCUMENT

CHAPTER = DOCUMENT.chapter(triple.CHAPTER, introduction.CHAPTER, *errata.ERRATA)
