"""Is asked what is wanted, as much as is wanted, and is nothing lost when a target cannot answer?"""

from dataclasses import replace

import pytest

from proofs.conform.ask import DEEP, QUICK, STANDARD, Ask, spread
from proofs.conform.checks.map_cases import COUNT, map_case
from proofs.conform.checks.maps import check_maps
from proofs.conform.checks.outputs import check_shape
from proofs.conform.model import Outcome
from proofs.conform.triples import NOISY_TOP_K
from proofs.targets.names import BadTarget
from tests.support.conform_planted import CHECKS, LITTLE, TopK, here, overriding, verdicts


def unsupported(self: TopK) -> None:
    raise NotImplementedError


def test_what_is_not_supported_does_not_count() -> None:
    """Are clauses skipped, not failed, where the adapter knows of no such thing?"""
    found = verdicts(overriding(refuse=unsupported), *CHECKS)
    assert {verdict.outcome for verdict in found.values()} == {Outcome.SKIPPED}


def dead(self: TopK, *anything: object) -> None:
    raise SystemError("killed by signal 9")


@pytest.mark.parametrize("method", ["refuse", "map", "invoke"])
def test_deaths(method: str) -> None:
    """Is every death of the target kept with its case, and are questions not put to a corpse for ever?"""
    for check in CHECKS:
        ask = Ask(effort=LITTLE)
        assert {v.outcome for v in check(here(overriding(**{method: dead})), NOISY_TOP_K, ask)} <= {
            Outcome.SKIPPED,
            Outcome.PASSED,
        }
        assert len(ask.deaths) <= 6
        assert all(death.witness.endswith(": killed by signal 9") for death in ask.deaths)


def test_one_case_alone() -> None:
    """Does a case that failed fail alone, under its number, and nothing else is asked?"""
    factory = overriding(rounded=lambda self, exact: float(exact))
    failures = verdicts(factory, check_maps)["map.sound"].failures
    for failure in failures:
        ask = Ask(frozenset({"map.sound"}), failure.case.number, LITTLE)
        (alone,) = check_maps(here(factory), NOISY_TOP_K, ask)
        assert alone.failures == (failure,)
        assert alone.cases == 1
    assert not list(check_shape(here(factory), NOISY_TOP_K, ask))
    (least,) = check_maps(here(factory), NOISY_TOP_K, Ask(frozenset({"map.least"}), effort=LITTLE))
    assert least.outcome is Outcome.PASSED
    with pytest.raises(BadTarget, match=r"map\.sound has no case 40,000: it has 40,000, numbered from 0"):
        list(check_maps(here(factory), NOISY_TOP_K, replace(ask, only=COUNT)))


def test_a_target_that_is_far_too_slow_is_given_up() -> None:
    """Is nothing said of a target once a run has taken far too long, and is it told what was under way?"""
    ticks = iter(range(10**6))
    lines: list[str] = []
    clauses = frozenset({"map.sound"})
    ask = Ask(clauses, effort=LITTLE, progress=lines.append, clock=lambda: next(ticks), latest=8.5)
    with pytest.raises(BadTarget, match=r"it is too slow to be held .* given up at map.sound: 9 of 420 cases"):
        list(check_maps(here(TopK), NOISY_TOP_K, ask))
    assert lines[-1] == "map.sound: 8 of 420 cases"


def test_the_first_failure_of_a_clause_is_heard_at_once() -> None:
    """Is a clause that will fail told when its first case fails, once, and one that fails nothing not?"""
    heard: list[str] = []
    factory = overriding(rounded=lambda self, exact: float(exact))
    list(check_maps(here(factory), NOISY_TOP_K, Ask(effort=LITTLE, found=lambda f: heard.append(f.case.clause.name))))
    assert heard == ["map.sound", "map.printed"]


def test_efforts_are_nested() -> None:
    """Does more effort ask all that less effort asks, and begin with the simple cases?"""
    chosen = [set(spread(COUNT, effort.maps)) for effort in (QUICK, STANDARD, DEEP)]
    assert chosen[0] == chosen[1] < chosen[2] == set(range(COUNT))
    statistical = ("draws", "most", "scores", "repeats", "slightest")
    drawn = replace(QUICK, **{name: getattr(STANDARD, name) for name in statistical})
    assert drawn == STANDARD  # what is exact is the same
    assert [len(numbers) for numbers in chosen] == [effort.maps for effort in (QUICK, STANDARD, DEEP)]
    assert spread(5, 10) == (0, 1, 4, 2, 3)
    assert spread(0, 10) == ()
    assert all({*range(effort.maps // 2)} <= {*spread(COUNT, effort.maps)} for effort in (QUICK, STANDARD))


def test_cases_are_stable() -> None:
    """Is a case of the map the same, however it is reached?"""
    assert map_case(NOISY_TOP_K, 12345) == map_case(NOISY_TOP_K, 12345)
    assert len({map_case(NOISY_TOP_K, number) for number in range(3000)}) > 2990
