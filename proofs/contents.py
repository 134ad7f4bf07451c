"""The table of contents: every chapter of the ledger, in reading order."""

from proofs import (
    contracts,
    directed,
    documents,
    maps,
    noisy_top_k,
    peeling,
    permute_and_flip,
    samplers,
    space,
)
from proofs.ledger.ledger import Ledger

CHAPTERS = (
    documents.CHAPTER,
    space.CHAPTER,
    samplers.CHAPTER,
    permute_and_flip.CHAPTER,
    peeling.CHAPTER,
    directed.CHAPTER,
    maps.CHAPTER,
    noisy_top_k.CHAPTER,
    contracts.CHAPTER,
)


def ledger() -> Ledger:
    """The whole ledger, validated."""
    return Ledger(CHAPTERS)
