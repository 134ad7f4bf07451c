"""The samplers, with their coins as arguments: which decision follows from which coins."""

from fractions import Fraction

from impl.draws import TapeDraw
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
)
from proofs.harness.script import Scripted
from spec.samplers import p_is_a_probability, result_is_below_n_or_none, x_is_in_the_unit_interval


def attempt_is_below_n_or_turned_down(n: int, bits: list[bool]) -> None:
    """An attempt at an integer below n answers with one, or not at all."""
    assert 1 <= n <= 8
    assert len(bits) == 3
    assert result_is_below_n_or_none(n, attempt_uniform_uint_below(n, TapeDraw(bits)))


def no_two_tapes_give_one_integer(n: int, a: int, b: int) -> None:
    """Two attempts use equally many coins, and answer alike only on the same coins: every answer is equally likely."""
    assert 1 <= n <= 8
    assert 0 <= a < b < 8
    first, second = (TapeDraw([tape >> 2 & 1, tape >> 1 & 1, tape & 1]) for tape in (a, b))
    one, other = attempt_uniform_uint_below(n, first), attempt_uniform_uint_below(n, second)
    assert first.used == second.used
    assert one is None or one != other or a >> (3 - first.used) == b >> (3 - first.used)


def bernoulli_decides_as_soon_as_it_can(numerator: int, denominator: int, bits: list[bool]) -> None:
    """After the coins used, U is in [low, low + width): the answer is True iff all of it is below p, and else none is."""
    assert 1 <= denominator <= 3
    assert 0 <= numerator <= denominator
    assert len(bits) == 3
    assert sum(Fraction(bit, 2 << i) for i, bit in enumerate(bits)) != 0
    p = Fraction(numerator, denominator)
    assert p
