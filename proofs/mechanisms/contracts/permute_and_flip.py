"""Permute-and-flip, with its places and coins as arguments; a coin of probability one always shows heads."""

from fractions import Fraction

from impl.permute_and_flip import permute_and_flip
from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from proofs.mechanisms.contracts.script import Scripted
from spec.permute_and_flip import index_is_in_range
from spec.samplers import n_is_positive, x_is_nonnegative


def permute_and_flip_returns_an_index(
    a: int, b: int, c: int, size: int, places: tuple[int, int, int], coins: tuple[bool, bool, bool]
) -> None:
    """Whatever the places and coins, an index in range is returned, after at most one coin a candidate."""
    assert 1 <= size <= 3
    assert 0 <= places[0] < size
    assert 0 <= places[1] < max(1, size - 1)
    assert places[2] == 0
    x = [Fraction(a), Fraction(b), Fraction(c)][:size]
    places_left, coins_left = iter(places), iter(coins)
    draw = Scripted(
        {
            sample_uniform_uint_below: lambda n: next(places_left),
            sample_bernoulli_exp: lambda gap: gap == 0 or next(coins_left),
        }
    )
    result = permute_and_flip(x, Fraction(1), draw)
    assert index_is_in_range(x, result)
    assert all(n_is_positive(n) for (n,) in draw.asked[::2])
    assert all(x_is_nonnegative(gap) for (gap,) in draw.asked[1::2])
    assert draw.asked[-1] == (max(x) - x[result],)


def no_scale_selects_the_last_of_the_greatest(scores: list[int]) -> None:
    """At scale 0, without any coin, the answer is the last index of a greatest score."""
    assert 1 <= len(scores) <= 3
    x = [Fraction(score) for score in scores]
    result = permute_and_flip(x, Fraction(0), Scripted({}))
    assert index_is_in_range(x, result)
    assert all(score <= x[result] for score in x)
    assert all(score < x[result] for score in x[result + 1 :])
