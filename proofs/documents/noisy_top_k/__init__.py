"""What `make_noisy_top_k` states, proved, certified or refuted, item by item."""

from proofs.documents.noisy_top_k import introduction, triple
from proofs.engine.ledger.constructors import chapter

CHAPTER = chapter(triple.CHAPTER, introduction.CHAPTER)
