"""Partially sampled Gumbel numbers, with the coins drawn so far as an integer."""

from fractions import Fraction

from impl.gumbel import GumbelPSRN
from spec.gumbel import refines


def refining_appends_the_coin(numerator: int, refinements: int, coin: int) -> None:
    """A refined sample is the sample with one more coin drawn, and none forgotten."""
    assert 0 <= refinements <= 2
    assert 0 <= numerator < 2**refinements
    assert 0 <= coin <= 1
    sample = GumbelPSRN(Fraction(0), Fraction(1), numerator, refinements)
    refined = sample.halves[coin]
    assert refines(refined, sample)
    assert (refined.numerator, refined.refinements) == (2 * numerator + coin, refinements + 1)
