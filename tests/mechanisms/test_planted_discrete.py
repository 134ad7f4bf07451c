"""Is every planted bug in a sampler, in permute-and-flip or in peeling caught by the very checks of the ledger?

A bug in the function itself takes its place in the check, under the same triple. A bug in a function that it calls
is planted where the running code finds it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

import impl.peeling
import impl.permute_and_flip
import impl.samplers
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.ledger.status import Status
from proofs.mechanisms import peeling, permute_and_flip, samplers
from spec.draw import sampler
from spec.peeling import PEEL
from spec.permute_and_flip import PERMUTE_AND_FLIP
from spec.samplers import (
    ATTEMPT_UNIFORM_UINT_BELOW,
    BERNOULLI_EXP,
    BERNOULLI_EXP1,
    BERNOULLI_RATIONAL,
    UNIFORM_UINT_BELOW,
)
from spec.triple import Triple
from tests.conform.mutants import samplers as mutants
from tests.conform.mutants.model import Mutant
from tests.conform.mutants.sampler_witnesses import MUTANTS

Program = Callable[..., object]
SAYS = "The running code has the promised law"
CHECKS: dict[str, list[AtTheCoins | ByContract]] = {
    proof.claim: [step.check.of(SAYS) for step in proof.steps if isinstance(step.check, AtTheCoins | ByContract)]
    for chapter in (samplers.CHAPTER, permute_and_flip.CHAPTER, peeling.CHAPTER)
    for proof in chapter.proofs
    if proof.claim.endswith(".code")
}
TRIPLES: dict[str, Triple] = {
    "sample_uniform_uint_below.code": UNIFORM_UINT_BELOW,
    "sample_bernoulli_rational.code": BERNOULLI_RATIONAL,
    "sample_bernoulli_exp1.code": BERNOULLI_EXP1,
    "sample_bernoulli_exp.code": BERNOULLI_EXP,
    "permute_and_flip.code": PERMUTE_AND_FLIP,
    "peeling.code": PEEL,
}


@cache
def planted(triple: Triple, bug: Program) -> Program:
    """The bug as a sampler that promises what the triple says."""
    return triple(sampler(bug))


@pytest.mark.deep
@pytest.mark.parametrize("claim", CHECKS)
def test_the_code_itself_is_certified(claim: str) -> None:
    """Do all checks of the claim hold on the code as it is?"""
    assert CHECKS[claim]
    assert {check.run(SAYS).status for check in CHECKS[claim]} == {Status.CERTIFIED}


@pytest.mark.untraced
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_bug_in_the_function_is_refuted(mutant: Mutant) -> None:
    """Does every check of the claim refute the function with the bug in it, the first by the smallest witness?"""
    program = planted(TRIPLES[mutant.caught_by], mutant.make)
    found = [replace(check, program=program).run(SAYS) for check in CHECKS[mutant.caught_by]]
    assert {finding.status for finding in found} == {Status.REFUTED}
    assert found[0].detail.startswith(mutant.witness)


UNIFORM = "sample_uniform_uint_below"
RATIONAL = "sample_bernoulli_rational"
EXP = "sample_bernoulli_exp"


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("claim", "room", "callee", "bug"),
    [
        (
            "sample_uniform_uint_below.code",
            impl.samplers,
            "attempt_uniform_uint_below",
            planted(ATTEMPT_UNIFORM_UINT_BELOW, mutants.attempt_by_modulo),
        ),
        (
            "sample_uniform_uint_below.code",
            impl.samplers,
            "attempt_uniform_uint_below",
            planted(ATTEMPT_UNIFORM_UINT_BELOW, mutants.attempt_with_the_end_included),
        ),
        ("peeling.code", impl.peeling, "original_index", mutants.index_over_an_unsorted_list),
        ("peeling.code", impl.peeling, "original_index", mutants.index_that_skips_too_late),
        ("peeling.code", impl.peeling, "original_index", mutants.index_that_skips_once),
    ],
)
def test_a_bug_in_a_part_is_refuted(
    claim: str, room: object, callee: str, bug: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Does every check refute the function if a part of it that promises no law has the bug?"""
    monkeypatch.setattr(room, callee, bug)
    assert {check.run(SAYS).status for check in CHECKS[claim]} == {Status.REFUTED}


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("claim", "room", "callee", "triple", "bug"),
    [
        ("sample_bernoulli_exp1.code", impl.samplers, RATIONAL, BERNOULLI_RATIONAL, mutants.rational_of_ten_bits),
        ("sample_bernoulli_exp.code", impl.samplers, "sample_bernoulli_exp1", BERNOULLI_EXP1, mutants.exp1_on_even_k),
        ("permute_and_flip.code", impl.permute_and_flip, UNIFORM, UNIFORM_UINT_BELOW, mutants.uniform_by_modulo),
        ("permute_and_flip.code", impl.permute_and_flip, EXP, BERNOULLI_EXP, mutants.exp_without_its_remainder),
        ("peeling.code", impl.permute_and_flip, UNIFORM, UNIFORM_UINT_BELOW, mutants.uniform_with_a_bit_too_few),
    ],
)
def test_a_callee_that_breaks_its_promise_is_caught_at_the_coins(
    claim: str, room: object, callee: str, triple: Triple, bug: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Does the caller keep its contract as long as others keep theirs, and do the coins tell that one does not?"""
    monkeypatch.setattr(room, callee, planted(triple, bug))
    for check in CHECKS[claim]:
        expected = Status.CERTIFIED if isinstance(check, ByContract) else Status.REFUTED
        assert check.run(SAYS).status is expected


def test_a_refutation_can_be_read() -> None:
    """Does a finding name the case and the outcome, with short fractions as they are and long ones as decimals?"""
    by_contract, at_the_coins = CHECKS["sample_uniform_uint_below.code"]
    program = planted(UNIFORM_UINT_BELOW, mutants.uniform_by_modulo)
    for check, says in ((by_contract, ", not 1/3, off by 1/6"), (at_the_coins, ", up to 0 more, not 1/3")):
        assert replace(check, program=program).run(SAYS).detail == f"at 3: 0 has probability 1/2{says}"
    (check,) = CHECKS["sample_bernoulli_exp1.code"]
    found = replace(check, program=planted(BERNOULLI_EXP1, mutants.exp1_that_starts_at_two)).run(SAYS)
    assert found.detail.startswith("at 1: True has probability 0.632120558828")
    assert found.detail.endswith("not 0.36787944117144232160")
    (peeling,) = (check for check in CHECKS["peeling.code"] if isinstance(check, ByContract))
    found = replace(peeling, program=planted(PEEL, mutants.peel_one_too_few)).run(SAYS)
    assert found.detail.startswith("at permute_and_flip, (Fraction(5, 1),), 1, 1: (0,) has probability 0, not 1")
