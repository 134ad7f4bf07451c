"""Does the child process ask CrossHair for what counts, and report what it heard?"""

import json
import math
import sys
from collections import Counter
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import icontract
import pytest

from proofs.engine.checkers.crosshair import child
from spec.triple import Triple

DECORATORS = ("require", "ensure", "snapshot", "invariant")


def harness(n: int) -> None:
    assert n > 0


@pytest.mark.parametrize(("exhaustions", "exhausted"), [(0, False), (1, True)])
def test_the_first_message_counts(monkeypatch: pytest.MonkeyPatch, exhaustions: int, exhausted: bool) -> None:
    """Is CrossHair asked about asserts, without a clock, and reported with its paths and whether some had no end?"""
    asked: dict[str, Any] = {}

    def analyze_function(function: FunctionType, options: dict[str, Any]) -> FunctionType:
        asked.update(options)
        options["stats"].update(Counter(num_paths=3, exhaustion=exhaustions))
        return function

    def run_checkables(function: FunctionType) -> list[SimpleNamespace]:
        names = (function.__name__, "later")
        return [SimpleNamespace(state=SimpleNamespace(value=f"state of {name}"), message=name) for name in names]

    libraries, options = ModuleType("crosshair.core_and_libs"), ModuleType("crosshair.options")
    vars(libraries).update(analyze_function=analyze_function, run_checkables=run_checkables)
    vars(options).update(AnalysisKind=SimpleNamespace(asserts="asserts"), AnalysisOptionSet=dict)
    for module in (libraries, options):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert isinstance(harness, FunctionType)
    assert child.analyse(harness) == child.Answer(
        state="state of harness", message="harness", paths=3, exhausted=exhausted
    )
    assert (asked["analysis_kind"], asked["report_all"], asked["max_iterations"]) == (["asserts"], True, 200)
    assert asked["max_uninteresting_iterations"] == 0
    assert asked["per_condition_timeout"] == asked["per_path_timeout"] == math.inf


def test_contracts_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does no decorator of icontract, and no triple, do anything where CrossHair works?"""
    for name in DECORATORS:
        monkeypatch.setattr(icontract, name, getattr(icontract, name))
    monkeypatch.setattr(Triple, "enforced", True)
    child.leave_contracts_out()
    assert Triple("positive", requires=(lambda n: n > 0,))(harness) is harness
    assert all(getattr(icontract, name)(lambda n: n > 0)(harness) is harness for name in DECORATORS)


def test_callees_are_run_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does CrossHair enforce no contracts of what a harness calls?"""
    enforce, conditions = ModuleType("crosshair.enforce"), type("EnforcedConditions", (), {})
    vars(enforce).update(EnforcedConditions=conditions)
    monkeypatch.setitem(sys.modules, enforce.__name__, enforce)
    child.run_callees_as_they_are()
    with conditions().enabled_enforcement() as entered:
        assert entered is None


def test_what_is_printed_is_no_reply(capfd: pytest.CaptureFixture[str]) -> None:
    """Does a copy reply apart from what code prints, and tell an error by its name?"""
    reply = child.in_a_copy(60, "this", "no_such_harness")
    assert reply == child.Reply(
        answers=[], error="AttributeError: module 'this' has no attribute 'no_such_harness'", code=1
    )
    printed = capfd.readouterr()
    assert (printed.out, printed.err.splitlines()[:1]) == ("", ["The Zen of Python, by Tim Peters"])


def test_every_request_gets_a_reply(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Is each line read as a request, and replied to by a line, even if its module cannot be imported here?"""
    replies = [child.Reply(answers=[], error="", code=code) for code in (0, -9)]
    imported: list[str] = []

    def import_module(name: str) -> None:
        imported.append(name)
        if name == "broken":
            raise SystemExit(name)

    monkeypatch.setattr(child, "in_a_copy", lambda place, *_: replies[place])
    monkeypatch.setattr(child, "leave_contracts_out", lambda: None)
    monkeypatch.setattr(child, "run_callees_as_they_are", lambda: None)
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    monkeypatch.setattr("gc.set_threshold", lambda _: None)
    monkeypatch.setattr("sys.stdin", ['[0, "broken", "f"]\n', '[1, "sound", "g"]\n'])
    monkeypatch.setattr("importlib.import_module", import_module)
    child.main()
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == replies
    assert imported == ["crosshair.core_and_libs", "broken", "sound"]
