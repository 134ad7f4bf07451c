"""Scores as exact numbers."""

import math
import sys
from collections.abc import Sequence
from fractions import Fraction

from spec.space import Atom


def exact(scores: Sequence[Atom]) -> tuple[Fraction, ...]:
    """The scores as fractions."""
    return tuple(map(exact_score, scores))


def exact_score(score: Atom) -> Fraction:
    """The score as a fraction; an infinite one becomes the largest finite float of its sign.

    Scores at a finite distance share their infinities, so this moves no two of them farther apart.
    """
    if type(score) is float and math.isinf(score):
        score = math.copysign(sys.float_info.max, score)
    return Fraction(score)
