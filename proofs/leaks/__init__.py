"""Side channels, measured: what an observer of a release learns who counts its coins besides.

A privacy map bounds what the output tells, and nothing else. How many coins a release used, and so how long it took,
no theorem protects; here is by how much. On fixed coins the number tells nothing: `fixed`.

Two candidates show it, however close their scores and whatever the scale. If the scores are equal, permute-and-flip and
the inverse transform answer 1 after one coin with probability 1/2. If the first is greater, they never do: the one has
to toss for the second candidate, to the other one bit of U does not tell the cell. With Gumbel noise, equal scores
answer 1 after two coins with probability 1/4, for it tells to know in which halves the two U are; if the first score is
greater, it does not.
"""

from proofs.leaks.fixed import FixedLeak, measure_fixed
from proofs.leaks.leak import Leak, Pair, Witness, loss, measure, shown
from proofs.leaks.observation import Event, Observation, observe
from proofs.leaks.pairs import pairs, title
from proofs.leaks.stated import StatedLeak, stated_leaks

__all__ = [
    "Event",
    "FixedLeak",
    "Leak",
    "Observation",
    "Pair",
    "StatedLeak",
    "Witness",
    "loss",
    "measure",
    "measure_fixed",
    "observe",
    "pairs",
    "shown",
    "stated_leaks",
    "title",
]
