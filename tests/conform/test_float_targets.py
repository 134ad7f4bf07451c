"""Are wrong targets caught that draw floats and large integers, the same on every run, and no right one?"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from proofs.conform.model import Outcome, Verdict
from proofs.conform.run import Held, Request, held
from tests.support.targets import floats
from tests.support.worker_here import TARGETS

BUSY = "while True: pass"


def asked(name: str, only: str) -> Held:
    """What comes of one clause, or one case of it, put to a target."""
    (run,) = held(f"{TARGETS / 'floats.py'}:{name}", "make_noisy_top_k", None, Request("quick", only=only))
    return run


@pytest.mark.deep
@pytest.mark.parametrize("name", floats.WRONG)
def test_what_is_wrong_is_caught_without_a_sample(name: str) -> None:
    """Does the case that is named fail, by draws that are led, whether the mistake is one percent or 2^-33?"""
    run = asked(name, floats.WRONG[name][1])
    assert [found.outcome for found in run.verdicts] == [Outcome.FAILED]
    assert run.verdicts[0].clause.name in floats.WRONG[name][1]


COARSE = {
    *("floats", "amid_a_draw", "system_floats", "generator_floats", "legacy_floats", "normal_numbers"),
    *("sixty_four_bits", "shuffled_floats", "numpy_order", "numpy_shuffle", "legacy_order", "legacy_shuffle"),
    *("chosen_order", "legacy_bits", "sorted_by_keys"),
}
"""Right but for the last cell: accepted by one float, a rare output falls from two cells to one."""


@pytest.mark.deep
@pytest.mark.parametrize("name", floats.RIGHT)
def test_what_is_right_raises_no_alarm(name: str) -> None:
    """Do right selections pass or stay untold, whether floats, lazy digits or a store of draws decide?

    One float that decides is too coarse, once an output is as rare as its last cell.
    """
    for case in ("law.coins#2", "law.coins#26", "privacy.coins#0"):
        assert asked(name, case).conforms
    assert asked(name, "privacy.tails#0").conforms is (name not in COARSE)


@contextmanager
def loaded_machine() -> Iterator[None]:
    """Keep every core busy several times over."""
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(3 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


EXACT = ("construction.refuses", "map.sound", "errors.close", "privacy.tails", "law.coins#1")


def told(name: str) -> list[Verdict]:
    return [found for clause in EXACT for found in asked(name, clause).verdicts]


@pytest.mark.deep
def test_a_loaded_machine_changes_no_exact_verdict() -> None:
    """Is every exact clause the same on a machine that is busy, to the last witness?"""
    quiet = told("modulo")
    with loaded_machine():
        assert told("modulo") == quiet
    assert [found.clause.name for found in quiet if found.outcome is Outcome.FAILED] == ["law.coins"]
