"""Code beyond every list: does it keep its laws at every size, and is what is wrong only beyond a threshold noticed?"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, cast

import pytest

from impl.exponential_mechanism import exponential_mechanism
from impl.samplers import (
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
)
from proofs.contents import ledger
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.drawn import LONGEST, Drawn, OneIn, octaves
from proofs.engine.ledger.ledger import Task
from proofs.engine.ledger.model import Step
from proofs.engine.ledger.status import Status
from proofs.mechanisms.drawn import CHAPTER, selection
from proofs.mechanisms.drawn.scripted import Scripted
from spec.errors import EntropyExhausted

Function = Callable[..., Any]
STEPS = [(f"{proof.claim}-{number}", step) for proof in CHAPTER.proofs for number, step in enumerate(proof.steps)]
WITHOUT_CLAIM: dict[str, Callable[[Any], bool]] = {
    "attempt_exponential_mechanism": selection.TurnsDown(),
    "exponential_mechanism": selection.TriesAgain(),
    "without noise": selection.WithoutNoise(exponential_mechanism),
}


def is_tried_in_part(task: Task) -> bool:
    return isinstance(getattr(task.check, "cases", None), OneIn)


@pytest.mark.deep
@pytest.mark.parametrize("claim", sorted({task.place.claim for task in ledger().tasks() if is_tried_in_part(task)}))
def test_what_an_audit_tries_in_part_holds_as_a_whole(claim: str) -> None:
    """Does every check of which an audit tries one case in so many hold on all of them?"""
    for task in filter(is_tried_in_part, ledger().tasks([claim])):
        check = cast(Any, task.check)
        finding = replace(check, cases=check.cases.cases).run(task.query)
        assert finding.status is Status.CERTIFIED, finding.detail


def test_one_in_so_many_is_spread_over_all() -> None:
    """Is about the same share tried of every second, third and later case, wherever one begins, and the first case?"""
    for many in (2, 3, 4, 6):
        tried = {*OneIn(many, lambda: range(20_000))()}
        assert 0 in tried
        for stride in range(1, 60):
            for first in range(stride):
                numbers = range(first, 20_000, stride)
                assert len(numbers) / 2 < many * len(tried.intersection(numbers)) < 2 * len(numbers)


@pytest.mark.parametrize("name", WITHOUT_CLAIM)
def test_the_exponential_mechanism_keeps_its_law_at_every_size(name: str) -> None:
    """Does the exponential mechanism from coins alone do on cases of every octave what its law says?"""
    assert all(map(WITHOUT_CLAIM[name], selection.selections()))


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, marks=[pytest.mark.deep] if name.startswith("gumbel_top_k.") else [], id=name)
        for name, step in STEPS
    ],
)
def test_a_few_cases_of_every_kind(step: Step) -> None:
    """Do the first cases hold, and some of the later ones?"""
    check, promise = cast(Any, step.check), cast(Any, step.statement)
    for case in islice(check.cases(), 0, None, 41):
        assert check.holds(case) if isinstance(check, Exhaustive) else promise.holds(case, check.judge)


def test_a_script_ends_as_entropy_does() -> None:
    """Is the end of a tape, and of a script, told as the end of entropy?"""
    draw = Scripted((1,), {sample_bernoulli_exp1: (True,)})
    assert (draw.bit(), sample_bernoulli_exp(Fraction(1), draw), draw.used) == (1, True, 1)
    with pytest.raises(EntropyExhausted):
        draw.bit()
    with pytest.raises(EntropyExhausted):
        sample_bernoulli_exp(Fraction(1), draw)
    with pytest.raises(NotImplementedError):
        selection.select_as_scripted((), Fraction(1), draw)


def test_numbers_are_of_every_size() -> None:
    """Has every octave its numbers, are they the same in every run, and are fractions and floats of all sizes?"""
    assert {number.bit_length() for number in octaves("a", 2**300)} == {*range(1, 302)}
    assert list(octaves("a", 100)) == list(octaves("a", 100)) != list(octaves("b", 100))
    assert max(octaves("a", 100)) <= 100
    drawn = Drawn("test")
    shares = [drawn.share() for _ in range(500)]
    assert all(0 <= share <= 1 for share in shares)
    assert {0, 1} < {*shares}
    assert max(share.denominator.bit_length() for share in shares) > LONGEST - 50
    exponents = {math.frexp(drawn.float())[1] for _ in range(2000)}
    assert (min(exponents), max(exponents)) < (-1000, 0)
    assert max(exponents) > 950
    assert all(0 < drawn.float() < math.inf for _ in range(2000))
    assert {drawn.size(7) for _ in range(200)} == {*range(1, 8)}
