"""Is the law of a target by contract exact, of our own contracts alone, and what is no law refused?"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from proofs.targets import process
from proofs.targets.child import BROKE_THE_PROTOCOL
from proofs.targets.names import Name
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.target import ContractLaw, Died, Odd, Raised
from proofs.targets.worker import engine
from proofs.targets.worker.loading import Ours, parameters_of
from proofs.targets.worker.serving import NO_DRAW
from proofs.targets.worker.values import DEEPEST, identity, tell
from proofs.targets.worker.walking import NOT_ITS_COINS
from spec import triple
from spec.weights import ONE, exp_minus, rational
from tests.support.worker_here import ROOT, TARGETS, ChildHere

X = (Fraction(0), Fraction(2, 3))


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> ProcessTarget:
    """Programs that call our samplers, in this process; contracts that they add are forgotten."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(process, "Child", ChildHere)
    ours = Ours(str(ROOT))
    kept = {body: found for body, found in triple._TRIPLES.items() if ours.wrote(body)}
    monkeypatch.setattr(triple, "_TRIPLES", kept)
    return ProcessTarget(Name("contracts", "file", str(TARGETS / "worker_contracts.py"), "make"))


def law(programs: ProcessTarget, name: str, most: int = 1000) -> ContractLaw:
    made = programs.make({"name": name})
    assert isinstance(made, ProcessMade)
    found = made.contract(X, most)
    assert isinstance(found, ContractLaw)
    return found


def test_a_law_by_contract_is_exact(programs: ProcessTarget) -> None:
    """Is the law of a program that calls our samplers found in the ring of exponentials, errors among it?"""
    found = law(programs, "selecting")
    assert found.reason == ""
    likely, half = exp_minus(Fraction(2, 3)), rational(Fraction(1, 2))
    weights = {repr(outcome): weight for outcome, weight in found.branches}
    assert weights.keys() == {"(0,)", "(1,)", repr(Raised("ValueError", "unlucky", ("Exception", "BaseException")))}
    assert weights["(0,)"] == likely * half
    assert weights["(1,)"] == likely * half + (ONE - likely) * half
    assert programs.describe().parameters == ("name",)


def test_why_there_is_no_law_by_contract(programs: ProcessTarget, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is it told if there is no draw, no end, no engine, other randomness, or a contract that is not ours?"""
    assert law(programs, "Silent") == ContractLaw((), NO_DRAW)
    assert law(programs, "with_other_coins") == ContractLaw((), NOT_ITS_COINS)
    assert "draws too often" in law(programs, "without_end").reason
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "spec.triple", None)
        assert law(programs, "selecting") == ContractLaw((), engine.NO_ENGINE)
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "impl", ModuleType("impl"))
        assert law(programs, "selecting") == ContractLaw((), engine.NOT_OUR_CONTRACTS)
    certify: Any = sys.modules["noisymax_target"]
    certify.certify()
    assert law(programs, "selecting") == ContractLaw((), engine.NOT_OUR_CONTRACTS)


def test_who_wrote_a_function() -> None:
    """Is a function of our packages told from one of another file, and from what has no code?"""
    ours = Ours(str(ROOT))
    assert ours.wrote(parameters_of)
    assert not ours.wrote(test_who_wrote_a_function)
    assert not ours.wrote(len)
    assert ours.are_loaded()


def test_the_parameters_of_a_factory() -> None:
    """Are the names of the parameters told where the signature tells them, and none where it does not?"""

    def factory(a: int, *, b: int = 0, **others: int) -> None: ...

    assert parameters_of(factory) == ["a", "b", "others"]
    assert parameters_of(None) == parameters_of(dict) == []


def test_an_answer_that_cannot_be_read_is_a_death(programs: ProcessTarget, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a worker that answers something else than what was asked taken for dead, whatever it answers?"""
    made = programs.make({"name": "selecting"})
    assert isinstance(made, ProcessMade)
    answers: list[object] = [3, "i1", [[]], [[["i0", 1, 2]], ""], {"Raised": 1}, {"what": 1}]
    for answer in answers:
        programs._deaths = 0
        monkeypatch.setattr(ChildHere, "ask", answering(answer))
        assert made.contract(X, 10) == Died(BROKE_THE_PROTOCOL)
        assert not programs.alive


def answering(answer: object) -> Any:
    """A child that loads and makes as it should, and then answers this."""
    told: dict[str, object] = {"load": ["CPython 3", "lib", "1", "a.py", [], []], "make": True}
    return lambda self, request, seconds: told.get(request[0], answer)


@dataclass(frozen=True)
class Index:
    value: object
    side: object = 0


@dataclass
class Changing:
    value: int


class Colour(IntEnum):
    RED = 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Index(1), "Index(value=1, side=0)"),
        (Index(True), "Index(value=True, side=0)"),
        (Index(1.0, Fraction(1, 3)), "Index(value=1.0, side=Fraction(1, 3))"),
        (Index((None, "a"), [Index(2)]), "Index(value=(None, 'a'), side=(Index(value=2, side=0)))"),
        ([Index(Colour.RED), 4], "(Index(value=3, side=0), 4)"),
        (Index(16**20), "Index(value=i100000000000000000000, side=0)"),
        (Changing(1), None),
        (object(), None),
        (Index(object()), None),
        ([1, {2}], None),
        (Index, None),
    ],
)
def test_values_are_told_from_each_other(value: object, text: str | None) -> None:
    """Has a value that never changes a text of its own, by types and values, and any other none?"""
    assert identity(value) == text


def test_an_odd_answer_is_told_by_its_text() -> None:
    """Does an answer that is no plain value keep the text that tells it from others, and a nest without end none?"""
    assert tell(Index(1)) == {"Odd": "Index", "text": "Index(value=1, side=0)"}
    assert tell([Index(1)]) == {"Odd": "list of Index", "text": "(Index(value=1, side=0))"}
    assert repr(Odd("Index", "Index(value=1, side=0)")) == "Odd(type='Index')"
    nest: Sequence[object] = ()
    for _ in range(DEEPEST + 1):
        nest = (nest,)
    assert identity(nest) is None
