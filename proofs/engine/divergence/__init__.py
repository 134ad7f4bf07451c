"""Exact divergences between two exact laws, enclosed from both sides."""

from proofs.engine.divergence.bounds import Bounds, Edge, exactly
from proofs.engine.divergence.measures import (
    Divergence,
    divergence,
    max_divergence,
    range_divergence,
    zero_concentrated_divergence,
)
from proofs.engine.divergence.pair import AnyLaw, NotALaw, Pair, pair
from proofs.engine.divergence.renyi import renyi_divergence
from proofs.engine.divergence.verdict import Verdict, judge

__all__ = [
    "AnyLaw",
    "Bounds",
    "Divergence",
    "Edge",
    "NotALaw",
    "Pair",
    "Verdict",
    "divergence",
    "exactly",
    "judge",
    "max_divergence",
    "pair",
    "range_divergence",
    "renyi_divergence",
    "zero_concentrated_divergence",
]
