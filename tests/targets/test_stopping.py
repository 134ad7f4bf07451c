"""Does a target live on whose runs are too long to be followed, or need be followed no farther?"""

from fractions import Fraction
from pathlib import Path

import pytest

from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast, Reached, Trouble
from proofs.targets.worker.certifying import FOLDED, WATCHED
from tests.support.target_processes import PATIENT, made

BY_A_GENERATOR = """
import secrets


def coins():
    while True:
        yield secrets.randbits(1)


class Made:
    def __init__(self):
        self.coins = coins()

    def invoke(self, x):
        tosses = 0
        while next(self.coins) == x:
            tosses += 1
        return tosses % 3 > 0

    def map(self, d_in):
        return d_in


def make():
    return Made()
"""


@pytest.mark.parametrize("way", [FOLDED, WATCHED])
def test_a_generator_outlives_that_its_runs_are_led(tmp_path: Path, way: str) -> None:
    """Does a target still release that draws in a generator, after runs that never end, and is its law learnt?"""
    file = tmp_path / "target.py"
    file.write_text(BY_A_GENERATOR, encoding="utf-8")
    with ProcessTarget(parse(f"{file}:make"), limits=PATIENT) as process:
        mechanism = made(process)
        corners = mechanism.corners(0)
        assert not isinstance(corners, Trouble)
        assert {*corners} >= {False, True}
        assert isinstance(mechanism.reach(0, [True], [], 1000), Reached)
        found = mechanism.foresee(0, Fraction(1, 2**40), 60_000, 1000, way)
        assert isinstance(found, Forecast)
        (_, least), (_, most) = sorted(found.branches, key=lambda branch: branch[1])
        assert 0 <= Fraction(3, 7) - least <= found.missing <= Fraction(1, 2**30)
        assert 0 <= Fraction(4, 7) - most <= found.missing
        assert {*mechanism.series(0, 100)} == {False, True}
