"""Have permute-and-flip and peeling the laws that they promise, and does peeling keep its indices straight?"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from impl.draws import SystemDraw, TapeDraw
from impl.peeling import original_index, peel
from impl.permute_and_flip import permute_and_flip
from impl.samplers import sample_bernoulli_exp1
from proofs.engine.checkers.laws import AtTheCoins, ByContract, promised_law, side_by_side
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins, by_contract, with_coins_used
from proofs.engine.ledger.status import Status
from spec.draw import Draw, sampler
from spec.errors import ContractBroken, EntropyExhausted
from spec.logic.formula import Formula, Symbol
from spec.peeling import law_of_peel
from spec.permute_and_flip import law_of_permute_and_flip
from spec.triple import Triple
from spec.weights import ONE, ZERO, ExpRatio, exp_minus, rational

FORTY = Fraction(1, 2**40 + 1)
NOTHING = Fraction(0)
HALF = Fraction(1, 2)
SCORES = st.lists(st.integers(-2, 2).map(Fraction), min_size=1, max_size=4).map(tuple)


def scores(*numbers: float) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))


def agree(program: Callable[..., object], *arguments: object) -> bool:
    """Tell whether the law by contract is the promised one, exactly."""
    law, promised = by_contract(program, *arguments), promised_law(program, arguments)
    return all(seen == expected for _, seen, expected in side_by_side(law, promised, ZERO))


@pytest.mark.untraced
def test_three_scores_coin_by_coin() -> None:
    """Is less than 2^-40 of the law left open, and is the rest the integral form?"""
    arguments = (scores(1, 2, 3), Fraction(1))
    law = at_the_coins(permute_and_flip, *arguments, missing=FORTY)
    assert law.missing <= FORTY
    for outcome, seen, promised in side_by_side(law, promised_law(permute_and_flip, arguments), NOTHING):
        assert compare(promised, seen) >= 0, outcome
        assert compare(promised, seen + law.missing) <= 0, outcome


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("x", "scale"),
    [
        (scores(1, 2, 3), Fraction(1)),
        (scores(0, 1, 1, 2, 3, 5), Fraction(2)),
        (scores(0.1, 0.2, 0.3, 0.1, -1e300, 5e-324), Fraction(0.7)),
    ],
)
def test_three_and_six_scores_by_contract(x: Sequence[Fraction], scale: Fraction) -> None:
    """Is the law the integral form, term by term?"""
    assert agree(permute_and_flip, x, scale)


@given(SCORES, st.sampled_from((NOTHING, Fraction(1, 3), Fraction(1), Fraction(7))))
@settings(max_examples=40)
def test_any_scores_by_contract(x: tuple[Fraction, ...], scale: Fraction) -> None:
    """Is the law the promised one for ties, single scores and scale 0 too, and does it add up to 1?"""
    assert agree(permute_and_flip, x, scale)
    assert sum((weight for _, weight in law_of_permute_and_flip(x, scale)), ZERO) == ONE


@given(SCORES, st.integers(-5, 5).map(Fraction))
@settings(max_examples=30)
def test_the_law_knows_only_differences_and_not_positions(x: tuple[Fraction, ...], shift: Fraction) -> None:
    """Does a common shift change nothing, and a permutation of the scores permute the law?"""
    law = dict(law_of_permute_and_flip(x, Fraction(2)))
    assert dict(law_of_permute_and_flip([score + shift for score in x], Fraction(2))) == law
    turned = dict(law_of_permute_and_flip(x[::-1], Fraction(2)))
    assert all(turned[len(x) - 1 - i] == law[i] for i in range(len(x)))


def choose_among_those_let_in(x: Sequence[Fraction], scale: Fraction) -> list[ExpRatio]:
    """Let each candidate in by its coin, and choose evenly among those in."""
    p = [exp_minus((max(x) - score) / scale) for score in x]
    law = [ZERO for _ in x]
    for let_in in product((False, True), repeat=len(x)):
        weight = ONE
        for chance, is_in in zip(p, let_in, strict=True):
            weight = weight * (chance if is_in else ONE - chance)
        for i, is_in in enumerate(let_in):
            law[i] = law[i] + (weight * rational(Fraction(1, sum(let_in))) if is_in else ZERO)
    return law


@given(SCORES)
@settings(max_examples=30)
def test_a_third_form_of_the_law_agrees(x: tuple[Fraction, ...]) -> None:
    """Is it the same to let candidates in by their coins and to choose evenly among them?"""
    law = dict(law_of_permute_and_flip(x, Fraction(3)))
    assert [law[i] for i in range(len(x))] == choose_among_those_let_in(x, Fraction(3))


def test_two_scores_by_hand() -> None:
    """Is the worse of two scores, x = ln-distance 1 apart, selected with e^-1/2?"""
    law = by_contract(permute_and_flip, scores(0, 1), Fraction(1))
    assert law[0] == exp_minus(1) * rational(HALF)
    assert law[1] == ONE - exp_minus(1) * rational(HALF)


def test_equal_scores_take_a_single_coin() -> None:
    """Is a choice between two equal scores one coin, and that coin the answer?"""
    law = with_coins_used(permute_and_flip, scores(4, 4), Fraction(1), missing=NOTHING)
    assert {i: use.by_coins() for i, use in law.branches} == {0: {1: HALF}, 1: {1: HALF}}


def test_scale_zero_takes_no_coin() -> None:
    """Is the last of the greatest scores selected without noise?"""
    assert permute_and_flip(scores(1, 5, 5, 2), NOTHING, TapeDraw([])) == 2
    assert peel(permute_and_flip, scores(2, 2, 7, 2), NOTHING, 3, TapeDraw([])) == (2, 3, 1)


@given(SCORES, st.integers(0, 5), st.sampled_from((NOTHING, Fraction(2))))
@settings(max_examples=30)
def test_peeling_has_its_law_by_contract(x: tuple[Fraction, ...], k: int, scale: Fraction) -> None:
    """Is the law of the running loop the product over rounds, and does it add up to 1?"""
    assert agree(peel, permute_and_flip, x, scale, min(k, 3))
    assert sum((weight for _, weight in law_of_peel(permute_and_flip, x, scale, min(k, 3))), ZERO) == ONE


def in_turn(places: Sequence[int]) -> Callable[[Sequence[Fraction], Fraction, Draw], int]:
    answers = iter(places)
    return lambda x, scale, draw: next(answers)


@pytest.mark.parametrize("n", range(6))
def test_every_order_of_places_names_every_order_of_indices(n: int) -> None:
    """If the rounds select places one after the other, is each sequence of indices reached by exactly one of places?"""
    orders = product(*(range(n - m) for m in range(n)))
    reached = [peel(in_turn(places), scores(*range(n)), NOTHING, n, TapeDraw([])) for places in orders]
    assert sorted(reached) == list(permutations(range(n)))


@given(st.sets(st.integers(0, 12), max_size=8), st.integers(0, 12))
def test_the_original_index_skips_what_was_removed(removed: set[int], place: int) -> None:
    """Is the candidate at a place among those left found, whatever the order of removal?"""
    left = [i for i in range(40) if i not in removed]
    for order in (sorted(removed), sorted(removed, reverse=True), list(removed)):
        assert original_index(place, order) == left[place]


def test_the_scores_left_are_the_scores_asked_about() -> None:
    """Does each round see the remaining scores in their order, and the same scale?"""
    asked: list[tuple[Sequence[Fraction], Fraction]] = []

    def middle(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
        asked.append((x, scale))
        return len(x) // 2

    assert peel(middle, scores(10, 11, 12, 13), HALF, 3, TapeDraw([])) == (2, 1, 3)
    assert asked == [(scores(10, 11, 12, 13), HALF), (scores(10, 11, 13), HALF), (scores(10, 13), HALF)]


@pytest.mark.parametrize("place", [2, -1])
def test_a_selection_out_of_range_is_refused(place: int) -> None:
    """Is a place that no candidate has caught by the postconditions?"""
    with pytest.raises(ContractBroken):
        peel(lambda x, scale, draw: place, scores(1, 2), HALF, 1, TapeDraw([]))


@pytest.mark.parametrize(
    ("x", "k", "size"), [((), 3, 0), (scores(1), 0, 0), (scores(1, 2), 5, 2), (scores(1, 2), 1, 1)]
)
def test_as_many_as_there_are(x: Sequence[Fraction], k: int, size: int) -> None:
    """Are k indices returned, or all of them, on the system's own coins?"""
    assert len(peel(permute_and_flip, x, Fraction(1), k, SystemDraw())) == size


def test_nothing_is_released_when_coins_run_out() -> None:
    """Does peeling fail as a whole if its second round lacks a coin?"""
    with pytest.raises(EntropyExhausted):
        peel(permute_and_flip, scores(4, 4, 4, 4), Fraction(1), 2, TapeDraw([0, 0]))


def keeps_no_promise(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    return 0


def test_the_checkers_say_what_they_cannot_do() -> None:
    """Are formulas, empty scopes and endless walks left OPEN, and is a promise required?"""
    case = (scores(0, 1), Fraction(1))
    by, at = ByContract(permute_and_flip, (case,), "one"), AtTheCoins(permute_and_flip, (case,), "one", FORTY)
    for check in (by, at):
        assert check.of("law").run("law").status is Status.CERTIFIED
        assert check.of("law").run("0 = 1").status is check.run("law").status is Status.OPEN
        assert check.checker in ("contracts", "coins")
        assert check.run(Formula(Symbol("x") < 0)).status is Status.OPEN
    assert ByContract(permute_and_flip, (), "none").run("law").status is Status.OPEN
    assert ByContract(sample_bernoulli_exp1, ((HALF,),), "one").run("law").status is Status.OPEN
    with pytest.raises(ValueError, match="at most 1/8 may be left out"):
        AtTheCoins(permute_and_flip, (case,), "one", HALF)
    with pytest.raises(LookupError):
        ByContract(sampler(keeps_no_promise), (case,), "one").run("law")


def coin(draw: Draw) -> int:
    return draw.bit()


@pytest.mark.parametrize(
    ("promise", "status"),
    [
        ({0: HALF, 1: HALF}, Status.CERTIFIED),
        ({0: HALF}, Status.REFUTED),
        ({0: HALF, 1: Fraction(1, 4)}, Status.REFUTED),
        ({0: HALF, 1: Fraction(1)}, Status.REFUTED),
        ({0: HALF, 1: HALF, 2: Fraction(1, 9)}, Status.REFUTED),
        ({0: HALF, True: HALF}, Status.REFUTED),
    ],
)
def test_a_promise_is_refuted_from_either_side(promise: dict[object, Fraction], status: Status) -> None:
    """Is an outcome that is too likely, not likely enough, not promised, or of another type enough on its own?"""
    law = [(outcome, rational(weight)) for outcome, weight in promise.items()]
    program = Triple("coin", law=lambda: law)(sampler(lambda draw: coin(draw)))
    assert ByContract(program, ((),), "one").of("law").run("law").status is status
    assert AtTheCoins(program, ((),), "one", NOTHING).of("law").run("law").status is status
