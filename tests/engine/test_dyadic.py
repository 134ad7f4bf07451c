"""Weights of runs over fair coins: are they numbers?"""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from proofs.engine.law.coins import Dyadic

DYADICS = st.builds(Dyadic, st.integers(0, 2**80), st.integers(0, 1200))


@given(DYADICS, DYADICS)
def test_dyadic_weights_add_and_multiply_as_fractions_do(a: Dyadic, b: Dyadic) -> None:
    """Is every sum and product that of the fractions, and the float the nearest one?"""
    assert (a + b).mass() == a.mass() + b.mass()
    assert (a * b).mass() == a.mass() * b.mass()
    assert (a + b).nearly() == float(a.mass() + b.mass())
    assert a.mass() == Fraction(a.units, 2**a.bits)
