"""Divergences at the edge: laws known in part, what is no law, claims that are reached, and what is undecided."""

import math
from fractions import Fraction

import pytest

from impl.permute_and_flip import permute_and_flip
from proofs.engine.divergence import (
    AnyLaw,
    Bounds,
    NotALaw,
    Pair,
    Verdict,
    divergence,
    exactly,
    judge,
    pair,
    renyi_divergence,
)
from proofs.engine.divergence.pair import Logs
from proofs.engine.divergence.renyi import zero_concentrated
from proofs.engine.law import at_the_coins, by_contract
from spec.space import Measure
from tests.support.small_pairs import CONCENTRATED, EVERY, LAWS, MAX, RANGE, F, randomized_response, rational


def test_few_points_are_wide_and_true() -> None:
    """If work is bounded, are the bounds wider, and do they still hold?"""
    of = pair(*LAWS[0])
    narrow = zero_concentrated(of, F(1, 2**30)).bounds
    for most in range(4):
        wide = zero_concentrated(of, most=most).bounds
        assert wide.lower <= narrow.upper
        assert wide.upper >= narrow.lower
    assert zero_concentrated(of, most=0).bounds.upper > narrow.upper * F(11, 10)


def test_laws_known_in_part() -> None:
    """Are divergences of laws measured at the coins bounded from below, closely, and never from above?"""
    scores, others = (F(0), F(1)), (F(1), F(0))
    exact = pair(by_contract(permute_and_flip, scores, F(1)), by_contract(permute_and_flip, others, F(1)))
    near = [at_the_coins(permute_and_flip, x, F(1), missing=F(1, 2**12)) for x in (scores, others)]
    for measure in EVERY:
        true, found = divergence(measure, exact).bounds, divergence(measure, pair(*near)).bounds
        assert F(9, 10) * true.lower < found.lower <= true.upper
        assert found.upper == math.inf
        assert judge(measure, pair(*near), exactly(true.lower / 2)) is Verdict.EXCEEDED
        assert judge(measure, pair(*near), exactly(true.upper)) is Verdict.UNDECIDED
    assert renyi_divergence(pair(*near), F(1)) == Bounds(F(0), math.inf)
    assert F(0) < renyi_divergence(pair(*near), F(2)).lower < renyi_divergence(exact, F(2)).upper


def test_logarithms_are_taken_once_for_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of laws known in part, is every probability's logarithm computed once, however many orders are tried?"""
    part = at_the_coins(permute_and_flip, (F(0), F(1)), F(1), missing=F(1, 8))
    asked: list[int] = []
    logs = Pair.logs

    def counted(of: Pair, bits: int) -> list[Logs]:
        asked.append(bits)
        return logs(of, bits)

    monkeypatch.setattr(Pair, "logs", counted)
    assert zero_concentrated(pair(part, part)).bounds == Bounds(F(0), math.inf)
    assert len(asked) == 1


def test_laws_known_in_part_beside_complete_ones() -> None:
    """If one law is complete, does the other's missing mass count where it must, and is impossible still impossible?"""
    part = at_the_coins(permute_and_flip, (F(0), F(1)), F(1), missing=F(1, 8))
    assert divergence(MAX, pair(rational(1, 1), part)).bounds.upper == math.inf
    for measure in EVERY:
        assert divergence(measure, pair(part, [(0, F(1))])).bounds.lower == math.inf
    unseen = divergence(MAX, pair([(7, F(1))], part)).bounds
    assert unseen.lower == math.inf
    certain = divergence(MAX, pair([(0, F(1)), (1, F(0))], part)).bounds
    assert certain.lower == math.inf


@pytest.mark.parametrize(
    ("law", "what"),
    [
        ([(0, F(1, 2)), (0, F(1, 2))], "occurs twice"),
        ([(0, F(3, 2)), (1, F(-1, 2))], "negative"),
        ([(0, F(1, 2)), (1, F(1, 3))], "sum to 1"),
    ],
)
def test_what_is_no_law(law: AnyLaw, what: str) -> None:
    """Is what is no probability law refused?"""
    with pytest.raises(NotALaw, match=what):
        pair(law, rational(1))


@pytest.mark.parametrize(("measure", "claim"), [(MAX, F(1)), (RANGE, F(2))])
def test_a_claim_that_is_reached_exactly(measure: Measure, claim: Fraction) -> None:
    """Where no ball can tell the divergence from the claim, is it decided exactly, on either side?"""
    of = randomized_response(F(1))
    tiny = F(1, 10**60)
    assert judge(measure, of, exactly(claim)) is Verdict.HELD
    assert judge(measure, of, exactly(claim - tiny)) is Verdict.EXCEEDED
    assert judge(measure, of, exactly(claim + tiny)) is Verdict.HELD
    assert judge(measure, of, Bounds(claim - tiny, claim + tiny)) is Verdict.UNDECIDED


def test_what_cannot_be_decided() -> None:
    """Is a claim too close to the supremum undecided?"""
    of = randomized_response(F(1))
    near = zero_concentrated(of, F(1, 2**90)).bounds.upper
    assert judge(CONCENTRATED, of, exactly(near)) is Verdict.UNDECIDED
    assert judge(CONCENTRATED, of, exactly(F(near) * (1 + F(1, 2**20)))) is Verdict.HELD
    assert judge(CONCENTRATED, of, exactly(F(near) * (1 - F(1, 2**20)))) is Verdict.EXCEEDED


def test_bounds() -> None:
    """Do quotients enclose what they should, infinities and zeros included?"""
    assert Bounds(F(1), F(2)).over(Bounds(F(3), F(4))) == Bounds(F(1, 4), F(2, 3))
    assert exactly(1).over(exactly(0)) == exactly(math.inf)
    assert exactly(0).over(exactly(0)) == exactly(0)
    assert exactly(1).over(exactly(math.inf)) == exactly(0)
    assert exactly(math.inf).over(exactly(2.5)) == exactly(math.inf)
