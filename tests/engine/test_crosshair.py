"""Does CrossHair's word count only where it should?"""

import io
import itertools
import json
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from proofs.engine.checkers.crosshair import checker
from proofs.engine.checkers.crosshair.checker import ChildFailed, Confirmed
from proofs.engine.checkers.crosshair.child import Answer, Reply
from proofs.engine.checkers.crosshair.harness import Harness
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.formula import Formula, term


def squares_are_natural(n: int) -> None:
    """True, of every integer."""
    assert type(n) is int
    square = n * n
    assert square >= 0


def squares_exceed_their_root(n: int) -> None:
    """False of 0 and 1 alone."""
    assert n >= 0
    square = n * n
    assert square > n


def reciprocals_exist(n: int) -> None:
    """Stopped at 0 by an error that is no assert."""
    assert n >= 0
    reciprocal = Fraction(1, n)
    assert reciprocal > 0


def caller_of_a_partial_function(n: int) -> None:
    """Stopped by an assumption of what it calls, which is not its own."""
    assert n >= 0
    before = predecessor(n)
    assert before < n


def predecessor(n: int) -> int:
    """n - 1, of positive integers alone."""
    assert n > 0
    return n - 1


def assumptions_contradict(n: int) -> None:
    """Nothing is assumed of anything, and so everything follows."""
    assert n > 0
    assert n < 0
    square = n * n
    assert square < 0


def computation_never_ends_well(n: int) -> None:
    """The end is not reached, though the assumptions are met."""
    assert n > 0
    if n > 0:
        return
    assert n < 0


def nothing_is_asserted(n: int) -> None:
    """An assumption and a computation."""
    assert n > 0
    n + 1


def nothing_is_assumed(n: int) -> None:
    """A computation and an assert: CrossHair would pass it over."""
    square = n * n
    assert square >= 0


def nothing_is_computed(n: int) -> None:
    """CrossHair would take the false assert in the middle for an assumption."""
    assert n > 0
    assert n > 1
    assert n > 0


def bits_are_many(bits: list[bool]) -> None:
    """True, on more paths than CrossHair is allowed."""
    assert len(bits) == 8
    ones = 0
    for bit in bits:
        ones += 1 if bit else 0
    assert 0 <= ones <= 8


def endless(n: int) -> None:
    """A path without an end."""
    assert n > 0
    while n > 0:
        n += 1
    assert n > 0


def false_under_crosshair_alone(n: int) -> None:
    """A counterexample to this one is CrossHair's own doing."""
    assert n > 0
    loaded = "crosshair" in sys.modules
    assert not loaded


def true_under_crosshair_alone(n: int) -> None:
    """Confirmed, and false."""
    assert n > 0
    loaded = "crosshair" in sys.modules
    assert loaded


def different_every_time(n: int) -> None:
    """Not a function of its argument."""
    assert n > 0
    special = n < 5 if next(CALLS) % 2 else n % 3 == 0
    if special:
        n += 1
    assert n > 0


CALLS = itertools.count()


def verdict(function: Callable[..., None], seconds: int = 2) -> Finding:
    """What the checker finds."""
    check = Confirmed(function, seconds)
    return check.run(check.says)


def test_a_harness_confirms_its_own_clauses_alone() -> None:
    """Is a harness refused any statement but the one that is generated from its clauses?"""
    check = Confirmed(squares_are_natural, 5)
    assert check.says == "for all n: int with type(n) is int: with square = n * n; square >= 0"
    for other in ("0 = 1", "", Formula(term(0).eq(1))):
        found = check.run(other)
        assert (found.status, found.detail.startswith("a harness confirms what it asserts itself")) == (
            Status.OPEN,
            True,
        )


def test_a_true_harness_is_certified_with_its_scope_and_a_witness_of_its_end() -> None:
    """Does CERTIFIED say for which inputs, over how many paths, and by which input it is not empty?"""
    found = verdict(squares_are_natural)
    assert found.status is Status.CERTIFIED
    scope = "confirmed over all 1 paths for all n: int with type(n) is int"
    assert found.detail.startswith(f"{scope}; reached by n = ")


@pytest.mark.parametrize(
    ("function", "detail"),
    [
        (squares_exceed_their_root, "`square > n` is false for n = "),
        (reciprocals_exist, "ZeroDivisionError in `reciprocal = Fraction(1, n)` for n = 0"),
        (caller_of_a_partial_function, "AssertionError in `before = predecessor(n)` for n = 0"),
    ],
)
def test_a_false_harness_is_refuted_by_its_counterexample(function: Callable[..., None], detail: str) -> None:
    """Is a failing assert, an error, or a broken assumption of a callee REFUTED, with the input?"""
    found = verdict(function)
    assert found.status is Status.REFUTED
    assert found.detail.startswith(detail)


@pytest.mark.parametrize("function", [assumptions_contradict, computation_never_ends_well])
def test_what_nothing_reaches_is_not_confirmed(function: Callable[..., None]) -> None:
    """Is a harness whose end no input reaches OPEN, although CrossHair confirms it?"""
    found = verdict(function)
    assert found.status is Status.OPEN
    assert found.detail.startswith("confirmed for want of an input")


@pytest.mark.parametrize("function", [nothing_is_asserted, nothing_is_assumed, nothing_is_computed])
def test_a_harness_with_a_missing_part_is_not_confirmed(function: Callable[..., None]) -> None:
    """Is a harness OPEN if CrossHair would pass it over, or take its asserts for assumptions?"""
    assert verdict(function) == Finding(
        Status.OPEN, "nothing to confirm: a harness assumes, computes, and ends in an assert"
    )


def test_too_many_paths_are_open() -> None:
    """Is a harness with more paths than allowed OPEN, by count and not by the clock?"""
    assert verdict(bits_are_many) == Finding(Status.OPEN, "not confirmed: 200 paths are not all")


def test_a_path_without_end_is_stopped() -> None:
    """Is a harness that never comes back stopped, and OPEN?"""
    found = verdict(endless, seconds=0)
    assert found.status is Status.OPEN
    assert found.detail.startswith("CrossHair was stopped by signal ")


def test_a_harness_that_cannot_be_loaded_is_open() -> None:
    """Is an error in the child process a reason, and not a crash?"""

    def local(n: int) -> None:
        assert n > 0
        square = n * n
        assert square > 0

    found = verdict(local)
    assert found.status is Status.OPEN
    assert found.detail.startswith("CrossHair failed: AttributeError")


@pytest.mark.parametrize("function", [false_under_crosshair_alone, true_under_crosshair_alone, different_every_time])
def test_what_plain_python_does_not_show_is_open(function: Callable[..., None]) -> None:
    """Are inputs that CrossHair reports believed only if they do in plain Python what they are said to do?"""
    assert verdict(function).status is Status.OPEN


def test_the_parent_stays_free_of_crosshair() -> None:
    """Is CrossHair, which switches contracts off where it is loaded, loaded in the child alone?"""
    verdict(squares_are_natural)
    assert "crosshair" not in sys.modules


def test_the_child_is_asked_in_a_world_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does the child get ten times the seconds, our path and our environment, all but what switches asserts off?"""
    asked: dict[str, Any] = {}

    class Process:
        stdin, stdout = io.StringIO(), io.StringIO()

        def __init__(self, _: list[str], *, env: dict[str, str], **__: object) -> None:
            asked.update(env=env)

        def wait(self) -> int:
            return -9

    monkeypatch.setattr("subprocess.Popen", Process)
    monkeypatch.setattr("atexit.register", lambda _: None)
    monkeypatch.setattr(checker, "_CHILDREN", [])
    monkeypatch.setattr(sys, "path", ["", "elsewhere"])
    for name in ("ANTE", "PYTHONOPTIMIZE", "ZULU"):
        monkeypatch.setenv(name, "2")
    assert verdict(squares_are_natural) == Finding(
        Status.OPEN, "CrossHair was stopped by signal 9 before it came to a verdict"
    )
    assert json.loads(Process.stdin.getvalue()) == [20, __name__, "squares_are_natural"]
    assert asked["env"]["PYTHONPATH"] == os.pathsep.join((os.getcwd(), "elsewhere"))
    assert [asked["env"].get(name) for name in ("ANTE", "PYTHONOPTIMIZE", "ZULU")] == ["2", None, "2"]


def test_a_child_that_is_gone_is_replaced() -> None:
    """Is a question about a harness answered if the process that answered the one before has been killed?"""
    assert verdict(squares_are_natural).status is Status.CERTIFIED
    (child,) = checker._CHILDREN
    child._process.kill()
    child._process.wait()
    assert verdict(squares_are_natural).status is Status.CERTIFIED
    assert checker._CHILDREN != [child]


def test_a_child_that_ends_while_it_is_asked_is_told() -> None:
    """Is a process that ends before it replies a reason, and not a crash?"""
    child = checker.Child()
    child._process.kill()
    child._process.wait()
    assert child.ask([1, "", ""]) == Reply(answers=[], error="", code=-9)
    child.end()


def test_how_the_child_failed_is_told() -> None:
    """Is a signal told by its number, and an error by what it says, or by the exit code if there is none?"""
    assert str(ChildFailed(-1, "")) == "CrossHair was stopped by signal 1 before it came to a verdict"
    assert str(ChildFailed(1, "ValueError: no")) == "CrossHair failed: ValueError: no"
    assert str(ChildFailed(1, "")) == "CrossHair failed: exit code 1"


def test_an_end_that_was_not_looked_for_long_enough_is_open() -> None:
    """If CrossHair gives up the twin, is that the reason, and not that nothing reaches the end?"""
    confirmed = Answer(state="confirmed", message="", paths=1, exhausted=True)
    given_up = Answer(state="cannot_confirm", message="", paths=7, exhausted=False)
    found = checker._reached(Harness(squares_are_natural), confirmed, given_up)
    reason = "confirmed, but no input was found that reaches the end: 7 paths are not all"
    assert found == Finding(Status.OPEN, reason)


def test_a_check_names_its_engine_and_its_inputs() -> None:
    """Can a report tell what is trusted, and for which inputs the harness speaks?"""
    check = Confirmed(squares_are_natural, 2)
    assert (check.checker, check.bound) == ("crosshair", "all n: int with type(n) is int")
