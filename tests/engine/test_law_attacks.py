"""Can a program trick the law engine into a wrong enclosure? Each of these did, or looks as if it could."""

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from proofs.engine.law import Failure, Unfinished, at_the_coins, by_contract, key_of
from proofs.engine.law.outcome import Opaque
from spec.draw import Draw, sampler

NOTHING = Fraction(0)
HALF = Fraction(1, 2)


@sampler
def toss(draw: Draw) -> int:
    return draw.bit()


@sampler
def fails_on_heads(draw: Draw) -> int:
    if draw.bit():
        raise ValueError("heads")
    return 0


@sampler
def catches_one(draw: Draw) -> str:
    try:
        return f"answer {fails_on_heads(draw)}"
    except ValueError as error:
        return f"error {error}"


@sampler
def catches_everything(draw: Draw) -> str:
    try:
        while draw.bit() == 0:
            pass
    except BaseException:
        return "stopped"
    return "ended"


@sampler
def returns_in_finally(draw: Draw) -> int:
    tosses = 0
    try:
        while draw.bit() == 0:
            tosses += 1
    finally:
        return tosses if draw.bit() else -1  # noqa: B012


def test_an_inner_error_reaches_the_handler_that_is_there_for_it() -> None:
    """Is an error of an inner call raised again in its own type, with its own probability?"""
    law = at_the_coins(catches_one, missing=NOTHING)
    assert dict(law.branches) == {"answer 0": HALF, "error heads": HALF}


def test_the_engine_s_own_signals_cannot_be_caught() -> None:
    """Is a run that the walker left for later left out, whatever the program does with the signal?"""
    law = at_the_coins(catches_everything, missing=Fraction(1, 2**8))
    assert law.outcomes() == ("ended",)
    tosses = at_the_coins(returns_in_finally, missing=Fraction(1, 2**8))
    assert all(tosses[m] == Fraction(1, 2 ** (m + 2)) for m in range(4))
    assert HALF - tosses.missing <= tosses[-1] <= HALF


@sampler
def never_ends(draw: Draw) -> int:
    while True:
        draw.bit()


def forgets_its_limits(draw: Draw) -> int:
    with suppress(Exception):
        never_ends(draw)
    return 0


def forgets_all_limits(draw: Draw) -> int:
    with suppress(BaseException):
        never_ends(draw)
    return 0


@pytest.mark.parametrize("body", [forgets_its_limits, forgets_all_limits])
def test_an_unfinished_inner_measurement_cannot_be_caught(body: Callable[..., object]) -> None:
    """Does a program that swallows everything still get no law from an inner call that has none?"""
    with pytest.raises(Unfinished):
        at_the_coins(body, missing=HALF, most_draws=2000)
    with pytest.raises(Unfinished):
        by_contract(body, most_draws=100)


def test_a_decorator_is_part_of_the_program() -> None:
    """Is the function measured that was handed over, not one that it wraps?"""

    @functools.wraps(toss)
    def shifted(draw: Draw) -> int:
        return toss(draw) + 10

    assert inspect.unwrap(shifted) is inspect.unwrap(toss)
    for law in (at_the_coins(shifted, missing=NOTHING), by_contract(shifted)):
        assert law.outcomes() == (10, 11)


@sampler
def appends_a_coin(coins: list[int], draw: Draw) -> int:
    coins.append(draw.bit())
    return len(coins)


@sampler
def one_in_a_list(draw: Draw) -> list[int]:
    return [draw.bit()]


def grows_an_answer(draw: Draw) -> tuple[int, ...]:
    coins = one_in_a_list(draw)
    appends_a_coin(coins, draw)
    return tuple(coins)


def test_what_a_run_changes_no_other_run_sees() -> None:
    """Is a list of the caller's, or one that a call answered, the same at the start of every run?"""
    argument: list[int] = []
    assert dict(at_the_coins(appends_a_coin, argument, missing=NOTHING).branches) == {1: Fraction(1)}
    assert argument == []
    law = at_the_coins(grows_an_answer, missing=NOTHING)
    assert dict(law.branches) == {(a, b): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}


def captures_its_result(draw: Draw) -> tuple[int, ...]:
    coins: list[int] = []
    draw.call(lambda inner: coins.append(inner.bit()))
    return tuple(coins)


class Counter:
    """Changes with every toss."""

    def __init__(self) -> None:
        self.heads = 0

    def toss(self, draw: Draw) -> None:
        self.heads += draw.bit()


def calls_a_method(draw: Draw) -> int:
    counter = Counter()
    draw.call(counter.toss)
    sampler(Counter.toss)(counter, draw)
    return counter.heads


@sampler
def two_coins_in_time(draw: Draw) -> Iterator[int]:
    yield draw.bit()
    yield draw.bit()


def draws_from_a_generator(draw: Draw) -> int:
    return sum(two_coins_in_time(draw))


def hands_the_draw_on(draw: Draw) -> tuple[int, ...]:
    later = draw.call(puts_off, draw)
    return later(), later()


def puts_off(draw: Draw, again: Draw) -> Callable[[], int]:
    return lambda: again.bit()


def test_calls_that_are_no_functions_of_plain_values_are_run_in_place() -> None:
    """Are closures, methods, generators and handed-on draws measured as they would run?"""
    assert dict(at_the_coins(captures_its_result, missing=NOTHING).branches) == {(0,): HALF, (1,): HALF}
    pairs = {(a, b): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}
    assert dict(at_the_coins(hands_the_draw_on, missing=NOTHING).branches) == pairs
    heads = {0: Fraction(1, 4), 1: HALF, 2: Fraction(1, 4)}
    for body in (calls_a_method, draws_from_a_generator):
        assert dict(at_the_coins(body, missing=NOTHING).branches) == heads


@dataclass(frozen=True)
class Frozen:
    value: object


@dataclass(eq=False)
class Loose:
    value: object


@pytest.mark.parametrize("value", [{}, {1}, frozenset([1]), Loose(1), iter(()), 1j, b"", range(3), Counter().toss])
def test_what_has_no_certain_identity_has_no_law(value: object) -> None:
    """Is an outcome refused, wherever it sits, that might be two or change?"""
    for outcome in (value, (value,), [value], Frozen(value), Failure(ValueError(value)), lambda: 0):
        with pytest.raises(Opaque, match="cannot be told"):
            key_of(outcome)
    with pytest.raises(Unfinished):
        at_the_coins(lambda draw: value, missing=NOTHING)


def test_frozen_dataclasses_are_compared_to_the_bottom() -> None:
    """Are fields that Python calls equal kept apart, and functions known by name?"""
    assert len({key_of(Frozen(value)) for value in (True, 1, 1.0, 0.0, -0.0, (0.0,), toss)}) == 7
    assert key_of(Frozen((1, 0.0))) == key_of(Frozen((1, 0.0)))
    assert key_of(Failure(ValueError(1))) != key_of(Failure(ValueError(True)))


def test_hash_collisions_merge_nothing() -> None:
    """Do outcomes with the same hash stay two outcomes?"""
    assert hash(-1) == hash(-2)
    law = at_the_coins(lambda draw: -1 if draw.bit() else -2, missing=NOTHING)
    assert law[-1] == law[-2] == HALF


_SEEN: list[int] = []


@sampler
def remembers(draw: Draw) -> int:
    """Draw in the first run only."""
    if not _SEEN:
        _SEEN.append(draw.bit())
    return _SEEN[0]


@sampler
def changes_its_mind(draw: Draw) -> Any:
    """Draw one of three answers in the first run, and coins afterwards."""
    if _SEEN:
        return draw.bit() + draw.bit()
    _SEEN.append(0)
    return draw.call(heads_of_two)


def heads_of_two(draw: Draw) -> int:
    return draw.bit() + draw.bit()


@pytest.mark.parametrize("body", [remembers, changes_its_mind])
def test_a_program_with_a_memory_is_refused(body: Callable[..., object]) -> None:
    """Is a program that is no function of its draws found out where its runs disagree?"""
    _SEEN.clear()
    with pytest.raises(Unfinished, match="no function of its arguments and draws"):
        at_the_coins(inspect.unwrap(body), missing=NOTHING)


@sampler
def nearly_even(draw: Draw) -> str:
    """Answer "b" a little more often than "a", which a coarse walk cannot see."""
    if draw.bit() == 0:
        return "a" if any(draw.bit() for _ in range(21)) else "b"
    draw.bit()
    draw.bit()
    while draw.bit() == 0:
        pass
    return "b"


@sampler
def level_1(draw: Draw) -> str:
    return nearly_even(draw)


@sampler
def level_2(draw: Draw) -> int:
    return len(level_1(draw))


@sampler
def level_3(draw: Draw) -> int:
    return level_2(draw)


@sampler
def first_coarse_then_fine(draw: Draw) -> str:
    answer = level_1(draw)
    level_3(draw)
    return answer


@pytest.mark.untraced
@pytest.mark.parametrize("exponent", range(1, 12))
def test_a_finer_law_does_not_change_a_walk_under_way(exponent: int) -> None:
    """If an inner law is measured again, finer and in another order, do old scripts still mean the same answers?"""
    likely = HALF + Fraction(1, 2**22)
    law = at_the_coins(first_coarse_then_fine, missing=Fraction(1, 2**exponent))
    for outcome, probability in (("a", 1 - likely), ("b", likely)):
        assert 0 <= probability - law.get(outcome, NOTHING) <= law.missing
