"""Does exhaustion certify what holds in every case, and nothing else?"""

from collections.abc import Iterator

from proofs.engine.checkers.exhaustive import NOT_OF_THIS, Exhaustive
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.model import Check, Finding, Step
from proofs.engine.ledger.status import Status
from spec.errors import ContractBroken
from spec.logic.formula import Formula, Symbol


def bytes_() -> Iterator[int]:
    return iter(range(256))


def nothing() -> Iterator[int]:
    return iter(())


def is_below_a_hundred(case: int) -> bool:
    return case < 100


def breaks_its_contract(case: int) -> bool:
    raise ContractBroken("triple", "clause")


SENTENCE = "bytes are below 256"


def test_another_sentence_is_not_certified() -> None:
    """Does a check that never looks at a sentence certify only the one that it was written for, in its step?"""
    check = Exhaustive("all bytes", bytes_, lambda case: case < 256)
    assert check.run(SENTENCE) == check.of(SENTENCE).run("0 = 1") == Finding(Status.OPEN, NOT_OF_THIS)
    assert Step(SENTENCE, "all of them", check).check.run(SENTENCE).status is Status.CERTIFIED


def test_every_case_holds() -> None:
    """Does the finding say how many cases were run, and which?"""
    found = Exhaustive("all bytes", bytes_, lambda case: case < 256).of(SENTENCE).run(SENTENCE)
    assert found.status is Status.CERTIFIED
    assert found.detail == "256 cases: all bytes"


def test_what_is_tried_in_part_says_so() -> None:
    """Does the finding say which share of the cases was run?"""
    found = Exhaustive("all bytes", OneIn(4, bytes_), lambda case: case < 256).of(SENTENCE).run(SENTENCE)
    assert found == Finding(Status.CERTIFIED, "65 cases: all bytes; one in 4")


def test_one_case_fails() -> None:
    """Is the first failure named?"""
    found = Exhaustive("all bytes", bytes_, is_below_a_hundred).run("bytes are below 100")
    assert found.status is Status.REFUTED
    assert found.detail == "false at case 101 of all bytes: 100"


def test_a_case_raises_a_designed_error() -> None:
    """Does a broken contract fail its case?"""
    found = Exhaustive("all bytes", bytes_, breaks_its_contract).run("no contract breaks")
    assert found.status is Status.REFUTED
    assert found.detail == "error 'triple: clause does not hold' at case 1 of all bytes: 0"


def test_no_case_certifies_nothing() -> None:
    """Is an empty scope open?"""
    assert Exhaustive("no bytes", nothing, is_below_a_hundred).run("vacuous").status is Status.OPEN


def test_a_formula_is_left_open() -> None:
    """Is exhaustion, which cannot read a formula, kept from certifying one?"""
    check: Check = Exhaustive("all bytes", bytes_, lambda case: True)
    assert check.run(Formula(Symbol("x") < 0)).status is Status.OPEN
    assert check.checker == "exhaustion"
