"""Does code that asks for the kind of a generator of numpy do under a walk what it does elsewhere?"""

import sys
from abc import ABC
from collections.abc import Callable
from fractions import Fraction
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.random import MT19937, PCG64

from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast
from proofs.targets.worker import diverting_numpy, loading
from proofs.targets.worker.certifying import FOLDED
from proofs.targets.worker.diverting import DIVERSION
from proofs.targets.worker.loading import Led
from proofs.targets.worker.numpy_numbers import ADDRESSES
from tests.support.target_processes import PATIENT, made

library: Any = numpy.random


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Generators of both kinds that were made before numpy was led; it is led now."""
    old = library.Generator(PCG64(1)), library.RandomState(1)
    for name in ("default_rng", "Generator", "RandomState"):
        monkeypatch.setattr(library, name, getattr(library, name))
    monkeypatch.setattr(diverting_numpy, "_MAKERS", [])
    diverting_numpy.lead_numpy()
    assert (type(old[0]) is library.Generator, type(old[1]) is library.RandomState) == (False, False)
    return old


def test_every_generator_is_of_its_kind(before: tuple[Any, Any]) -> None:
    """Are generators made before and after of the kind that numpy names now, and of no other?"""
    newer, older = library.Generator, library.RandomState
    for generator in (before[0], library.default_rng(), newer(PCG64())):
        assert (isinstance(generator, newer), isinstance(generator, older)) == (True, False)
        assert issubclass(type(generator), newer)
    for generator in (before[1], library.mtrand._rand, older(), older(MT19937())):
        assert (isinstance(generator, older), isinstance(generator, newer)) == (True, False)
    assert not isinstance(PCG64(), (newer, older))


def test_a_kind_of_the_targets_own_is_apart(before: tuple[Any, Any]) -> None:
    """May a target derive its own kind, also an abstract one, to which no other generator belongs?"""
    for own in (type("Own", (library.Generator,), {}), type("Abstract", (library.Generator, ABC), {})):
        generator: Any = own(PCG64(1))
        assert (isinstance(generator, own), isinstance(generator, library.Generator)) == (True, True)
        assert not isinstance(before[0], own)
        assert not isinstance(library.default_rng(), own)
        assert generator.random() == library.default_rng(1).random()


def test_what_scipy_takes_for_random_it_takes_again(before: tuple[Any, Any]) -> None:
    """Does scipy accept the generator that it chose itself, and those made before?"""
    check: Callable[[object], object] = pytest.importorskip("scipy._lib._util").check_random_state
    for generator in (check(None), check(3), *before):
        assert check(generator) is generator


class Greatest:
    """Choices of which each is the last."""

    def __init__(self) -> None:
        self.among: list[int] = []

    def below(self, n: int) -> int:
        self.among.append(n)
        return n - 1

    by_chance = below


def test_whole_numbers_of_the_older_kind_are_choices(before: tuple[Any, Any]) -> None:
    """Is each one choice among so many, of every shape and type; and are seeds obeyed and empty ranges refused?"""
    choices, seeded = Greatest(), before[1].randint([2, 3]).tolist()
    with DIVERSION.to(choices):
        older = library.RandomState()
        assert (older.randint(5), older.randint(2, numpy.int64(2**53))) == (4, 2**53 - 1)
        assert older.randint(3, 5, size=(1, 2)).tolist() == [[4, 4]]
        assert type(older.randint(10, dtype=numpy.uint8)) is numpy.uint8
        assert choices.among == [5, 2**53 - 2, 2, 2, 10]
        with pytest.raises(ValueError, match="low >= high"):
            older.randint(5, 5)
        assert library.RandomState(1).randint([2, 3]).tolist() == seeded
    assert len(choices.among) == 5


def test_leading_keeps_nothing_of_a_generator(before: tuple[Any, Any]) -> None:
    """Is as much kept after many generators as after one?"""
    library.default_rng()
    kept = len(diverting_numpy._OURS), len(ADDRESSES)
    assert len({float(library.default_rng().random()) for _ in range(100)}) == 100
    assert (len(diverting_numpy._OURS), len(ADDRESSES)) == kept


def test_numpy_is_led_when_it_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is numpy's randomness led once its module has run, and is no other module looked for?"""
    led: list[bool] = []
    found: ModuleSpec | None = Led().find_spec("numpy.random", [*numpy.__path__])
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    monkeypatch.setattr(loading, "lead_numpy", lambda: led.append(hasattr(module, "default_rng")))
    found.loader.exec_module(module)
    assert led == [True]
    assert Led().find_spec("numpy.random", []) is None
    assert Led().find_spec("numpy", sys.path) is None


KEEPING = """
import numpy

generator = numpy.random.default_rng()
older = numpy.random.mtrand._rand


def checked():
    if not isinstance(generator, numpy.random.Generator) or not isinstance(older, numpy.random.RandomState):
        raise TypeError("no generator")
    return generator
"""
RELEASING = """
from keeping import checked, generator


class Release:
    def __init__(self, checks):
        self.source = checked if checks else lambda: generator

    def invoke(self, x):
        return bool(self.source().exponential() < 0.9808292530117262)

    def map(self, d_in):
        return d_in


make = Release
"""


@pytest.mark.parametrize("text", ["releasing.py:make", "releasing:make"])
def test_a_target_that_checks_is_walked_as_one_that_does_not(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is 5/8 found for a file and a module that have numpy through another module, and is no release an error?"""
    (tmp_path / "keeping.py").write_text(KEEPING, encoding="utf-8")
    (tmp_path / "releasing.py").write_text(RELEASING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with ProcessTarget(parse(text), limits=PATIENT) as process:
        for checks in (False, True):
            mechanism = made(process, checks=checks)
            found = mechanism.foresee([], Fraction(1, 2**40), 40_000, 2000, FOLDED)
            assert isinstance(found, Forecast), found
            masses = dict(found.branches)
            assert masses.keys() == {False, True}
            assert abs(masses[True] - Fraction(5, 8)) <= Fraction(1, 2**30)
            assert {answer for answer, _ in mechanism.sample([], 200)} == {False, True}
