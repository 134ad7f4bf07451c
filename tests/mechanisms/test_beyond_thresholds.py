"""Is code noticed that is right up to some size, magnitude, denominator or depth, and wrong beyond?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest

from impl.draws import SystemDraw
from impl.exponential_mechanism import attempt_exponential_mechanism, exponential_mechanism
from impl.gumbel import GumbelPSRN, greater_than, gumbel_top_k
from impl.inverse_transform import inverse_transform
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import gumbel_max
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.mechanisms.drawn import gumbel, maps, races, samplers, selection
from proofs.mechanisms.drawn import inverse_transform as cells
from spec.draw import Draw
from tests.support.wrong_comparisons import opposite, too_soon, uncounted

Function = Callable[..., Any]
END = object()


def beyond(limit: int, of: Callable[..., Any], function: Function, wrong: Function) -> Function:
    """The function, which answers something wrong once what is looked at is beyond the limit."""

    def planted(*arguments: Any) -> Any:
        return wrong(*arguments) if abs(of(*arguments)) > limit else function(*arguments)

    return planted


def size(x: Sequence[object], *_: object) -> int:
    return len(x)


def first(x: Any, *_: object) -> Any:
    return x


def denominator(x: Fraction, *_: object) -> int:
    return x.denominator


def depth(a: GumbelPSRN, *_: object) -> int:
    return a.refinements


def argmax(x: Sequence[Fraction], *_: object) -> int:
    return max(range(len(x)), key=lambda i: x[i])


def in_order(x: Sequence[object], k: int, *_: object) -> tuple[int, ...]:
    return tuple(range(min(k, len(x))))


def peeled_in_order(select: object, x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw) -> tuple[int, ...]:
    return in_order(x, k)


def nothing(*_: object) -> int:
    return 0


def always(*_: object) -> bool:
    return True


def largest_scale(x: object, scale: Fraction, *_: object) -> Fraction:
    return scale


def smallest_scale(x: object, scale: Fraction, *_: object) -> Fraction:
    return 1 / scale


def rounds(select: object, x: object, scale: object, k: int, draw: object) -> int:
    return k


def scores_of(select: object, x: Sequence[Fraction], *_: object) -> int:
    return len(x)


def attempt(limit: int) -> Function:
    return beyond(limit, first, attempt_uniform_uint_below, nothing)


Planted = tuple[Callable[[], Iterable[Any]], Callable[[Any], bool]]
MUTANTS: dict[str, Planted] = {
    **{
        f"attempt {limit}": (samplers.integers, samplers.ReadsBits(attempt(limit)))
        for limit in (7, 300, 2**31, 2**53, 2**64, 2**200, 2**390)
    },
    **{
        f"uniform {limit}": (
            samplers.integers,
            samplers.TakesTheFirst(beyond(limit, first, sample_uniform_uint_below, nothing)),
        )
        for limit in (7, 300, 2**64, 2**300)
    },
    **{
        f"rational denominator {limit}": (
            samplers.probabilities,
            samplers.ComparesBits(beyond(limit, denominator, sample_bernoulli_rational, always)),
        )
        for limit in (10, 2**53, 2**64, 2**300)
    },
    **{
        f"rational coins {limit}": (
            samplers.probabilities,
            samplers.ComparesBits(lambda p, draw, limit=limit: _first_coins(p, draw, limit)),
        )
        for limit in (10, 64, 300)
    },
    **{
        f"exp1 coins {limit}": (
            samplers.series,
            samplers.CountsTrues(lambda x, draw, limit=limit: _few_coins(x, draw, limit)),
        )
        for limit in (10, 100, 300)
    },
    **{
        f"exp {limit}": (
            samplers.exponents,
            samplers.TakesOnesOff(beyond(limit, first, sample_bernoulli_exp, lambda *_: False)),
        )
        for limit in (10, 300, 2**53, 2**64, 2**900)
    },
    **{
        f"flip n {limit}": (
            selection.selections,
            selection.PermutesAndFlips(beyond(limit, size, permute_and_flip, argmax)),
        )
        for limit in (7, 64, 300, 1000, 1900)
    },
    **{
        f"flip scale {limit}": (
            selection.selections,
            selection.PermutesAndFlips(beyond(limit, of, permute_and_flip, argmax)),
        )
        for limit, of in (
            (2**53, largest_scale),
            (2**500, largest_scale),
            (2**53, smallest_scale),
            (2**500, smallest_scale),
        )
    },
    **{
        f"flip score {limit}": (
            selection.selections,
            selection.PermutesAndFlips(beyond(limit, lambda x, *_: max(map(abs, x)), permute_and_flip, argmax)),
        )
        for limit in (2**64, 2**200)
    },
    "flip ties": (
        selection.selections,
        selection.PermutesAndFlips(
            beyond(100, lambda x, *_: len(x) if len({*x}) == 1 else 0, permute_and_flip, nothing)
        ),
    ),
    **{
        f"attempt em {limit}": (
            selection.selections,
            selection.TurnsDown(beyond(limit, size, attempt_exponential_mechanism, nothing)),
        )
        for limit in (7, 1000)
    },
    **{
        f"em {limit}": (selection.selections, selection.TriesAgain(beyond(limit, size, exponential_mechanism, argmax)))
        for limit in (7, 1000)
    },
    **{
        f"without noise {limit}": (
            selection.selections,
            selection.WithoutNoise(beyond(limit, size, permute_and_flip, argmax)),
        )
        for limit in (7, 300)
    },
    **{
        f"peel n {limit}": (selection.rounds, selection.Peels(beyond(limit, scores_of, peel, peeled_in_order)))
        for limit in (7, 300, 1900)
    },
    **{
        f"peel k {limit}": (selection.rounds, selection.Peels(beyond(limit, rounds, peel, peeled_in_order)))
        for limit in (7, 100, 2**64, 2**300)
    },
    "compare: the opposite beyond 10 bits": (gumbel.ties, gumbel.Decides(beyond(10, depth, greater_than, opposite))),
    "compare: the opposite beyond 1000 bits": (
        gumbel.ties,
        gumbel.Decides(beyond(1000, depth, greater_than, opposite)),
    ),
    "compare: gives up after 10 bits": (gumbel.ties, gumbel.Decides(too_soon)),
    "compare: ignores coins beyond 20 bits": (gumbel.ties, gumbel.Decides(uncounted)),
    **{
        f"top k n {limit}": (races.races, races.TakesTheGreatest(beyond(limit, size, gumbel_top_k, in_order)))
        for limit in (7, 100, 300)
    },
    **{
        f"top k k {limit}": (
            races.races,
            races.TakesTheGreatest(beyond(limit, lambda x, k, *_: k, gumbel_top_k, in_order)),
        )
        for limit in (7, 16, 2**53)
    },
    **{
        f"max n {limit}": (races.races, races.TakesTheVeryGreatest(beyond(limit, size, gumbel_max, nothing)))
        for limit in (7, 100, 300)
    },
    **{
        f"inverse n {limit}": (cells.uniforms, cells.FindsTheCell(beyond(limit, size, inverse_transform, argmax)))
        for limit in (7, 18)
    },
    "inverse coins": (
        cells.uniforms,
        cells.FindsTheCell(lambda x, scale, draw: inverse_transform(x, scale, _Cut(draw, 40))),
    ),
    "entropy": (cells.entropy, cells.HandsOutBits(lambda source: _Cut(SystemDraw(source), 5000))),  # type: ignore[arg-type, return-value]
    **{
        f"range k {low}": (
            maps.ranges,
            maps.MapsTheRange(
                lambda d_in, scale, k, size, low=low, high=high: RangeDivergence.privacy_map(
                    d_in, scale, k // 2 if low < k < high else k, size
                )
            ),
        )
        for low, high in ((1000, 10**6), (2**53, 2**54), (2**1000, 2**1024))
    },
}


class _Cut:
    """After so many coins, only zeros."""

    def __init__(self, draw: Draw, coins: int) -> None:
        self._draw = draw
        self._left = coins

    def bit(self) -> int:
        self._left -= 1
        return self._draw.bit() if self._left >= 0 else 0 * self._draw.bit()

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        return body(*arguments, self)


def _first_coins(p: Fraction, draw: Draw, limit: int) -> bool:
    return bool(sample_bernoulli_rational(p, _Cut(draw, limit)))


def _few_coins(x: Fraction, draw: Draw, limit: int) -> bool:
    k = 1
    while k <= limit and sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 1


@pytest.mark.untraced
@pytest.mark.parametrize("name", MUTANTS)
def test_what_is_wrong_beyond_a_threshold_is_noticed(name: str) -> None:
    """Is code noticed that is right up to some size, magnitude, denominator or depth, and wrong beyond?"""
    cases, holds = MUTANTS[name]
    assert not all(map(holds, from_both_ends(_listed(cases))))


@cache
def _listed(cases: Callable[[], Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(cases())


def from_both_ends(cases: Sequence[Any]) -> Iterator[Any]:
    """The first, the last, the second, the last but one: what is beyond a threshold comes soon, low or high."""
    middle = (len(cases) + 1) // 2
    for first, last in zip_longest(cases[:middle], cases[: middle - 1 : -1], fillvalue=END):
        yield from (case for case in (first, last) if case is not END)


def test_all_cases_are_tried() -> None:
    """Does each case come once, from either end?"""
    for n, order in enumerate(((), (0,), (0, 1), (0, 2, 1), (0, 3, 1, 2))):
        assert tuple(from_both_ends(range(n))) == order
