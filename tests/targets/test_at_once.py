"""Are many bounds asked in one line, and is a library asked on for another of its factories?"""

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.targets import process
from proofs.targets.names import Name, parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Died, Raised

FATAL = """
import os

class Fatal:
    def __init__(self, scale):
        self.scale = 1 / scale

    def invoke(self, x):
        return x

    def map(self, d_in):
        return d_in * self.scale if d_in < 5 else os._exit(3)

make, other = Fatal, lambda scale: Fatal(-scale)
"""


@pytest.mark.parametrize("seconds", [1.0, 0.0])
def test_bounds_are_asked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Is every bound told, a refusal of the factory as such, and a death where it was, however few are told at once?"""
    monkeypatch.setattr(process, "SLICE", seconds)
    (tmp_path / "fatal.py").write_text(FATAL, encoding="utf-8")
    with ProcessTarget(parse(f"{tmp_path / 'fatal.py'}:make")) as target:
        cases = [({"scale": scale}, d_in) for scale, d_in in ((2.0, 1.0), (0.0, 1.0), (1.0, 7.0), (0.5, 1.0))]
        refused = Raised(
            "ZeroDivisionError", "float division by zero", ("ArithmeticError", "Exception", "BaseException")
        )
        expected = [(True, 0.5), (False, refused), (True, Died("ended with exit code 3")), (True, 2.0)]
        assert target.mapped(cases) == expected
        target.turn_to(replace(target.name, factory="other"))
        assert target.mapped(cases[:1]) == [(True, -0.5)]


def test_a_library_is_loaded_once_for_all_its_factories() -> None:
    """Does the process of a library go on with another factory, and a new one begin where there is no such?"""
    with ProcessTarget(parse("opendp")) as target:
        target.describe()
        target.turn_to(Name("opendp", "builtin", "opendp", "make_noisy_top_k"))
        assert isinstance(target.mapped([({}, 1.0)])[0][1], Raised)
        assert target.generation == 1
        target.turn_to(Name("opendp", "builtin", "opendp", "make_nothing"))
        assert not target.alive
