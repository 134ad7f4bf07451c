"""Are coins handed out one by one, in a fixed order, and does the lack of them end everything?"""

import inspect
import os
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.draws import FETCH, Coins, SystemDraw, TapeDraw
from impl.gumbel import GumbelRV, gumbel_top_k
from impl.inverse_transform import inverse_transform
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from spec.draw import Draw, retry, sampler
from spec.errors import EntropyExhausted

SCORES = (Fraction(1), Fraction(2), Fraction(3))
CALLS: tuple[tuple[Callable[..., object], tuple[object, ...]], ...] = (
    (sample_uniform_uint_below, (5,)),
    (sample_bernoulli_rational, (Fraction(1, 3),)),
    (sample_bernoulli_exp, (Fraction(7, 3),)),
    (permute_and_flip, (SCORES, Fraction(1))),
    (peel, (permute_and_flip, SCORES, Fraction(1), 3)),
)


class Source:
    """Entropy of known bytes, which counts how often it is asked."""

    def __init__(self, *blocks: bytes) -> None:
        self.blocks = iter(blocks)
        self.asked: list[int] = []

    def __call__(self, size: int) -> bytes:
        self.asked.append(size)
        return next(self.blocks)


def coins(draw: Coins, number: int) -> list[int]:
    return [draw.bit() for _ in range(number)]


def test_the_order_of_bits_is_pinned() -> None:
    """Do coins come from the first byte first, and from its lowest bit up?"""
    source = Source(bytes([0b00000001, 0b11000000]) + bytes(FETCH - 2))
    assert coins(SystemDraw(source), 16) == [*[1, 0, 0, 0, 0, 0, 0, 0], *[0, 0, 0, 0, 0, 0, 1, 1]]


def test_entropy_is_fetched_by_the_block_and_no_sooner_than_needed() -> None:
    """Is one block asked for at the first coin, another at the first coin beyond it, and no bit used twice?"""
    source = Source(b"\xff" * FETCH, b"\x00" * FETCH)
    draw = SystemDraw(source)
    assert source.asked == []
    assert coins(draw, 8 * FETCH) == [1] * 8 * FETCH
    assert source.asked == [FETCH]
    assert coins(draw, 8 * FETCH) == [0] * 8 * FETCH
    assert source.asked == [FETCH, FETCH]


def _raise(error: Exception) -> bytes:
    raise error


@pytest.mark.parametrize(
    "source",
    [
        lambda size: _raise(OSError("no device")),
        lambda size: _raise(NotImplementedError("no source")),
        lambda size: b"",
        lambda size: bytes(size - 1),
        lambda size: bytes(size + 1),
    ],
)
def test_no_entropy_no_release(source: Callable[[int], bytes]) -> None:
    """Is a source that fails or gives the wrong number of bytes the end, at every further coin too?"""
    draw = SystemDraw(source)
    for _ in range(3):
        with pytest.raises(EntropyExhausted):
            draw.bit()
    with pytest.raises(EntropyExhausted):
        permute_and_flip(SCORES, Fraction(1), draw)


def test_a_source_that_fails_later_fails_then() -> None:
    """Are the coins of good blocks handed out, and none of those after a bad one?"""
    draw = SystemDraw(Source(b"\xff" * FETCH, b"\xff"))
    assert coins(draw, 8 * FETCH) == [1] * 8 * FETCH
    with pytest.raises(EntropyExhausted):
        draw.bit()


def test_the_operating_system_is_the_source_by_default() -> None:
    """Does a bare draw use the system's entropy?"""
    bits = coins(SystemDraw(), 1024)
    assert set(bits) == {0, 1}
    assert SystemDraw.__init__.__defaults__ == (os.urandom,)


@given(st.lists(st.integers(0, 1), max_size=20))
def test_a_tape_is_read_once_from_its_start(tape: list[int]) -> None:
    """Are exactly the coins of the tape read, in order and counted, and then no more?"""
    draw = TapeDraw(tape)
    assert [draw.bit() for _ in tape] == tape
    assert draw.used == len(tape)
    with pytest.raises(EntropyExhausted):
        draw.bit()
    assert draw.used == len(tape)


def test_a_tape_may_be_endless() -> None:
    """Is a tape read lazily?"""
    endless = iter(lambda: 1, 0)
    draw = TapeDraw(endless)
    assert coins(draw, 3) == list(islice(endless, 3)) == [1, 1, 1]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_every_prefix_of_a_tape_that_suffices_is_exhausted(
    function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    """Is the answer a function of the coins used: does every shorter tape fail, every longer one agree?"""
    for start in product((0, 1), repeat=6):
        tape = [*start, *[0, 1, 1, 0, 1] * 40]
        draw = TapeDraw(tape)
        answer = function(*arguments, draw)
        for length in range(draw.used):
            with pytest.raises(EntropyExhausted):
                function(*arguments, TapeDraw(tape[:length]))
        assert function(*arguments, TapeDraw(tape[: draw.used])) == answer


def test_the_first_coin_is_the_highest_bit() -> None:
    """Which integer follows from which coins?"""
    assert attempt_uniform_uint_below(8, TapeDraw([1, 0, 0])) == 4
    assert attempt_uniform_uint_below(5, TapeDraw([1, 0, 1])) is None
    assert sample_uniform_uint_below(5, TapeDraw([1, 1, 1, 0, 1, 1])) == 3


def test_a_draw_that_tosses_no_coins_is_none() -> None:
    """Is the base class unable to hand out coins of its own?"""
    with pytest.raises(NotImplementedError):
        Coins().bit()


@sampler
def difference(a: int, b: int, draw: Draw) -> int:
    return a - b + draw.bit()


def test_a_sampler_is_called_like_any_function() -> None:
    """Do positional and named arguments, the draw among them, come in their own order?"""
    assert difference(5, 3, TapeDraw([1])) == 3
    assert difference(5, b=3, draw=TapeDraw([1])) == 3
    assert difference(draw=TapeDraw([1]), b=3, a=5) == 3
    with pytest.raises(TypeError, match="'b'"):
        difference(5, draw=TapeDraw([1]))  # type: ignore[call-arg]


def test_retry_repeats_until_there_is_an_answer() -> None:
    """Is None a rejection, and any other answer, 0 too, the end?"""
    draw = TapeDraw([1, 1, 1, 1, 0, 0])
    assert retry(attempt_uniform_uint_below, 3, draw) == 0
    assert draw.used == 6


class Asked(Exception):
    """A call that went through the draw."""


class Asks(TapeDraw):
    """A draw without coins that hands back what it is to answer."""

    def call(self, body: Callable[..., object], *arguments: object) -> Any:
        raise Asked(body)


@pytest.mark.parametrize(
    ("sample", "arguments"),
    [
        (sample_uniform_uint_below, (3,)),
        (attempt_uniform_uint_below, (3,)),
        (sample_bernoulli_rational, (Fraction(1, 3),)),
        (sample_bernoulli_exp1, (Fraction(1, 3),)),
        (sample_bernoulli_exp, (Fraction(4, 3),)),
        (permute_and_flip, ((Fraction(0), Fraction(1)), Fraction(1))),
        (inverse_transform, ((Fraction(0), Fraction(1)), Fraction(1))),
        (peel, (permute_and_flip, (Fraction(0), Fraction(1)), Fraction(1), 1)),
        (gumbel_top_k, ((GumbelRV(Fraction(0), Fraction(1)),), 1)),
    ],
)
def test_a_promised_law_is_asked_for_as_a_whole(sample: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """Is every sampler a boundary, whose law a draw may answer before any coin inside is tossed?"""
    with pytest.raises(Asked) as asked:
        sample(*arguments, Asks([]))
    (body,) = asked.value.args
    assert inspect.unwrap(body) is inspect.unwrap(sample)
