"""Are the three measurements of a program right: at the coins, by contract, and with the coins used?"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings

from impl.samplers import attempt_uniform_uint_below, sample_bernoulli_exp1, sample_uniform_uint_below
from proofs.engine.law import Failure, Law, Unfinished, at_the_coins, by_contract, key_of, with_coins_used
from proofs.engine.law.coins import Dyadic, _Coins, _Inside
from proofs.engine.law.tree import PATIENCE, executions
from spec.draw import Draw, retry, sampler
from spec.errors import ContractBroken, Overflow
from spec.triple import Triple
from spec.weights import ExpRatio, exp_minus, rational
from tests.support.programs import PROGRAMS, VALUES, Program, brute_force, run, waits

COINS = 8
NOTHING = Fraction(0)
LITTLE = Fraction(1, 2**20)


def fair(draw: Draw) -> int:
    return draw.bit()


def until_heads(draw: Draw) -> int:
    tosses = 1
    while draw.bit() == 0:
        tosses += 1
    return tosses


def of_outcomes(joint: Mapping[tuple[Hashable, int], Fraction]) -> dict[Hashable, Fraction]:
    masses: dict[Hashable, Fraction] = defaultdict(Fraction)
    for (outcome, _), mass in joint.items():
        masses[outcome] += mass
    return masses


def by_key(law: Law[Fraction]) -> dict[Hashable, Fraction]:
    return {key_of(outcome): weight for outcome, weight in law.branches}


def exactly(weight: ExpRatio) -> Fraction:
    value = weight.over.rational()
    assert value is not None
    return value


@pytest.mark.untraced
@given(PROGRAMS)
@settings(max_examples=300)
def test_at_the_coins_encloses_what_all_tapes_say(program: Program) -> None:
    """Do the interval of the engine and that of brute force overlap, for every outcome of either?"""
    forced = of_outcomes(brute_force(run, program, coins=COINS))
    forced_missing = 1 - sum(forced.values())
    law = at_the_coins(run, program, missing=LITTLE)
    walked = by_key(law)
    assert law.missing == 1 - sum(walked.values()) <= LITTLE
    for outcome in forced.keys() | walked.keys():
        low, forced_low = walked.get(outcome, NOTHING), forced.get(outcome, NOTHING)
        assert low <= forced_low + forced_missing
        assert forced_low <= low + law.missing


@pytest.mark.untraced
@given(PROGRAMS)
@settings(max_examples=200)
def test_a_program_that_always_ends_is_measured_completely(program: Program) -> None:
    """If no tape runs dry, are the two laws the same and is nothing missing?"""
    forced = of_outcomes(brute_force(run, program, coins=COINS))
    if sum(forced.values()) == 1:
        law = at_the_coins(run, program, missing=NOTHING)
        assert by_key(law) == forced
        assert law.missing == 0


@pytest.mark.untraced
@given(PROGRAMS)
def test_coins_used_are_those_of_all_tapes(program: Program) -> None:
    """Is the mass of each (outcome, coins) what the tapes say, and the law of the outcome that at the coins?"""
    forced = brute_force(run, program, coins=COINS)
    law = with_coins_used(run, program, missing=LITTLE)
    for outcome, use in law.branches:
        for coins, mass in use.by_coins().items():
            if coins <= COINS:
                assert mass <= forced[key_of(outcome), coins] <= mass + law.missing
    marginal = {key_of(outcome): use.mass() for outcome, use in law.branches}
    assert marginal == by_key(at_the_coins(run, program, missing=LITTLE))


@given(PROGRAMS)
@settings(max_examples=200)
def test_by_contract_is_the_law_itself(program: Program) -> None:
    """Is the exact law, `retry` solved, inside the enclosure at the coins, and does it add up to 1?"""
    if waits(program):
        return
    coins = by_key(at_the_coins(run, program, missing=LITTLE))
    exact = {key_of(outcome): exactly(weight) for outcome, weight in by_contract(run, program).branches}
    assert sum(exact.values()) == 1
    for outcome, mass in exact.items():
        assert 0 <= mass - coins.get(outcome, NOTHING) <= LITTLE
    assert coins.keys() <= exact.keys()


@pytest.mark.parametrize("program", [until_heads, sample_bernoulli_exp1])
def test_endless_loops_do_no_harm(program: Callable[..., object]) -> None:
    """Is a loop that ends with probability 1 walked as far as asked, and not farther?"""
    arguments = () if program is until_heads else (Fraction(1, 2),)
    law = at_the_coins(program, *arguments, missing=Fraction(1, 2**10))
    assert 0 < law.missing <= Fraction(1, 2**10)


def test_the_number_of_tosses_has_its_law() -> None:
    """Does the first head come at toss m with 2^-m, using m coins, and is exactly the rest missing?"""
    law = with_coins_used(until_heads, missing=Fraction(1, 2**5))
    assert {m: use.by_coins() for m, use in law.branches} == {m: {m: Fraction(1, 2**m)} for m in range(1, 6)}
    assert law.missing == Fraction(1, 2**5)


def three_waits(draw: Draw) -> tuple[int, ...]:
    return tuple(sampler(until_heads)(draw) for _ in range(3))


def test_what_the_calls_leave_out_adds_up_to_no_more_than_asked() -> None:
    """Are calls measured again, more finely, where each leaving its share would leave too much?"""
    law = at_the_coins(three_waits, missing=Fraction(1, 8))
    assert 0 < law.missing <= Fraction(1, 8)
    assert all(law[a, b, c] == Fraction(1, 2 ** (a + b + c)) for a in (1, 2) for b in (1, 2) for c in (1, 2))


def test_outcomes_of_different_types_are_kept_apart() -> None:
    """Have True, 1, 1.0, -0.0 and their like, alone or inside of tuples and lists, keys of their own?"""
    values = [*VALUES, [1], [True], [0.0], [-0.0], ([1],), [(1,)]]
    assert len({key_of(value) for value in values}) == len(values)
    assert key_of([1, (2.0, "a")]) == key_of([1, (2.0, "a")])
    assert key_of(float("nan")) == key_of(float("nan"))


def test_a_law_is_read_by_type_and_value() -> None:
    """Does a law answer for the outcome itself, and not for one that Python calls equal?"""
    law = at_the_coins(run, ("coin", ("value", True), ("value", 0.0)), missing=NOTHING)
    assert law[True] == law[0.0] == Fraction(1, 2)
    assert 1 not in law
    assert law.get(-0.0, NOTHING) == 0
    assert law.outcomes() == (True, 0.0)


@sampler
def fails_half_the_time(draw: Draw) -> int:
    if draw.bit():
        raise Overflow
    return 0


def test_an_error_is_an_outcome() -> None:
    """Has an error its mass, by type and fields, in both readings?"""
    failure = Failure(Overflow())
    assert at_the_coins(fails_half_the_time, missing=NOTHING)[failure] == Fraction(1, 2)
    assert by_contract(fails_half_the_time)[failure] == rational(Fraction(1, 2))
    assert key_of(Failure(ContractBroken("f", "g"))) != key_of(Failure(ContractBroken("f", "h")))


def test_retry_is_solved_by_contract_and_approached_at_the_coins() -> None:
    """Is rejection exact by contract, retry itself or within, and enclosed at the coins?"""
    third = rational(Fraction(1, 3))
    for law in (by_contract(retry, attempt_uniform_uint_below, 3), by_contract(sample_uniform_uint_below, 3)):
        assert dict(law.branches) == dict.fromkeys(range(3), third)
    coins = at_the_coins(sample_uniform_uint_below, 3, missing=LITTLE)
    assert all(coins[i] < Fraction(1, 3) <= coins[i] + coins.missing for i in range(3))


@sampler
def answers_or_fails(draw: Draw) -> int | None:
    if draw.bit():
        return None
    if draw.bit():
        raise Overflow
    return 7


def test_an_attempt_that_fails_ends_the_retry() -> None:
    """Does an error count as the end of the loop, not as a rejection?"""
    law = by_contract(retry, answers_or_fails)
    assert law[7] == law[Failure(Overflow())] == rational(Fraction(1, 2))


@sampler
def never_answers(draw: Draw) -> None:
    draw.bit()


def loops_for_ever(draw: Draw) -> None:
    while True:
        draw.bit()


def may_loop_for_ever(draw: Draw) -> int:
    if draw.bit():
        loops_for_ever(draw)
    return 0


def descends(n: int, draw: Draw) -> int:
    return n if draw.bit() else draw.call(descends, n + 1)


def test_what_cannot_be_finished_is_said_to_be() -> None:
    """Does each limit end the measurement with one reason, and no law, and is nothing missing from what ends?"""
    for body, arguments in ((retry, (never_answers,)), (loops_for_ever, ()), (may_loop_for_ever, ())):
        with pytest.raises(Unfinished, match="too often"):
            at_the_coins(body, *arguments, missing=Fraction(1, 4), most_draws=3000)
    assert by_contract(fair).missing == 0
    with pytest.raises(Unfinished, match="descends: RecursionError"):
        at_the_coins(descends, 0, missing=LITTLE)
    with pytest.raises(Unfinished, match="until_heads: it draws too often"):
        by_contract(until_heads, most_draws=3000)
    with pytest.raises(Unfinished, match="loops_for_ever: it draws too often"):
        by_contract(loops_for_ever)
    with pytest.raises(Unfinished, match="never answers"):
        by_contract(retry, never_answers)
    assert at_the_coins(may_loop_for_ever, missing=Fraction(1, 2))[0] == Fraction(1, 2)


def uneven(draw: Draw) -> str:
    """Half of the mass is on two coins, the other on four to nine."""
    if draw.bit():
        return str(draw.bit())
    return "".join(str(draw.bit()) for _ in range(1 + 2 * draw.bit() + 3 * draw.bit()))


def test_what_is_likeliest_is_walked_first() -> None:
    """Does no execution come before one that is many times heavier, so that a walk leaves little?"""
    reading = _Inside(_Coins(Dyadic(1, 1), Dyadic(1, 0), 10**6), LITTLE)
    weights = [weight.mass() for _, weight in executions(uneven, (), reading, Dyadic(1, 0), 10**6)]
    assert sum(weights) == 1
    assert all(later <= PATIENCE * sooner for sooner, later in combinations(weights, 2))
    assert len(set(weights)) > 3
    assert max(weights) > PATIENCE * min(weights)


def promises_a_third(draw: Draw) -> bool:
    """Break the promise: this coin is fair."""
    return draw.bit() == 0


THIRD = Triple(
    "promises_a_third",
    law=lambda: [(True, rational(Fraction(1, 3))), (False, exp_minus(1)), (None, rational(0))],
)
third_of_the_time = THIRD(sampler(promises_a_third))


def twice(draw: Draw) -> tuple[bool, bool]:
    return third_of_the_time(draw), third_of_the_time(draw)


def test_a_callee_is_answered_from_its_contract() -> None:
    """Does the caller see what is promised, the callee itself what it does, and neither an impossible answer?"""
    law = by_contract(twice)
    assert law[True, True] == rational(Fraction(1, 9))
    assert law[False, False] == exp_minus(2)
    assert len(law.branches) == 4
    assert by_contract(third_of_the_time)[True] == rational(Fraction(1, 2))


@sampler
def asks_itself(draw: Draw) -> bool:
    return calls_itself(draw)


calls_itself = THIRD(asks_itself)


def test_nothing_is_proved_from_its_own_promise() -> None:
    """Is a function that only calls itself not given the law that it promises?"""
    with pytest.raises(Unfinished):
        by_contract(calls_itself)


def test_the_walk_stops_as_soon_as_it_may() -> None:
    """Is a law with half its mass missing given after the first of two coins, and zero missing after both?"""
    assert len(at_the_coins(fair, missing=Fraction(1, 2)).branches) == 1
    assert at_the_coins(fair, missing=NOTHING).branches == ((0, Fraction(1, 2)), (1, Fraction(1, 2)))
