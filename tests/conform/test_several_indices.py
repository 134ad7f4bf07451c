"""Is noise told that is wrong for some cases alone: for several indices, or where the least come first?"""

from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs.conform.ask import QUICK, STANDARD, Ask
from proofs.conform.ball_laws import Probabilities, enclosed_law
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.contract import Contract
from proofs.conform.known_laws import law_at_noise, promised_law, scores
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, Selection
from proofs.engine.statistics.budget import RUN, Budget
from tests.support.conform_fakes import LawTarget


def a_fifth_too_small(triple: Contract, case: LawCase) -> Probabilities:
    """The law at too little noise if more than one index comes out."""
    return (law_at_noise(triple, case, Fraction(4, 5)) if case.setting.k > 1 else None) or promised_law(triple, case)


def third_at_half(triple: Contract, case: LawCase) -> Probabilities:
    """The law if the third index comes at half the noise, and no more than four scores are given."""
    assert isinstance(triple, Selection)
    y, scale, k, noise = scores(case), Fraction(case.setting.scale), case.setting.k, triple.noise(case.setting)
    if k < 3 or len(y) != 4:
        return promised_law(triple, case)
    changed: Probabilities = {}
    for first, p in enclosed_law(noise, y, scale, 2).items():
        left = [i for i in range(4) if i not in first]
        for (third,), q in enclosed_law(noise, [y[i] for i in left], scale / 2, 1).items():
            rest = [i for i in left if i != left[third]]
            changed[(*first, left[third], *rest)[:k]] = p * q
    return changed


@pytest.mark.parametrize("law", [a_fifth_too_small, third_at_half, promised_law])
def test_several_indices_are_weighed_by_themselves(law: Callable[[Selection, LawCase], Probabilities]) -> None:
    """Are such laws rejected by the least draws, and those of what they make suspect, and is the promised one not?"""
    target = LawTarget(law=law)
    check = LawCheck(Bench([target], NOISY_TOP_K), Ask(effort=QUICK), Budget(), RUN / 2)
    check.draw_the_least()
    check.draw_what_is_suspect()
    assert check.failed is (law is not promised_law)
    assert (check.verdict().outcome is Outcome.FAILED) is (law is not promised_law)


def slightly_less_if_negated(triple: Contract, case: LawCase) -> Probabilities:
    """The law at 24/25 of the noise if the least come first."""
    return (law_at_noise(triple, case, Fraction(24, 25)) if case.setting.negate else None) or promised_law(triple, case)


def test_slightly_wrong_noise_of_one_direction_is_seen_in_very_many_draws() -> None:
    """Is noise rejected that is four percent too small in one direction, by what is drawn at standard?"""
    target = LawTarget(law=slightly_less_if_negated)
    check = LawCheck(Bench([target], NOISY_TOP_K), Ask(effort=STANDARD), Budget(), RUN / 2)
    check.draw_the_least()
    check.draw_what_is_suspect()
    assert check.failed
