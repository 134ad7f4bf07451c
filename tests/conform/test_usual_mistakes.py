"""Are usual mistakes with several indices, and with infinite scores, known by their laws and rejected?"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import exp, inf

import pytest
from scipy.integrate import dblquad

from impl.ball import ball
from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from proofs.conform.ask import Ask, Effort
from proofs.conform.ball_laws import Probabilities
from proofs.conform.checks.law import LawCheck
from proofs.conform.checks.law_cases import LawCase, law_cases
from proofs.conform.known_laws import promised_law
from proofs.conform.model import Outcome
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, Selection
from proofs.conform.usual_mistakes import MISTAKES, drawn_again, drawn_once, in_one_order
from proofs.engine.enclosure import enclose
from proofs.engine.law import by_contract
from proofs.engine.statistics.budget import RUN, Budget
from proofs.targets.target import Answer, Raised
from spec.draw import Draw, retry
from tests.support.conform_fakes import LawMade, LawTarget, Vector
from tests.support.conform_known import KNOWN

SCORES = Fraction(0), Fraction(1), Fraction(3)
SCALE = Fraction(3, 2)


def flipped(x: Sequence[Fraction], scale: Fraction, places: list[int], draw: Draw) -> int:
    """The first of the places, in this order, whose coin shows heads."""
    best = max(x[place] for place in places)
    return next(place for place in places if sample_bernoulli_exp((best - x[place]) / scale, draw))


def shuffled(n: int, draw: Draw) -> list[int]:
    """All places in random order."""
    left = list(range(n))
    return [left.pop(sample_uniform_uint_below(len(left), draw)) for _ in range(n)]


def in_one_order_by_coins(x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw) -> tuple[int, ...]:
    """The mistake itself."""
    order, selected = shuffled(len(x), draw), list[int]()
    for _ in range(k):
        selected.append(flipped(x, scale, [place for place in order if place not in selected], draw))
    return tuple(selected)


def another(x: Sequence[Fraction], scale: Fraction, taken: tuple[int, ...], draw: Draw) -> int | None:
    """Permute-and-flip of all scores, which counts for nothing if it gives what is taken."""
    place = flipped(x, scale, shuffled(len(x), draw), draw)
    return None if place in taken else place


def drawn_again_by_coins(x: Sequence[Fraction], scale: Fraction, k: int, draw: Draw) -> tuple[int, ...]:
    """The mistake itself."""
    selected: tuple[int, ...] = ()
    for _ in range(k):
        selected += (retry(another, x, scale, selected, draw),)
    return selected


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_laws_are_those_of_the_mistakes(k: int) -> None:
    """Is each law what the code with the mistake has, measured by contract?"""
    for mistake, code in ((in_one_order, in_one_order_by_coins), (drawn_again, drawn_again_by_coins)):
        found = mistake(SCORES, SCALE, k)
        law = by_contract(code, SCORES, SCALE, k)
        assert {*found} == {*law.outcomes()}
        assert all(enclose(law[order], 100).overlaps(p) for order, p in found.items())
        assert all(p.rad() < 1e-30 for p in found.values())


def density(y: float, c: float) -> float:
    """Of y plus an exponential number."""
    return exp(y - c) if c > y else 0.0


def integrated(first: float, second: float, third: float) -> float:
    """How likely three scores with exponential noise come in this order."""

    def height(c: float, b: float) -> float:
        return density(first, c) * density(second, b) * (1 - exp(third - b))

    least = max(second, third)
    cuts = sorted({least, max(least, first), 60.0})
    parts = (
        dblquad(height, *part, lambda b: max(b, first), lambda b: 90.0, epsabs=1e-10)[0] for part in pairwise(cuts)
    )
    return float(sum(parts))


def test_noise_that_is_drawn_once_is_integrated() -> None:
    """Is the law of noise drawn once that of exponential numbers, whose densities are integrated by another library?"""
    y = [float(score / SCALE) for score in SCORES]
    law = drawn_once(SCORES, SCALE, 3)
    for order, p in law.items():
        assert integrated(*(y[place] for place in order)) == pytest.approx(float(p.mid()), abs=1e-8)
    assert sum(law.values(), start=ball(0)).contains(1)
    for (first, second), p in drawn_once(SCORES, SCALE, 2).items():
        assert p.overlaps(law[first, second, 3 - first - second])


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_rejected_and_named(name: str) -> None:
    """Is each mistake rejected by draws that take a second, and by its name?"""
    target = LawTarget(law=KNOWN[name])
    check = LawCheck(Bench([target], NOISY_TOP_K), Ask(effort=Effort(draws=450)), Budget(), RUN / 2)
    check.draw_the_least()
    check.draw_what_is_suspect()
    found = check.verdict()
    assert found.outcome is Outcome.FAILED
    assert name in found.detail


def test_mistakes_with_several_indices_are_told_of_nothing_else() -> None:
    """Does a mistake leave the law as it is where one index comes out, or where Gumbel noise makes it right?"""
    for case in law_cases(NOISY_TOP_K):
        if case.setting.k == 1 or NOISY_TOP_K.noise(case.setting) == "gumbel":
            promised = promised_law(NOISY_TOP_K, case)
            for name in MISTAKES:
                assert {order: p.mid() for order, p in KNOWN[name](NOISY_TOP_K, case).items()} == {
                    order: p.mid() for order, p in promised.items()
                }


def first_if_infinite(triple: Selection, case: LawCase) -> Probabilities:
    """The law if the first of the infinite scores always comes."""
    promised = promised_law(triple, case)
    return {order: p * 0 + (order[0] == 0) for order, p in promised.items()} if inf in map(abs, case.x) else promised


@pytest.mark.parametrize("triple", [NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL])
def test_infinite_scores_are_drawn(triple: Selection) -> None:
    """Is a release rejected that is right but for infinite scores, and is one that always raises on them not?"""
    check = LawCheck(Bench([LawTarget(law=first_if_infinite, triple=triple)], triple), Ask(), Budget(), RUN / 2)
    check.glance()
    assert check.failed

    def made(plain: LawMade) -> LawMade:
        def sample(x: Vector, count: int) -> Sequence[tuple[Answer, int]]:
            refused = not {inf, -inf}.isdisjoint(x)
            return [(Raised("ValueError", "infinite"), count)] if refused else plain.sample(x, count)

        return replace(plain, sampling=sample)

    check = LawCheck(Bench([LawTarget(made=made, triple=triple)], triple), Ask(), Budget(), RUN / 2)
    check.glance()
    found = check.verdict()
    assert not check.failed
    assert found.cases == sum(not case.may_be_refused for case in law_cases(triple))
