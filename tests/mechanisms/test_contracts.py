"""Do the harnesses notice a planted bug, hold of the code as it is, and stay within their budget?"""

import inspect
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TypeVar

import pytest

from impl.directed import round_up
from impl.peeling import peel
from impl.samplers import (
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.engine.checkers.crosshair.checker import Confirmed
from proofs.engine.checkers.crosshair.harness import Harness
from proofs.engine.ledger.status import Status
from proofs.mechanisms.contracts import directed, peeling, samplers, space
from proofs.mechanisms.contracts import permute_and_flip as flipping
from proofs.mechanisms.contracts.harnesses import HARNESSES
from spec.draw import Draw, sampler
from spec.space import AtomDomain

T = TypeVar("T")


def mutant(function: Callable[..., T], **replaced: object) -> Callable[..., T]:
    """The function, with other things under some of the names that it uses."""
    bare = inspect.unwrap(function)
    assert isinstance(bare, FunctionType)
    changed = FunctionType(bare.__code__, {**bare.__globals__, **replaced}, bare.__name__)
    changed.__annotations__ = bare.__annotations__
    return changed


def original_index_of_unsorted(place: int, removed: Sequence[int]) -> int:
    """The un-peeling loop, in the order of selection."""
    for index in removed:
        if index <= place:
            place += 1
    return place


def modulo(n: int, draw: Draw) -> int:
    """Bits taken modulo n, without rejection."""
    value = 0
    for _ in range((n - 1).bit_length()):
        value = 2 * value + draw.bit()
    return value % n


def bernoulli_at_least(p: Fraction, draw: Draw) -> bool:
    """A comparison `>=` for `>`."""
    low, width = Fraction(0), Fraction(1)
    while low < p < low + width:
        width /= 2
        low += width * draw.bit()
    return p >= low


def exp1_on_even(x: Fraction, draw: Draw) -> bool:
    """The wrong parity."""
    k = 1
    while sample_bernoulli_rational(x / k, draw):
        k += 1
    return k % 2 == 0


def exp_without_the_rest(x: Fraction, draw: Draw) -> bool:
    """Whole ones alone."""
    while x > 1:
        if not sample_bernoulli_exp1(Fraction(1), draw):
            return False
        x -= 1
    return True


def flip_without_permuting(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """A candidate may be asked twice, and another never."""
    for _ in x:
        candidate = sample_uniform_uint_below(len(x), draw)
        if sample_bernoulli_exp((max(x) - x[candidate]) / scale, draw):
            return candidate
    raise ValueError


def first_of_the_greatest(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """The other way to break ties."""
    return list(x).index(max(x))


class Lenient(AtomDomain):
    """Takes a bool for an int."""

    def check(self, value: object) -> None:
        """Refuse what is not an instance."""
        if not isinstance(value, self.T):
            super().check(value)


PLANTED: dict[str, Callable[..., None]] = {
    "unsorted_index": mutant(peeling.original_index_undoes_the_removals, original_index=original_index_of_unsorted),
    "unsorted_peel": mutant(
        peeling.peeling_returns_what_was_selected,
        peel=sampler(mutant(peel, original_index=original_index_of_unsorted)),
    ),
    "modulo": mutant(samplers.no_two_tapes_give_one_integer, attempt_uniform_uint_below=modulo),
    "no_rejection": mutant(
        samplers.attempt_is_below_n_or_turned_down,
        attempt_uniform_uint_below=lambda n, draw: 4 * draw.bit() + 2 * draw.bit() + draw.bit(),
    ),
    "at_least": mutant(samplers.bernoulli_decides_p_above_u, sample_bernoulli_rational=bernoulli_at_least),
    "even": mutant(samplers.exp1_answers_by_the_parity_of_its_heads, sample_bernoulli_exp1=exp1_on_even),
    "rest": mutant(samplers.exp_multiplies_coins_whose_exponents_add_up, sample_bernoulli_exp=exp_without_the_rest),
    "unpermuted": mutant(flipping.permute_and_flip_returns_an_index, permute_and_flip=flip_without_permuting),
    "first": mutant(flipping.no_scale_selects_the_last_of_the_greatest, permute_and_flip=first_of_the_greatest),
    "nearest": mutant(
        directed.rounding_up_takes_the_next_number,
        round_up=mutant(round_up, math=SimpleNamespace(ceil=round)),
    ),
    "bit_length": mutant(
        directed.exponent_is_the_floor_of_the_logarithm, floor_log2=lambda x: x.numerator.bit_length()
    ),
    "not_doubled": mutant(
        directed.close_vectors_are_within_the_mapped_distance, to_range_distance=lambda d_in, monotonic: d_in
    ),
    "both_ways": mutant(space.monotonic_moves_have_one_sign, MONOTONIC=space.LINF),
    "signed": mutant(space.range_distance_is_at_most_twice_linf, largest_move=lambda moves: max([0, *moves])),
    "any_sign": mutant(space.range_distance_is_at_most_linf_if_monotonic, of_one_sign=lambda moves: True),
    "lenient": mutant(space.domain_of_ints_holds_no_bool, AtomDomain=Lenient),
}
for name, planted in PLANTED.items():
    planted.__module__, planted.__qualname__ = __name__, name
globals().update(PLANTED)


@pytest.mark.parametrize("name", PLANTED)
def test_planted_bugs_are_refuted(name: str) -> None:
    """Does each harness refute a bug in what it is about, with an input that shows it?"""
    check = Confirmed(PLANTED[name], 5)
    assert check.run(check.says).status is Status.REFUTED


@pytest.mark.deep
@pytest.mark.parametrize(
    "claim",
    [
        "space.domain_of_ints_holds_no_bool",
        "space.linf_distance_is_zero_only_between_equals",
        "directed.exponent_is_the_floor_of_the_logarithm",
        "peeling.original_index_undoes_the_removals",
        "permute_and_flip.no_scale_selects_the_last_of_the_greatest",
        "samplers.no_two_tapes_give_one_integer",
    ],
)
def test_harnesses_are_confirmed(claim: str) -> None:
    """Are the harnesses true of the code as it is? The audit runs them all."""
    assert HARNESSES[claim].run(HARNESSES[claim].says).status is Status.CERTIFIED


@pytest.mark.parametrize("claim", HARNESSES)
def test_harnesses_have_three_parts(claim: str) -> None:
    """Does every harness assume, compute and assert?"""
    assert Harness(HARNESSES[claim].function).is_in_three_parts


@pytest.mark.parametrize("module", [directed, peeling, flipping, samplers, space])
def test_no_harness_is_left_out(module: ModuleType) -> None:
    """Is every function of a harness module in the list?"""
    functions = (function for _, function in inspect.getmembers(module, inspect.isfunction))
    written = {function for function in functions if function.__module__ == module.__name__}
    assert written <= {check.function for check in HARNESSES.values()}


def test_an_audit_spends_at_most_a_minute_on_crosshair() -> None:
    """Do the CPU seconds that the harnesses state stay below 60, in the list and in the ledger?"""
    from proofs.contents import ledger  # every child that looks for a planted bug imports this module

    assert sum(check.seconds for check in HARNESSES.values()) <= 60
    checks = [task.check for task in ledger().tasks()]
    assert sum(check.seconds for check in checks if isinstance(check, Confirmed)) <= 60
