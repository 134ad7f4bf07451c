"""Scores: which rational number each of them stands for."""

from collections.abc import Sequence
from fractions import Fraction

from spec.directed import BINARY64
from spec.space import Atom, is_infinite


def number_of(score: Atom) -> Fraction:
    """The score itself, exactly; of an infinite one, the largest finite float of its sign."""
    if is_infinite(score):
        return BINARY64.largest if score > 0 else -BINARY64.largest
    numerator, denominator = score.as_integer_ratio()
    return Fraction(numerator, denominator)


def numbers_of(x: Sequence[Atom], negate: bool = False) -> tuple[Fraction, ...]:
    """The numbers that the scores stand for, or their negatives."""
    return tuple(-number_of(score) if negate else number_of(score) for score in x)
