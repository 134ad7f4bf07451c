"""The samplers, with their coins as arguments: which decision follows from which coins."""

from fractions import Fraction

from impl.draws import TapeDraw
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
)
from proofs.mechanisms.contracts.script import Scripted
from spec.errors import EntropyExhausted
from spec.samplers import p_is_a_probability, result_is_below_n_or_none, x_is_in_the_unit_interval


def attempt_is_below_n_or_turned_down(n: int, bits: list[bool]) -> None:
    """An attempt at an integer below n answers with one, or not at all."""
    assert 1 <= n <= 8
    assert len(bits) == 3
    result = attempt_uniform_uint_below(n, TapeDraw(bits))
    assert result_is_below_n_or_none(n, result)


def no_two_tapes_give_one_integer(n: int, a: int, b: int) -> None:
    """Attempts use equally many coins, and answer alike only on the same ones: no answer is more likely."""
    assert 1 <= n <= 8
    assert 0 <= a < b < 8
    first, second = (TapeDraw([tape >> 2 & 1, tape >> 1 & 1, tape & 1]) for tape in (a, b))
    one, other = attempt_uniform_uint_below(n, first), attempt_uniform_uint_below(n, second)
    assert first.used == second.used
    assert one is None or one != other or a >> (3 - first.used) == b >> (3 - first.used)


def bernoulli_decides_p_above_u(numerator: int, denominator: int, bits: list[bool]) -> None:
    """U is in [low, low + width) by the coins used: True iff all of it is below p, False iff nothing is."""
    assert 0 <= numerator <= denominator <= 3
    assert denominator >= 1
    assert len(bits) <= 2
    p, tape = Fraction(numerator, denominator), TapeDraw(bits)
    try:
        answer = "below" if sample_bernoulli_rational(p, tape) else "above"
    except EntropyExhausted:
        answer = "not known"
    width = Fraction(1, 2**tape.used)
    low = sum((Fraction(bit, 2 ** (i + 1)) for i, bit in enumerate(bits[: tape.used])), Fraction(0))
    assert (answer == "below") == (low + width <= p)
    assert (answer == "above") == (p <= low)


def exp1_answers_by_the_parity_of_its_heads(numerator: int, denominator: int, heads: int) -> None:
    """Coins of probability x, x/2, x/3, ... are tossed until tails: True iff the heads are even in number."""
    assert 0 <= numerator <= denominator <= 2
    assert denominator >= 1
    assert 0 <= heads <= 3
    x = Fraction(numerator, denominator)
    draw = Scripted({sample_bernoulli_rational: lambda p: len(draw.asked) <= heads})
    answer = sample_bernoulli_exp1(x, draw)
    assert len(draw.asked) == heads + 1
    assert all(p_is_a_probability(p) and p * (i + 1) == x for i, (p,) in enumerate(draw.asked))
    assert answer == (heads % 2 == 0)


def exp_multiplies_coins_whose_exponents_add_up(numerator: int, denominator: int, coins: list[bool]) -> None:
    """True iff all coins e^-x_1, e^-x_2, ... show heads, where 0 <= x_i <= 1 and x = x_1 + x_2 + ..."""
    assert 1 <= denominator <= 2
    assert 0 <= numerator <= 3 * denominator
    assert len(coins) == 3
    x, tossed = Fraction(numerator, denominator), iter(coins)
    draw = Scripted({sample_bernoulli_exp1: lambda part: next(tossed)})
    answer = sample_bernoulli_exp(x, draw)
    assert all(x_is_in_the_unit_interval(part) for (part,) in draw.asked)
    assert answer == all(coins[: len(draw.asked)])
    assert not answer or sum(part for (part,) in draw.asked) == x
