"""A noisy score that is nothing but its shift and its scale."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Shifted:
    """Noise of this scale around the shift."""

    shift: Fraction
    scale: Fraction = Fraction(1)
