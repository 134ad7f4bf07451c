"""Does it show if what is kept of one input changes the release of another, and nothing else?"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from impl.noisy_top_k import make_noisy_top_k
from proofs.conform.ask import QUICK, Ask
from proofs.conform.checks.fresh import check_fresh
from proofs.conform.checks.turns import NUMBER
from proofs.conform.contract import Contract
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.model import Outcome, Verdict
from proofs.conform.pool import Bench
from proofs.conform.triples import NOISY_TOP_K
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.target import Answer, Made, Target, Trouble
from tests.support.conform_fakes import LawTarget
from tests.support.stated_fakes import StatedMade, StatedTarget
from tests.support.target_here import TargetHere

Scores = Sequence[float]
Kept = dict[object, Scores]
KEYS: dict[str, Callable[[Scores], object]] = {
    "all of it": tuple,
    "its sum and its maximum": lambda x: (sum(x), max(x)),
    "its first score": lambda x: x[0],
    "its length": len,
}


class Keeping:
    """A right mechanism that releases the input it has under some name, be it another one."""

    def __init__(self, key: Callable[[Scores], object], kept: Kept, plain: Any) -> None:
        self.key, self.kept, self.plain = key, kept, plain

    def invoke(self, x: Scores) -> object:
        return self.plain.invoke(self.kept.setdefault(self.key(x), x))

    def map(self, d_in: float) -> object:
        return self.plain.map(d_in)


def process(key: str, for_all_objects: bool) -> TargetHere:
    """What a process keeps for one object, or for all of its own."""
    of_process = Kept()

    def make(**arguments: Any) -> Keeping:
        return Keeping(KEYS[key], of_process if for_all_objects else Kept(), make_noisy_top_k(**arguments))

    return TargetHere(make)


def found(targets: Sequence[Target], triple: Contract = NOISY_TOP_K) -> Verdict:
    (verdict,) = check_fresh(Bench(targets, triple), Ask(only=NUMBER, effort=QUICK), FalseAlarmRate(RUN / 8))
    return verdict


@pytest.mark.parametrize("for_all_objects", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_what_is_kept_of_another_input_shows(key: str, for_all_objects: bool) -> None:
    """Is it told on which inputs something is kept under a name that both have, by an object or by a process?"""
    verdict = found([process(key, for_all_objects) for _ in range(2)])
    if key == "all of it":
        assert verdict.outcome is Outcome.PASSED
    else:
        (failure,) = verdict.failures
        assert failure.case.id == f"law.fresh#{NUMBER}"
        assert "comes by turns: " in failure.witness


def test_a_law_that_is_wrong_alone_has_clauses_of_its_own() -> None:
    """Does a law pass here that is wrong in the same way where nothing comes in between?"""

    class First:
        def invoke(self, x: Scores) -> list[int]:
            return [0]

        def map(self, d_in: float) -> float:
            return d_in

    assert found([TargetHere(lambda **arguments: First())] * 2).outcome is Outcome.PASSED


def test_a_target_that_refuses_is_not_asked() -> None:
    """Is the case skipped if nothing can be made?"""
    assert found([LawTarget(refuses=lambda setting: True)] * 2).outcome is Outcome.SKIPPED


class ForgettingMade(StatedMade):
    """Releases the first input where another should come by turns."""

    def series(self, x: Any, count: int, other: Any = None) -> Sequence[Answer]:
        return super().series(x, count)


class Forgetting(StatedTarget):
    """A factory of such."""

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        made = super().make(arguments)
        return ForgettingMade(made.target, made.setting, made.source) if isinstance(made, StatedMade) else made


@pytest.mark.parametrize(("kind", "failed"), [(Forgetting, 1), (StatedTarget, 0)])
def test_inputs_of_a_contract_come_by_turns(kind: type[StatedTarget], failed: int) -> None:
    """Are the inputs that a contract states put to an object by turns?"""
    assert len(found([kind(DISCRETE_LAPLACE, seed=n) for n in (1, 2)], DISCRETE_LAPLACE).failures) == failed
