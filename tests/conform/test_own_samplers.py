"""Are laws foretold of targets with exact samplers of their own, which take more coins than can be walked?"""

import pytest

from proofs.conform.model import Outcome
from proofs.conform.run import Request, held
from tests.support.worker_here import TARGETS

FACTORIES = {"coins": True, "coins_3_percent": False, "integers": True, "integers_half_percent": False}


@pytest.mark.parametrize("name", FACTORIES)
def test_noise_that_is_a_little_too_small_shows(name: str) -> None:
    """Is noise seen that is 3 percent too small on coins, or half of one on integers, and nothing if it is right?"""
    target = f"{TARGETS / 'own_samplers.py'}:{name}"
    (run,) = held(target, "make_noisy_top_k", None, Request("quick", only="law.coins#0"))
    (found,) = run.verdicts
    assert found.outcome is (Outcome.PASSED if FACTORIES[name] else Outcome.FAILED)
    assert found.power is not None
    assert found.power.total_variation[0] < (2**-20 if FACTORIES[name] else 2**-7)


@pytest.mark.parametrize(("name", "is_right"), [("secret", True), ("secret_far_behind", False)])
def test_noise_that_is_too_small_far_behind_shows(name: str, is_right: bool) -> None:
    """Is noise seen that is 2 percent too small beyond five scales, where states that look alike hide who comes?"""
    target = f"{TARGETS / 'own_samplers.py'}:{name}"
    (run,) = held(target, "make_noisy_top_k", None, Request("quick", only="law.coins#20"))
    (found,) = run.verdicts
    assert found.outcome is (Outcome.PASSED if is_right else Outcome.FAILED)


def test_an_impossible_output_that_hardly_ever_comes_shows() -> None:
    """Is an index seen that comes twice, once in some hundred thousand releases, as often as it does at least?"""
    target = f"{TARGETS / 'own_samplers.py'}:secret_twice"
    (run,) = held(target, "make_noisy_top_k", None, Request("quick", only="law.coins#38"))
    (found,) = run.verdicts
    assert found.outcome is Outcome.FAILED
    (failure,) = found.failures
    assert "output [0, 0] has a probability of at least 1.52" in failure.witness
