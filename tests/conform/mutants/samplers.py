"""Bugs that people write: the discrete samplers and mechanisms, each wrong in one way."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp

from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.samplers import (
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from spec.draw import Draw, retry, sampler


def uniform_by_modulo(n: int, draw: Draw) -> int:
    """Never turn anything down: the first come more often."""
    value = 0
    for _ in range((n - 1).bit_length()):
        value = 2 * value + draw.bit()
    return value % n


def uniform_with_a_bit_too_few(n: int, draw: Draw) -> int:
    """Draw one bit less than it takes."""
    value = 0
    for _ in range(n.bit_length() - 1):
        value = 2 * value + draw.bit()
    return value


@sampler
def attempt_with_one_coin(n: int, draw: Draw) -> int | None:
    value = draw.bit() * (2 ** (n - 1).bit_length() - 1)
    return value if value < n else None


def uniform_with_one_coin_used_again(n: int, draw: Draw) -> int:
    """Use one coin for all bits."""
    return retry(attempt_with_one_coin, n, draw)


def uniform_that_gives_up(n: int, draw: Draw) -> int:
    """Cut the rejection loop short: fall back on 0 after three attempts."""
    for _ in range(3):
        value = sum(draw.bit() << i for i in range((n - 1).bit_length()))
        if value < n:
            return value
    return 0


def uniform_through_a_float(n: int, draw: Draw) -> int:
    """Multiply a uniform number of six bits, which stand for all bits of a float, by n."""
    return n * sum(draw.bit() << i for i in range(6)) // 64


def uniform_by_rounding(n: int, draw: Draw) -> int:
    """Round to the nearest of 0 to n - 1: the ends come half as often."""
    return round((n - 1) * Fraction(sum(draw.bit() << i for i in range(6)), 64))


def uniform_without_its_end(n: int, draw: Draw) -> int:
    """Take the greatest for the number of those below it."""
    return sample_uniform_uint_below(max(n - 1, 1), draw)


def attempt_by_modulo(n: int, draw: Draw) -> int | None:
    return uniform_by_modulo(n, draw)


def attempt_with_the_end_included(n: int, draw: Draw) -> int | None:
    value = sum(draw.bit() << i for i in range((n - 1).bit_length()))
    return value if value <= n else None


def rational_with_the_end_included(p: Fraction, draw: Draw) -> bool:
    """Take U <= p for U < p."""
    low, width = Fraction(0), Fraction(1)
    while low < p < low + width:
        width /= 2
        low += width * draw.bit()
    return p >= low


def rational_through_a_float(p: Fraction, draw: Draw) -> bool:
    """Round the probability to a float."""
    return sample_bernoulli_rational(Fraction(float(p)), draw)


def rational_of_ten_bits(p: Fraction, draw: Draw) -> bool:
    """Compare with a uniform number of ten bits."""
    return sum(draw.bit() << i for i in range(10)) < p * 1024


def rational_of_a_float_in_32_bits(p: Fraction, draw: Draw) -> bool:
    """Compare with a uniform number of 24 bits."""
    low, width = Fraction(0), Fraction(1)
    while low < p < low + width and width > Fraction(1, 2**24):
        width /= 2
        low += width * draw.bit()
    return p > low


def rational_of_two_digits(p: Fraction, draw: Draw) -> bool:
    """Round the probability to two digits."""
    return sample_bernoulli_rational(round(p, 2), draw)


def rational_that_answers_with_a_number(p: Fraction, draw: Draw) -> int:
    """Have the right law, of the wrong type."""
    return int(sample_bernoulli_rational(p, draw))


def exp1_on_even_k(x: Fraction, draw: Draw) -> bool:
    """Answer the opposite."""
    k = 1
    while sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 0


def exp1_that_starts_at_two(x: Fraction, draw: Draw) -> bool:
    """Begin the series one term too late."""
    k = 2
    while sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 0


def exp1_that_stops_at_ten(x: Fraction, draw: Draw) -> bool:
    """Cut the series short."""
    k = 1
    while k < 10 and sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 1


def exp_without_its_remainder(x: Fraction, draw: Draw) -> bool:
    """Forget what is left below 1."""
    while x > 1:
        if not sample_bernoulli_exp1(Fraction(1), draw):
            return False
        x -= 1
    return True


def exp_with_one_round_more(x: Fraction, draw: Draw) -> bool:
    """Toss once more where x is whole."""
    while x >= 1:
        if not sample_bernoulli_exp1(Fraction(1), draw):
            return False
        x -= 1
    return bool(sample_bernoulli_exp1(Fraction(1) if x == 0 else x, draw))


def exp_without_splitting(x: Fraction, draw: Draw) -> bool:
    """Use the series of x up to 1 beyond 1, and cut what is no probability off at 1."""
    k = 1
    while sample_bernoulli_rational(min(x / k, Fraction(1)), draw):
        k += 1
    return k % 2 == 1


def exp_in_floats(x: Fraction, draw: Draw) -> bool:
    """Compute e^-x in floats."""
    return sample_bernoulli_rational(Fraction(exp(-x)), draw)


def exp_by_three_terms(x: Fraction, draw: Draw) -> bool:
    """Break the series of e^-x off after x^2/2."""
    return sample_bernoulli_rational(min(max(1 - x + x**2 / 2, Fraction(0)), Fraction(1)), draw)


def _flip(x: Sequence[Fraction], candidate: int, scale: Fraction, draw: Draw) -> bool:
    return sample_bernoulli_exp((max(x) - x[candidate]) / scale, draw)


def _last_of_the_greatest(x: Sequence[Fraction]) -> int:
    return max(range(len(x)), key=lambda i: (x[i], i))


@sampler
def attempt_one_candidate(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int | None:
    candidate = sample_uniform_uint_below(len(x), draw)
    return candidate if _flip(x, candidate, scale, draw) else None


def flip_with_replacement(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Forget who was turned down: this is the exponential mechanism."""
    return retry(attempt_one_candidate, x, scale, draw) if scale else _last_of_the_greatest(x)


def flip_in_a_fixed_order(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Go through the candidates in the order in which they stand."""
    found = (i for i in range(len(x)) if scale and _flip(x, i, scale, draw))
    return next(found, _last_of_the_greatest(x))


def flip_with_the_scale_inverted(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Take the scale for its inverse."""
    return permute_and_flip(x, 1 / scale if scale else scale, draw)


def flip_for_the_least(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Drop the sign."""
    return permute_and_flip([-score for score in x], scale, draw)


def flip_with_half_the_scale(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Halve the scale."""
    return permute_and_flip(x, scale / 2, draw)


def flip_with_the_first_of_equals(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Take the first of equals without noise."""
    return permute_and_flip(x, scale, draw) if scale else x.index(max(x))


def flip_off_by_one(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Shuffle without ever leaving the first candidate in its place."""
    if not scale:
        return _last_of_the_greatest(x)
    candidates = list(range(len(x)))
    for left in range(len(x) - 1):
        right = left + 1 + sample_uniform_uint_below(len(x) - left - 1, draw)
        candidates[left], candidates[right] = candidates[right], candidates[left]
        if _flip(x, candidates[left], scale, draw):
            return candidates[left]
    return candidates[-1]


def flip_out_of_range(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Draw one candidate too many: on some paths an error, in no promise."""
    return _flip(x, sample_uniform_uint_below(len(x) + 1, draw), scale, draw) * 0


def peel_to_places(
    select: Callable[..., int], x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw
) -> tuple[int, ...]:
    """Forget to turn places into indices."""
    places: list[int] = []
    remaining = tuple(x)
    while len(places) < min(k, len(x)):
        places.append(select(remaining, scale, draw))
        remaining = remaining[: places[-1]] + remaining[places[-1] + 1 :]
    return tuple(places)


def peel_in_order_of_index(
    select: Callable[..., int], x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw
) -> tuple[int, ...]:
    """Sort the indices."""
    return tuple(sorted(peel(select, x, scale, k, draw)))


def peel_one_too_few(
    select: Callable[..., int], x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw
) -> tuple[int, ...]:
    """Never take the last one."""
    return peel(select, x, scale, max(0, min(k, len(x) - 1)), draw)


def index_over_an_unsorted_list(place: int, removed: Sequence[int]) -> int:
    for index in removed:
        if index <= place:
            place += 1
    return place


def index_that_skips_too_late(place: int, removed: Sequence[int]) -> int:
    for index in sorted(removed):
        if index < place:
            place += 1
    return place


def index_that_skips_once(place: int, removed: Sequence[int]) -> int:
    return place + sum(index <= place for index in removed)
