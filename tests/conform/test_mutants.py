"""Is every planted mistake caught by what it names, with the smallest witness, and nothing that is right?"""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.noisy_top_k import make_noisy_top_k
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.conform.ask import Ask, Effort
from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Outcome
from proofs.conform.session import conform
from proofs.conform.triples import TRIPLES, Selection
from proofs.targets.child import Limits
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.worst.search import Effort as Search
from spec.space import LInfDistance, MaxDivergence, Measure, ZeroConcentratedDivergence
from tests.conform.mutants import black_boxes, correct, errors, maps, outputs, rounding, selection
from tests.conform.mutants.catching import (
    DETERMINED,
    Factory,
    at_the_coins,
    determined,
    fresh,
    number_of,
    sampled,
    told,
    worst_pair,
)
from tests.conform.mutants.model import WORST_PAIR, Mutant, mutants_of
from tests.conform.mutants.sampler_witnesses import MUTANTS as SAMPLERS
from tests.support.mechanisms_in_parts import Exponential, NoisyMax, TopK

MECHANISMS = mutants_of(maps, rounding, errors, outputs, selection, black_boxes)
TOP_K, NOISY_MAX, EXPONENTIAL, _ = TRIPLES.values()


def caught_by(*names: str) -> pytest.MarkDecorator:
    chosen = [mutant for mutant in MECHANISMS if mutant.caught_by in names]
    return pytest.mark.parametrize("mutant", chosen, ids=lambda mutant: mutant.name)


def test_there_is_a_mutant_for_every_clause() -> None:
    """Does every clause catch something, and does every mutant say what it is and what must catch it?"""
    planted = [*MECHANISMS, *SAMPLERS]
    assert {clause.name for clause in CLAUSES} | {WORST_PAIR} == {mutant.caught_by for mutant in MECHANISMS}
    assert len({mutant.name for mutant in planted}) == len(planted) > 100
    assert [mutant.name for mutant in planted if not (mutant.what.endswith(".") and mutant.witness)] == []


@caught_by(*DETERMINED)
def test_no_chance_is_needed(mutant: Mutant) -> None:
    """Does the clause fail, and is its first witness the one that is pinned?"""
    found = determined(mutant.caught_by, mutant, TRIPLES[mutant.triple])
    assert found.outcome is (Outcome.FAILED if found.clause.gates else Outcome.NOTED)
    assert found.failures[0].witness == mutant.witness


@caught_by("law.coins", "privacy.coins")
def test_the_coins_tell(mutant: Mutant) -> None:
    """Is the first case whose exact law is wrong, or too far from its neighbour's, the one that is pinned?"""
    verdicts = at_the_coins(mutant.caught_by, mutant, TRIPLES[mutant.triple], range(9))
    found = next(verdict for verdict in verdicts if verdict.outcome is Outcome.FAILED)
    assert found.failures[0].witness.startswith(mutant.witness)


@caught_by("law.sampled", "privacy.sampled")
def test_a_black_box_gives_itself_away(mutant: Mutant) -> None:
    """Do the draws of the pinned case reject the law, or prove the loss?"""
    triple = TRIPLES[mutant.triple]
    found = sampled(mutant.caught_by, mutant, triple, number_of(mutant.caught_by, triple, mutant.witness))
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].witness.startswith(mutant.witness)


@caught_by("law.fresh")
def test_coins_that_are_not_fresh(mutant: Mutant) -> None:
    """Is noise that was used before seen?"""
    found = fresh(mutant, TRIPLES[mutant.triple])
    assert found.outcome is Outcome.FAILED
    assert mutant.witness in [failure.witness for failure in found.failures]


ANY, ONE_WAY = LInfDistance(Fraction), LInfDistance(Fraction, monotonic=True)
CONDITIONS: dict[str, tuple[LInfDistance, Measure, int, int]] = {
    "ClearLead": (ONE_WAY, MaxDivergence(), 2, 1),
    "FlipsAtTheGumbelRate": (ONE_WAY, ZeroConcentratedDivergence(), 2, 1),
    "TwoDigits": (ONE_WAY, MaxDivergence(), 2, 1),
}
LITTLE = Search(laws=150, confirmed=1, shrinking=60)


@caught_by(WORST_PAIR)
def test_the_worst_pair(mutant: Mutant) -> None:
    """Does the search find neighbours whose exact laws exceed the map, and make them small?"""
    assert told(worst_pair(mutant, *CONDITIONS[mutant.name], LITTLE)) == mutant.witness


def test_the_worst_pair_of_what_is_right() -> None:
    """Does the search find nothing against correct mechanisms, the tightest map included?"""
    for factory, metric in ((TopK, ANY), (TopK, ONE_WAY), (correct.LetInIndependently, ONE_WAY)):
        assert told(worst_pair(factory, metric, MaxDivergence(), 2, 1, LITTLE)) == "none"
    assert told(worst_pair(correct.TightMap, ONE_WAY, ZeroConcentratedDivergence(), 2, 1, LITTLE)) == "none"


MAPS = ("map.refuses", "map.sound", "map.printed")
OUTPUTS = ("output.shape", "output.scale_zero", "output.ties")
ERRORS = ("errors.close", "errors.printed")
CORRECT: tuple[tuple[Factory, Selection, tuple[str, ...]], ...] = (
    (make_noisy_top_k, TOP_K, ("map.sound", "construction.refuses", "construction.accepts")),
    (make_report_noisy_max_gumbel, NOISY_MAX, (*MAPS, "output.scale_zero")),
    (make_base_exponential_candidates_gumbel, EXPONENTIAL, (*MAPS, "output.scale_zero")),
    (TopK, TOP_K, tuple(DETERMINED)),
    (NoisyMax, NOISY_MAX, ("construction.refuses", "construction.accepts", "map.least", "output.ties")),
    (Exponential, EXPONENTIAL, ("construction.refuses", "construction.accepts", "map.least", "output.ties")),
    (correct.LetInIndependently, TOP_K, OUTPUTS),
    (correct.WholeExponentialNoise, TOP_K, ("output.scale_zero", "output.ties")),
    (correct.WholeNumbers, TOP_K, ("output.scale_zero", "output.ties")),
    (correct.ByRejection, EXPONENTIAL, ("output.scale_zero", "output.ties")),
    (correct.TightMap, TOP_K, MAPS),
    (correct.FewUlpsAbove, TOP_K, MAPS),
    (correct.ExactMap, TOP_K, MAPS),
    (correct.Tuples, TOP_K, OUTPUTS),
    (correct.ErrorForAll, TOP_K, ERRORS),
    (correct.FloatSoftmax, NOISY_MAX, ("errors.close", "output.shape", "output.scale_zero", "output.ties")),
)


@pytest.mark.parametrize(("factory", "triple", "clauses"), CORRECT, ids=[row[0].__name__ for row in CORRECT])
def test_what_is_right_raises_no_alarm(factory: Factory, triple: Selection, clauses: tuple[str, ...]) -> None:
    """Do correct mechanisms, however they are written, pass every clause that is asked of them?"""
    found = {clause: determined(clause, factory, triple).outcome for clause in clauses}
    assert found == dict.fromkeys(clauses, Outcome.PASSED)


@pytest.mark.parametrize(
    ("factory", "triple", "cases"),
    [
        (make_noisy_top_k, TOP_K, (0, 2)),
        (correct.LetInIndependently, TOP_K, (0, 1, 2, 4)),
        (correct.WholeExponentialNoise, TOP_K, (0, 1)),
        (correct.WholeNumbers, TOP_K, (0, 1, 2)),
        (correct.ByRejection, EXPONENTIAL, (0, 1, 2)),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_the_right_law_has_the_right_coins(factory: Factory, triple: Selection, cases: Sequence[int]) -> None:
    """Does the exact law of correct mechanisms hold what is promised, and keep as near to its neighbour's?"""
    for clause, numbers in (("law.coins", cases), ("privacy.coins", (0,))):
        assert {v.outcome for v in at_the_coins(clause, factory, triple, numbers)} == {Outcome.PASSED}


@pytest.mark.parametrize("case", [0, pytest.param(2, marks=pytest.mark.deep)])
def test_a_correct_black_box(case: int) -> None:
    """Do the draws of a correct mechanism without coins leave it alone?"""
    for clause in ("law.sampled", "privacy.sampled"):
        assert sampled(clause, correct.FloatSoftmax, NOISY_MAX, case, draws=2000).outcome is Outcome.PASSED
    assert fresh(correct.FloatSoftmax, NOISY_MAX).outcome is Outcome.PASSED


@caught_by("privacy.tails")
def test_a_tail_that_ends(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the pair found between which an output becomes impossible, in a process whose draws are led?"""
    monkeypatch.chdir(Path(__file__).parents[2])
    name = parse(f"{mutant.make.__module__}:{mutant.name}")
    with ProcessTarget(name) as target:
        (found,) = conform([target], TRIPLES[mutant.triple], Ask(frozenset({mutant.caught_by})), 1.0)
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].witness.startswith(mutant.witness)


@caught_by("target.lives")
def test_a_target_that_hangs(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a mechanism that never answers found out, in a process of its own?"""
    monkeypatch.chdir(Path(__file__).parents[2])
    name = parse(f"{mutant.make.__module__}:{mutant.name}")
    asked = Ask(frozenset({"errors.printed", mutant.caught_by}), effort=Effort(cases=2, maps=0, tries=3))
    with ProcessTarget(name, limits=Limits(seconds=1.0, deaths=1)) as target:
        *_, found = conform([target], TRIPLES[mutant.triple], asked, 60.0)
    assert found.clause.name == mutant.caught_by
    assert found.outcome is Outcome.FAILED
    assert mutant.witness in found.failures[0].witness
