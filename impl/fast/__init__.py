"""Exact fast twins of the mechanisms: the same laws, from few coins, at the speed of floats.

A twin decides by floats wherever a proved error bound lets it, and by exact arithmetic on more bits of the same uniform
numbers wherever not: no float ever changes a law. `proofs/mechanisms/fast` derives the bounds.
"""

from impl.fast.line import MOST_SCORES
from impl.fast.selection import select

__all__ = ["MOST_SCORES", "select"]
