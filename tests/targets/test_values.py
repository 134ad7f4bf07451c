"""Does every value cross the line exactly, and is what is no plain value told as what it is?"""

import math
from fractions import Fraction

import pytest

from proofs.conform.triples import Setting
from proofs.engine.law import key_of
from proofs.targets.target import Odd, Raised
from proofs.targets.worker.values import DEEPEST, plain, tell, tell_error
from spec import space
from tests.support.target_processes import made, target
from tests.support.targets.worker_misbehaving import PanicException, Unprintable
from tests.support.targets.worker_values import ODDITIES

NUMBERS = (0, -1, 10**5000, 0.0, -0.0, 5e-324, -1.7976931348623157e308, 0.1, math.inf, -math.inf, Fraction(-1, 3**9999))


def test_values_come_back_exactly() -> None:
    """Is every number, of any size, the same after two crossings of the line, and of the same type?"""
    values = (*NUMBERS, math.nan, True, False, None, "", "sit\n\u2211\ud800", (), ((1,), 2.0))
    with target("worker_values.py") as process:
        mechanism = made(process)
        assert key_of(mechanism.invoke(values)) == key_of(values)
        assert key_of(mechanism.invoke(list(values))) == key_of(values)
        assert mechanism.map(Fraction(1, 3)) == Fraction(1, 3)
        forgetful = made(process)
        forgetful.forget()
        assert mechanism.map(1) == 1
        assert forgetful.map(1) == Raised("KeyError", "1", ("LookupError", "Exception", "BaseException"))


def test_other_libraries_values_become_plain_or_odd() -> None:
    """Are numbers and arrays of other types told as Python's own, and all else by the names of their types?"""
    told = {name: tell(value) for name, value in ODDITIES.items()}
    assert [plain(told[name]) for name in ("array", "enum", "pair", "name")] == [(4, True, 0.5), (3,), (1, (2,)), "x"]
    assert (told["set"], told["complex"]) == ({"Odd": "set"}, {"Odd": "complex"})
    assert told["nested"] == {"Odd": "list of list of object"}
    assert told["cycle"] == {"Odd": "list of " * DEEPEST + "list"}


def test_an_error_is_told_without_trusting_it() -> None:
    """Is an error told that cannot even be printed, a long message cut, and exhausted memory a death?"""
    assert tell_error(Unprintable()) == {"Raised": ["Unprintable", "", ["Exception", "BaseException"]]}
    assert tell_error(PanicException("x" * 300)) == {"Raised": ["PanicException", "x" * 200, ["BaseException"]]}
    assert tell_error(MemoryError()) == {"Died": "ran out of memory"}


def test_what_has_no_release_and_no_map_is_odd() -> None:
    """Is what a factory returns looked at before it is asked anything?"""
    with target("worker_values.py", "make_nothing") as process:
        assert process.make({}) == Odd("NoneType without invoke and map")


def test_a_factory_is_given_the_classes_that_its_file_imports() -> None:
    """Are domains, metrics and measures the instances that a target can check, and lists and tuples told apart?"""
    setting = Setting(monotonic=True, T=int, size=3)
    given = (setting.domain, setting.metric, space.RangeDivergence(), [1, (2,)], (), Fraction(1, 2), True)
    with target("worker_values.py", "make_describing") as process:
        mechanism = made(process, **dict(zip("abcdefg", given, strict=True)))
        assert mechanism.invoke([]) == repr(given)
        kinds = ("VectorDomain", "LInfDistance", "RangeDivergence", "list", "tuple", "Fraction", "bool")
        assert mechanism.map(0) == tuple((kind, True) for kind in kinds)
        with pytest.raises(TypeError, match="a complex cannot be sent"):
            mechanism.map(1j)
