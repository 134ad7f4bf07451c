"""Is it measured exactly what an observer learns who counts coins, and do the mechanisms lose what is said of them?"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import count, product
from math import inf

import pytest

from impl.ball import Ball, ball, interval, precision
from impl.draws import SystemDraw, TapeDraw
from impl.registry import MECHANISMS
from proofs.engine.divergence import Bounds, exactly
from proofs.engine.law import key_of, with_coins_used
from proofs.leaks import Event, Leak, Pair, loss, measure, observe, pairs, shown
from spec.draw import Draw
from spec.errors import EntropyExhausted
from spec.measurement import Measurement
from spec.space import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from tests.support.programs import brute_force

HALF, ZERO, ONE = Fraction(1, 2), Fraction(0), Fraction(1)
COINS = 5
DIFFERENT, EQUAL = (Fraction(2), ZERO), (ZERO, ZERO)


def planted(function: Callable[[Sequence[Fraction], Draw], int], measure: Measure | None = None) -> Pair:
    """A mechanism of our own on the scores 0 and 1, of which it promises 1."""
    domain, metric = VectorDomain(AtomDomain(Fraction), 1), LInfDistance(Fraction)
    mechanism = Measurement(domain, metric, measure or MaxDivergence(), function, lambda d_in: 1.0, SystemDraw)
    return Pair("planted", 1, 1.0, mechanism, (ZERO,), (ONE,))


def constant_coins(x: Sequence[Fraction], draw: Draw) -> int:
    value = 4 * draw.bit() + 2 * draw.bit() + draw.bit()
    return int(value < 4 + x[0])


def early_exit(x: Sequence[Fraction], draw: Draw) -> int:
    """The same output law, but what needs no second bit draws none."""
    value = 4 * draw.bit()
    if x[0] == 0:
        return int(value < 4)
    value += 2 * draw.bit() + draw.bit()
    return int(value < 4 + x[0])


def slower(x: Sequence[Fraction], draw: Draw) -> int:
    """No output at all, and a second coin with probability 1/2 or 3/4."""
    first, second = draw.bit(), draw.bit()
    if first or (second and x[0]):
        draw.bit()
    return 0


def until_heads(draw: Draw) -> int:
    return next(tosses for tosses in count(1) if draw.bit())


def encloses(found: Bounds, exact: Ball) -> bool:
    """Whether the bounds hold the number, to a hundred bits."""
    with precision(128):
        enclosure = interval(Fraction(found.lower), Fraction(found.upper))
        return bool(enclosure.overlaps(exact)) and bool(enclosure.rel_accuracy_bits() > 100)


def ln(x: Fraction) -> Ball:
    with precision(128):
        return ball(x).log()


@cache
def leaks() -> list[Leak]:
    return [measure(pair, COINS + 3 * (pair.scores == DIFFERENT)) for pair in pairs()]


def replayed(leak: Leak, scores: Sequence[Fraction], tape: tuple[int, ...]) -> Event:
    draw = TapeDraw(tape)
    try:
        output = leak.pair.mechanism.invoke(scores, draw)
    except EntropyExhausted:
        return Event(None, draw.used + 1)
    return Event(tuple(output) if isinstance(output, list) else output, draw.used)


def test_what_is_observed_is_what_all_tapes_say() -> None:
    """Is the exact law that of brute force over all longest tapes, the rest going on?"""
    for x in (ZERO, ONE):
        for program in (constant_coins, early_exit, slower):
            forced = brute_force(program, (x,), coins=4)
            seen = observe(partial(program, (x,)), 4)
            assert {(key_of(e.output), e.coins): p for e, p in seen.probabilities.items()} == forced
            assert seen.goes_on == 0
    seen = observe(until_heads, 3)
    tossed = {Event(m, m): Fraction(1, 2**m) for m in (1, 2, 3)}
    assert seen.probabilities == tossed | {Event(None, 4): Fraction(1, 8)}
    assert seen.tapes == {Event(1, 1): (1,), Event(2, 2): (0, 1), Event(3, 3): (0, 0, 1), Event(None, 4): (0, 0, 0)}
    assert (seen.goes_on, seen.mean_coins) == (Fraction(1, 8), Fraction(1 * 4 + 2 * 2 + 3 * 1 + 4 * 1, 8))


def test_what_is_no_function_of_its_coins_is_refused() -> None:
    """Is a program found out that asks for a coin in one run and not in the next?"""
    runs = count()
    with pytest.raises(ValueError, match="no function of its coins"):
        observe(lambda draw: 0 if next(runs) else draw.bit(), 2)


def test_the_coin_walk_and_the_tapes_agree() -> None:
    """Is each probability what the law engine finds, for programs and for mechanisms?"""
    programs = [planted(program) for program in (constant_coins, early_exit, slower)]
    for pair in (*programs, pairs("noisy_top_k")[0], pairs("inverse_transform")[3]):
        for scores in (pair.scores, pair.neighbour):
            law = with_coins_used(pair.mechanism.invoke, scores, missing=Fraction(1, 2**12))
            seen = observe(partial(pair.mechanism.invoke, scores), COINS)
            uses = {tuple(o) if isinstance(o, list) else o: use.by_coins() for o, use in law.branches}
            for event, probability in seen.probabilities.items():
                if event.output is not None:
                    assert 0 <= probability - uses[event.output].get(event.coins, 0) <= law.missing


def test_who_always_reads_as_many_coins_loses_no_more() -> None:
    """Has a planted mechanism of constant coin use the loss of its output, ln(4/3), and no other?"""
    leak = measure(planted(constant_coins), COINS)
    for found in (leak.of_output, leak.of_both):
        assert encloses(found, ln(Fraction(4, 3)))
        assert shown(found) == shown(found.over(exactly(1))) == "0.2877"
    assert shown(leak.of_coins) == "0"
    assert [*leak.certain, *leak.mean_coins] == [0, 0, 3, 3]
    assert leak.witness is None


def test_an_early_exit_is_measured() -> None:
    """Is a planted exit after one coin infinite, with the shortest tape, though the output loses ln(4/3)?"""
    leak = measure(planted(early_exit), COINS)
    assert shown(leak.of_output) == "0.2877"
    assert leak.of_both == leak.of_coins == exactly(inf)
    assert shown(leak.of_both) == shown(leak.of_both.over(exactly(1))) == "inf"
    assert leak.witness is not None
    assert (leak.witness.tape, leak.witness.event, leak.witness.probability) == ((0,), Event(1, 1), HALF)
    assert [*leak.certain, *leak.mean_coins] == [1, 1, 1, 3]


@pytest.mark.parametrize(
    ("divergence", "lost"),
    [
        (MaxDivergence(), ln(Fraction(2))),
        (RangeDivergence(), ln(Fraction(3))),
        (ZeroConcentratedDivergence(), ln(Fraction(4, 3)) / 2),
    ],
)
def test_a_finite_loss_of_coins_alone(divergence: Measure, lost: Ball) -> None:
    """With coins 2 or 3 at 1/2, 1/2 against 1/4, 3/4 and one output: is each loss the one worked out by hand?"""
    leak = measure(planted(slower, divergence), COINS)
    assert leak.of_output.lower == 0
    for found in (leak.of_coins, leak.of_both):
        assert encloses(found, lost)
    assert leak.witness is None


def test_a_loss_looks_in_both_directions() -> None:
    """Is it the same loss when the two laws change places?"""
    p, q, certain = [(0, Fraction(1, 8)), (1, Fraction(7, 8))], [(0, HALF), (1, HALF)], [(0, ONE)]
    for divergence in (MaxDivergence(), RangeDivergence(), ZeroConcentratedDivergence()):
        assert shown(loss(divergence, p, q)) == shown(loss(divergence, q, p)) != "0"
        assert shown(loss(divergence, p, certain)) == shown(loss(divergence, certain, p)) == "inf"


def test_permute_and_flip_by_hand() -> None:
    """Do equal scores take one coin, and a gap of 1 what pencil and paper say: 1 never after one coin?"""
    leak = measure(pairs("noisy_top_k")[0], 3)
    assert leak.observed.probabilities == {Event((0,), 1): HALF, Event((1,), 1): HALF}
    eighth = Fraction(1, 8)
    there = {Event((0,), 1): HALF, Event((0,), 2): 2 * eighth, Event((1,), 3): eighth, Event(None, 4): eighth}
    assert leak.observed_of_neighbour.probabilities == there
    assert leak.certain == (HALF, HALF)


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_map_holds_of_the_output_and_not_of_the_coins(name: str) -> None:
    """On every pair, is the output's loss within the map, and that of who counts coins beyond it?"""
    found = [leak for leak in leaks() if leak.pair.name.partition(",")[0] == name]
    assert len(found) >= 5
    for leak in found:
        promised = Fraction(leak.promised)
        assert leak.of_output.upper <= promised + Fraction(1, 2**90)
        assert leak.of_both.lower > promised
        assert (leak.of_both.lower == inf) == (leak.witness is not None) == (max(leak.certain) > 0)
        assert sum(leak.observed.probabilities.values()) == sum(leak.observed_of_neighbour.probabilities.values()) == 1


def test_every_witness_can_be_replayed_and_has_no_double() -> None:
    """Does each tape do on one input what no tape of its length does on the other, and does no shorter one tell?"""
    for leak in leaks():
        if leak.witness is not None:
            witness = leak.witness
            assert replayed(leak, witness.scores, witness.tape) == witness.event
            others = {replayed(leak, witness.impossible_on, t) for t in product((0, 1), repeat=len(witness.tape))}
            assert witness.event not in others
            here, there = leak.observed.probabilities, leak.observed_of_neighbour.probabilities
            assert all(event.coins >= witness.event.coins for event in here.keys() ^ there.keys())


def test_what_is_certain_does_not_fade_with_the_distance() -> None:
    """At distance 1/1000 and at distance 1, at scale 1 and 2: are the same masses told apart for certain?"""
    for name, certain in (
        ("noisy_top_k, max_divergence", HALF),
        ("noisy_top_k, zero_concentrated_divergence", Fraction(1, 4)),
        ("inverse_transform", HALF),
    ):
        same = [leak.certain[0] for leak in leaks() if leak.pair.name == name and leak.pair.scores == EQUAL]
        assert same == [certain] * 3


def test_noise_of_two_different_scores_takes_coins_that_tell_nothing_alone() -> None:
    """With two candidates that differ, is the number of coins the same, where none is flipped for a candidate?"""
    for leak in leaks():
        by_flips = leak.pair.name.startswith(
            ("noisy_top_k, max_divergence", "permute_and_flip", "exponential_mechanism")
        )
        if leak.pair.scores == DIFFERENT and by_flips:
            assert leak.of_coins.lower > 0
        elif leak.pair.scores == DIFFERENT:
            assert leak.observed.of_coins == leak.observed_of_neighbour.of_coins
            assert leak.of_coins.lower == 0
            assert leak.mean_coins[0] == leak.mean_coins[1]
